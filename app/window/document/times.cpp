// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/times.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/clock_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

double Times::origin() const {
    return opened_.session.recipe.fit.t0S.value_or(firstTime(opened_.session.series));
}

double Times::fieldOrigin(const std::string& setting) const {
    return setting == "fit.from" || setting == "fit.to" ? origin() : 0;
}

TimeUnit Times::fieldUnit(const std::string& setting, double seconds) const {
    const bool isInterval = setting == "times.interval";
    if (!areSeconds() && !isInterval) return TimeUnit::automatic;
    if (const auto typed = opened_.session.typedUnits.find(setting); typed != opened_.session.typedUnits.end() &&
                                                                     typed->second != TimeUnit::automatic &&
                                                                     (typed->second != TimeUnit::clock || clockStartS()))
        return typed->second;
    const auto unitNamed = [](const Unit& unit) { return timeUnitNamed(unit.name.toStdString()).value_or(TimeUnit::second); };
    const TimeUnit ofSeries = opened_.session.timeUnit != TimeUnit::automatic ? opened_.session.timeUnit
                              : growth_ && areSeconds()                       ? unitNamed(growth_->timeUnit())
                                                                              : TimeUnit::second;
    const double size = std::abs(seconds), inUnit = size / secondsIn(ofSeries);
    if (size == 0 || !std::isfinite(size) || std::abs(inUnit * 1000 - std::round(inUnit * 1000)) < 1e-6 * inUnit) return ofSeries;
    for (const TimeUnit smaller : {TimeUnit::hour, TimeUnit::minute, TimeUnit::second}) {  // "10 min" rather than "0.1667 h"
        const double inSmaller = size / secondsIn(smaller);
        if (smaller < ofSeries && inSmaller < 1000 && inSmaller == std::round(inSmaller)) return smaller;
    }
    return inUnit < 0.01 ? unitNamed(timeUnit(true, size)) : ofSeries;
}

QString Times::momentText(double seconds, TimeUnit unit) const {
    if (unit != TimeUnit::clock || !clockStartS()) return fieldText(seconds, unit == TimeUnit::clock ? TimeUnit::second : unit);
    return QString::fromStdString(clockText(*clockStartS() + seconds));
}

QString Times::titleOfQuench() {
    return QObject::tr("Frames before the quench");
}

std::optional<Notice> Times::ofQuench() const {
    const double t0 = origin();
    const auto before =
        std::ranges::count_if(opened_.session.series.frames, [=](const FrameSource& frame) { return frame.timeS < t0; });
    if (!opened_.session.recipe.fit.t0S || t0 == 0 || before == 0 || !areSeconds()) return std::nullopt;
    const QString when = "t₀ = " + momentText(t0, fieldUnit("fit.t0", t0)),
                  sign = QObject::tr("A quench before the first frame has a negative t₀.");
    if (before == opened_.frameCount())
        return Notice{Notice::Kind::warning, titleOfQuench(),
                      QObject::tr("All frames lie before the quench, %1: no power law can be fitted. %2").arg(when, sign)};
    return Notice{Notice::Kind::information, titleOfQuench(),
                  QObject::tr("%1 of %2 frames lie before the quench, %3: power laws leave them out. %4")
                      .arg(before)
                      .arg(opened_.frameCount())
                      .arg(when, sign)};
}

bool Times::areSeconds() const {
    return !countsFrames(opened_.session.series);
}

QString Times::sourceText() const {
    if (!opened_.isOpen()) return {};
    switch (opened_.session.series.frames.front().timeSource) {
        case TimeSource::filename:
            return QObject::tr("Time from file names");
        case TimeSource::exif:
            return QObject::tr("Time from EXIF");
        case TimeSource::tiff:
            return QObject::tr("Time from TIFF tags");
        case TimeSource::video:
            return QObject::tr("Time from the film");
        case TimeSource::interval:
            return (opened_.session.times.byNumber ? QObject::tr("Every %1, by the names' numbers") : QObject::tr("Every %1"))
                .arg(fieldText(opened_.session.times.intervalS, fieldUnit("times.interval", opened_.session.times.intervalS)));
        case TimeSource::table:
            return QObject::tr("Time from a table");
        case TimeSource::mtime:
            return QObject::tr("Time from the files' dates");
        case TimeSource::index:
            return opened_.session.times.byNumber ? QObject::tr("Number in the name, no times")
                                                  : QObject::tr("Frame number, no times");
    }
    return {};
}

}  // namespace coarsen::window
