// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/featureless_blocks.hpp"

#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace coarsen {

namespace {

constexpr float flatShare = 0.1F, validShare = 0.45F;
constexpr int fewestBlocks = 5;

cv::Mat sumsOver(const cv::Mat& values, const cv::Mat& circle) {
    cv::Mat sums;
    cv::filter2D(values, sums, CV_32F, circle, {-1, -1}, 0, cv::BORDER_CONSTANT);
    return sums;
}

}  // namespace

FeaturelessBlocks featurelessBlocks(std::span<const float> values, int width, int height, int circle) {
    if (values.empty() || circle < fewestBlocks || 2 * circle > std::min(width, height)) return {};
    keepOpenCvOnThisThread();
    // Differences of neighbours, which light that was taken off leaves flat.
    cv::Mat changes(height, width, CV_32F, 0.0F), valid(changes.size(), CV_32F, 0.0F);
    const auto at = [&](int x, int y) {
        return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    };
    for (int y = 0; y + 1 < height; ++y)
        for (int x = 0; x + 1 < width; ++x) {
            const float right = at(x + 1, y) - at(x, y), down = at(x, y + 1) - at(x, y), change = right * right + down * down;
            if (std::isnan(change)) continue;
            changes.at<float>(y, x) = change;
            valid.at<float>(y, x) = 1;
        }

    cv::Mat disc;
    cv::getStructuringElement(cv::MORPH_ELLIPSE, {circle, circle}).convertTo(disc, CV_32F);
    const auto inDisc = static_cast<float>(cv::sum(disc)[0]);
    const cv::Mat counts = sumsOver(valid, disc), sums = sumsOver(changes, disc);
    cv::Mat means(changes.size(), CV_32F, -1.0F);
    std::vector<float> known;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (counts.ptr<float>()[i] < validShare * inDisc) continue;
        means.ptr<float>()[i] = std::max(0.0F, sums.ptr<float>()[i]) / counts.ptr<float>()[i];
        known.push_back(means.ptr<float>()[i]);
    }
    if (known.empty()) return {};
    const auto upper = known.begin() + static_cast<std::ptrdiff_t>(3 * known.size() / 4);
    std::ranges::nth_element(known, upper);
    const cv::Mat flat = (means >= 0) & (means < flatShare * *upper);
    cv::Mat covered;
    cv::dilate(flat, covered, cv::getStructuringElement(cv::MORPH_ELLIPSE, {circle, circle}));
    FeaturelessBlocks found;
    found.isFeatureless.assign(covered.ptr<std::uint8_t>(), covered.ptr<std::uint8_t>() + values.size());
    found.part = cv::countNonZero(covered & (valid > 0)) / std::max(1.0, cv::sum(valid)[0]);
    return found;
}

}  // namespace coarsen
