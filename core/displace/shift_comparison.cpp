// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/shift_comparison.hpp"

#include "core/displace/match_rules.hpp"
#include "core/displace/shift.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

cv::Vec3d Equations::solution() const {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    if (!(left(0, 0) * left(1, 1) - left(0, 1) * left(1, 0) > 1e-9 * left(0, 0) * left(1, 1))) return {unknown, unknown, unknown};
    cv::Matx33d full = left;
    if (full(2, 2) == 0) full(2, 2) = 1;
    return full.solve(right, cv::DECOMP_LU);
}

namespace {

struct Spread {
    double meanHere, meanMoved, here, moved;  // means and variances

    explicit Spread(const PairMoments& sums)
        : meanHere(sums.a / sums.count),
          meanMoved(sums.b / sums.count),
          here(sums.aa / sums.count - meanHere * meanHere),
          moved(sums.bb / sums.count - meanMoved * meanMoved) {}
    bool isAny() const { return here > 0 && moved > 0; }
};

}  // namespace

double correlationOf(const PairMoments& moments) {
    const Spread spread(moments);
    if (moments.count < 2 || !spread.isAny()) return 0;
    return (moments.ab / moments.count - spread.meanHere * spread.meanMoved) / std::sqrt(spread.here * spread.moved);
}

ShiftComparison::ShiftComparison(cv::Mat here, cv::Mat moved, cv::Mat valid, bool turns, UsualRest usual, int everyRow)
    : here_(std::move(here)), moved_(std::move(moved)), valid_(std::move(valid)), turns_(turns), everyRow_(everyRow) {
    if (here_.rows < 3 || here_.cols < 3) return;
    addMoments();
    const Spread spread(moments_);
    if (moments_.count < 2 || !spread.isAny()) return;
    meanHere_ = spread.meanHere;
    meanMoved_ = spread.meanMoved;
    gain_ = std::sqrt(spread.here / spread.moved);
    limit_ = MatchRules::biweightReach * (usual == UsualRest::median
                                              ? MatchRules::deviationOfMedian * usualRest()
                                              : std::sqrt(std::max(0.0, 2 * spread.here * (1 - correlation()))));
}

ShiftComparison::ShiftComparison(cv::Mat here, cv::Mat moved, cv::Mat valid, const ShiftComparison& whole)
    : here_(std::move(here)),
      moved_(std::move(moved)),
      valid_(std::move(valid)),
      turns_(false),
      everyRow_(1),
      rowsOfBlocks_(1),
      gain_(whole.gain_),
      meanHere_(whole.meanHere_),
      meanMoved_(whole.meanMoved_),
      limit_(whole.limit_) {
    addMoments();
}

void ShiftComparison::addMoments() {
    for (int y = 1; y < here_.rows - 1; y += everyRow_)
        moments_.add(pairMoments(here_.ptr<float>(y) + 1, moved_.ptr<float>(y) + 1, valid_.ptr<std::uint8_t>(y) + 1,
                                 static_cast<std::size_t>(here_.cols - 2)));
}

/// The median of |rest| over pixels that lie evenly in the picture.
double ShiftComparison::usualRest() const {
    const int rows = (here_.rows - 3) / everyRow_ + 1;
    const auto inner = static_cast<std::size_t>(here_.cols - 2) * static_cast<std::size_t>(rows);
    const auto every = static_cast<std::size_t>(MatchRules::sampleEvery(static_cast<int>(inner), here_.cols - 2));
    std::vector<float> sizes;
    sizes.reserve(inner / every + 1);
    for (std::size_t i = 0; i < inner; i += every) {
        const int y = 1 + everyRow_ * static_cast<int>(i / static_cast<std::size_t>(here_.cols - 2));
        const int x = 1 + static_cast<int>(i % static_cast<std::size_t>(here_.cols - 2));
        const MatchRow at = row(y, x);
        if (*at.valid) sizes.push_back(std::abs(at.gain * (*at.b - at.meanB) - (*at.a - at.meanA)));
    }
    if (sizes.empty()) return 0;
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::ranges::nth_element(sizes, middle);
    return static_cast<double>(*middle);
}

