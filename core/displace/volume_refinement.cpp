// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/volume_refinement.hpp"

#include "core/base/parallel.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace coarsen {

namespace {

constexpr int mostSteps = 8;
constexpr double settledVoxels = 1e-3, farthestVoxels = 1.5, fewestVoxels = 64;
constexpr std::size_t unknowns = 5;  // the shift's three parts, contrast, level

/// The normal equations of one step, and what likeness needs; over the voxels that both volumes have.
struct Normals {
    std::array<std::array<double, unknowns>, unknowns> matrix{};
    std::array<double, unknowns> right{};
    double squares = 0;

    void add(const std::array<double, unknowns>& basis, double value) {
        for (std::size_t row = 0; row < unknowns; ++row) {
            for (std::size_t column = 0; column <= row; ++column)
                matrix[row][column] += basis[row] * basis[column];
            right[row] += basis[row] * value;
        }
        squares += value * value;
    }
    void add(const Normals& other) {
        for (std::size_t row = 0; row < unknowns; ++row) {
            for (std::size_t column = 0; column <= row; ++column)
                matrix[row][column] += other.matrix[row][column];
            right[row] += other.right[row];
        }
        squares += other.squares;
    }

    double count() const { return matrix[4][4]; }

    double likeness() const {
        const double n = count(), here = matrix[3][3] - matrix[4][3] * matrix[4][3] / n,
                     moved = squares - right[4] * right[4] / n;
        return here > 0 && moved > 0 ? (right[3] - matrix[4][3] * right[4] / n) / std::sqrt(here * moved) : 0;
    }

    /// By Cholesky; false where it is singular.
    bool solve(std::array<double, unknowns>& solution) const {
        constexpr double least = 1e-12;  // of an unknown's own square, that the others do not explain
        gsl_set_error_handler_off();     // GSL would end the program; its answers are checked instead
        auto factor = matrix;
        gsl_matrix_view low = gsl_matrix_view_array(factor[0].data(), unknowns, unknowns);
        if (gsl_linalg_cholesky_decomp1(&low.matrix) != GSL_SUCCESS) return false;
        for (std::size_t i = 0; i < unknowns; ++i)
            if (!(factor[i][i] * factor[i][i] > least * matrix[i][i])) return false;
        const gsl_vector_const_view given = gsl_vector_const_view_array(right.data(), unknowns);
        gsl_vector_view answer = gsl_vector_view_array(solution.data(), unknowns);
        return gsl_linalg_cholesky_solve(&low.matrix, &given.vector, &answer.vector) == GSL_SUCCESS;
    }
};

/// A shift along one axis as the first of four voxels and their weights.
struct CubicTaps {
    int first;
    std::array<double, 4> weight;

    explicit CubicTaps(double shift) {
        const double before = std::floor(shift), t = shift - before;
        first = static_cast<int>(before) - 1;
        weight = {-0.5 * t * (1 - t) * (1 - t), 1 + t * t * (1.5 * t - 2.5), t * (0.5 + t * (2 - 1.5 * t)),
                  0.5 * t * t * (t - 1)};
    }
};

/// The voxels along one side whose gradient and whose four partners lie inside.
struct Inside {
    int first, end;

    Inside(const CubicTaps& taps, int side) : first(std::max(2, -taps.first)), end(std::min(side - 2, side - taps.first - 3)) {}
};

class Comparison {
public:
    Comparison(const Volume& here, const Volume& moved, int threads)
        : here_(here), moved_(moved), threads_(threads), size_(here.size()), level_(static_cast<double>(here.values()[0])) {}

