// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/lengths.hpp"

#include <vector>

namespace coarsen {

/// Lengths read off one C1D, of a picture or of a volume.
struct ProfileLengths {
    RadialProfile profile;  ///< with `error` when errors were asked for
    LengthScale rMax;
    Lengths lengths;  ///< the others
};

/// How much was measured: what errors depend on beside C1D.
struct MeasuredContent {
    int axes = 2;                    ///< 3: a volume
    double size = 0;                 ///< px², px³
    double validFraction = 1;        ///< of it
    double independentChannels = 1;  ///< fields that scatter each for itself, as of a picture's channels

    /// Nd = valid content / length^axes: how many domains of that length it holds.
    double domains(double lengthPx) const;
};

/// R_max and all other lengths of the profile.
void findLengths(ProfileLengths& of, const MeasureSettings& settings);

/// The statistical limit of R_max, k / sqrt(Nd), in px: k by C1D's relative rise, of a picture by C1D's height where the older
/// rule is asked for or the mean was left in.
double statisticalLimitPx(const LengthScale& rMax, const RadialProfile& profile, const MeasuredContent& content,
                          const MeasureSettings& settings);

/// Puts the errors in: by the jack-knife from C1D without one part of the content each. R_max's is joined with its statistical
/// limit by `error_rule`; correlation lengths go by `xi_errors`.
void setErrors(ProfileLengths& of, std::vector<RadialProfile> replicates, const MeasuredContent& content,
               const MeasureSettings& settings);

}  // namespace coarsen
