// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/volume_shift.hpp"

#include "core/base/parallel.hpp"
#include "core/correlate/volume/volume_statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace coarsen {

namespace {

constexpr double leastCorrelation = 0.2;

LagReach quarterOf(const VolumeSize& size) {
    return {size.width / 4, size.height / 4, size.depth / 4};
}

/// By the parabola through the peak and its neighbours along one axis, at most half a voxel beside it.
double besidePeak(const VolumeLagSums& products, const VolumeShift& peak, double VolumeShift::*axis, int reach) {
    if (std::abs(peak.*axis) >= reach) return peak.*axis;
    const auto at = [&](int step) {
        VolumeShift lag = peak;
        lag.*axis += step;
        return products.at(static_cast<int>(lag.x), static_cast<int>(lag.y), static_cast<int>(lag.z));
    };
    const double slope = (at(1) - at(-1)) / 2, curvature = at(1) + at(-1) - 2 * at(0);
    return peak.*axis + (curvature < 0 ? std::clamp(-slope / curvature, -0.5, 0.5) : 0);
}

/// A shift along one axis as the first of four voxels and their weights; along an axis of one voxel this one.
struct CubicTaps {
    int first = 0;
    std::array<double, 4> weight{1, 0, 0, 0};

    CubicTaps(double shift, int side) {
        if (side == 1) return;
        const double before = std::floor(shift), t = shift - before;
        first = static_cast<int>(before) - 1;
        weight = {-0.5 * t * (1 - t) * (1 - t), 1 + t * t * (1.5 * t - 2.5), t * (0.5 + t * (2 - 1.5 * t)),
                  0.5 * t * t * (t - 1)};
    }
};

/// The voxels along one side whose gradient and whose four partners lie inside.
struct Inside {
    int first = 0, end = 1;

    Inside(const CubicTaps& taps, int side) {
        if (side > 1) first = std::max(2, -taps.first), end = std::min(side - 2, side - taps.first - 3);
    }
};

class Comparison {
public:
    Comparison(const VolumeView& here, const VolumeView& moved, const VolumeShift& shift)
        : here_(here),
          moved_(moved),
          tapsX_(shift.x, here.size.width),
          tapsY_(shift.y, here.size.height),
          tapsZ_(shift.z, here.size.depth),
          rowStep_(static_cast<std::size_t>(here.size.width)),
          sliceStep_(here.size.depth > 1 ? here.size.slice() : 0) {
        const auto known = std::ranges::find(here.valid, std::uint8_t{1});
        const auto at = static_cast<std::size_t>(known - here.valid.begin());
        level_ = static_cast<double>(here.values[here.valid.empty() || known == here.valid.end() ? 0 : at]);
    }

    ShiftNormals sums(int threads, std::stop_token stop) const {
        const VolumeSize& size = here_.size;
        const Inside atX(tapsX_, size.width), atY(tapsY_, size.height), atZ(tapsZ_, size.depth);
        std::vector<ShiftNormals> slices(static_cast<std::size_t>(std::max(0, atZ.end - atZ.first)));
        parallelFor(
            slices.size(), threads,
            [&](std::size_t i) {
                for (int row = atY.first; row < atY.end; ++row)
                    for (int column = atX.first; column < atX.end; ++column)
                        addVoxel(slices[i], column, row, atZ.first + static_cast<int>(i));
            },
            stop);
        ShiftNormals all;
        for (const ShiftNormals& slice : slices)
            all.add(slice);
        return all;
    }

private:
    void addVoxel(ShiftNormals& normals, int x, int y, int z) const {
        const std::size_t at = here_.size.index(x, y, z);
        const std::size_t from = here_.size.index(x + tapsX_.first, y + tapsY_.first, z + tapsZ_.first);
        if (!isKnown(at, from)) return;
        const float* const a = here_.values.data() + at;
        const auto slope = [a](std::size_t step) {
            const auto s = static_cast<std::ptrdiff_t>(step);
            return (8 * static_cast<double>(a[s] - a[-s]) - static_cast<double>(a[2 * s] - a[-2 * s])) / 12;
        };
        double value = 0;
        const float* slice = moved_.values.data() + from;
        for (const double weightZ : tapsZ_.weight) {
            const float* row = slice;
            for (const double weightY : tapsY_.weight) {
                double line = 0;
                for (std::size_t i = 0; i < 4; ++i)
                    line += tapsX_.weight[i] * static_cast<double>(row[i]);
                value += weightZ * weightY * line;
                row += rowStep_;
            }
            slice += sliceStep_;
        }
        normals.add({slope(1), slope(rowStep_), slope(sliceStep_), static_cast<double>(*a) - level_, 1}, value - level_);
    }

