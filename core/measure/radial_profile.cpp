// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/radial_profile.hpp"

#include "core/base/parallel.hpp"
#include "core/measure/circle_samples.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <mutex>

namespace coarsen {

/// The circles as one sparse matrix over the half plane Y0 >= 0, for maps that are even and defined everywhere.
struct AzimuthalAverager::Weights {
    int maxLag = 0;
    AzimuthRule rule = AzimuthRule::bilinear;
    double aspect = 1;
    std::vector<std::size_t> rowStart{0};  ///< circle r holds the entries rowStart[r] .. rowStart[r + 1]
    std::vector<std::uint32_t> cell;       ///< index into the half plane's rows
    std::vector<double> weight;
    mutable std::mutex mutex;  ///< of the two below
    mutable std::shared_ptr<const LagSums> knownCounts;
    mutable std::shared_ptr<const std::vector<double>> knownMeans;

    std::uint32_t halfPlaneCell(int X0, int Y0) const {
        if (Y0 < 0 || (Y0 == 0 && X0 < 0)) X0 = -X0, Y0 = -Y0;
        return static_cast<std::uint32_t>(Y0 * (2 * maxLag + 1) + X0 + maxLag);
    }

    using Entries = std::vector<std::pair<std::uint32_t, double>>;

    void appendCircle(const Entries& circle) {
        for (const auto& [index, part] : circle) {
            cell.push_back(index);
            weight.push_back(part);
        }
        rowStart.push_back(cell.size());
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
        Entries taken() {
            Entries entries;
            std::ranges::sort(cells_);
            for (const std::uint32_t cell : cells_) {
                if (sums_[cell] == 0) continue;  // weights of the cubic rule may cancel
                entries.emplace_back(cell, sums_[cell]);
                sums_[cell] = 0;
            }
            cells_.clear();
            return entries;
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
        for (int r = 0; r <= maxLag; ++r) {
            double sum = 0, weights = 0;
            for (std::size_t i = rowStart[static_cast<std::size_t>(r)]; i < rowStart[static_cast<std::size_t>(r) + 1]; ++i) {
                sum += weight[i] * counts->values[cell[i]];
                weights += weight[i];
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
            std::array<CircleSums, 4> parts;  // sums that do not wait for one another
            const std::size_t end = rowStart[static_cast<std::size_t>(r) + 1];
            std::size_t i = rowStart[static_cast<std::size_t>(r)];
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

    RadialProfile valuesFromSparseRows(const CorrelationMap& map) const {
        RadialProfile profile;
        const double* const values = map.values().data();
        for (int r = 0; r <= maxLag; ++r) {
            double sums[2][4] = {};  // of weights and of weighted values, four at a time that do not wait for one another
            const std::size_t begin = rowStart[static_cast<std::size_t>(r)], end = rowStart[static_cast<std::size_t>(r) + 1];
            for (std::size_t i = begin; i < end; ++i) {
                sums[0][i % 4] += weight[i];
                sums[1][i % 4] += weight[i] * values[cell[i]];
            }
            const auto total = [](const double(&part)[4]) { return (part[0] + part[1]) + (part[2] + part[3]); };
            profile.r.push_back(r);
            profile.value.push_back(total(sums[1]) / total(sums[0]));
        }
        return profile;
    }

    /// Sample by sample, leaving out those with an undefined corner.
    RadialProfile fromSamples(const CorrelationMap& map) const {
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
};

AzimuthalAverager::AzimuthalAverager(int maxLag, AzimuthRule rule, double aspect) {
    auto weights = std::make_unique<Weights>();
    weights->maxLag = maxLag;
    weights->rule = rule;
    weights->aspect = aspect;
    if (rule == AzimuthRule::linearBins) {
        std::vector<std::vector<std::pair<std::uint32_t, double>>> bins(static_cast<std::size_t>(maxLag) + 1);
        forEachInBins(maxLag, aspect, [&](int r, int X0, int Y0, double part) {
            bins[static_cast<std::size_t>(r)].emplace_back(weights->halfPlaneCell(X0, Y0), part);
        });
        Weights::Row row(maxLag);
        for (const auto& bin : bins) {
            for (const auto& [cell, part] : bin)
                row.add(cell, part);
            weights->appendCircle(row.taken());
        }
    } else {
        // A tenth of a second of one core at R = 250, and whoever needs it waits: all cores do it.
        std::vector<Weights::Entries> circles(static_cast<std::size_t>(maxLag) + 1);
        std::atomic<int> next = maxLag;  // the longest first
        const int threads = threadCount();
        parallelFor(static_cast<std::size_t>(threads), threads, [&](std::size_t) {
            Weights::Row row(maxLag);
            for (int r = next--; r >= 0; r = next--) {
                forEachOnCircle(r, maxLag, rule, aspect, [&](const CircleSample& sample, CirclePlace) {
                    for (const Corner& corner : sample)
                        row.add(weights->halfPlaneCell(corner.X0, corner.Y0), corner.weight);
                });
                circles[static_cast<std::size_t>(r)] = row.taken();
            }
        });
        for (const Weights::Entries& circle : circles)
            weights->appendCircle(circle);
    }
    weights_ = std::move(weights);
}

AzimuthalAverager::~AzimuthalAverager() = default;
AzimuthalAverager::AzimuthalAverager(AzimuthalAverager&&) noexcept = default;

RadialProfile AzimuthalAverager::operator()(const CorrelationMap& map) const {
    assert(map.maxLag() == weights_->maxLag);
    return map.isEven() && map.isDefinedEverywhere() ? weights_->fromSparseRows(map) : weights_->fromSamples(map);
}

RadialProfile AzimuthalAverager::valuesOf(const CorrelationMap& map) const {
    assert(map.maxLag() == weights_->maxLag);
    return map.isEven() && map.isDefinedEverywhere() ? weights_->valuesFromSparseRows(map) : weights_->fromSamples(map);
}

int AzimuthalAverager::maxLag() const {
    return weights_->maxLag;
}

}  // namespace coarsen
