// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/measure/folded_circles.hpp"

#include "core/base/parallel.hpp"
#include "core/measure/circle_samples.hpp"
#include "core/measure/small_radii.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace coarsen::gpu {

namespace {

struct Row {
    std::vector<FoldedCell> cells;
    std::vector<double> weights;
};

/// One circle's weights while they are added up: a place for every cell, and which of them are in use.
class RowSums {
public:
    explicit RowSums(int maxLag) : pitch_(static_cast<std::size_t>(maxLag) + 1), sums_(pitch_ * pitch_), isUsed_(sums_.size()) {}

    void add(int X0, int Y0, double weight) {
        const std::size_t place = static_cast<std::size_t>(std::abs(Y0)) * pitch_ + static_cast<std::size_t>(std::abs(X0));
        if (!isUsed_[place]) used_.push_back(place);
        isUsed_[place] = true;
        sums_[place] += weight;
    }

    /// The weights times `factor`, in the cells' order; leaves the row empty.
    Row taken(double factor) {
        std::ranges::sort(used_);
        Row row;
        for (const std::size_t place : used_) {
            row.cells.push_back({static_cast<std::uint16_t>(place % pitch_), static_cast<std::uint16_t>(place / pitch_)});
            row.weights.push_back(factor * sums_[place]);
            sums_[place] = 0;
            isUsed_[place] = false;
        }
        used_.clear();
        return row;
    }

private:
    std::size_t pitch_;
    std::vector<double> sums_;
    std::vector<bool> isUsed_;
    std::vector<std::size_t> used_;
};

/// The circle of that radius; of two angles that mirror one another along an axis, which fold to the same cells, one is read.
Row circleRow(int r, int maxLag, double aspect, RowSums& sums) {
    if (!fitsIntoMap(r, maxLag, aspect)) return {};
    const int count = r == 0 ? 1 : samplesOnCircle(r);
    for (int k = 0; 2 * k <= count; ++k) {
        const double times = k == 0 || 2 * k == count ? 1 : 2;
        for (const Corner& corner : sampleOnCircle(r, {k, count}, maxLag, AzimuthRule::bilinear, aspect))
            sums.add(corner.X0, corner.Y0, times * corner.weight);
    }
    return sums.taken(1.0 / count);
}

void append(FoldedCircles& circles, const Row& row) {
    circles.cells.insert(circles.cells.end(), row.cells.begin(), row.cells.end());
    circles.weights.insert(circles.weights.end(), row.weights.begin(), row.weights.end());
    circles.first.push_back(static_cast<int>(circles.cells.size()));
}

void appendFine(FoldedCircles& circles, double aspect) {
    RowSums sums(circles.maxLag);
    const auto known = fineCircles(aspect);
    for (const FineCircle& circle : *known) {
        if (circle.reach > circles.maxLag) return;
        for (std::size_t i = 0; i < circle.weight.size(); ++i)
            sums.add(circle.X0[i], circle.Y0[i], circle.weight[i]);
        append(circles, sums.taken(1));
        circles.fineRadii.push_back(circle.r);
        circles.fineReaches.push_back(circle.reach);
    }
}

}  // namespace

int FoldedCircles::fineCirclesWithin(int lag) const {
    const auto beyond = std::ranges::find_if(fineReaches, [lag](int reach) { return reach > lag; });
    return static_cast<int>(beyond - fineReaches.begin());
}

FoldedCircles foldedCircles(int maxLag, double aspect, bool withFine) {
    std::vector<Row> rows(static_cast<std::size_t>(maxLag) + 1);
    std::atomic<int> next = maxLag;  // the longest first; whoever needs them waits, so all cores make them
    const std::size_t threads = AzimuthalAverager::makingThreads(maxLag);
    parallelFor(threads, static_cast<int>(threads), [&](std::size_t) {
        RowSums sums(maxLag);
        for (int r = next--; r >= 0; r = next--)
            rows[static_cast<std::size_t>(r)] = circleRow(r, maxLag, aspect, sums);
    });
    FoldedCircles circles;
    circles.maxLag = maxLag;
    for (const Row& row : rows)
        append(circles, row);
    if (withFine) appendFine(circles, aspect);
    return circles;
}

}  // namespace coarsen::gpu
