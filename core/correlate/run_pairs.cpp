// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/run_pairs.hpp"

#include "core/correlate/window_sums.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// Masked pixels begin <= x < end of a row.
struct Run {
    int y, begin, end;
};

std::vector<Run> maskedRuns(int width, int height, std::span<const std::uint8_t> valid) {
    std::vector<Run> runs;
    for (int y = 0; y < height; ++y) {
        const auto row =
            valid.subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(width), static_cast<std::size_t>(width));
        for (auto at = std::ranges::find(row, 0); at != row.end();) {
            const auto end = std::find(at, row.end(), 1);
            runs.push_back({y, static_cast<int>(at - row.begin()), static_cast<int>(end - row.begin())});
            at = std::find(end, row.end(), 0);
        }
    }
    return runs;
}

/// Sums of functions of X0 that are straight between whole numbers, for one Y0: each is given by its bends.
class Bends {
public:
    explicit Bends(int maxLag) : maxLag_(maxLag), second_(static_cast<std::size_t>(2 * maxLag + 1)) {}

    /// Pairs of a pixel of `later` with one of `earlier`, X0 further left: a trapezium in X0.
    void addPairs(const Run& earlier, const Run& later) {
        add(later.begin - earlier.end, 1);
        add(later.begin - earlier.begin, -1);
        add(later.end - earlier.end, -1);
        add(later.end - earlier.begin, 1);
    }

    /// Calls `take(X0, sum)` from X0 = -R to R.
    template <typename Take>
    void forEach(Take take) const {
        std::int64_t value = first_, slope = slope_;
        take(-maxLag_, value);
        for (int X0 = 1 - maxLag_; X0 <= maxLag_; ++X0) {
            slope += second_[static_cast<std::size_t>(X0 + maxLag_)];
            take(X0, value += slope);
        }
    }

private:
    /// Adds change * max(0, X0 - place).
    void add(int place, int change) {
        if (place < -maxLag_) {
            first_ += static_cast<std::int64_t>(change) * (-maxLag_ - place);
            slope_ += change;
        } else if (place < maxLag_) {
            second_[static_cast<std::size_t>(place + maxLag_ + 1)] += change;
        }
    }

    int maxLag_;
    std::int64_t first_ = 0, slope_ = 0;  // at X0 = -R
    std::vector<int> second_;             // changes of the slope
};

}  // namespace

std::optional<LagSums> pairsFromRuns(int width, int height, int maxLag, std::span<const std::uint8_t> valid) {
    const std::vector<Run> runs = maskedRuns(width, height, valid);
    // A pair of runs takes some 2 ns, a pixel of the transform 6: twice as quick at least.
    if (runs.size() * runs.size() > 2 * valid.size()) return std::nullopt;
    std::vector<Bends> bends(static_cast<std::size_t>(maxLag) + 1, Bends(maxLag));
    for (std::size_t i = 0; i < runs.size(); ++i)
        for (std::size_t j = i; j < runs.size() && runs[j].y - runs[i].y <= maxLag; ++j) {
            Bends& row = bends[static_cast<std::size_t>(runs[j].y - runs[i].y)];
            row.addPairs(runs[i], runs[j]);
            if (i != j && runs[j].y == runs[i].y) row.addPairs(runs[j], runs[i]);
        }
    // The rectangle's pairs less those with a masked end; pairs with two masked ends have then been taken off twice.
    const WindowSums<std::uint8_t> window(width, height, maxLag, valid);
    LagSums pairs(maxLag, 0);
    for (int Y0 = 0; Y0 <= maxLag; ++Y0)
        bends[static_cast<std::size_t>(Y0)].forEach([&](int X0, std::int64_t bothMasked) {
            pairs.at(X0, Y0) = static_cast<double>(window.overlap(X0, Y0) + window.overlap(-X0, -Y0) -
                                                   rectangleOverlap(width, height, X0, Y0) + bothMasked);
        });
    return pairs;
}

}  // namespace coarsen
