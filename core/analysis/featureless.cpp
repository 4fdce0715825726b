// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/featureless.hpp"

#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen {

namespace {

constexpr double circleLengths = 1.5;
constexpr float flatShare = 0.1F, validShare = 0.45F;
constexpr int fewestBlocks = 5;

cv::Mat sumsOver(const cv::Mat& values, const cv::Mat& circle) {
    cv::Mat sums;
    cv::filter2D(values, sums, CV_32F, circle, {-1, -1}, 0, cv::BORDER_CONSTANT);
    return sums;
}

}  // namespace

double featurelessPart(const PatternSketch& sketch, double rMaxPx) {
    const int side = static_cast<int>(circleLengths * rMaxPx / sketch.blockPx) | 1;
    if (sketch.isEmpty() || sketch.depth > 1 || side < fewestBlocks || 2 * side > std::min(sketch.width, sketch.height)) return 0;
    keepOpenCvOnThisThread();
    // Differences of neighbours, which light that was taken off leaves flat.
    cv::Mat changes(sketch.height, sketch.width, CV_32F, 0.0F), valid(changes.size(), CV_32F, 0.0F);
    const auto at = [&](int x, int y) { return sketch.values[static_cast<std::size_t>(y) * sketch.width + x]; };
    for (int y = 0; y + 1 < sketch.height; ++y)
        for (int x = 0; x + 1 < sketch.width; ++x) {
            const float right = at(x + 1, y) - at(x, y), down = at(x, y + 1) - at(x, y), change = right * right + down * down;
            if (std::isnan(change)) continue;
            changes.at<float>(y, x) = change;
            valid.at<float>(y, x) = 1;
        }

    cv::Mat circle;
    cv::getStructuringElement(cv::MORPH_ELLIPSE, {side, side}).convertTo(circle, CV_32F);
    const auto inCircle = static_cast<float>(cv::sum(circle)[0]);
    const cv::Mat counts = sumsOver(valid, circle), sums = sumsOver(changes, circle);
    cv::Mat means(changes.size(), CV_32F, -1.0F);
    std::vector<float> known;
    for (std::size_t i = 0; i < sketch.values.size(); ++i) {
        if (counts.ptr<float>()[i] < validShare * inCircle) continue;
        means.ptr<float>()[i] = std::max(0.0F, sums.ptr<float>()[i]) / counts.ptr<float>()[i];
        known.push_back(means.ptr<float>()[i]);
    }
    if (known.empty()) return 0;
    const auto upper = known.begin() + static_cast<std::ptrdiff_t>(3 * known.size() / 4);
    std::ranges::nth_element(known, upper);
    const cv::Mat flat = (means >= 0) & (means < flatShare * *upper);
    cv::Mat covered;
    cv::dilate(flat, covered, cv::getStructuringElement(cv::MORPH_ELLIPSE, {side, side}));
    return cv::countNonZero(covered & (valid > 0)) / std::max(1.0, cv::sum(valid)[0]);
}

}  // namespace coarsen