MatchRow ShiftComparison::row(int y, int x) const {
    const double centreX = (here_.cols - 1) / 2.0, centreY = (here_.rows - 1) / 2.0;
    const double perCorner = turns_ ? 1 / std::hypot(centreX, centreY) : 0;
    const auto single = [](double value) { return static_cast<float>(value); };
    return {here_.ptr<float>(y - 1) + x,
            here_.ptr<float>(y) + x,
            here_.ptr<float>(y + 1) + x,
            moved_.ptr<float>(y - 1) + x,
            moved_.ptr<float>(y) + x,
            moved_.ptr<float>(y + 1) + x,
            valid_.ptr<std::uint8_t>(y) + x,
            single(gain_),
            single(meanHere_),
            single(meanMoved_),
            single(limit_ > 0 ? 1 / limit_ : 0),
            single((x - centreX) * perCorner),
            single(perCorner),
            single((y - centreY) * perCorner)};
}

cv::Vec3d ShiftComparison::step() const {
    std::array<double, stepSums> sums{};
    if (gain_ > 0)
        for (int y = 1; y < here_.rows - 1; y += everyRow_)
            addStepSums(row(y, 1), static_cast<std::size_t>(here_.cols - 2), turns_, sums);
    const cv::Matx33d left{sums[stepXX], sums[stepXY], sums[stepXT], sums[stepXY], sums[stepYY],
                           sums[stepYT], sums[stepXT], sums[stepYT], sums[stepTT]};
    return Equations{left, {sums[stepX], sums[stepY], sums[stepT]}}.solution();
}

std::vector<Equations> ShiftComparison::blockEquations() const {
    constexpr int narrowPx = 16;
    const bool isNarrow = !turns_ && here_.cols < narrowPx * shiftBlocksAcross;
    std::vector<Equations> equations;
    for (const std::array<double, blockSums>& of : isNarrow ? sumsOfNarrowBlocks() : sumsOfBlocks())
        equations.push_back({cv::Matx33d(of.data()), {of[9], of[10], of[11]}});
    return equations;
}

/// Where a block begins: the outermost pixels belong to none.
int ShiftComparison::firstOf(int block, int size) {
    return std::clamp(block * size / shiftBlocksAcross, 1, size - 1);
}

std::vector<std::array<double, blockSums>> ShiftComparison::sumsOfBlocks() const {
    std::vector<std::array<double, blockSums>> sums(static_cast<std::size_t>(rowsOfBlocks_) * shiftBlocksAcross);
    for (int y = 1; y < here_.rows - 1; ++y)
        for (int column = 0; column < shiftBlocksAcross; ++column) {
            const int first = firstOf(column, here_.cols), last = firstOf(column + 1, here_.cols);
            const int block = y * rowsOfBlocks_ / here_.rows * shiftBlocksAcross + column;
            addBlockSums(row(y, first), static_cast<std::size_t>(last - first), turns_, sums[static_cast<std::size_t>(block)]);
        }
    return sums;
}

std::vector<std::array<double, blockSums>> ShiftComparison::sumsOfNarrowBlocks() const {
    std::vector<std::array<double, blockSums>> sums(static_cast<std::size_t>(rowsOfBlocks_) * shiftBlocksAcross);
    if (here_.cols < 3) return sums;
    const auto count = static_cast<std::size_t>(here_.cols - 2);
    const std::size_t stride = columnStride(count);
    std::vector<float> columns(columnSums * stride);
    const std::array<std::size_t, columnSums> places{0, 1, 3, 4, 9, 10};
    for (int y = 1; y < here_.rows - 1; ++y) {
        addColumnSums(row(y, 1), count, columns.data());
        const int blockRow = y * rowsOfBlocks_ / here_.rows;
        if (y < here_.rows - 2 && (y + 1) * rowsOfBlocks_ / here_.rows == blockRow) continue;
        for (int column = 0; column < shiftBlocksAcross; ++column) {
            auto& block = sums[static_cast<std::size_t>(blockRow * shiftBlocksAcross + column)];
            const int first = firstOf(column, here_.cols), last = firstOf(column + 1, here_.cols);
            for (std::size_t sum = 0; sum < columnSums; ++sum)
                for (int x = first; x < last; ++x)
                    block[places[sum]] += static_cast<double>(columns[sum * stride + static_cast<std::size_t>(x - 1)]);
        }
        std::ranges::fill(columns, 0.0F);
    }
    return sums;
}

}  // namespace coarsen
