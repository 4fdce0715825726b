// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shift.hpp"

#include "core/correlate/engines.hpp"
#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace coarsen {

namespace {

constexpr int smallestMatched = 16, mostRounds = 30;
constexpr std::size_t sampling = 7;               // every how many-th pixel says how much the pictures differ
constexpr double biweightReach = 4.685 * 1.4826;  // in median absolute deviations
constexpr double settledPx = 1e-3, farthestFromPeakPx = 3, leastLikeness = 0.35, leastOverlap = 0.2;
constexpr double noShift = std::numeric_limits<double>::quiet_NaN();

cv::Mat validOf(const Mask& mask, int width, int height) {
    cv::Mat valid(height, width, CV_32F, cv::Scalar(1));
    const auto pixels = mask.pixels();
    for (std::size_t i = 0; i < pixels.size(); ++i)
        valid.ptr<float>()[i] = pixels[i];
    return valid;
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}

/// The picture at R (p - c) + c + (x, y), bilinear; outside it, 0.
cv::Mat turnedBy(const cv::Mat& picture, const Shift& shift) {
    const double cosine = std::cos(radians(shift.rotationDeg)), sine = std::sin(radians(shift.rotationDeg));
    const double centreX = (picture.cols - 1) / 2.0, centreY = (picture.rows - 1) / 2.0;
    const cv::Matx23d toPicture(cosine, -sine, centreX + shift.x - cosine * centreX + sine * centreY,  //
                                sine, cosine, centreY + shift.y - sine * centreX - cosine * centreY);
    cv::Mat mapX(picture.size(), CV_32F), mapY(picture.size(), CV_32F), turned;
    for (int y = 0; y < picture.rows; ++y)
        for (int x = 0; x < picture.cols; ++x) {
            mapX.at<float>(y, x) = static_cast<float>(toPicture(0, 0) * x + toPicture(0, 1) * y + toPicture(0, 2));
            mapY.at<float>(y, x) = static_cast<float>(toPicture(1, 0) * x + toPicture(1, 1) * y + toPicture(1, 2));
        }
    cv::remap(picture, turned, mapX, mapY, cv::INTER_LINEAR, cv::BORDER_CONSTANT, 0);
    return turned;
}

/// The picture at (x + dx, y + dy), bilinear; outside it, 0.
cv::Mat movedBy(const cv::Mat& picture, const Shift& shift) {
    if (shift.rotationDeg != 0) return turnedBy(picture, shift);
    const double dx = shift.x, dy = shift.y;
    const int left = static_cast<int>(std::floor(dx)), top = static_cast<int>(std::floor(dy));
    const auto fx = static_cast<float>(dx - left), fy = static_cast<float>(dy - top);
    const int width = picture.cols, height = picture.rows;
    cv::Mat moved = cv::Mat::zeros(height, width, CV_32F);
    for (int y = std::max(0, -top); y < std::min(height, height - top - 1); ++y) {
        const float *above = picture.ptr<float>(y + top), *below = picture.ptr<float>(y + top + 1);
        float* const to = moved.ptr<float>(y);
        for (int x = std::max(0, -left); x < std::min(width, width - left - 1); ++x) {
            const int from = x + left;
            to[x] =
                (1 - fy) * ((1 - fx) * above[from] + fx * above[from + 1]) + fy * ((1 - fx) * below[from] + fx * below[from + 1]);
        }
    }
    return moved;
}

struct Peak {
    int x = 0, y = 0;
};

Peak peakOf(const CorrelationMap& map) {
    Peak peak;
    double highest = -std::numeric_limits<double>::infinity();
    for (int Y0 = -map.maxLag(); Y0 <= map.maxLag(); ++Y0)
        for (int X0 = -map.maxLag(); X0 <= map.maxLag(); ++X0)
            if (map.at(X0, Y0) > highest) {
                highest = map.at(X0, Y0);
                peak = {X0, Y0};
            }
    return peak;
}

/// Least squares over the pixels that both pictures define, of here(p + e + phi x (p - c)) = offset + gain * moved(p).
struct Comparison {
    double count = 0, likeness = 0, ex = noShift, ey = noShift, phi = 0;

