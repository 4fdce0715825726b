// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/filter.hpp"

#include "core/base/error.hpp"
#include "core/image/opencv.hpp"

#include <opencv2/core.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace coarsen {

double Filter::sum() const {
    double sum = 0;
    for (const float tap : taps)
        sum += tap;
    return sum;
}

double Filter::absoluteSum() const {
    double sum = 0;
    for (const float tap : taps)
        sum += std::abs(static_cast<double>(tap));
    return sum;
}

bool Filter::hasNegativeTaps() const {
    return std::ranges::any_of(taps, [](float tap) { return tap < 0; });
}

Filter Filter::flipped() const {
    Filter turned = *this;
    std::ranges::reverse(turned.taps);
    return turned;
}

Filter Filter::timesFactor(double factor) const {
    Filter scaled = *this;
    for (float& tap : scaled.taps)
        tap = static_cast<float>(tap * factor);
    return scaled;
}

void requireUsable(const Filter& filter) {
    if (filter.width <= 0 || filter.height <= 0 || filter.taps.empty())
        throw SettingError("filter", "it has no taps", "give at least one number");
    const std::size_t taps = static_cast<std::size_t>(filter.width) * static_cast<std::size_t>(filter.height);
    if (filter.taps.size() != taps)
        throw SettingError("filter",
                           "it has " + std::to_string(filter.taps.size()) + " taps, not " + std::to_string(filter.width) + " x " +
                               std::to_string(filter.height),
                           "give one for each place");
    for (std::size_t i = 0; i < taps; ++i)
        if (!std::isfinite(filter.taps[i]))
            throw SettingError("filter",
                               "the tap at column " + std::to_string(i % static_cast<std::size_t>(filter.width)) + ", row " +
                                   std::to_string(i / static_cast<std::size_t>(filter.width)) + " is no finite number",
                               "write a number there, 0 for none");
}

std::optional<SeparatedFilter> separated(const Filter& filter) {
    constexpr double leftOver = 1e-6;
    cv::Mat taps(filter.height, filter.width, CV_64F), weights, columns, rows;
    for (int y = 0; y < filter.height; ++y)
        for (int x = 0; x < filter.width; ++x)
            taps.at<double>(y, x) = filter.at(x, y);
    cv::SVD::compute(taps, weights, columns, rows);
    const double root = std::sqrt(weights.at<double>(0));
    SeparatedFilter answer;
    for (int y = 0; y < filter.height; ++y)
        answer.column.push_back(static_cast<float>(root * columns.at<double>(y, 0)));
    for (int x = 0; x < filter.width; ++x)
        answer.row.push_back(static_cast<float>(root * rows.at<double>(0, x)));
    double missed = 0;
    for (int y = 0; y < filter.height; ++y)
        for (int x = 0; x < filter.width; ++x)
            missed +=
                std::abs(static_cast<double>(filter.at(x, y)) - static_cast<double>(answer.column[static_cast<std::size_t>(y)]) *
                                                                    answer.row[static_cast<std::size_t>(x)]);
    return missed <= leftOver * filter.absoluteSum() ? std::optional(answer) : std::nullopt;
}

}  // namespace coarsen
