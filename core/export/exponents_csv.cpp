// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_series.hpp"
#include "core/base/numbers.hpp"
#include "core/export/tables.hpp"
#include "core/growth/exponents.hpp"

#include <algorithm>

namespace coarsen {

std::string exponentsCsv(const Session& session) {
    const GrowthSeries series = growthOf(session);
    const auto byStart = exponentsByStart(series, session.recipe.fit), local = localExponents(series, session.recipe.fit);
    std::string text = "frame,time_s,n_from_start,n_from_start_err,n_local,n_local_err\n";
    for (const auto& [frame, row] : session.results) {
        const auto start = std::ranges::find(byStart, frame, &ExponentAt::frame);
        const auto here = std::ranges::find(local, frame, &ExponentAt::frame);
        const bool isStart = start != byStart.end(), isLocal = here != local.end();
        if (!isStart && !isLocal) continue;
        text += std::to_string(frame) + ',' + shortest(row->timeS);
        text += isStart ? ',' + shortest(start->n) + ',' + shortest(start->error) : ",,";
        text += isLocal ? ',' + shortest(here->n) + ',' + shortest(here->error) : ",,";
        text += '\n';
    }
    return text;
}

}  // namespace coarsen