    /// True where every voxel that a comparison reads is valid.
    bool isKnown(std::size_t at, std::size_t from) const {
        if (!here_.valid.empty()) {
            const std::uint8_t* const valid = here_.valid.data() + at;
            for (const std::size_t step : {std::size_t{1}, rowStep_, sliceStep_})
                for (std::ptrdiff_t i = -2; i <= 2; ++i)
                    if (!valid[i * static_cast<std::ptrdiff_t>(step)]) return false;
        }
        if (moved_.valid.empty()) return true;
        const std::uint8_t* const valid = moved_.valid.data() + from;
        for (std::size_t k = 0; k < 4; ++k)
            for (std::size_t j = 0; j < 4; ++j)
                for (std::size_t i = 0; i < 4; ++i)
                    if (!valid[k * sliceStep_ + j * rowStep_ + i]) return false;
        return true;
    }

    const VolumeView &here_, &moved_;
    CubicTaps tapsX_, tapsY_, tapsZ_;
    std::size_t rowStep_, sliceStep_;  ///< the latter 0 of one slice, which then has no slope along z
    double level_;                     ///< taken off all values: their sums then keep their digits
};

}  // namespace

VolumeShiftFinder::VolumeShiftFinder(const VolumeSize& size, int threads)
    : transform_(size, quarterOf(size), threads), threads_(threads) {}

VolumeShift VolumeShiftFinder::likeliest(const Volume& here, const Volume& moved, std::stop_token stop) {
    if (here.size() != size() || moved.size() != size()) return {};
    const VolumeStatistics ofHere = statisticsOf(here, threads_), ofMoved = statisticsOf(moved, threads_);
    if (!(ofHere.energyAboutMean > 0) || !(ofMoved.energyAboutMean > 0)) return {};
    const VoxelBox whole = wholeOf(size());
    const auto products = transform_.ofBoth(centredRows(moved, ofMoved.mean, whole), centredRows(here, ofHere.mean, whole), stop);
    if (!products) return {};
    std::optional<VolumeLagSums> pairs;
    if (!here.isAllValid() || !moved.isAllValid()) {
        pairs = transform_.ofBoth(validRows(moved, whole), validRows(here, whole), stop);
        if (!pairs) return {};
    }
    const VolumeShift peak = highestShift(
        size(), [&](int X, int Y, int Z) { return products->at(X, Y, Z); },
        [&](int X, int Y, int Z) { return pairs ? pairs->at(X, Y, Z) : overlapPairs(size(), X, Y, Z); });
    const LagReach& reach = transform_.reach();
    return {besidePeak(*products, peak, &VolumeShift::x, reach.x), besidePeak(*products, peak, &VolumeShift::y, reach.y),
            besidePeak(*products, peak, &VolumeShift::z, reach.z)};
}

VolumeShift VolumeShiftFinder::between(const Volume& here, const Volume& moved, std::stop_token stop) {
    const VolumeShift start = likeliest(here, moved, stop);
    if (!start.isFound()) return {};
    const VolumeView a = viewOf(here), b = viewOf(moved);
    const VolumeShift shift = refinedShift(
        start, [&](const VolumeShift& at) { return shiftNormals(a, b, at, threads_, stop); }, stop);
    return shift.correlation > leastCorrelation ? shift : VolumeShift{};
}

std::size_t VolumeShiftFinder::bytes(const VolumeSize& size, int threads) {
    const std::size_t sums = LagTransform::bytes(size, quarterOf(size), true, threads);
    return 2 * sums;  // of masked volumes the pairs are counted beside the products
}

ShiftNormals shiftNormals(const VolumeView& here, const VolumeView& moved, const VolumeShift& shift, int threads,
                          std::stop_token stop) {
    return Comparison(here, moved, shift).sums(threads, stop);
}

}  // namespace coarsen
