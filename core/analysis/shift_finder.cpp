// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shift_finder.hpp"

#include "core/analysis/part_moves.hpp"
#include "core/analysis/shift_comparison.hpp"
#include "core/correlate/engines.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace coarsen {

namespace {

constexpr int smallestMatched = 16, mostRounds = 30;
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

/// The shift that is left when the content still has to move back by that step. moved(T p) = here(E p), E small: so it is
/// moved(T E^-1 q) that equals here(q).
Shift corrected(const Shift& shift, const cv::Vec3d& step, double cornerPx) {
    return Shift{-step[0], -step[1], 0, -step[2] / cornerPx * 180 / std::numbers::pi}.followedBy(shift);
}

/// How far each part of a picture still moves once the common shift is undone; without parts that nothing can be said of.
std::vector<cv::Vec2d> partMoves(const cv::Mat& here, const cv::Mat& moved, const cv::Mat& validHere, const cv::Mat& validMoved,
                                 const cv::Mat& gradientX, const cv::Mat& gradientY) {
    std::vector<cv::Vec2d> moves;
    for (int part = 0; part < partsAcross * partsAcross; ++part) {
        const int column = part % partsAcross, row = part / partsAcross;
        const cv::Rect place({column * here.cols / partsAcross, row * here.rows / partsAcross},
                             cv::Point{(column + 1) * here.cols / partsAcross, (row + 1) * here.rows / partsAcross});
        Shift shift;
        for (int round = 0; round < mostRounds && shift.isFound(); ++round) {
            const cv::Mat valid = movedBy(validMoved(place), shift).mul(validHere(place));
            const Comparison compared(here(place), movedBy(moved(place), shift), valid, gradientX(place), gradientY(place),
                                      false);
            const cv::Vec3d step = compared.step();
            const bool isSeen = compared.count() >= leastOverlap * place.area() && compared.likeness() >= leastLikeness;
            shift = isSeen ? Shift{shift.x - step[0], shift.y - step[1]} : Shift{noShift, noShift};
            if (std::hypot(step[0], step[1]) < settledPx) break;
        }
        if (std::hypot(shift.x, shift.y) < std::min(place.width, place.height) / 3.0) moves.emplace_back(shift.x, shift.y);
    }
    return moves;
}

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

FoundShift ShiftFinder::shiftBetween(const Prepared& here, const Prepared& moved, bool turns) {
    const FoundShift none = FoundShift::none();
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

    const double cornerPx = std::hypot((a.cols - 1) / 2.0, (a.rows - 1) / 2.0);
    const auto comparedAt = [&](const Shift& shift) {
        return Comparison(a, movedBy(b, shift), movedBy(validMoved, shift).mul(validHere), gradientX, gradientY, turns);
    };
    Shift shift{static_cast<double>(peak.x), static_cast<double>(peak.y), 0};
    for (int round = 0; round < mostRounds; ++round) {
        const Comparison compared = comparedAt(shift);
        const cv::Vec3d step = compared.step();
        if (compared.count() < leastOverlap * static_cast<double>(a.total()) || std::isnan(step[0])) return none;
        shift = corrected(shift, step, cornerPx);
        shift.likeness = compared.likeness();
        if (std::hypot(shift.x - peak.x, shift.y - peak.y) > farthestFromPeakPx) return none;
        if (std::hypot(step[0], step[1]) + std::abs(step[2]) / cornerPx * a.cols / 2 < settledPx) break;
    }
    if (shift.likeness < leastLikeness) return none;

    const std::vector<Equations> blocks = comparedAt(shift).blockEquations();
    Equations all;
    for (const Equations& block : blocks)
        all = all.with(block);
    FoundShift found{shift, {}, settledPx};
    if (doPartsDiffer(blocks))
        found.partsDifferPx =
            largestDifference(partMoves(a, movedBy(b, shift), validHere, movedBy(validMoved, shift), gradientX, gradientY));
    for (const Equations& block : blocks) {
        const cv::Vec3d step = all.without(block).solution();
        if (std::isnan(step[0])) return {shift};
        found.withoutBlock.push_back(corrected(shift, step, cornerPx));
    }
    return found;
}

}  // namespace coarsen
