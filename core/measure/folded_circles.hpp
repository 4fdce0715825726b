// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Means over circles of even maps, C(X0, Y0) = C(-X0, -Y0). A circle about the origin weighs (X0, Y0) and (-X0, Y0) alike, so its
// sum is one over the quarter plane X0, Y0 >= 0 of the folded map F(X0, Y0) = C(X0, Y0) + C(-X0, Y0); on the axes F is C. Row by
// row, so that neither a folded map nor one that is made for the sake of its circles is ever whole; several maps side by side, so
// that each weight is read once for all of them.

#include "core/measure/folded_loops.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace coarsen {

/// Weights of one circle at the offsets of the quarter plane that it touches.
struct CircleWeights {
    std::vector<std::uint32_t> cell;  ///< |Y0| * (R + 1) + |X0|, ascending
    std::vector<double> weight;       ///< of all offsets that are folded onto the cell together
};

/// One circle's weights while they are added up: a place for every offset, and which of them are in use.
class CircleInMaking {
public:
    explicit CircleInMaking(int maxLag);

    void add(int X0, int Y0, double part);

    /// Gives the weights and is empty again. In the cells' order: a sum's last digit must not depend on how they were found.
    CircleWeights taken();

private:
    int maxLag_;
    std::vector<double> sums_;
    std::vector<std::uint32_t> cells_;
};

/// The weights of all circles of a map up to R, row by row of the quarter plane. Many threads may read them at once.
class FoldedCircles {
public:
    FoldedCircles() = default;
    FoldedCircles(int maxLag, const std::vector<CircleWeights>& circles);

    int maxLag() const { return maxLag_; }
    std::size_t size() const { return totals_.size(); }
    double total(std::size_t circle) const { return totals_[circle]; }  ///< sum of its weights; 0: the circle is not there

private:
    friend class SumsOverCircles;
    struct Row {
        std::size_t segment = 0, weight = 0;  ///< where they begin
    };
    int maxLag_ = 0;
    std::vector<double> totals_;
    std::vector<Row> rows_;             ///< and one for the end
    std::vector<RowSegment> segments_;  ///< of a row by circle, ascending
    std::vector<double> weights_;
};

/// Sums over the circles of up to 8 maps, which give their rows one after the other.
class SumsOverCircles {
public:
    /// Maps up to offsets of `reach`, which hold the first `count` circles. `circles` must outlive the sums.
    SumsOverCircles(const FoldedCircles& circles, std::size_t count, std::size_t maps, int reach);

    /// Takes row Y0 of each map, given by its value at X0 = 0: from -reach to reach around it.
    void add(int Y0, std::span<const double* const> rows);

    std::size_t size() const { return count_; }
    double sum(std::size_t circle, std::size_t map) const { return sums_[circle * lanes_ + map]; }
    double mean(std::size_t circle, std::size_t map) const { return sum(circle, map) / circles_->total(circle); }

private:
    const FoldedCircles* circles_;
    std::size_t count_;
    int reach_;
    std::size_t lanes_;
    std::vector<double> row_, sums_;
};

}  // namespace coarsen
