// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/known_flow.hpp"

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace coarsen {

using Matrix3 = std::array<std::array<double, 3>, 3>;

/// A number that says how material is deformed at a place.
struct StrainQuantity {
    std::string name;                       ///< "e_xx"
    std::string unit;                       ///< "degrees", or empty
    double (*of)(const Matrix3& gradient);  ///< of F = dx/dX, X in fixed and x in moved
};

/// THE LIST of these quantities: Lagrangian strain E = (F^T F - 1) / 2 along fixed's axes (e_xx to e_yz) and its principal values
/// (e_1 >= e_2 >= e_3), J = det(1 - Du) as `register` has it (1 / det F), volume (det F: a volume now by what it was) and the
/// angle of the rotation R in F = R U.
const std::vector<StrainQuantity>& strainQuantities();

/// A quantity at each voxel of moved; NaN where u or one of the neighbours by which its slope is told is not known, and where
/// J <= 0.
struct StrainMap {
    std::vector<float> values;
    std::size_t known = 0;  ///< voxels
};
StrainMap strainMap(const KnownFlow& flow, const StrainQuantity& quantity, const Threads& threads);

/// Mean, standard deviation and quantiles of a map over the voxels where it is known; NaN where there is none.
struct StrainStatistics {
    static constexpr std::array<double, 7> parts{0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
    double mean = std::numeric_limits<double>::quiet_NaN(), sd = mean;
    std::array<double, parts.size()> quantiles{};  ///< between the two nearest voxels in order
};
StrainStatistics statisticsOf(const StrainMap& map);

}  // namespace coarsen
