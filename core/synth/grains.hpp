// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/synth/synthetic_series.hpp"

#include <vector>

namespace coarsen {

/// Stripes whose axis is another in each grain of a Poisson-Voronoi tessellation, as of a block copolymer's lamellae.
struct GrainSettings : SynthSettings {
    double grainPx = 60;   ///< root of a grain's mean area
    double periodPx = 10;  ///< of the stripes

    static const Fields<GrainSettings>& fields();
};

/// All that is nearer to this seed than to any other.
struct Grain {
    double x = 0, y = 0;  ///< of the seed, px
    double axisDeg = 0;   ///< along its stripes, from x towards y (down), -90 to 90
    double phase = 0;     ///< of its stripes, rad
};

/// The grains of frame `index`, those that begin outside the picture included; the same for the same settings.
std::vector<Grain> grainsOf(const GrainSettings& settings, int index);

/// Index of the grain that each pixel belongs to, row by row.
std::vector<std::size_t> grainMap(const GrainSettings& settings, const std::vector<Grain>& grains);

/// The stripes as a camera sees them. They do not drift.
SyntheticFrame grainFrame(const GrainSettings& settings, int index);

/// Probability that two points so far apart share a grain: seeds of density 1 / grainPx^2 have no other seed in the union of the
/// two discs through a seed about the points. It is what axes correlate by when their mean is not subtracted: grains that do not
/// know one another add nothing.
double shareOfGrains(double rPx, double grainPx);

/// Where that has fallen to 1/e.
double grainXiPx(double grainPx);

/// Writes images, truth.csv with xi_px, truth.json and grains.csv: the axis of each grain. Throws StorageError.
void writeGrainSeries(const std::filesystem::path& folder, const GrainSettings& settings, std::stop_token stop = {});

}  // namespace coarsen
