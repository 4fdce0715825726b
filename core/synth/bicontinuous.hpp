// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/synth/synthetic_series.hpp"
#include "core/volume/volume.hpp"

#include <filesystem>
#include <stop_token>

namespace coarsen {

/// A volume whose two phases, above and below the middle grey, both percolate: an isotropic Gaussian random field with a Gaussian
/// ring in S(q), whose C1D is known in closed form. Of SynthSettings it has no depth, light and dust.
struct BicontinuousSettings : SynthSettings {
    int depth = 96;
    Spacing spacing;  ///< the field is isotropic where voxels are not: it is sampled as they lie
    double wavelengthFromPx = 10, wavelengthToPx = 16;  ///< R_max / 1.2295, px of (sx sy sz)^(1/3)
    double ringWidth = 0.05;                            ///< relative width of the ring
    RingLaw law = RingLaw::linear;
    double exponent = 1.0 / 3;  ///< for RingLaw::power
    bool zoom = false;          ///< the same pattern growing instead of independent frames
    double kept = 1;            ///< with zoom: how much of the pattern a frame has from the one before

    VolumeSize size() const { return {width, height, depth}; }
    static const Fields<BicontinuousSettings>& fields();
};

/// R_max over wavelength of a thin ring in three dimensions: the first side maximum of sin(x) / x over 2 pi.
constexpr double rMaxOfWavelength = 1.2295;

/// Closed form of the spherical mean, and its R_max, of a ring of mean wavenumber q0 (1/px) and relative width w.
double bicontinuousC1d(double rPx, double q0, double relativeWidth);
double bicontinuousRMaxPx(double q0, double relativeWidth);

/// When frame `index` is taken.
double bicontinuousTimeS(const BicontinuousSettings& settings, int index);

/// A volume with its truth; drift in voxels along each axis.
struct SyntheticVolume {
    Volume volume;  ///< grey values of 8 or 16 bits
    double timeS = 0, rMaxPx = 0, driftX = 0, driftY = 0, driftZ = 0;
};

/// Frame `index` of the series; the same for the same settings, alone or in any order.
SyntheticVolume bicontinuousVolume(const BicontinuousSettings& settings, int index);

/// A folder of TIFF files of one volume each, "bicontinuous_0003_t43200s.tif", with truth.csv and truth.json. Throws
/// StorageError, also where the folder is not empty; SettingError: a time before 0, which no name tells.
void writeBicontinuousSeries(const std::filesystem::path& folder, const BicontinuousSettings& settings,
                             std::stop_token stop = {});

}  // namespace coarsen
