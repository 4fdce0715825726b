// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/master_curve.hpp"

#include "core/measure/curve_spline.hpp"

#include <cmath>
#include <limits>

namespace coarsen {

namespace {

constexpr int steps = 50, longestRatio = 3;  // of the grid, to R_max and over it

struct Sums {
    double value = 0, squares = 0;  // the squares about the mean so far
    int frames = 0;

    void add(double one) {
        ++frames;
        const double before = one - value;
        value += before / frames;
        squares += before * (one - value);
    }
};

/// The radii from 0 on without a gap.
std::size_t wholePart(const std::vector<double>& values) {
    std::size_t size = 0;
    while (size < values.size() && std::isfinite(values[size]))
        ++size;
    return size;
}

}  // namespace

MasterCurve masterCurveOf(const std::vector<FrameResult>& rows, std::string_view length) {
    std::vector<Sums> sums(longestRatio * steps + 1);
    int all = 0;
    for (const FrameResult& row : rows) {
        const double px = row.length(length).px;
        if (!row.countsForFit(length) || !(px > 0)) continue;
        const RadialProfile curve = unpacked(row.profile);
        const std::size_t size = wholePart(curve.value);
        if (size < 3) continue;
        ++all;
        const CurveSpline spline(std::span(curve.r).first(size), std::span(curve.value).first(size));
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const double r = px * static_cast<double>(i) / steps;
            if (r > curve.r[size - 1]) break;
            sums[i].add(spline.at(r));
        }
    }
    MasterCurve master;
    for (std::size_t i = 0; i < sums.size() && all > 0 && 2 * sums[i].frames >= all; ++i) {
        const Sums& sum = sums[i];
        master.ratio.push_back(static_cast<double>(i) / steps);
        master.value.push_back(sum.value);
        master.scatter.push_back(sum.frames > 1 ? std::sqrt(sum.squares / (sum.frames - 1))
                                                : std::numeric_limits<double>::quiet_NaN());
        master.frames.push_back(sum.frames);
    }
    return master;
}

}  // namespace coarsen
