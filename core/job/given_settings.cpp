// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/given_settings.hpp"

#include "core/base/clock_time.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/time_unit.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace coarsen {

namespace {

std::string_view keyGivenBy(std::string_view name) {
    if (name == "fit") return "fit.model";
    return name == "--t0" || name == "t0_s" ? "fit.t0" : name;
}

/// True for a moment on the series' clock, for which a date may stand.
bool isMoment(std::string_view key) {
    return key == "fit.t0" || key == "fit.from" || key == "fit.to";
}

}  // namespace

void applySettings(Recipe& recipe, const GivenSettings& given) {
    for (const auto& [name, text] : given)
        if (const std::string_view key = keyGivenBy(name); !isMoment(key) || !clockTime(text)) setText(recipe, key, text);
}

void applyRegion(Recipe& recipe, const Region& region) {
    setText(recipe, "crop.shapes", textOf(region));
    setText(recipe, "crop.on", "true");
}

void refuseTimesOfNumbers(const GivenSettings& given) {
    for (const auto& [name, text] : given) {
        if (!isMoment(keyGivenBy(name))) continue;
        if (const auto time = typedTime(text); (time && time->unit != TimeUnit::automatic) || clockTime(text))
            throw SettingError(name, "'" + text + "' is a time, but the frames have none: they are numbered",
                               "give their times with --interval or --times, or count it in frames, as " + name + "=-5");
    }
}

void refuseUnsaidNumbers(const Session& session) {
    if (session.times.kind != TimeChoice::Kind::automatic || !countsFrames(session.series)) return;
    const double t0 = session.recipe.fit.t0S.value_or(0);
    const auto numbers = std::ranges::find(session.series.notes, "time.numbers", &Said::code);
    if (t0 == 0 || numbers == session.series.notes.end()) return;
    throw SettingError(
        "--t0", "the quench is at " + shortest(t0) + ", and the frames have no times: the numbers in their names only count",
        numbers->flag + " takes them for seconds (min and h likewise), --times-from number counts frames");
}

void applyDates(Session& session, const GivenSettings& given) {
    for (const auto& [name, text] : given) {
        const std::string key(keyGivenBy(name));
        if (!isMoment(key)) continue;
        session.typedUnits.erase(key);
        const auto moment = clockTime(text);
        if (!moment) continue;
        if (moment->zone)
            throw SettingError(name, "'" + text + "' names a time zone, and the frames' clock says none",
                               "write it as that clock showed it, as \"" + clockText(moment->seconds) + "\"");
        const std::optional<double> start = session.series.clockStartS;
        if (!start)
            throw SettingError(name, "'" + text + "' is a date, but only the intervals between the frames are known",
                               "give it in seconds or with a unit, as " + name + "=\"-20 h\", or dates with --times");
        set(session.recipe, key, moment->seconds - *start);
        session.typedUnits[key] = TimeUnit::clock;
    }
}

}  // namespace coarsen
