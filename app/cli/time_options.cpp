// SPDX-License-Identifier: GPL-3.0-or-later
// The options that give the frames their times.
#include "app/cli/analyze_options.hpp"

namespace coarsen::cli {

std::optional<TimeChoice> timeChoice(const AnalyzeOptions& options) {
    if (options.scale.intervalS) return TimeChoice{TimeChoice::Kind::interval, *options.scale.intervalS, {}, options.numbered};
    if (options.times == nameOf(TimeSource::mtime)) return TimeChoice{TimeChoice::Kind::mtime, 1, {}};
    if (!options.times.empty())
        return TimeChoice{TimeChoice::Kind::table, 1, options.times, false, timeColumnsFrom(options.timeColumns)};
    if (!options.timesFrom.empty()) return coarsen::timesFromText(options.timesFrom);
    if (options.numbered) return TimeChoice{TimeChoice::Kind::index, 1, {}, true};
    return std::nullopt;
}

}  // namespace coarsen::cli
