// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/radial_profile.hpp"

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/measure/circle_samples.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>

namespace coarsen {

namespace {

/// Sample by sample, leaving out those with an undefined corner.
RadialProfile profileFromSamples(const CorrelationMap& map, AzimuthRule rule, double aspect) {
    const int maxLag = map.maxLag();
    std::vector<CircleSums> sums(static_cast<std::size_t>(maxLag) + 1);
    if (rule == AzimuthRule::linearBins) {
        forEachInBins(maxLag, aspect, [&](int r, int X0, int Y0, double part) {
            if (const double c = map.at(X0, Y0); !std::isnan(c))
                sums[static_cast<std::size_t>(r)].add(part, c, map.pairCount(X0, Y0));
        });
    } else {
        for (int r = 0; r <= maxLag; ++r) {
            forEachOnCircle(r, maxLag, rule, aspect, [&](const CircleSample& sample, CirclePlace) {
                for (const Corner& corner : sample)
                    if (std::isnan(map.at(corner.X0, corner.Y0))) return;
                for (const Corner& corner : sample)
                    sums[static_cast<std::size_t>(r)].add(corner.weight, map.at(corner.X0, corner.Y0),
                                                          map.pairCount(corner.X0, corner.Y0));
            });
        }
    }
    RadialProfile profile;
    for (int r = 0; r <= maxLag; ++r)
        append(profile, r, sums[static_cast<std::size_t>(r)]);
    return profile;
}

}  // namespace

struct AzimuthalAverager::Weights {
    int maxLag = 0;
    AzimuthRule rule = AzimuthRule::bilinear;
    double aspect = 1;
    FoldedCircles circles;  ///< for maps that are even and defined everywhere

