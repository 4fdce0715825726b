// SPDX-License-Identifier: GPL-3.0-or-later
// When the document's frames were taken, from when on they count, and in which unit that is said.
#include "app/window/document/document.hpp"
#include "app/window/theme/words.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen::window {

void Document::setTimes(const TimeChoice& times) {
    Choices after = choices();
    after.times = times;
    change(tr("times"), std::move(after));
}

void Document::setTimes(const TimeChoice& times, std::optional<double> t0S, TimeUnit unit,
                        const std::map<std::string, TimeUnit>& typedUnits) {
    if (times == session_.times && times.kind == TimeChoice::Kind::table) readTimes();  // it may have been mended
    Choices after = choices();
    after.times = times;
    after.timeUnit = unit;
    for (const auto& [setting, typed] : typedUnits)
        after.typedUnits[setting] = typed;
    const bool isOtherQuench = t0S != after.recipe.fit.t0S;
    after.recipe.fit.t0S = t0S;
    if (!(times == session_.times)) return change(tr("times"), std::move(after));
    if (!isOtherQuench) return change(tr("times in %1").arg(wordsOf(unit)), std::move(after));
    const auto typed = after.typedUnits.find("fit.t0");
    change(nameOfTime("fit.t0", t0S, typed == after.typedUnits.end() ? fieldUnit("fit.t0", t0S.value_or(0)) : typed->second),
           std::move(after));
}

void Document::setTimeUnit(TimeUnit unit) {
    Choices after = choices();
    after.timeUnit = unit;
    change(tr("times in %1").arg(wordsOf(unit)), std::move(after));
}

void Document::setTime(const QString& key, std::optional<double> seconds, TimeUnit typed) {
    Choices after = choices();
    after.typedUnits[key.toStdString()] = typed;
    set(after.recipe, key.toStdString(), seconds ? FieldValue(*seconds) : FieldValue(std::string()));
    change(nameOfTime(key, seconds, typed), std::move(after));
}

/// "fit: time of the quench −20 h"
QString Document::nameOfTime(const QString& key, const std::optional<double>& seconds, TimeUnit unit) const {
    for (const FieldDescription& field : fieldsOf(session_.recipe, "fit"))
        if ("fit." + field.name == key.toStdString())
            return tr("fit: %1 %2")
                .arg(translated(field.label).toLower(), seconds ? fieldText(*seconds - fieldOrigin(key.toStdString()), unit)
                                                        : field.isOptional ? tr("not known")
                                                                           : tr("open"));
    return key;
}

double Document::timeOrigin() const {
    return session_.recipe.fit.t0S.value_or(firstTime(session_.series));
}

double Document::fieldOrigin(const std::string& setting) const {
    return setting == "fit.from" || setting == "fit.to" ? timeOrigin() : 0;
}

TimeUnit Document::fieldUnit(const std::string& setting, double seconds) const {
    const bool isInterval = setting == "times.interval";
    if (!timesAreSeconds() && !isInterval) return TimeUnit::automatic;
    if (const auto typed = session_.typedUnits.find(setting);
        typed != session_.typedUnits.end() && typed->second != TimeUnit::automatic)
        return typed->second;
    const auto unitNamed = [](const Unit& unit) { return timeUnitNamed(unit.name.toStdString()).value_or(TimeUnit::second); };
    const TimeUnit ofSeries = session_.timeUnit != TimeUnit::automatic ? session_.timeUnit
                              : growth_ && timesAreSeconds()           ? unitNamed(growth_->timeUnit())
                                                                       : TimeUnit::second;
    const double size = std::abs(seconds), inUnit = size / secondsIn(ofSeries);
    if (size == 0 || !std::isfinite(size) || std::abs(inUnit * 1000 - std::round(inUnit * 1000)) < 1e-6 * inUnit) return ofSeries;
    for (const TimeUnit smaller : {TimeUnit::hour, TimeUnit::minute, TimeUnit::second}) {  // "10 min" rather than "0.1667 h"
        const double inSmaller = size / secondsIn(smaller);
        if (smaller < ofSeries && inSmaller < 1000 && inSmaller == std::round(inSmaller)) return smaller;
    }
    return inUnit < 0.01 ? unitNamed(timeUnit(true, size)) : ofSeries;
}

void Document::tellOfQuench() {
    const QString title = tr("Frames before the quench");
    retract(title);
    const double t0 = timeOrigin();
    const auto before = std::ranges::count_if(session_.series.frames, [=](const FrameSource& frame) { return frame.timeS < t0; });
    if (!session_.recipe.fit.t0S || t0 == 0 || before == 0 || !timesAreSeconds()) return;
    const QString when = "t₀ = " + fieldText(t0, fieldUnit("fit.t0", t0)),
                  sign = tr("A quench before the first frame has a negative t₀.");
    if (before == frameCount())
        raise({Notice::Kind::warning, title,
               tr("All frames lie before the quench, %1: no power law can be fitted. %2").arg(when, sign)});
    else
        raise({Notice::Kind::information, title,
               tr("%1 of %2 frames lie before the quench, %3: power laws leave them out. %4")
                   .arg(before)
                   .arg(frameCount())
                   .arg(when, sign)});
}

bool Document::timesAreSeconds() const {
    return !countsFrames(session_.series);
}

QString Document::timeSourceText() const {
    if (!isOpen()) return {};
    switch (session_.series.frames.front().timeSource) {
        case TimeSource::filename:
            return tr("Time from file names");
        case TimeSource::exif:
            return tr("Time from EXIF");
        case TimeSource::tiff:
            return tr("Time from TIFF tags");
        case TimeSource::video:
            return tr("Time from the film");
        case TimeSource::interval:
            return (session_.times.byNumber ? tr("Every %1, by the names' numbers") : tr("Every %1"))
                .arg(fieldText(session_.times.intervalS, fieldUnit("times.interval", session_.times.intervalS)));
        case TimeSource::table:
            return tr("Time from a table");
        case TimeSource::index:
            return session_.times.byNumber ? tr("Number in the name, no times") : tr("Frame number, no times");
    }
    return {};
}

}  // namespace coarsen::window