    Comparison(const cv::Mat& here, const cv::Mat& moved, const cv::Mat& valid, const cv::Mat& gradientX,
               const cv::Mat& gradientY, bool turns) {
        double sumA = 0, sumB = 0, aa = 0, bb = 0, ab = 0;
        forEach(valid, [&](int x, int y) {
            const double a = here.at<float>(y, x), b = moved.at<float>(y, x);
            count += 1, sumA += a, sumB += b, aa += a * a, bb += b * b, ab += a * b;
        });
        if (count < 2) return;
        const double meanA = sumA / count, meanB = sumB / count;
        const double varianceA = aa / count - meanA * meanA, varianceB = bb / count - meanB * meanB;
        if (!(varianceA > 0) || !(varianceB > 0)) return;
        likeness = (ab / count - meanA * meanB) / std::sqrt(varianceA * varianceB);
        const double gain = std::sqrt(varianceA / varianceB);
        const auto restAt = [&](int x, int y) { return gain * (moved.at<float>(y, x) - meanB) - (here.at<float>(y, x) - meanA); };
        // Specks that no mask has found stay where the sensor is, and would hold the picture back: where the pictures differ by
        // far more than elsewhere, pixels do not count (Tukey's biweight).
        std::vector<double> sizes;
        std::size_t seen = 0;
        forEach(valid, [&](int x, int y) {
            if (seen++ % sampling == 0) sizes.push_back(std::abs(restAt(x, y)));
        });
        const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
        std::ranges::nth_element(sizes, middle);
        const double limit = biweightReach * *middle;
        const double centreX = (here.cols - 1) / 2.0, centreY = (here.rows - 1) / 2.0, radius = std::hypot(centreX, centreY);
        double xx = 0, xy = 0, yy = 0, xt = 0, yt = 0, tt = 0, xr = 0, yr = 0, tr = 0;
        forEach(valid, [&](int x, int y) {
            const double rest = restAt(x, y), part = limit > 0 ? std::min(1.0, std::abs(rest) / limit) : 0;
            const double weight = (1 - part * part) * (1 - part * part);
            const double gx = gradientX.at<float>(y, x), gy = gradientY.at<float>(y, x);
            const double gt = turns ? ((x - centreX) * gy - (y - centreY) * gx) / radius : 0;
            xx += weight * gx * gx, xy += weight * gx * gy, yy += weight * gy * gy;
            xt += weight * gx * gt, yt += weight * gy * gt, tt += weight * gt * gt;
            xr += weight * gx * rest, yr += weight * gy * rest, tr += weight * gt * rest;
        });
        if (!(xx * yy - xy * xy > 1e-9 * xx * yy)) return;  // stripes: a move along them cannot be seen
        if (!turns) tt = 1;
        const cv::Vec3d solved = cv::Matx33d(xx, xy, xt, xy, yy, yt, xt, yt, tt).solve(cv::Vec3d(xr, yr, tr), cv::DECOMP_LU);
        ex = solved[0];
        ey = solved[1];
        phi = solved[2] / radius;
    }

private:
    template <typename Take>
    static void forEach(const cv::Mat& valid, Take take) {
        for (int y = 0; y < valid.rows; ++y)
            for (int x = 0; x < valid.cols; ++x)
                if (valid.at<float>(y, x) > 0.999F) take(x, y);
    }
};

}  // namespace

struct ShiftFinder::Parts {
    int width, height;
    Correlator correlator;
};