    RadialProfile profileOf(const CorrelationMap& map) const {
        const auto length = static_cast<std::size_t>(2 * maxLag + 1), middle = static_cast<std::size_t>(maxLag);
        enum : std::size_t { value, square, pairs, columns };
        SumsOverCircles sums(circles, circles.size(), columns, maxLag);
        std::vector<double> squares(length);
        for (int Y0 = 0; Y0 <= maxLag; ++Y0) {
            const double* const values = map.values().data() + static_cast<std::size_t>(Y0) * length;
            const double* const counts = map.pairCounts().data() + static_cast<std::size_t>(Y0) * length;
            std::transform(values, values + length, squares.begin(), [](double c) { return c * c; });
            const std::array<const double*, columns> rows{values + middle, squares.data() + middle, counts + middle};
            sums.add(Y0, rows);
        }
        RadialProfile profile;
        for (std::size_t r = 0; r < circles.size(); ++r)
            append(profile, static_cast<int>(r), {circles.total(r), sums.sum(r, value), sums.sum(r, square), sums.sum(r, pairs)});
        return profile;
    }
};

std::vector<CircleWeights> circleWeights(int maxLag, AzimuthRule rule, double aspect, const std::stop_token& stop) {
    std::vector<CircleWeights> circles(static_cast<std::size_t>(maxLag) + 1);
    if (rule == AzimuthRule::linearBins) {
        struct Part {
            int X0, Y0;
            double weight;
        };
        std::vector<std::vector<Part>> bins(circles.size());
        forEachInBins(maxLag, aspect, [&](int r, int X0, int Y0, double part) {
            bins[static_cast<std::size_t>(r)].push_back({X0, Y0, part});
        });
        CircleInMaking circle(maxLag);
        for (std::size_t r = 0; r < bins.size(); ++r) {
            for (const Part& part : std::exchange(bins[r], {}))
                circle.add(part.X0, part.Y0, part.weight);
            circles[r] = circle.taken();
        }
    } else {
        // Some 20 ms of one core at R = 250, and whoever needs it waits: all threads that may do it.
        std::atomic<int> next = maxLag;  // the longest first
        const std::size_t threads = AzimuthalAverager::makingThreads(maxLag);
        parallelFor(threads, 0, [&](std::size_t) {
            CircleInMaking circle(maxLag);
            for (int r = next--; r >= 0 && !stop.stop_requested(); r = next--) {
                forEachOnFoldedCircle(r, maxLag, rule, aspect, [&](const CircleSample& sample, double times) {
                    for (const Corner& corner : sample)
                        circle.add(corner.X0, corner.Y0, times * corner.weight);
                });
                circles[static_cast<std::size_t>(r)] = circle.taken();
            }
        });
    }
    return circles;
}

/// Null after a stop.
std::unique_ptr<const AzimuthalAverager::Weights> AzimuthalAverager::weightsFor(int maxLag, AzimuthRule rule, double aspect,
                                                                                const std::stop_token& stop) {
    auto weights = std::make_unique<Weights>();
    weights->maxLag = maxLag;
    weights->rule = rule;
    weights->aspect = aspect;
    weights->circles = FoldedCircles(maxLag, circleWeights(maxLag, rule, aspect, stop));
    if (stop.stop_requested()) return nullptr;
    giveBackFreedMemory();
    return weights;
}

AzimuthalAverager::AzimuthalAverager(int maxLag, AzimuthRule rule, double aspect)
    : AzimuthalAverager(weightsFor(maxLag, rule, aspect, {})) {}
AzimuthalAverager::AzimuthalAverager(std::unique_ptr<const Weights> weights) : weights_(std::move(weights)) {}

AzimuthalAverager::~AzimuthalAverager() = default;
AzimuthalAverager::AzimuthalAverager(AzimuthalAverager&&) noexcept = default;

std::shared_ptr<const AzimuthalAverager> AzimuthalAverager::shared(int maxLag, AzimuthRule rule, double aspect,
                                                                   const std::stop_token& stop) {
    static std::mutex mutex;
    static std::map<std::tuple<int, AzimuthRule, double>, std::weak_ptr<const AzimuthalAverager>> known;
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    auto& entry = known[{maxLag, rule, aspect}];
    auto averager = entry.lock();
    if (!averager) {
        auto weights = weightsFor(maxLag, rule, aspect, stop);
        if (!weights) return nullptr;
        averager = std::make_shared<const AzimuthalAverager>(AzimuthalAverager(std::move(weights)));
        entry = averager;
    }
    return averager;
}

RadialProfile AzimuthalAverager::operator()(const CorrelationMap& map) const {
    assert(map.maxLag() == weights_->maxLag);
    RadialProfile profile = map.isEven() && map.isDefinedEverywhere() ? weights_->profileOf(map)
                                                                      : profileFromSamples(map, weights_->rule, weights_->aspect);
    const AxisValues axes = alongAxes(map);
    profile.rows = rowFaults({axes.right, axes.down}, profile.value);
    profile.columns = columnFaults({axes.right, axes.down}, profile.value);
    return profile;
}

bool AzimuthalAverager::takesSmallerMaps() const {
    return weights_->rule == AzimuthRule::bilinear;
}

SumsOverCircles AzimuthalAverager::sumsOver(std::size_t maps, int reach) const {
    assert(reach == maxLag() || (reach < maxLag() && takesSmallerMaps()));
    return {weights_->circles, static_cast<std::size_t>(reach) + 1, maps, reach};
}

RadialProfile AzimuthalAverager::valuesOf(const SumsOverCircles& sums, std::size_t map) const {
    RadialProfile profile;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        const int r = static_cast<int>(i), reach = static_cast<int>(sums.size()) - 1;
        const bool isInside = reach == maxLag() || fitsIntoMap(r, reach, weights_->aspect);
        profile.r.push_back(r);
        profile.value.push_back(isInside ? sums.mean(i, map) : std::nan(""));
    }
    return profile;
}

RadialProfile AzimuthalAverager::valuesWhereDefined(const CorrelationMap& map) const {
    return profileFromSamples(map, weights_->rule, weights_->aspect);
}

std::size_t AzimuthalAverager::makingThreads(int maxLag) {
    constexpr std::size_t always = 2, mostBytes = std::size_t{64} << 20;
    const auto lag = static_cast<std::size_t>(maxLag);
    const std::size_t planeBytes = (lag + 1) * (lag + 1) * sizeof(double);
    return std::min(static_cast<std::size_t>(threadCount()), std::max(always, mostBytes / planeBytes));
}

int AzimuthalAverager::maxLag() const {
    return weights_->maxLag;
}

}  // namespace coarsen
