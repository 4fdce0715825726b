// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/uncertainty.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen {

double domainCount(int width, int height, double rMaxPx) {
    return static_cast<double>(width) * static_cast<double>(height) / (rMaxPx * rMaxPx);
}

double relativeErrorFloor(double cMax, double domains) {
    struct Row {
        double cMax, k;
    };
    static constexpr std::array<Row, 7> table = {
        // measurement.md section 3, isotropic rings, falling Cmax
        {{0.28, 0.04}, {0.24, 0.06}, {0.18, 0.11}, {0.12, 0.13}, {0.08, 0.21}, {0.05, 0.26}, {0.03, 0.40}}};
    const double c = std::clamp(cMax, table.back().cMax, table.front().cMax);
    std::size_t i = 0;
    while (i + 2 < table.size() && c < table[i + 1].cMax)
        ++i;
    const double part = std::log(c / table[i].cMax) / std::log(table[i + 1].cMax / table[i].cMax);
    return table[i].k * std::pow(table[i + 1].k / table[i].k, part) / std::sqrt(domains);
}

}  // namespace coarsen
