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
#include <cstdint>
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

/// The circles as one sparse matrix over the half plane Y0 >= 0, for maps that are even and defined everywhere.
struct AzimuthalAverager::Weights {
    /// One row of the matrix, as large as it has to be: the tables are the largest thing beside the pictures.
    struct Circle {
        std::size_t before = 0;           ///< entries of the smaller circles
        std::vector<std::uint32_t> cell;  ///< index into the half plane's rows
        std::vector<double> weight;
        std::size_t size() const { return cell.size(); }
    };

    int maxLag = 0;
    AzimuthRule rule = AzimuthRule::bilinear;
    double aspect = 1;
    std::vector<Circle> circles;
    mutable std::mutex mutex;  ///< of the two below
    mutable std::shared_ptr<const LagSums> knownCounts;
    mutable std::shared_ptr<const std::vector<double>> knownMeans;

    std::uint32_t halfPlaneCell(int X0, int Y0) const {
        if (Y0 < 0 || (Y0 == 0 && X0 < 0)) X0 = -X0, Y0 = -Y0;
        return static_cast<std::uint32_t>(Y0 * (2 * maxLag + 1) + X0 + maxLag);
    }

    /// One circle's weights while they are added up: a place for every cell, and which of them are in use.
    class Row {
    public:
        explicit Row(int maxLag) : sums_(static_cast<std::size_t>(2 * maxLag + 1) * static_cast<std::size_t>(maxLag + 1)) {}

        void add(std::uint32_t cell, double part) {
            if (sums_[cell] == 0) cells_.push_back(cell);
            sums_[cell] += part;
        }

        /// The weights; leaves the row empty. In the cells' order: the sum's last digit must not depend on how they were found.
        Circle taken() {
            std::erase_if(cells_, [&](std::uint32_t cell) { return sums_[cell] == 0; });  // the cubic rule's weights may cancel
            std::ranges::sort(cells_);
            cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
            Circle circle{0, cells_, {}};
            circle.weight.reserve(cells_.size());
            for (const std::uint32_t cell : cells_) {
                circle.weight.push_back(sums_[cell]);
                sums_[cell] = 0;
            }
            cells_.clear();
            return circle;
        }

    private:
        std::vector<double> sums_;
        std::vector<std::uint32_t> cells_;
    };

    /// Mean pair count on each circle; found once for the counts that a whole series shares.
    std::shared_ptr<const std::vector<double>> meanPairs(const std::shared_ptr<const LagSums>& counts) const {
        {
            const std::lock_guard lock(mutex);
            if (counts == knownCounts) return knownMeans;
        }
        auto means = std::make_shared<std::vector<double>>();
        for (const Circle& circle : circles) {
            double sum = 0, weights = 0;
            for (std::size_t i = 0; i < circle.size(); ++i) {
                sum += circle.weight[i] * counts->values[circle.cell[i]];
                weights += circle.weight[i];
            }
            means->push_back(weights > 0 ? sum / weights : 0);
        }
        const std::lock_guard lock(mutex);
        knownCounts = counts;
        knownMeans = means;
        return means;
    }

    RadialProfile fromSparseRows(const CorrelationMap& map) const {
        RadialProfile profile;
        const double* const values = map.values().data();
        for (int r = 0; r <= maxLag; ++r) {
            const Circle& circle = circles[static_cast<std::size_t>(r)];
            const std::uint32_t* const cell = circle.cell.data();
            const double* const weight = circle.weight.data();
            std::array<CircleSums, 4> parts;  // sums that do not wait for one another
            const std::size_t end = circle.size();
            std::size_t i = 0;
            for (; i + parts.size() <= end; i += parts.size())
                for (std::size_t part = 0; part < parts.size(); ++part)
                    parts[part].add(weight[i + part], values[cell[i + part]]);
            for (; i < end; ++i)
                parts[0].add(weight[i], values[cell[i]]);
            for (std::size_t part = 1; part < parts.size(); ++part)
                parts[0].add(parts[part]);
            append(profile, r, parts[0]);
        }
        profile.pairs = *meanPairs(map.sharedPairCounts());
        return profile;
    }