    Normals at(const VolumeShift& shift, std::stop_token stop) const {
        const CubicTaps x(shift.x), y(shift.y), z(shift.z);
        const Inside atX(x, size_.width), atY(y, size_.height), atZ(z, size_.depth);
        std::vector<Normals> slices(static_cast<std::size_t>(std::max(0, atZ.end - atZ.first)));
        parallelFor(
            slices.size(), threads_,
            [&](std::size_t i) {
                for (int row = atY.first; row < atY.end; ++row)
                    for (int column = atX.first; column < atX.end; ++column)
                        addVoxel(slices[i], column, row, atZ.first + static_cast<int>(i), x, y, z);
            },
            stop);
        Normals all;
        for (const Normals& slice : slices)
            all.add(slice);
        return all;
    }

private:
    void addVoxel(Normals& normals, int x, int y, int z, const CubicTaps& tapsX, const CubicTaps& tapsY,
                  const CubicTaps& tapsZ) const {
        const std::size_t at = size_.index(x, y, z);
        const std::size_t from = size_.index(x + tapsX.first, y + tapsY.first, z + tapsZ.first);
        if (!isKnown(at, from)) return;
        const float* const a = here_.values().data() + at;
        const auto slope = [a](std::size_t step) {
            const auto s = static_cast<std::ptrdiff_t>(step);
            return (8 * static_cast<double>(a[s] - a[-s]) - static_cast<double>(a[2 * s] - a[-2 * s])) / 12;
        };
        double value = 0;
        const float* slice = moved_.values().data() + from;
        for (const double weightZ : tapsZ.weight) {
            const float* row = slice;
            for (const double weightY : tapsY.weight) {
                double line = 0;
                for (std::size_t i = 0; i < 4; ++i)
                    line += tapsX.weight[i] * static_cast<double>(row[i]);
                value += weightZ * weightY * line;
                row += rowStep();
            }
            slice += size_.slice();
        }
        normals.add({slope(1), slope(rowStep()), slope(size_.slice()), static_cast<double>(*a) - level_, 1}, value - level_);
    }

    std::size_t rowStep() const { return static_cast<std::size_t>(size_.width); }

    /// Whether all that a voxel is compared by is valid.
    bool isKnown(std::size_t at, std::size_t from) const {
        if (!here_.isAllValid()) {
            const std::uint8_t* const valid = here_.valid().data() + at;
            for (const std::size_t step : {std::size_t{1}, rowStep(), size_.slice()})
                for (std::ptrdiff_t i = -2; i <= 2; ++i)
                    if (!valid[i * static_cast<std::ptrdiff_t>(step)]) return false;
        }
        if (moved_.isAllValid()) return true;
        const std::uint8_t* const valid = moved_.valid().data() + from;
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t j = 0; j < 4; ++j)
                for (std::size_t i = 0; i < 4; ++i)
                    if (!valid[k * size_.slice() + j * rowStep() + i]) return false;
        return true;
    }

    const Volume& here_;
    const Volume& moved_;
    int threads_;
    VolumeSize size_;
    double level_;  ///< taken off all values: their sums then keep their digits
};

}  // namespace

VolumeShift refinedShift(const Volume& here, const Volume& moved, const VolumeShift& start, int threads, std::stop_token stop) {
    const Comparison comparison(here, moved, threads);
    VolumeShift shift = start;
    double likenessAtStart = 0;
    for (int step = 0; step < mostSteps; ++step) {
        const Normals normals = comparison.at(shift, stop);
        if (stop.stop_requested() || normals.count() < fewestVoxels) return {};
        shift.likeness = normals.likeness();
        if (step == 0) likenessAtStart = shift.likeness;
        std::array<double, unknowns> solution;
        if (!normals.solve(solution) || !(solution[3] > 0)) break;
        // moved(x + shift) = contrast (here(x) - away . slope of here), up to the level.
        const double x = -solution[0] / solution[3], y = -solution[1] / solution[3], z = -solution[2] / solution[3];
        shift.x += x;
        shift.y += y;
        shift.z += z;
        if (std::hypot(shift.x - start.x, shift.y - start.y, shift.z - start.z) > farthestVoxels) {
            shift = start;
            shift.likeness = likenessAtStart;
            break;
        }
        if (std::hypot(x, y, z) < settledVoxels) break;
    }
    return shift;
}

}  // namespace coarsen
