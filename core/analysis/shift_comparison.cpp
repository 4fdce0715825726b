// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shift_comparison.hpp"

#include "core/analysis/shift.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {
constexpr std::size_t sampling = 7;               // every how many-th pixel says how much the pictures differ
constexpr double biweightReach = 4.685 * 1.4826;  // in median absolute deviations
}  // namespace

cv::Vec3d Equations::solution() const {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    if (!(left(0, 0) * left(1, 1) - left(0, 1) * left(1, 0) > 1e-9 * left(0, 0) * left(1, 1))) return {unknown, unknown, unknown};
    cv::Matx33d full = left;
    if (full(2, 2) == 0) full(2, 2) = 1;
    return full.solve(right, cv::DECOMP_LU);
}

Comparison::Comparison(const cv::Mat& here, const cv::Mat& moved, const cv::Mat& valid, const cv::Mat& gradientX,
                       const cv::Mat& gradientY, bool turns)
    : here_(here), moved_(moved), valid_(valid), gradientX_(gradientX), gradientY_(gradientY), turns_(turns) {
    double sumA = 0, sumB = 0, aa = 0, bb = 0, ab = 0;
    forEachPixel([&](int x, int y) {
        const double a = here.at<float>(y, x), b = moved.at<float>(y, x);
        count_ += 1, sumA += a, sumB += b, aa += a * a, bb += b * b, ab += a * b;
    });
    if (count_ < 2) return;
    meanHere_ = sumA / count_;
    meanMoved_ = sumB / count_;
    const double varianceA = aa / count_ - meanHere_ * meanHere_, varianceB = bb / count_ - meanMoved_ * meanMoved_;
    if (!(varianceA > 0) || !(varianceB > 0)) return;
    likeness_ = (ab / count_ - meanHere_ * meanMoved_) / std::sqrt(varianceA * varianceB);
    gain_ = std::sqrt(varianceA / varianceB);
    // Specks that no mask has found stay where the sensor is, and would hold the picture back: where the pictures differ by
    // far more than elsewhere, pixels do not count (Tukey's biweight).
    std::vector<double> sizes;
    std::size_t seen = 0;
    forEachPixel([&](int x, int y) {
        if (seen++ % sampling == 0) sizes.push_back(std::abs(rest(x, y)));
    });
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::ranges::nth_element(sizes, middle);
    limit_ = biweightReach * *middle;
}

double Comparison::part(double rest) const {
    return limit_ > 0 ? std::min(1.0, std::abs(rest) / limit_) : 0;
}

cv::Vec3d Comparison::directions(int x, int y, double gx, double gy) const {
    const double centreX = (here_.cols - 1) / 2.0, centreY = (here_.rows - 1) / 2.0;
    return {gx, gy, turns_ ? ((x - centreX) * gy - (y - centreY) * gx) / std::hypot(centreX, centreY) : 0};
}

cv::Vec3d Comparison::step() const {
    double xx = 0, xy = 0, yy = 0, xt = 0, yt = 0, tt = 0, xr = 0, yr = 0, tr = 0;
    if (gain_ > 0)
        forEachPixel([&](int x, int y) {
            const double rest = this->rest(x, y), part = this->part(rest), weight = (1 - part * part) * (1 - part * part);
            const cv::Vec3d g = directions(x, y, gradientX_.at<float>(y, x), gradientY_.at<float>(y, x));
            xx += weight * g[0] * g[0], xy += weight * g[0] * g[1], yy += weight * g[1] * g[1];
            xt += weight * g[0] * g[2], yt += weight * g[1] * g[2], tt += weight * g[2] * g[2];
            xr += weight * g[0] * rest, yr += weight * g[1] * rest, tr += weight * g[2] * rest;
        });
    return Equations{{xx, xy, xt, xy, yy, yt, xt, yt, tt}, {xr, yr, tr}}.solution();
}

std::vector<Equations> Comparison::blockEquations() const {
    cv::Mat movedX, movedY;
    cv::Sobel(moved_, movedX, CV_32F, 1, 0, 3, gain_ / 8);
    cv::Sobel(moved_, movedY, CV_32F, 0, 1, 3, gain_ / 8);
    std::vector<Equations> equations(shiftBlocks);
    forEachPixel([&](int x, int y) {
        const int block = y * shiftBlocksAcross / here_.rows * shiftBlocksAcross + x * shiftBlocksAcross / here_.cols;
        Equations& here = equations[static_cast<std::size_t>(block)];
        const double rest = this->rest(x, y), part = this->part(rest), far = part * part;
        const double weight = (1 - far) * (1 - far), slope = (1 - far) * (1 - 5 * far);  // of weight * rest
        const cv::Vec3d g = directions(x, y, gradientX_.at<float>(y, x), gradientY_.at<float>(y, x));
        here.right += weight * rest * g;
        here.left += slope * g * directions(x, y, movedX.at<float>(y, x), movedY.at<float>(y, x)).t();
    });
    return equations;
}

template <typename Take>
void Comparison::forEachPixel(Take take) const {
    for (int y = 0; y < valid_.rows; ++y)
        for (int x = 0; x < valid_.cols; ++x)
            if (valid_.at<float>(y, x) > 0.999F) take(x, y);
}

}  // namespace coarsen