    /// Values on the circles up to `reach`; rows of 2R+1 values as in this averager's maps.
    RadialProfile valuesFromSparseRows(const double* values, int reach) const {
        RadialProfile profile;
        for (int r = 0; r <= reach; ++r) {
            const Circle& circle = circles[static_cast<std::size_t>(r)];
            const std::uint32_t* const cell = circle.cell.data();
            const double* const weight = circle.weight.data();
            double sums[2][4] = {};  // of weights and of weighted values, four at a time that do not wait for one another
            for (std::size_t i = 0, lane = circle.before; i < circle.size(); ++i, ++lane) {
                sums[0][lane % 4] += weight[i];
                sums[1][lane % 4] += weight[i] * values[cell[i]];
            }
            const auto total = [](const double(&part)[4]) { return (part[0] + part[1]) + (part[2] + part[3]); };
            const bool isInside = reach == maxLag || fitsIntoMap(r, reach, aspect);
            profile.r.push_back(r);
            profile.value.push_back(isInside ? total(sums[1]) / total(sums[0]) : std::nan(""));
        }
        return profile;
    }
};

/// Null after a stop.
std::unique_ptr<const AzimuthalAverager::Weights> AzimuthalAverager::weightsFor(int maxLag, AzimuthRule rule, double aspect,
                                                                                const std::stop_token& stop) {
    auto weights = std::make_unique<Weights>();
    weights->maxLag = maxLag;
    weights->rule = rule;
    weights->aspect = aspect;
    weights->circles.resize(static_cast<std::size_t>(maxLag) + 1);
    if (rule == AzimuthRule::linearBins) {
        std::vector<std::vector<std::pair<std::uint32_t, double>>> bins(static_cast<std::size_t>(maxLag) + 1);
        forEachInBins(maxLag, aspect, [&](int r, int X0, int Y0, double part) {
            bins[static_cast<std::size_t>(r)].emplace_back(weights->halfPlaneCell(X0, Y0), part);
        });
        Weights::Row row(maxLag);
        for (std::size_t r = 0; r < bins.size(); ++r) {
            for (const auto& [cell, part] : std::exchange(bins[r], {}))
                row.add(cell, part);
            weights->circles[r] = row.taken();
        }
    } else {
        // A tenth of a second of one core at R = 250, and whoever needs it waits: all cores do it.
        std::atomic<int> next = maxLag;  // the longest first
        const std::size_t threads = makingThreads(maxLag);
        parallelFor(threads, static_cast<int>(threads), [&](std::size_t) {
            Weights::Row row(maxLag);
            for (int r = next--; r >= 0 && !stop.stop_requested(); r = next--) {
                forEachOnCircle(r, maxLag, rule, aspect, [&](const CircleSample& sample, CirclePlace) {
                    for (const Corner& corner : sample)
                        row.add(weights->halfPlaneCell(corner.X0, corner.Y0), corner.weight);
                });
                weights->circles[static_cast<std::size_t>(r)] = row.taken();
            }
        });
        giveBackFreedMemory();
    }
    if (stop.stop_requested()) return nullptr;
    std::size_t before = 0;
    for (Weights::Circle& circle : weights->circles) {
        circle.before = before;
        before += circle.size();
    }
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
    RadialProfile profile = map.isEven() && map.isDefinedEverywhere() ? weights_->fromSparseRows(map)
                                                                      : profileFromSamples(map, weights_->rule, weights_->aspect);
    const AxisValues axes = alongAxes(map);
    profile.rows = rowFaults({axes.right, axes.down}, profile.value);
    profile.columns = columnFaults({axes.right, axes.down}, profile.value);
    return profile;
}

bool AzimuthalAverager::takesSmallerMaps() const {
    return weights_->rule == AzimuthRule::bilinear;
}

RadialProfile AzimuthalAverager::valuesOf(std::span<const double> halfPlane, int reach) const {
    assert(reach == maxLag() || (reach < maxLag() && takesSmallerMaps()));
    assert(halfPlane.size() == static_cast<std::size_t>(2 * maxLag() + 1) * static_cast<std::size_t>(reach + 1));
    return weights_->valuesFromSparseRows(halfPlane.data(), reach);
}

RadialProfile AzimuthalAverager::valuesWhereDefined(const CorrelationMap& map) const {
    return profileFromSamples(map, weights_->rule, weights_->aspect);
}

std::size_t AzimuthalAverager::makingThreads(int maxLag) {
    constexpr std::size_t always = 2, mostBytes = std::size_t{64} << 20;
    const auto lag = static_cast<std::size_t>(maxLag);
    const std::size_t planeBytes = (2 * lag + 1) * (lag + 1) * sizeof(double);
    return std::min(static_cast<std::size_t>(threadCount()), std::max(always, mostBytes / planeBytes));
}

int AzimuthalAverager::maxLag() const {
    return weights_->maxLag;
}

}  // namespace coarsen
