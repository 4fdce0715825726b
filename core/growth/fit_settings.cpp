// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/fit_settings.hpp"

#include "core/growth/growth_fit.hpp"
#include "core/measure/lengths.hpp"
#include "core/settings/fields.hpp"

namespace coarsen {

const Fields<FitSettings>& FitSettings::fields() {
    using S = FitSettings;
    static const Fields<S> list = [] {
        std::vector<std::string> models{lawByQuench};
        for (const GrowthModel& model : growthModels())
            models.push_back(model.key);
        std::vector<std::string> lengths{lengthByField};
        for (const LengthEstimator& length : lengthEstimators())
            lengths.push_back(length.key);
        return Fields<S>{
            nameField("model", &S::model, models,
                      {"Model",
                       "The growth law that line, band and export show; all are fitted. auto: a line, through the origin where "
                       "t0 is known."}),
            optionalNumberField("t0", &S::t0S, -1e15, 1e15,
                                {"Time of the quench",
                                 "Time of the quench, subtracted from the frames' times before the fit: in seconds, with a unit, "
                                 "or as 2026-03-01 14:05:00 where the frames' times are of a clock; none: not known. Growth laws "
                                 "depend on it strongly; without it only laws that need no origin of time are fitted.",
                                 "s"}),
            optionalRealField("from", &S::fromS, {"Fit from", "First time that enters the fit; empty for all.", "s"}),
            optionalRealField("to", &S::toS, {"Fit to", "Last time that enters the fit; empty for all.", "s"}),
            choiceField("weights", &S::weights, {"error", "r4", "none", "relative"},
                        {"Weights",
                         "Weights of the frames: 1/R^2 (relative: early frames that do not follow the law yet move it little), "
                         "1/error^2 of each frame, 1/R^4, or equal."}),
            nameField("length", &S::length, lengths,
                      {"Length",
                       "The length whose growth is fitted and charted. auto: R_max, of an orientation field the correlation "
                       "length \u03be, for that has mostly no side maximum."}),
            booleanField("robust", &S::robust,
                         {"Robust", "Frames far off the curve count less, the farthest not at all (Tukey's biweight)."}),
            integerField("bootstrap", &S::bootstrap, 0, 100000,
                         {"Bootstrap", "Fits to resampled residuals, for intervals that assume no distribution; 0 for none."}),
        };
    }();
    return list;
}

std::string FitSettings::summary() const {
    std::string law = growthModelNamed(chosenModel()).label;
    for (char& letter : law)
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    return law + " · " +
           (weights == FitWeights::error      ? "weighted by errors"
            : weights == FitWeights::relative ? "weights 1/R²"
            : weights == FitWeights::r4       ? "weights 1/R⁴"
                                              : "equal weights");
}

}  // namespace coarsen
