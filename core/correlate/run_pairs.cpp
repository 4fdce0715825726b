// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/run_pairs.hpp"

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace coarsen {

namespace {

/// Masked pixels begin <= x < end of a row.
struct Run {
    int y, begin, end;
};

std::vector<Run> maskedRuns(int width, int height, std::span<const std::uint8_t> valid) {
    std::vector<Run> runs;
    for (int y = 0; y < height; ++y) {
        const std::uint8_t* const row = valid.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
        const auto find = [&](int value, int from) {
            const void* const found = std::memchr(row + from, value, static_cast<std::size_t>(width - from));
            return found ? static_cast<int>(static_cast<const std::uint8_t*>(found) - row) : width;
        };
        for (int begin = find(0, 0); begin < width;) {
            const int end = find(1, begin);
            runs.push_back({y, begin, end});
            begin = find(0, end);
        }
    }
    return runs;
}

/// Number of pairs of runs within R rows of each other.
std::size_t pairsOfRuns(const std::vector<Run>& runs, int maxLag) {
    std::size_t pairs = 0;
    for (std::size_t i = 0, end = 0; i < runs.size(); ++i) {
        while (end < runs.size() && runs[end].y - runs[i].y <= maxLag)
            ++end;
        pairs += end - i;
    }
    return pairs;
}

/// A sum of functions of X0 that are straight between whole numbers, given by its bends: changes of the slope, which stand in
/// memory of 2R+1 numbers that are 0 at first.
class SecondDifferences {
public:
    SecondDifferences(int maxLag, std::int32_t* second) : maxLag_(maxLag), second_(second) {}

    /// Adds `times` the pairs of a pixel of `later` with one of `earlier`, X0 further left: a trapezium in X0.
    void addPairs(const Run& earlier, const Run& later, int times) {
        const int rise = later.begin - earlier.end, fall = later.end - earlier.begin;
        if (fall <= -maxLag_ || rise >= maxLag_) return;
        add(rise, times);
        add(later.begin - earlier.begin, -times);
        add(later.end - earlier.end, -times);
        add(fall, times);
    }

    /// Calls `take(X0, sum)` of this and the other from X0 = -R to R. What it takes the place of has been read.
    template <typename Take>
    void forEachOfBoth(const SecondDifferences& other, Take take) const {
        std::int32_t value = first_ + other.first_, slope = slope_ + other.slope_;
        take(-maxLag_, value);
        for (int X0 = 1 - maxLag_; X0 <= maxLag_; ++X0) {
            slope += second_[X0 + maxLag_] + other.second_[X0 + maxLag_];
            take(X0, value += slope);
        }
    }

private:
    /// Adds change * max(0, X0 - place).
    void add(int place, int change) {
        if (place < -maxLag_) {
            first_ += change * (-maxLag_ - place);
            slope_ += change;
        } else if (place < maxLag_) {
            second_[place + maxLag_ + 1] += change;
        }
    }

    int maxLag_;
    std::int32_t first_ = 0, slope_ = 0;  // at X0 = -R
    std::int32_t* second_;
};

}  // namespace

std::optional<std::vector<std::int32_t>> pairsFromRuns(int width, int height, int maxLag, std::span<const std::uint8_t> valid) {
    const std::vector<Run> runs = maskedRuns(width, height, valid);
    // A pair of runs takes some 3 ns, a pixel of the transform 5.
    if (4 * pairsOfRuns(runs, maxLag) > 5 * valid.size()) return std::nullopt;
    const auto length = static_cast<std::size_t>(2 * maxLag + 1), rows = static_cast<std::size_t>(maxLag + 1);
    std::vector<std::int32_t> pairs(length * rows), ofMasked(length);
    std::vector<SecondDifferences> bothMasked;  // by Y0, in the place of the pairs
    for (std::size_t Y0 = 0; Y0 < rows; ++Y0)
        bothMasked.emplace_back(maxLag, pairs.data() + Y0 * length);
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (std::size_t j = i; j < runs.size() && runs[j].y - runs[i].y <= maxLag; ++j) {
            SecondDifferences& row = bothMasked[static_cast<std::size_t>(runs[j].y - runs[i].y)];
            row.addPairs(runs[i], runs[j], 1);
            if (i != j && runs[j].y == runs[i].y) row.addPairs(runs[j], runs[i], 1);
        }
    // The rectangle's pairs less those with a masked end; pairs with two masked ends have then been taken off twice.
    const Run whole{0, 0, width};
    SecondDifferences masked(maxLag, ofMasked.data());
    for (const Run& run : runs) {
        masked.addPairs(run, whole, -1);
        masked.addPairs(whole, run, -1);
    }
    auto bottom = runs.rbegin();
    auto top = runs.begin();
    for (int Y0 = 0; Y0 <= maxLag; ++Y0) {
        for (; bottom != runs.rend() && bottom->y >= height - Y0; ++bottom)  // has no partner Y0 below
            masked.addPairs(*bottom, whole, 1);
        for (; top != runs.end() && top->y < Y0; ++top)  // nor this one above
            masked.addPairs(whole, *top, 1);
        std::int32_t* const row = pairs.data() + static_cast<std::size_t>(Y0) * length;
        bothMasked[static_cast<std::size_t>(Y0)].forEachOfBoth(
            masked, [&](int X0, std::int32_t sum) { row[X0 + maxLag] = (width - std::abs(X0)) * (height - Y0) + sum; });
    }
    return pairs;
}

}  // namespace coarsen
