// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/master_curve.hpp"

#include "core/measure/curve_spline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

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

/// C1D is even: on both sides of 0 the spline has no end there.
CurveSpline evenSpline(std::span<const double> radii, std::span<const double> values) {
    constexpr std::size_t mirrored = 8;
    std::vector<double> r, value;
    for (std::size_t i = std::min(mirrored, radii.size() - 1); i > 0; --i) {
        r.push_back(-radii[i]);
        value.push_back(values[i]);
    }
    r.insert(r.end(), radii.begin(), radii.end());
    value.insert(value.end(), values.begin(), values.end());
    return {r, value};
}

/// C1D between its samples.
class BetweenSamples {
public:
    BetweenSamples(const RadialProfile& curve, std::size_t size, Refining refining)
        : whole_(evenSpline(std::span(curve.r).first(size), std::span(curve.value).first(size))) {
        if (refining == Refining::coarse || curve.fine.r.size() < 3) return;
        quarters_.emplace(evenSpline(curve.fine.r, curve.fine.value));
        end_ = curve.fine.r.back();
    }

    double at(double r) const {
        constexpr double overlapPx = 4;  // over which quarter pixels give way to whole ones, which lie 1 % or so lower
        const double share = std::clamp((end_ - r) / overlapPx, 0.0, 1.0);
        return share > 0 ? share * quarters_->at(r) + (1 - share) * whole_.at(r) : whole_.at(r);
    }

private:
    CurveSpline whole_;
    std::optional<CurveSpline> quarters_;
    double end_ = 0;  ///< of the quarter pixels
};

}  // namespace

MasterCurve masterCurveOf(const std::vector<FrameResult>& rows, std::string_view length, Refining refining) {
    std::vector<Sums> sums(longestRatio * steps + 1);
    int all = 0;
    for (const FrameResult& row : rows) {
        const double px = row.length(length).px;
        if (!row.countsForFit(length) || !(px > 0)) continue;
        const RadialProfile curve = unpacked(row.profile);
        const std::size_t size = wholePart(curve.value);
        if (size < 3) continue;
        ++all;
        const BetweenSamples c1d(curve, size, refining);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const double r = px * static_cast<double>(i) / steps;
            if (r > curve.r[size - 1]) break;
            sums[i].add(c1d.at(r));
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
