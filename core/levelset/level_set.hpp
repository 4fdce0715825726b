// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace coarsen {

/// Choice of the two phases: the one above the level or the one below.
enum class Phase { bright, dark };

/// A surface as the zero level of a function on a volume's voxels. Lengths are in px of (sx sy sz)^(1/3), the side of the cube
/// that is as large as a voxel.
struct LevelSet {
    VolumeSize size;
    Spacing spacing;
    std::vector<float> phi;           ///< px once it is a distance; < 0 inside the phase
    std::vector<std::uint8_t> valid;  ///< empty: all; else 0 where nothing was measured

    /// A voxel's sides in px.
    std::array<double, 3> steps() const {
        const double px = spacing.perPx();
        return {spacing.x / px, spacing.y / px, spacing.z / px};
    }
    std::array<int, 3> counts() const { return {size.width, size.height, size.depth}; }
    bool isValid(std::size_t voxel) const { return valid.empty() || valid[voxel] != 0; }
};

/// The level that parts the grey values best into two classes (Otsu 1979), over valid voxels, of 1024 bins between the smallest
/// and the largest. Throws InputError where there is no contrast or no valid voxel. After a stop: any level.
double otsuLevel(const Volume& volume, std::stop_token stop = {});

/// Values that a Gaussian takes to lie beyond a volume's faces.
enum class Beyond {
    repeated,  ///< the outermost voxels: what crosses a face is turned upright on it
    straight  ///< a line through each outermost voxel (odd reflection): what crosses a face goes straight on; where all are valid
};

/// A Gaussian of standard deviation `sigmaPx`, as wide along every axis in space, over the voxels that are valid; those that are
/// not keep their value. 0 changes nothing. After a stop: unfinished.
std::vector<float> gaussianSmoothed(const VolumeSize& size, const std::array<double, 3>& steps, std::vector<float> values,
                                    const std::vector<std::uint8_t>& valid, double sigmaPx, int threads,
                                    std::stop_token stop = {}, Beyond beyond = Beyond::repeated);

struct LevelSettings {
    std::optional<double> level;  ///< none: Otsu's, of the smoothed grey values
    Phase phase = Phase::bright;
    double smoothPx = 0.7;  ///< of the grey values, before the level
    int threads = 0;
};

struct LevelAnswer {
    LevelSet set;  ///< grey values from the level on, not yet a distance
    double level = 0;
};

/// Smooths, finds the level and measures grey values from it. Throws InputError for a volume of one grey, thinner than 5 voxels,
/// or with all voxels on one side of the level. After a stop: unfinished, and it throws nothing.
LevelAnswer levelSetOf(const Volume& volume, const LevelSettings& settings, std::stop_token stop = {},
                       Beyond beyond = Beyond::repeated);

}  // namespace coarsen
