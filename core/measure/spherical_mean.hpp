// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/lag_sums.hpp"
#include "core/measure/measure_settings.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace coarsen {

/// R of a volume in px of (sx sy sz)^(1/3): `settings.maxLag` or a third of the shortest side, never beyond half of it and at
/// least 1.
int maxLagFor(const MeasureSettings& settings, const VolumeSize& size, const Spacing& spacing);

/// How far C3D has to reach along each axis for that R; by quarter pixels as far beyond as reading them takes, as long as a
/// quarter of the side overlaps.
LagReach reachFor(int maxLagPx, const VolumeSize& size, const Spacing& spacing, SmallRadii smallRadii);
/// The largest R that such a reach holds.
int maxLagWithin(const LagReach& reach, const Spacing& spacing);

/// Means of C3D over spheres of r = 0, 1 ... R px: max(64, 2 pi r^2), at most 20,000, directions of half a sphere that are spread
/// evenly, C3D read between its offsets by trilinear interpolation. Of an isotropic pattern that takes k^2 / 12 off a wave of
/// wavenumber k and moves no maximum.
class SphericalMean {
public:
    SphericalMean(const LagReach& reach, const Spacing& spacing, int maxLagPx, int threads);

    int maxLag() const { return maxLag_; }

    /// Mean of C3D and its pairs over spheres, both for Z >= 0: a sample with an undefined corner of non-zero weight is left out.
    RadialProfile operator()(const VolumeLagSums& value, const VolumeLagSums& pairs) const;
    /// Means of sums that are defined everywhere, one a radius.
    std::vector<double> meansOf(const VolumeLagSums& sums) const;

    /// Bytes that it takes.
    static std::size_t bytes(int maxLagPx);

private:
    struct Places;

    int maxLag_, threads_;
    std::shared_ptr<const Places> places_;
};

}  // namespace coarsen
