// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/surface.hpp"
#include "core/settings/field.hpp"

#include <optional>
#include <string>

namespace coarsen {

/// Choices of how the surface between a volume's two phases is measured (recipe key `surface`). A recipe that lacks the key has
/// measured none, and means these values.
struct SurfaceChoices {
    bool isOn = false;                                 ///< `on`
    std::optional<double> level;                       ///< `level`: a grey value; none: auto, Otsu's
    Phase phase = Phase::bright;                       ///< `phase`
    double smoothPx = 0.7;                             ///< `smooth`: of the grey values, before the level
    Borders borders = Borders::inside;                 ///< `borders`: of area and Euler number per volume
    DenoiseMethod denoise = DenoiseMethod::automatic;  ///< `denoise`: of the distance
    int rounds = 1;                                    ///< `rounds` and what follows: of non-local means
    int m = 96;                                        ///< `m`
    double bandPx = 2;                                 ///< `band`
    std::optional<double> c1;                          ///< `c1` in px^2; none: infinite
    std::optional<double> c2;                          ///< `c2`; none: by the noise itself
    NlmCandidates mode = NlmCandidates::automatic;     ///< `mode`
    double flowTimePx2 = 0.75;                         ///< `time`: of motion by curvature
    double gaussianPx = 1.25;                          ///< `sigma`: of a Gaussian

    SurfaceSettings settings(int threads) const;

    static const Fields<SurfaceChoices>& fields();
    std::string summary() const;
    bool operator==(const SurfaceChoices&) const = default;
};

}  // namespace coarsen
