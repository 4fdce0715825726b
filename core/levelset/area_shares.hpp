// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace coarsen {

/// How the area of a surface is shared out over a signed quantity of its vertices.
struct AreaShares {
    static constexpr std::size_t bins = 41;
    double most = 0;             ///< bins run from -most to most; what lies beyond is in the last ones
    std::vector<double> shares;  ///< of all areas; zeros where nothing is known

    std::size_t binOf(double value) const;
};

/// The size that 99 % of the values at vertices with an area are below.
double mostOf(const std::vector<float>& values, const std::vector<double>& areas);

/// Shares of area by values at vertices; those with area 0 do not count.
AreaShares sharesOf(const std::vector<float>& values, const std::vector<double>& areas, double most);

}  // namespace coarsen
