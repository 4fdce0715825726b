// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/joined_growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace coarsen {

namespace {

constexpr double sameTime = 0.1;  // of the interval between frames

using Points = std::vector<GrowthPoint>;

/// Points of one repeat that a fit could use, in order of time, the first of those that share one.
Points usable(const GrowthSeries& growth) {
    Points points;
    for (const GrowthPoint& point : growth.points)
        if (!point.excluded && point.length > 0) points.push_back(point);
    std::ranges::stable_sort(points, {}, &GrowthPoint::time);
    const auto [first, last] = std::ranges::unique(points, {}, &GrowthPoint::time);
    points.erase(first, last);
    return points;
}

/// From the point to its nearer neighbour; infinite for a single one.
double intervalAt(const Points& points, std::size_t i) {
    double interval = std::numeric_limits<double>::infinity();
    if (i > 0) interval = points[i].time - points[i - 1].time;
    if (i + 1 < points.size()) interval = std::min(interval, points[i + 1].time - points[i].time);
    return interval;
}

/// A time at which frames of one or more repeats were taken.
struct Instant {
    double time = 0;
    std::vector<const GrowthPoint*> points;  // by repeat; null: it has none here
};

std::vector<Instant> instantsOf(const std::vector<Points>& repeats) {
    struct Taken {
        std::size_t repeat = 0, place = 0;
        double time = 0, interval = 0;
    };
    std::vector<Taken> all;
    for (std::size_t k = 0; k < repeats.size(); ++k)
        for (std::size_t i = 0; i < repeats[k].size(); ++i)
            all.push_back({k, i, repeats[k][i].time, intervalAt(repeats[k], i)});
    std::ranges::stable_sort(all, {}, &Taken::time);

    std::vector<Instant> instants;
    double first = 0, interval = 0;
    for (const Taken& one : all) {
        const GrowthPoint& point = repeats[one.repeat][one.place];
        const double nearest = std::min(interval, one.interval);
        if (instants.empty() || instants.back().points[one.repeat] || one.time - first > sameTime * nearest) {
            instants.push_back({0, std::vector<const GrowthPoint*>(repeats.size())});
            first = one.time;
            interval = one.interval;
        } else {
            interval = nearest;
        }
        instants.back().points[one.repeat] = &point;
    }
    for (Instant& instant : instants) {  // the mean, which is exact where all are the same
        const GrowthPoint* const one = *std::ranges::find_if(instant.points, [](const GrowthPoint* point) { return point; });
        double beyond = 0;
        int count = 0;
        for (const GrowthPoint* const point : instant.points)
            if (point) beyond += point->time - one->time, ++count;
        instant.time = one->time + beyond / count;
    }
    return instants;
}

/// The instants from the first to the last that all repeats span; the first behind the last where they span none together.
std::pair<std::size_t, std::size_t> spanOf(const std::vector<Instant>& instants, std::size_t repeats) {
    std::pair<std::size_t, std::size_t> span{0, instants.empty() ? 0 : instants.size() - 1};
    for (std::size_t k = 0; k < repeats; ++k) {
        std::size_t first = instants.size(), last = 0;
        for (std::size_t i = 0; i < instants.size(); ++i)
            if (instants[i].points[k]) first = std::min(first, i), last = i;
        span = {std::max(span.first, first), std::min(span.second, last)};
    }
    return span;
}

/// Linear in ln R over ln t; over t where that is not above 0. Errors of neighbours count as shared.
std::optional<GrowthPoint> interpolated(const Points& points, double time) {
    const auto after = std::ranges::lower_bound(points, time, {}, &GrowthPoint::time);
    if (after == points.end() || (after == points.begin() && after->time > time)) return std::nullopt;
    if (after->time == time) return *after;
    const GrowthPoint &a = *(after - 1), &b = *after;
    const double w = a.time > 0 ? std::log(time / a.time) / std::log(b.time / a.time) : (time - a.time) / (b.time - a.time);
    const auto between = [w](double from, double to) { return (1 - w) * from + w * to; };
    GrowthPoint point = a;
    point.time = time;
    point.length = std::exp(between(std::log(a.length), std::log(b.length)));
    point.error = point.length * between(a.error / a.length, b.error / b.length);
    point.cMax = between(a.cMax, b.cMax);
    point.domains = between(a.domains, b.domains);
    point.renewal = between(a.renewal, b.renewal);
    point.isWeak = a.isWeak || b.isWeak;
    return point;
}

template <typename Value>
double mean(const Points& points, Value value) {
    double sum = 0;
    for (const GrowthPoint& point : points)
        sum += value(point);
    return sum / static_cast<double>(points.size());
}

/// Point that repeats at one time give together.
GrowthPoint together(const Points& repeats, double time) {
    const auto count = static_cast<double>(repeats.size());
    GrowthPoint point;
    point.time = time;
    point.length = mean(repeats, [](const GrowthPoint& each) { return each.length; });
    const double squares =
        mean(repeats, [&](const GrowthPoint& each) { return std::pow(each.length - point.length, 2); }) * count;
    const double deviation = count > 1 ? std::sqrt(squares / (count - 1)) : 0;
    const double own = mean(repeats, [](const GrowthPoint& each) { return each.error; });
    point.error = std::fmax(deviation, own) / std::sqrt(count);
    point.cMax = mean(repeats, [](const GrowthPoint& each) { return each.cMax; });
    point.domains = count * mean(repeats, [](const GrowthPoint& each) { return each.domains; });
    point.renewal = mean(repeats, [](const GrowthPoint& each) { return each.renewal; });
    point.isWeak = std::ranges::all_of(repeats, &GrowthPoint::isWeak);
    return point;
}

}  // namespace

JoinedGrowth joined(const std::vector<GrowthSeries>& repeats) {
    std::vector<Points> all;
    JoinedGrowth joint{.growth = repeats.front()};
    joint.growth.points.clear();
    joint.growth.neighbourCorrelation = 0;
    for (const GrowthSeries& repeat : repeats) {
        joint.growth.neighbourCorrelation += repeat.neighbourCorrelation / static_cast<double>(repeats.size());
        if (Points points = usable(repeat); !points.empty()) all.push_back(std::move(points));
    }
    const std::vector<Instant> instants = instantsOf(all);
    const auto [first, last] = spanOf(instants, all.size());
    for (std::size_t i = 0; i < instants.size(); ++i) {
        const Instant& instant = instants[i];
        Points here;
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (instant.points[k])
                here.push_back(*instant.points[k]);
            else if (const auto between = interpolated(all[k], instant.time); between && first <= i && i <= last)
                here.push_back(*between);
        }
        joint.growth.points.push_back(together(here, instant.time));
        joint.growth.points.back().frame = static_cast<int>(i);
        joint.repeatsAt.push_back(static_cast<int>(here.size()));
    }
    if (first <= last && !instants.empty()) joint.span = {instants[first].time, instants[last].time};
    return joint;
}

}  // namespace coarsen
