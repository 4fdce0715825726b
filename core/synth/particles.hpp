// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/synth/synthetic_series.hpp"

#include <utility>
#include <vector>

namespace coarsen {

enum class ParticleField { uniform, shear, vortex };

/// Small bright particles that a flow carries on from frame to frame, as in particle image velocimetry.
struct ParticleSettings : SynthSettings {
    ParticleField field = ParticleField::uniform;
    double maxDisplacementPx = 5;  ///< the largest from one frame to the next
    double perPx = 0.05;           ///< particles a pixel
    double diameterPx = 3;         ///< to where their light has fallen to exp(-2)
    double lost = 0;               ///< share of them that another one stands for, somewhere else, from frame to frame

    ParticleSettings() { frames = 2, intervalS = 1; }
    static const Fields<ParticleSettings>& fields();
};

/// How far what sits at a place is carried right and down in one interval. `uniform`: at 30 degrees below the x axis; `shear`:
/// along x, from -max in the first row to +max in the last; `vortex`: about the middle, clockwise as seen, by
/// max r/s exp((1 - r^2/s^2)/2), s a quarter of the shorter side.
std::pair<double, double> particleMove(const ParticleSettings& settings, double x, double y);

/// Calls `each` with every frame in order. Particles are Gaussian and summed over each pixel's square; their brightness is
/// uniform from 0.2 to 1. Contrast and noise are as of the other patterns (photographed); brightest particles may saturate.
void particleFrames(const ParticleSettings& settings, const std::function<void(int, const SyntheticFrame&)>& each,
                    std::stop_token stop = {});

/// Writes images, truth.csv, truth.json and flow.csv: the displacement from one frame to the next at every 16th pixel. Throws
/// StorageError.
void writeParticleSeries(const std::filesystem::path& folder, const ParticleSettings& settings, std::stop_token stop = {});

}  // namespace coarsen