ShiftFinder::ShiftFinder(int width, int height) {
    PlanShape shape;
    shape.width = width;
    shape.height = height;
    shape.maxLag = std::max(1, std::min(width, height) / 3);
    shape.isAutocorrelation = false;
    shape.threads = 1;
    parts_ = std::make_unique<Parts>(Parts{width, height, Correlator(cpuFftEngine(), shape, MeanMode::global, NormMode::count)});
}
ShiftFinder::~ShiftFinder() = default;
ShiftFinder::ShiftFinder(ShiftFinder&&) noexcept = default;

ShiftFinder::Prepared ShiftFinder::prepared(const Frame& frame) const {
    keepOpenCvOnThisThread();
    if (frame.image.width() != parts_->width || frame.image.height() != parts_->height ||
        std::min(parts_->width, parts_->height) < smallestMatched)
        return {};
    const Image image = frame.image.asFloat();
    const cv::Mat valid = validOf(frame.mask, parts_->width, parts_->height);
    cv::Mat counted;
    valid.convertTo(counted, CV_8U);
    cv::Scalar mean, deviation;
    cv::meanStdDev(viewOf(image), mean, deviation, counted);
    if (!(deviation[0] > 0)) return {};
    cv::Mat centred = (viewOf(image) - mean[0]) / deviation[0];
    centred.setTo(0, counted == 0);
    return {{imageFrom(centred), frame.mask}};
}

Shift Shift::followedBy(const Shift& further) const {
    const double cosine = std::cos(radians(further.rotationDeg)), sine = std::sin(radians(further.rotationDeg));
    return {cosine * x - sine * y + further.x, sine * x + cosine * y + further.y, further.likeness,
            rotationDeg + further.rotationDeg};
}

Shift ShiftFinder::shiftBetween(const Prepared& here, const Prepared& moved, bool turns) {
    const Shift none{noShift, noShift, 0};
    if (here.image.image.isEmpty() || moved.image.image.isEmpty()) return none;
    const CorrelationMap map = parts_->correlator.crossCorrelation(moved.image, here.image);
    const Peak peak = peakOf(map);

    // Blurred by a pixel: gradients of what is there, not of its noise.
    cv::Mat a, b, gradientX, gradientY;
    cv::GaussianBlur(viewOf(here.image.image), a, {}, 1);
    cv::GaussianBlur(viewOf(moved.image.image), b, {}, 1);
    cv::Sobel(a, gradientX, CV_32F, 1, 0, 3, 1.0 / 8);
    cv::Sobel(a, gradientY, CV_32F, 0, 1, 3, 1.0 / 8);
    const auto inner = [&](const Mask& mask) {  // what neither blur nor gradient took from a masked pixel
        cv::Mat valid = validOf(mask, parts_->width, parts_->height), eroded;
        cv::erode(valid, eroded, cv::Mat::ones(7, 7, CV_8U), {-1, -1}, 1, cv::BORDER_CONSTANT, 0);
        return eroded;
    };
    const cv::Mat validHere = inner(here.image.mask), validMoved = inner(moved.image.mask);

    Shift shift{static_cast<double>(peak.x), static_cast<double>(peak.y), 0};
    for (int round = 0; round < mostRounds; ++round) {
        const cv::Mat both = movedBy(validMoved, shift).mul(validHere);
        const Comparison compared(a, movedBy(b, shift), both, gradientX, gradientY, turns);
        if (compared.count < leastOverlap * static_cast<double>(a.total()) || std::isnan(compared.ex)) return none;
        // moved(T p) = here(E p), E small: so it is moved(T E^-1 q) that equals here(q).
        const Shift backwards = Shift{-compared.ex, -compared.ey, 0, -compared.phi * 180 / std::numbers::pi};
        shift = backwards.followedBy(shift);
        shift.likeness = compared.likeness;
        if (std::hypot(shift.x - peak.x, shift.y - peak.y) > farthestFromPeakPx) return none;
        if (std::hypot(compared.ex, compared.ey) + std::abs(compared.phi) * a.cols / 2 < settledPx) break;
    }
    return shift.likeness >= leastLikeness ? shift : none;
}

}  // namespace coarsen
