// SPDX-License-Identifier: GPL-3.0-or-later
// The options that give the frames their times.
#include "app/cli/analyze_options.hpp"
#include "core/base/error.hpp"
#include "core/base/time_unit.hpp"
#include "core/base/units.hpp"

namespace coarsen::cli {

std::optional<TimeChoice> timeChoice(const AnalyzeOptions& options) {
    if (options.interval) {
        const auto typed = typedTime(*options.interval);
        if (!typed)
            throw SettingError("--interval", "'" + *options.interval + "' is no time",
                               "write it in seconds, as 60, or with its unit (" + std::string(timeUnitsInWords) + "), as 10min");
        if (!(typed->seconds > 0)) throw SettingError("--interval", "it must be above 0 seconds", "write --interval 60");
        return TimeChoice{TimeChoice::Kind::interval, typed->seconds, {}, options.numbered};
    }
    if (options.times == nameOf(TimeSource::mtime)) return TimeChoice{TimeChoice::Kind::mtime, 1, {}};
    if (!options.times.empty())
        return TimeChoice{TimeChoice::Kind::table, 1, options.times, false, timeColumnsFrom(options.timeColumns)};
    if (!options.timesFrom.empty()) return coarsen::timesFromText(options.timesFrom);
    if (options.numbered) return TimeChoice{TimeChoice::Kind::index, 1, {}, true};
    return std::nullopt;
}

}  // namespace coarsen::cli
