// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/uncertainty.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace coarsen {

namespace {

/// k of isotropic rings whose C1D has that height at R_max, falling, by that height or by the relative rise
/// (science/limits.md).
struct LimitRow {
    double height, k;
};

constexpr std::array<LimitRow, 7> byCMax = {
    {{0.28, 0.04}, {0.24, 0.06}, {0.18, 0.11}, {0.12, 0.13}, {0.08, 0.21}, {0.05, 0.26}, {0.03, 0.40}}};
constexpr std::array<LimitRow, 8> byRise = {
    {{0.677, 0.039}, {0.611, 0.071}, {0.524, 0.098}, {0.434, 0.144}, {0.355, 0.213}, {0.289, 0.26}, {0.222, 0.35}, {0.16, 1.05}}};

/// Rows of volumes; the last is carried on from those before it.
constexpr std::array<LimitRow, 8> byRiseInVolumes = {
    {{0.345, 0.024}, {0.333, 0.028}, {0.296, 0.047}, {0.248, 0.066}, {0.2, 0.096}, {0.162, 0.14}, {0.131, 0.2}, {0.1, 0.33}}};

double limitIn(std::span<const LimitRow> table, double height, double domains) {
    const double h = std::clamp(height, table.back().height, table.front().height);
    std::size_t i = 0;
    while (i + 2 < table.size() && h < table[i + 1].height)
        ++i;
    const double part = std::log(h / table[i].height) / std::log(table[i + 1].height / table[i].height);
    return table[i].k * std::pow(table[i + 1].k / table[i].k, part) / std::sqrt(domains);
}

}  // namespace

double domainCount(int width, int height, double rMaxPx) {
    return static_cast<double>(width) * static_cast<double>(height) / (rMaxPx * rMaxPx);
}

double relativeErrorFloor(double cMax, double domains) {
    return limitIn(byCMax, cMax, domains);
}

double relativeErrorLimit(double relativeRise, double domains, int axes) {
    return axes == 3 ? limitIn(byRiseInVolumes, relativeRise, domains) : limitIn(byRise, relativeRise, domains);
}

double pooledError(double jackknife, double limit) {
    return std::isnan(jackknife) ? limit : std::sqrt((jackknife * jackknife + limit * limit) / 2);
}

}  // namespace coarsen
