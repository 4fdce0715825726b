// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/finish_run.hpp"

#include "core/analysis/devices.hpp"
#include "core/analysis/doubtful_frames.hpp"
#include "core/analysis/row_list.hpp"
#include "core/analysis/self_similarity.hpp"
#include "core/analysis/series_warnings.hpp"

namespace coarsen {

SeriesJudgement judgementOf(const Session& session) {
    const RowList rows = rowsMarked(session.results, session.excluded);
    const auto trend = zeroToMaximumTrend(rows);
    return {doubtfulFrames(rows, session.calibration, fitOf(session.recipe).length), seriesWarnings(session.recipe, rows),
            trend ? trend->warning() : std::string()};
}

SeriesJudgement finishRun(Session& session, const std::vector<int>& measured, const EngineList& engines) {
    const ResultKeys keys = session.keysOfToday();
    for (const int frame : measured)
        session.resultKeys[frame] = keys.of(frame);
    session.device = devicesOf(engines, session.results);
    session.fits = fitGrowth(growthOf(session), session.recipe.fit);
    return judgementOf(session);
}

}  // namespace coarsen
