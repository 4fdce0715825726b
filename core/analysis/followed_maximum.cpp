// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/followed_maximum.hpp"

#include "core/measure/bracket.hpp"
#include "core/measure/maxima.hpp"

#include <cmath>
#include <iterator>
#include <limits>
#include <optional>

namespace coarsen {

namespace {

constexpr double farthest = 0.3;  // in ln R, from frame to frame

std::optional<double> maximumNear(const FrameResult& row, double px, double prominence) {
    RadialProfile profile;
    profile.value.assign(row.profile.value.begin(), row.profile.value.end());
    profile.pairs.assign(row.profile.pairs.begin(), row.profile.pairs.end());
    for (std::size_t i = 0; i < profile.value.size(); ++i)
        profile.r.push_back(static_cast<double>(i));
    std::optional<double> nearest;
    double distance = farthest;
    const RadialProfile defined = definedPart(std::move(profile));
    for (const ProfileMaximum& maximum : maximaOf(defined, prominence)) {
        const double r = defined.r[maximum.sample], off = std::abs(std::log(r / px));
        if (!maximum.isAtEnd && off <= distance) nearest = r, distance = off;
    }
    return nearest;
}

}  // namespace

std::map<int, double> followedMaximum(const FrameResults& results, int frame, double px, double prominence) {
    std::map<int, double> followed;
    const auto start = results.find(frame);
    if (start == results.end() || !(px > 0)) return followed;
    const double first = maximumNear(*start->second, px, prominence).value_or(px);
    followed[frame] = first;
    const auto pass = [&](double& last, const auto& entry) {
        if (const auto here = maximumNear(*entry.second, last, prominence)) followed[entry.first] = last = *here;
    };
    double last = first;
    for (auto later = std::next(start); later != results.end(); ++later)
        pass(last, *later);
    last = first;
    for (auto earlier = std::make_reverse_iterator(start); earlier != results.rend(); ++earlier)
        pass(last, *earlier);
    return followed;
}

}  // namespace coarsen
