// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/other_session_words.hpp"

#include "app/window/values/setting_words.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

namespace {

QString shortened(const std::string& text, int most) {
    const QString whole = text.empty() ? QObject::tr("none") : QString::fromStdString(text);
    return whole.size() <= most ? whole : whole.left(most - 1) + QStringLiteral("…");
}

QString inUnit(const GrowthData& data, double px, int digits, bool isSigned) {
    LengthScale length;
    length.px = px;
    const QString text = significant(data.lengthOf(length), digits);
    return isSigned && px > 0 ? "+" + text : text;
}

QString whatDiffers(const GrowthData& data) {
    const SessionComparison& comparison = *data.otherSession;
    constexpr std::size_t most = 2;
    if (comparison.differences.empty()) return QObject::tr("same recipe");
    QStringList parts;
    for (const RecipeDifference& one : comparison.differences) {
        if (static_cast<std::size_t>(parts.size()) == most) break;
        parts << shortened(settingWords(defaultRecipe(), one.key, one.other, data.timeUnit()).toStdString(), 48);
    }
    if (comparison.differences.size() > most) parts << QObject::tr("%1 more settings").arg(comparison.differences.size() - most);
    return parts.join(", ");
}

QString withEngine(const std::string& name, const std::string& engine) {
    const QString words = shortened(name, 32);
    return engine.empty() ? words : words + " (" + QString::fromStdString(engine) + ")";
}

}  // namespace

QString otherSessionLegend(const GrowthData& data) {
    if (!data.otherSession) return {};
    const SessionComparison& comparison = *data.otherSession;
    return QObject::tr("points: %1\nrings: %2,\n%3")
        .arg(withEngine(comparison.name, comparison.engine), withEngine(comparison.other->name, comparison.other->engine),
             whatDiffers(data));
}

QString otherSessionSentence(const GrowthData& data) {
    if (!data.otherSession) return {};
    const ResultComparison& comparison = data.otherSession->comparison;
    const QString name = shortened(data.otherSession->other->name, 40);
    const ComparedFrame* const largest = comparison.largest();
    QStringList parts;
    if (!largest) {
        parts << QObject::tr("%1: no frame has %2 in both").arg(name, data.lengthLabel());
    } else {
        const QString unit = data.lengthUnit().name;
        const QString errors = std::isfinite(largest->differenceInErrors())
                                   ? QObject::tr(", %1 errors").arg(significant(std::abs(largest->differenceInErrors()), 2))
                                   : QString();
        parts << (largest->differencePx() == 0
                      ? QObject::tr("%1: %2 is the same in all of %3")
                            .arg(name, data.lengthLabel())
                            .arg(counted(comparison.counted, QObject::tr("frame"), QObject::tr("frames")))
                      : QObject::tr("%1: %2 differs by %3 %4 on average, most by %5 %4 (frame %6%7)")
                            .arg(name, data.lengthLabel(), inUnit(data, comparison.meanPx, 2, true), unit,
                                 inUnit(data, largest->differencePx(), 2, true))
                            .arg(largest->frame)
                            .arg(errors));
        if (largest->differencePx() != 0)
            parts << (comparison.withinErrors == comparison.counted
                          ? QObject::tr("within the errors in all of %1")
                                .arg(counted(comparison.counted, QObject::tr("frame"), QObject::tr("frames")))
                          : QObject::tr("within the errors in %1 of %2 frames")
                                .arg(comparison.withinErrors)
                                .arg(comparison.counted));
    }
    if (!comparison.onlyHere.empty() || !comparison.onlyOther.empty())
        parts << QObject::tr("only here %1, only there %2").arg(comparison.onlyHere.size()).arg(comparison.onlyOther.size());
    if (comparison.otherImages > 0) parts << QObject::tr("%1 of another image").arg(comparison.otherImages);
    return parts.join("; ");
}

QString otherSessionDetails(const GrowthData& data) {
    if (!data.otherSession) return {};
    const SessionComparison& comparison = *data.otherSession;
    QStringList lines{QObject::tr(
        "Differences are the other session's length less this session's, both in this session's unit; errors are the\n"
        "larger of the frame's two standard errors. Excluded frames do not count.")};
    for (const RecipeDifference& one : comparison.differences)
        lines << QObject::tr("There %1; here %2")
                     .arg(shortened(settingWords(defaultRecipe(), one.key, one.other, data.timeUnit()).toStdString(), 80),
                          shortened(settingWords(defaultRecipe(), one.key, one.here, data.timeUnit()).toStdString(), 80));
    if (comparison.differences.empty()) lines << QObject::tr("The recipes are the same.");
    if (comparison.engine != comparison.other->engine)
        lines << QObject::tr("Engine: there %1, here %2")
                     .arg(shortened(comparison.other->engine, 60), shortened(comparison.engine, 60));
    if (comparison.other->strangers > 0)
        lines << QObject::tr("%1 of the other's images are not open here.").arg(comparison.other->strangers);
    return lines.join('\n');
}

QString differenceText(const GrowthData& data, int frame) {
    const ComparedFrame* const one = data.otherSession ? data.otherSession->comparison.find(frame) : nullptr;
    if (!one) return {};
    LengthScale difference;  // to a hundredth of the error: what lies below is nobody's
    difference.px = one->differencePx();
    difference.errorPx = std::fmax(one->errorPx, one->otherErrorPx);
    const double value = data.lengthOf(difference), error = data.errorOf(difference);
    const QString text = error > 0 ? (value > 0 ? "+" : "") + number(value, std::max(0, 2 - int(std::floor(std::log10(error)))))
                                   : inUnit(data, one->differencePx(), 3, true);
    const double errors = one->differenceInErrors();
    return std::isfinite(errors) ? text + " (" + number(errors, 1) + ")" : text;
}

}  // namespace coarsen::window
