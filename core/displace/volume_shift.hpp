// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/lag_transform.hpp"
#include "core/displace/shift_search.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>

namespace coarsen {

/// The one finder of how far a volume has moved, for volumes of one size. First the peak of their cross-correlation per pair of
/// valid voxels, up to a quarter of each side, with a parabola through it; then least squares (shift_search.hpp). Keeps its
/// plans; one thread uses it at a time. How exact it is: tests/studies/results/volume_shifts.txt.
///
/// Use, given `const Volume& here, const Volume& moved`:
///
///     VolumeShiftFinder finder(here.size(), 0);
///     const VolumeShift shift = finder.between(here, moved);
class VolumeShiftFinder {
public:
    VolumeShiftFinder(const VolumeSize& size, int threads);

    /// How far `moved` sits from `here`. None (NaN) without contrast, or where they are alike by less than 0.2; after a stop.
    VolumeShift between(const Volume& here, const Volume& moved, std::stop_token stop = {});
    /// Its first part. None without contrast, or after a stop.
    VolumeShift likeliest(const Volume& here, const Volume& moved, std::stop_token stop = {});

    const VolumeSize& size() const { return transform_.size(); }

    /// Bytes that a comparison takes beside the two volumes.
    static std::size_t bytes(const VolumeSize& size, int threads);

private:
    LagTransform transform_;
    int threads_;
};

/// The voxels of a volume that somebody else holds; `valid` empty: all.
struct VolumeView {
    VolumeSize size;
    std::span<const float> values;
    std::span<const std::uint8_t> valid;
};
inline VolumeView viewOf(const Volume& volume) {
    return {volume.size(), volume.values(), volume.valid()};
}

/// Sums for one step of refinedShift of two volumes of one size, `moved` read by Catmull and Rom's cubics. Unfinished after a
/// stop.
ShiftNormals shiftNormals(const VolumeView& here, const VolumeView& moved, const VolumeShift& shift, int threads,
                          std::stop_token stop = {});

}  // namespace coarsen
