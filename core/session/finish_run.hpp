// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"
#include "core/growth/off_neighbours.hpp"
#include "core/session/session.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// Judgement that the rows of a series give together and no row alone.
struct SeriesJudgement {
    std::vector<OffNeighbours> offNeighbours;  ///< frames to look at
    std::vector<Warning> warnings;             ///< of settings that spoil the series
    std::string notSelfSimilar;                ///< that the shape of C1D changes, as a sentence; empty: it does not
};
SeriesJudgement judgementOf(const Session& session);

/// Finishes a run once its rows and their correlation with the frame before are in the session, whoever measured them: keys,
/// devices and fits are put beside them, and the series is judged. `measured`: the frames whose rows are of today's recipe.
/// Throws SettingError where the fit's settings do not suit the series.
SeriesJudgement finishRun(Session& session, const std::vector<int>& measured, const EngineList& engines);

}  // namespace coarsen
