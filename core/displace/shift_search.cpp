// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/shift_search.hpp"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>

#include <cmath>

namespace coarsen {

double ShiftNormals::correlation() const {
    const double n = voxels(), here = product(3, 3) - product(4, 3) * product(4, 3) / n,
                 moved = sums[count - 1] - withMoved(4) * withMoved(4) / n;
    return here > 0 && moved > 0 ? (withMoved(3) - product(4, 3) * withMoved(4) / n) / std::sqrt(here * moved) : 0;
}

bool ShiftNormals::solve(Unknowns& solution) const {
    constexpr double least = 1e-12;      // of an unknown's own square, that the others do not explain
    gsl_set_error_handler_off();         // GSL would end the program; its answers are checked instead
    constexpr double leastSlope = 1e-9;  // of the slopes along all axes, squared
    const double slopes = product(0, 0) + product(1, 1) + product(2, 2);
    const auto isKnown = [&](std::size_t i) { return i >= 3 || product(i, i) > leastSlope * slopes; };
    std::array<Unknowns, unknowns> factor{};
    Unknowns right{};
    for (std::size_t row = 0; row < unknowns; ++row) {
        factor[row][row] = 1;
        if (!isKnown(row)) continue;
        for (std::size_t column = 0; column <= row; ++column)
            factor[row][column] = isKnown(column) ? product(row, column) : 0;
        right[row] = withMoved(row);
    }
    const auto own = factor;
    gsl_matrix_view low = gsl_matrix_view_array(factor[0].data(), unknowns, unknowns);
    if (gsl_linalg_cholesky_decomp1(&low.matrix) != GSL_SUCCESS) return false;
    for (std::size_t i = 0; i < unknowns; ++i)
        if (!(factor[i][i] * factor[i][i] > least * own[i][i])) return false;
    const gsl_vector_const_view given = gsl_vector_const_view_array(right.data(), unknowns);
    gsl_vector_view answer = gsl_vector_view_array(solution.data(), unknowns);
    return gsl_linalg_cholesky_solve(&low.matrix, &given.vector, &answer.vector) == GSL_SUCCESS;
}

VolumeShift refinedShift(const VolumeShift& start, const std::function<ShiftNormals(const VolumeShift&)>& normalsAt,
                         std::stop_token stop) {
    constexpr int mostSteps = 8;
    constexpr double settledVoxels = 1e-3, farthestVoxels = 1.5, fewestVoxels = 64;
    constexpr double leastKept = 0.9;  // of the correlation: coarse levels hardly know structures of a few of their voxels
    VolumeShift shift = start;
    double correlationAtStart = 0;
    for (int step = 0; step < mostSteps; ++step) {
        const ShiftNormals normals = normalsAt(shift);
        if (stop.stop_requested() || normals.voxels() < fewestVoxels) return {};
        shift.correlation = normals.correlation();
        if (step == 0) correlationAtStart = shift.correlation;
        ShiftNormals::Unknowns solution;
        if (!normals.solve(solution) || !(solution[3] > 0)) break;
        // moved(x + shift) = contrast (here(x) - away . slope of here), up to the level.
        const double x = -solution[0] / solution[3], y = -solution[1] / solution[3], z = -solution[2] / solution[3];
        shift.x += x;
        shift.y += y;
        shift.z += z;
        if (std::hypot(shift.x - start.x, shift.y - start.y, shift.z - start.z) > farthestVoxels) {
            shift = start;
            shift.correlation = correlationAtStart;
            break;
        }
        if (std::hypot(x, y, z) < settledVoxels) break;
    }
    if (shift.correlation < leastKept * correlationAtStart) {
        shift = start;
        shift.correlation = correlationAtStart;
    }
    return shift;
}

VolumeShift shiftThroughLevels(VolumeShift shift, std::size_t levels,
                               const std::function<ShiftNormals(std::size_t, const VolumeShift&)>& normalsAt) {
    for (std::size_t level = levels; level-- > 0;) {
        const VolumeShift refined = refinedShift(shift, [&](const VolumeShift& at) { return normalsAt(level, at); });
        if (refined.isFound()) shift = refined;
        if (level == 0) break;
        shift.x *= 2;
        shift.y *= 2;
        shift.z *= 2;
    }
    return shift;
}

}  // namespace coarsen
