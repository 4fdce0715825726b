// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/field.hpp"

#include <optional>

namespace coarsen {

/// Change of the structure itself from frame to frame, beside its flow; it is taken for displacement unless the flow is smooth.
enum class Evolving { automatic, yes, no };

/// Correlation that Evolving::automatic judges two frames by.
enum class EvolvingBy {
    flow,  ///< rho once a flow smoothed over a wavelength is undone; where that is not known, as `drift`
    drift  ///< rho after the drift alone, which a strong flow lowers, too
};

/// Differences of grey values that may lie between two frames beside motion. They are undone before the frames are compared.
enum class BrightnessMatch {
    local,  ///< gain and offset that vary slowly within the frame
    whole,  ///< one gain and one offset
    none    ///< nothing: what differs is taken for motion
};

/// Measure of how much both frames are smoothed before they are compared, and how stiff a flow is where no setting says it.
enum class PresmoothBy {
    noise,   ///< the noise found in the two, in contrasts of their phases: none, half a voxel or 0.7 (grey_noise.hpp)
    setting  ///< `presmooth`
};

/// Values between voxels.
enum class Sampling {
    cubic,  ///< cubic B-spline through the voxels, and its own gradient
    linear  ///< between the eight neighbours; the gradient between their centred differences
};

/// How the force of the regulariser is summed. The divergence of the cofactors is zero (Piola), so both are one in the limit of
/// small voxels; on coarse fields they differ by 0.7 to 3 %.
enum class RegulariserForm {
    piola,   ///< d_i = sum_j C_ij dL'/dx_j
    printed  ///< d_i = sum_j d(C_ij L')/dx_j, Eq. 11 of Lee et al.: the exact gradient of the discrete energy
};

/// Force by which the grey values of two frames T and R pull, the first term of Eq. 11 of Lee et al.
enum class ForceTerm {
    demons,  ///< (T - R) grad T / (|grad T|^2 + (T - R)^2 + 1e-4), as the demons of Thirion divide it: as strong on weak edges
    paper    ///< (T - R) grad T as printed: the gradient of the energy, by which lambda is the paper's
};

/// How the flow of one frame into another is found: the step `align`, the command `register` and the registration itself.
struct FlowSettings {
    /// Width of the Gaussian that smooths the velocity, in pixels or voxels, or in wavelengths of the structure.
    struct Sigma {
        double value = 0;
        bool isInWavelengths = false;
        bool operator==(const Sigma&) const = default;
    };
    std::optional<Sigma> sigma =
        std::nullopt;  ///< none: 0.4 wavelength; where the structure evolves 1; without a wavelength 6 voxels
    /// Weight of the regulariser; none: 0.05, where little noise was found 0.01; where the structure evolves 0.2.
    std::optional<double> lambda = std::nullopt;
    int levels = 3;  ///< each half as fine as the one before
    Sampling sampling = Sampling::cubic;
    double presmooth = 1;  ///< Gaussian of both before, voxels; of what is registered only; where presmoothBy is `setting`
    PresmoothBy presmoothBy = PresmoothBy::noise;
    RegulariserForm regulariser = RegulariserForm::piola;
    ForceTerm forceTerm = ForceTerm::demons;
    Evolving evolving = Evolving::automatic;  ///< automatic: where rho (`evolvingBy`) is below 0.99
    EvolvingBy evolvingBy = EvolvingBy::flow;
    BrightnessMatch brightness = BrightnessMatch::local;  ///< by the two phases of each frame
    double tolerance = 0.01;  ///< a level ends when three steps take less than this part off the energy, coarser ones sooner
    int iterations = 0;       ///< evaluations of the energy at most, on each level; 0: 60 on the finest, more on coarser ones

    /// Descriptions of the settings for forms and recipes; `sigma` is a text there: "6", "1w" or "auto".
    static const Fields<FlowSettings>& fields();
    bool operator==(const FlowSettings&) const = default;
};

/// Throws SettingError where one of them is out of its range.
void requireLegal(const FlowSettings& settings);

}  // namespace coarsen
