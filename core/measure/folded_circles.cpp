// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/folded_circles.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <numeric>

namespace coarsen {

namespace {

/// Calls `take(Y0, begin, end)` for what the circle has in each row.
template <typename Take>
void forEachRow(const CircleWeights& circle, std::uint32_t rowLength, Take take) {
    for (std::size_t begin = 0; begin < circle.cell.size();) {
        const std::uint32_t Y0 = circle.cell[begin] / rowLength;
        std::size_t end = begin + 1;
        while (end < circle.cell.size() && circle.cell[end] / rowLength == Y0)
            ++end;
        take(Y0, begin, end);
        begin = end;
    }
}

}  // namespace

CircleInMaking::CircleInMaking(int maxLag)
    : maxLag_(maxLag), sums_(static_cast<std::size_t>(maxLag + 1) * static_cast<std::size_t>(maxLag + 1)) {}

void CircleInMaking::add(int X0, int Y0, double part) {
    const auto cell = static_cast<std::uint32_t>(std::abs(Y0) * (maxLag_ + 1) + std::abs(X0));
    if (sums_[cell] == 0) cells_.push_back(cell);
    sums_[cell] += part;
}

CircleWeights CircleInMaking::taken() {
    std::erase_if(cells_, [&](std::uint32_t cell) { return sums_[cell] == 0; });  // the cubic rule's weights may cancel
    std::ranges::sort(cells_);
    cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
    CircleWeights circle{cells_, {}};
    circle.weight.reserve(cells_.size());
    for (const std::uint32_t cell : cells_) {
        circle.weight.push_back(sums_[cell]);
        sums_[cell] = 0;
    }
    cells_.clear();
    return circle;
}

FoldedCircles::FoldedCircles(int maxLag, const std::vector<CircleWeights>& circles)
    : maxLag_(maxLag), rows_(static_cast<std::size_t>(maxLag) + 2) {
    const auto rowLength = static_cast<std::uint32_t>(maxLag) + 1;
    // Between its first and its last offset in a row a circle touches all but few: those weigh nothing.
    const auto count = [](const CircleWeights& circle, std::size_t begin, std::size_t end) {
        return circle.cell[end - 1] - circle.cell[begin] + 1;
    };
    for (const CircleWeights& circle : circles) {
        totals_.push_back(std::accumulate(circle.weight.begin(), circle.weight.end(), 0.0));
        forEachRow(circle, rowLength, [&](std::uint32_t Y0, std::size_t begin, std::size_t end) {
            ++rows_[Y0 + 1].segment;
            rows_[Y0 + 1].weight += count(circle, begin, end);
        });
    }
    for (std::size_t i = 1; i < rows_.size(); ++i) {
        rows_[i].segment += rows_[i - 1].segment;
        rows_[i].weight += rows_[i - 1].weight;
    }
    segments_.resize(rows_.back().segment);
    weights_.resize(rows_.back().weight);
    std::vector<Row> next = rows_;
    for (std::size_t i = 0; i < circles.size(); ++i) {
        const CircleWeights& circle = circles[i];
        forEachRow(circle, rowLength, [&](std::uint32_t Y0, std::size_t begin, std::size_t end) {
            const std::uint32_t first = circle.cell[begin] % rowLength, length = count(circle, begin, end);
            segments_[next[Y0].segment++] = {static_cast<std::uint16_t>(i), static_cast<std::uint16_t>(first),
                                             static_cast<std::uint16_t>(length)};
            for (std::size_t k = begin; k < end; ++k) {
                const std::uint32_t X0 = circle.cell[k] % rowLength;
                const bool isTwice = X0 > 0 && Y0 > 0;  // of F, which is two values
                weights_[next[Y0].weight + X0 - first] = isTwice ? circle.weight[k] / 2 : circle.weight[k];
            }
            next[Y0].weight += length;
        });
    }
}

SumsOverCircles::SumsOverCircles(const FoldedCircles& circles, std::size_t count, std::size_t maps, int reach)
    : circles_(&circles),
      count_(count),
      reach_(reach),
      lanes_(maps <= mapsInQuad ? mapsInQuad : 2 * mapsInQuad),
      row_(lanes_ * static_cast<std::size_t>(circles.maxLag() + 1)),
      sums_(lanes_ * count) {
    assert(count <= circles.size() && maps <= 2 * mapsInQuad && reach <= circles.maxLag());
}

void SumsOverCircles::add(int Y0, std::span<const double* const> rows) {
    for (std::size_t map = 0; map < rows.size(); ++map) {
        const double* const origin = rows[map];
        double* const folded = row_.data() + map;
        folded[0] = origin[0];
        for (int X0 = 1; X0 <= reach_; ++X0)
            folded[static_cast<std::size_t>(X0) * lanes_] = Y0 == 0 ? origin[X0] : origin[X0] + origin[-X0];
    }
    const FoldedCircles::Row begin = circles_->rows_[static_cast<std::size_t>(Y0)],
                             end = circles_->rows_[static_cast<std::size_t>(Y0) + 1];
    const std::span all(circles_->segments_.data() + begin.segment, end.segment - begin.segment);
    const auto last = std::ranges::partition_point(all, [this](const RowSegment& segment) { return segment.circle < count_; });
    (lanes_ == mapsInQuad ? addSegmentsOfOneQuad : addSegmentsOfTwoQuads)(
        {all.begin(), last}, circles_->weights_.data() + begin.weight, row_.data(), sums_.data());
}

}  // namespace coarsen
