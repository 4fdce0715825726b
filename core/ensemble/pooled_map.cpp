// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/pooled_map.hpp"

#include "core/base/error.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr double notDefined = std::numeric_limits<double>::quiet_NaN();

std::size_t halfPlaneSize(int maxLag) {
    return static_cast<std::size_t>(2 * maxLag + 1) * static_cast<std::size_t>(maxLag + 1);
}

}  // namespace

void PooledMap::shrinkTo(int maxLag) {
    std::vector<Sums> kept;
    kept.reserve(halfPlaneSize(maxLag));
    for (int Y0 = 0; Y0 <= maxLag; ++Y0) {
        const auto centre = sums_.begin() + static_cast<std::ptrdiff_t>(Y0) * (2 * maxLag_ + 1) + maxLag_;
        kept.insert(kept.end(), centre - maxLag, centre + maxLag + 1);
    }
    sums_ = std::move(kept);
    maxLag_ = maxLag;
}

PooledMap PooledMap::ofSums(int images, int maxLag, std::span<const std::byte> sums) {
    PooledMap map;
    map.images_ = images;
    map.maxLag_ = maxLag;
    if (images < 0 || maxLag < 0 || sums.size() % sizeof(Sums) != 0 ||
        sums.size() / sizeof(Sums) != (images == 0 ? 0 : halfPlaneSize(maxLag)))
        throw InputError("", "its sums are not as many as its map has");
    map.sums_.resize(sums.size() / sizeof(Sums));
    if (!sums.empty()) std::memcpy(map.sums_.data(), sums.data(), sums.size());
    return map;
}

void PooledMap::add(const CorrelationMap& map) {
    if (images_ == 0) {
        maxLag_ = map.maxLag();
        sums_.resize(halfPlaneSize(maxLag_));
    } else if (map.maxLag() < maxLag_) {
        shrinkTo(map.maxLag());
    }
    ++images_;
    auto sums = sums_.begin();
    for (int Y0 = 0; Y0 <= maxLag_; ++Y0)
        for (int X0 = -maxLag_; X0 <= maxLag_; ++X0, ++sums) {
            const double value = map.at(X0, Y0);
            if (std::isnan(value)) continue;
            const double pairs = map.pairCount(X0, Y0);
            sums->products += map.variance * value * pairs;
            sums->pairs += pairs;
            const double difference = value - sums->mean;
            sums->mean += difference / ++sums->count;
            sums->squares += difference * (value - sums->mean);
        }
}

CorrelationMap PooledMap::mapOf(double (*value)(const Sums&, double atZero)) const {
    if (images_ == 0) return {};
    const Sums& zero = sums_[static_cast<std::size_t>(maxLag_)];
    const double atZero = zero.products / zero.pairs;
    std::vector<double> values, pairs;
    for (const Sums& sums : sums_) {
        values.push_back(value(sums, atZero));
        pairs.push_back(sums.pairs);
    }
    return {maxLag_, true, std::move(values), std::move(pairs)};
}

CorrelationMap PooledMap::pooled() const {
    return mapOf(
        [](const Sums& sums, double atZero) { return sums.pairs > 0 ? sums.products / sums.pairs / atZero : notDefined; });
}

CorrelationMap PooledMap::meanOfMaps() const {
    return mapOf([](const Sums& sums, double) { return sums.count > 0 ? sums.mean : notDefined; });
}

CorrelationMap PooledMap::standardError() const {
    return mapOf([](const Sums& sums, double) {
        return sums.count > 1 ? std::sqrt(sums.squares / (sums.count - 1) / sums.count) : notDefined;
    });
}

}  // namespace coarsen
