// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/settings/field.hpp"

#include <limits>
#include <optional>
#include <string>

namespace coarsen {

enum class FitWeights { error, r4, none, relative };

inline constexpr const char* lawByQuench = "auto";  ///< `model`: nobody has chosen a law

inline constexpr const char* lengthByField = "auto";  ///< `length`: nobody has chosen one; see fitOf() of the recipe

/// How growth is fitted (recipe key `fit`).
struct FitSettings {
    std::string model = "origin-line";       ///< `model`: the chosen one, or lawByQuench; all are fitted
    std::optional<double> t0S = 0;           ///< `t0`: the quench, seconds, subtracted before the fit; none: not known
    std::optional<double> fromS, toS;        ///< `from`, `to`: fit range in series time (t0 not subtracted); none: all
    FitWeights weights = FitWeights::error;  ///< `weights`: 1/error^2, 1/R^4, none (equal), 1/R^2
    std::string length = "r_max";            ///< `length`: which one grows; a key of lengthEstimators(), or lengthByField
    bool robust = false;                     ///< `robust`: outliers count less (Tukey's biweight)
    int bootstrap = 0;                       ///< `bootstrap`: fits to resampled residuals; 0: none

    /// The law that line, band and export show: a line through the origin needs the quench, a line with an intercept does not.
    std::string chosenModel() const { return model != lawByQuench ? model : t0S ? "origin-line" : "line"; }

    static const Fields<FitSettings>& fields();
    std::string summary() const;  ///< in few words, as a step has it
    bool operator==(const FitSettings&) const = default;
};

}  // namespace coarsen
