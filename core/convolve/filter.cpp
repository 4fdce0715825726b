// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/filter.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
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
    constexpr int rounds = 3;  // of a power iteration, which a filter of rank 1 ends after one
    const auto width = static_cast<std::size_t>(filter.width), height = static_cast<std::size_t>(filter.height);
    const auto sizeOf = [](float tap) { return std::abs(tap); };
    const auto largest = std::ranges::max_element(filter.taps, {}, sizeOf);
    if (*largest == 0) return std::nullopt;
    const auto from = filter.taps.begin() + (largest - filter.taps.begin()) / filter.width * filter.width;
    std::vector<double> row(from, from + filter.width), column(height);
    const auto squares = [](const std::vector<double>& line) {
        return std::inner_product(line.begin(), line.end(), line.begin(), 0.0);
    };
    for (int round = 0; round < rounds; ++round) {
        const double rowSquares = squares(row);
        for (std::size_t y = 0; y < height; ++y)
            column[y] =
                std::inner_product(row.begin(), row.end(), filter.taps.begin() + static_cast<std::ptrdiff_t>(y * width), 0.0) /
                rowSquares;
        const double columnSquares = squares(column);
        std::ranges::fill(row, 0);
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x)
                row[x] += column[y] / columnSquares * static_cast<double>(filter.taps[y * width + x]);
    }
    const double balance = std::pow(squares(row) / squares(column), 0.25);  // both of the same size
    SeparatedFilter answer;
    for (const double tap : column)
        answer.column.push_back(static_cast<float>(tap * balance));
    for (const double tap : row)
        answer.row.push_back(static_cast<float>(tap / balance));
    double missed = 0;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            missed += std::abs(static_cast<double>(filter.taps[y * width + x]) -
                               static_cast<double>(answer.column[y]) * static_cast<double>(answer.row[x]));
    return missed <= leftOver * filter.absoluteSum() ? std::optional(answer) : std::nullopt;
}

}  // namespace coarsen
