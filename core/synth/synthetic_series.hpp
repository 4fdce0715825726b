// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/image.hpp"
#include "core/series/image_series.hpp"
#include "core/settings/field.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// The camera's faults that a synthetic series is given (reference/synth.md: --light --dust --drift --noise).
struct CameraFaults {
    double light = 0;    ///< uneven illumination: relative fall from the brightest to the darkest corner
    int dust = 0;        ///< specks fixed to the sensor
    double driftPx = 0;  ///< largest drift in pixels
    double noise = 0;    ///< white noise, standard deviation in units of the pattern's

    static const Fields<CameraFaults>& fields();
};

struct SynthSettings {
    int width = 960, height = 720, frames = 24;
    double intervalS = 3600, t0S = 0;  ///< truth's R_max follows the law in t - t0
    std::uint64_t seed = 1;
    int bits = 8;
    double pixelSizeUm = 0;  ///< written into the files when positive
    CameraFaults faults;

    static const Fields<SynthSettings>& fields();  ///< of what all series have; those of `faults` and of a kind are their own
};

enum class RingLaw { linear, power, constant };

/// An isotropic Gaussian random field with a Gaussian ring in S(q): C1D is known in closed form (science/limits.md).
struct RingSettings : SynthSettings {
    double rMaxFromPx = 40, rMaxToPx = 120;
    double ringWidth = 0.15;  ///< relative width w of the ring
    RingLaw law = RingLaw::linear;
    double exponent = 1.0 / 3;  ///< for RingLaw::power
    bool zoom = false;          ///< the same pattern growing instead of independent frames
    double kept = 1;            ///< with zoom: how much of the pattern a frame has from the one before; the rest is new

    static const Fields<RingSettings>& fields();
};

struct CahnHilliardSettings : SynthSettings {
    double dt = 0.1;             ///< time step in units of the equation
    std::vector<double> times;   ///< of the frames, in units of the equation; empty: geometric
    double meanComposition = 0;  ///< phi0: 0 is a symmetric mixture

    static const Fields<CahnHilliardSettings>& fields();
};

/// An isotropic Gaussian random field whose C1D is exp(-R / xi) at every offset.
struct ExponentialSettings : SynthSettings {
    double xiPx = 20;

    static const Fields<ExponentialSettings>& fields();
};

/// A frame with its truth; NaN of a length that the pattern has not.
struct SyntheticFrame {
    static constexpr double nan = std::numeric_limits<double>::quiet_NaN();

    Image image;
    double timeS = 0, rMaxPx = nan, driftXPx = 0, driftYPx = 0, xiPx = nan;
};

/// R_max of a Gaussian ring of mean wavenumber q0 (1/px) and relative width w, from the Hankel transform of S(q).
double ringRMaxPx(double q0, double relativeWidth);
/// Closed form C1D(R) of that ring.
double ringC1d(double rPx, double q0, double relativeWidth);

/// When frame `index` is taken.
double ringTimeS(const RingSettings& settings, int index);

/// Frame `index` of the series; the same for the same settings, alone or in any order.
SyntheticFrame ringFrame(const RingSettings& settings, int index);

/// The pattern of frame `index` as numbers, row by row: mean 0 and standard deviation 1 over realisations.
std::vector<double> exponentialField(const ExponentialSettings& settings, int index);
/// The frame itself, likewise alone or in any order.
SyntheticFrame exponentialFrame(const ExponentialSettings& settings, int index);

/// Calls `each` with every frame in order (the equation runs on between them).
void cahnHilliardFrames(const CahnHilliardSettings& settings, const std::function<void(int, const SyntheticFrame&)>& each,
                        std::stop_token stop = {});

/// Write images with times in their names, truth.csv and truth.json into a new or empty folder. Throws StorageError.
void writeRingSeries(const std::filesystem::path& folder, const RingSettings& settings, std::stop_token stop = {});
void writeExponentialSeries(const std::filesystem::path& folder, const ExponentialSettings& settings, std::stop_token stop = {});
void writeCahnHilliardSeries(const std::filesystem::path& folder, const CahnHilliardSettings& settings,
                             std::stop_token stop = {});

}  // namespace coarsen
