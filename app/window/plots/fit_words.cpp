// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/fit_words.hpp"

#include "app/window/theme/words.hpp"

#include <QObject>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace coarsen::window {

Unit rateUnit(const GrowthData& data) {
    const QString length = data.calibration.isKnown() ? QStringLiteral("µm") : QStringLiteral("px");
    if (!data.timesAreSeconds) return {length + QStringLiteral("/frame"), 1};
    return {length + "/" + data.timeUnit().name, 1 / data.timeUnit().perBase};
}

namespace {

QString superscript(int power) {
    static const QString digits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    return power == 1 ? QString() : QString(digits[power]);
}

/// "{n}" and "{n:value}" filled in.
QString filledIn(const std::string& words, const GrowthData& data, const GrowthModel& model,
                 const std::vector<FitParameter>& shown) {
    QString text = translated(words);
    for (const FitParameter& parameter : shown) {
        const QString name = QString::fromStdString(parameter.name);
        text.replace("{" + name + "}", parameterText(data, model, parameter));
        text.replace("{" + name + ":value}", parameterText(data, model, parameter, false));
    }
    return text;
}

}  // namespace

Unit unitOf(const GrowthData& data, const ModelParameter& parameter) {
    if (parameter.length == 0 && parameter.time == 0) return {};
    if (parameter.length == 0 && parameter.time == 1) return data.timeUnit();
    if (parameter.length == 1 && parameter.time == 0 && parameter.exponent.empty()) return data.lengthUnit();
    const QString time = data.timesAreSeconds ? data.timeUnit().name : QStringLiteral("frame");
    QString name = parameter.length == 0 ? QStringLiteral("1")
                                         : (data.calibration.isKnown() ? QStringLiteral("µm") : QStringLiteral("px")) +
                                               superscript(parameter.length);
    if (!parameter.exponent.empty()) return {name + "/" + time + QStringLiteral("ⁿ"), 1};
    if (parameter.time < 0) name += "/" + time + superscript(-parameter.time);
    if (parameter.time > 0) name += " " + time + superscript(parameter.time);
    return {name, data.timesAreSeconds ? std::pow(data.timeUnit().perBase, parameter.time) : 1};
}

std::vector<FitParameter> shownParameters(const GrowthData& data, const GrowthFit& fit) {
    std::vector<FitParameter> shown = fit.parameters;
    for (FitParameter& parameter : shown)
        if (const ModelParameter& known = growthModelNamed(fit.model).parameter(parameter.name); !known.exponent.empty())
            parameter = amplitudePer(fit, known, 1 / data.timeUnit().perBase);
    return shown;
}

QString equationOf(const GrowthData& data, const std::string& model) {
    return translated(growthModelNamed(model).formula).replace(rMaxText(), data.lengthLabel());
}

QString symbolOf(const ModelParameter& parameter) {
    return QString::fromStdString(parameter.symbol);
}

QString parameterText(const GrowthData& data, const GrowthModel& model, const FitParameter& parameter, bool withSymbol) {
    const ModelParameter& known = model.parameter(parameter.name);
    const Unit unit = unitOf(data, known);
    const QString value = withError(parameter.value * unit.perBase, parameter.error * unit.perBase, unit.name);
    return withSymbol ? symbolOf(known) + " = " + value : value;
}

FitResultWords resultOf(const GrowthData& data, const GrowthFit& fit) {
    const GrowthModel& model = growthModelNamed(fit.model);
    const std::vector<FitParameter> shown = shownParameters(data, fit);
    const auto mentions = [](const std::string& words, const std::string& name) {
        return words.find("{" + name + "}") != std::string::npos || words.find("{" + name + ":") != std::string::npos;
    };
    const std::string headline = model.headline.empty() ? "{" + shown.front().name + "}" : model.headline;
    const std::string detail = !model.detail.empty() || shown.size() < 2 ? model.detail : "{" + shown[1].name + "}";
    QStringList all = {filledIn(headline, data, model, shown)};
    FitResultWords words{all.front(), filledIn(detail, data, model, shown), {}};
    for (const FitParameter& parameter : shown)
        if (!mentions(headline, parameter.name))
            all << parameterText(data, model, parameter) + (model.parameter(parameter.name).isInstant && data.hasQuench()
                                                                ? QObject::tr(" after the quench")
                                                                : QString());
    words.all = all.join(", ");
    return words;
}

QString r2Text(const GrowthFit& fit) {
    const QString text = QStringLiteral("R² = ") + number(fit.r2, 4);
    return growthModelNamed(fit.model).r2IsCentred ? text : text + QObject::tr(" (about 0, not the mean)");
}

QString quenchShiftText(const GrowthData& data, const GrowthFit& fit) {
    if (!data.quenchShift || fit.model != "power" || !fit.isFitted()) return {};
    const auto [interval, earlier, later] = *data.quenchShift;
    const auto [low, high] = std::minmax(earlier, later);
    const QString by = data.timesAreSeconds ? timeText(interval, data.timeUnit()) : QObject::tr("%1 frames").arg(interval);
    return QObject::tr("t₀ ± %1 (one interval): n = %2 to %3").arg(by, significant(low, 3), significant(high, 3));
}

QString misfitWords(const GrowthFit& fit) {
    return fit.isFitted() && fit.misfit.isSure
               ? QObject::tr("misses points by up to %1 %").arg(std::lround(100 * fit.misfit.largest))
               : QString();
}

namespace {

/// "94.6", "468123": four digits, more of a large number, no zeros after them.
QString shortNumber(double value) {
    const int whole = value == 0 ? 1 : static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    return QString::number(value, 'g', std::max(4, whole)).replace('-', QStringLiteral("−"));
}

/// "41 frames, 20 to 94.6 h"
QString extentOf(const GrowthData& data, const GrowthFit& fit) {
    const auto [first, last] = data.timesOf(fit);
    return QObject::tr("%1, %2 to %3")
        .arg(fit.withoutWeight.empty() ? counted(static_cast<int>(fit.frames.size()), QObject::tr("frame"), QObject::tr("frames"))
                                       : QString::fromStdString(withoutWeightWords(fit)),
             shortNumber(first), shortNumber(last) + (data.timesAreSeconds ? " " + data.timeUnit().name : QString()));
}

/// How the points count, and whether the law holds.
QStringList mannerOf(const GrowthData& data, const GrowthFit& fit, const QString& byError) {
    QStringList parts = {data.settings.weights == FitWeights::error      ? byError
                         : data.settings.weights == FitWeights::relative ? QObject::tr("weights 1/R²")
                         : data.settings.weights == FitWeights::r4       ? QObject::tr("weights 1/R⁴")
                                                                         : QObject::tr("equal weights")};
    if (data.settings.robust) parts << QObject::tr("robust");
    if (const QString misfit = misfitWords(fit); !misfit.isEmpty()) parts << misfit;
    return parts;
}

}  // namespace

QString fitConditions(const GrowthData& data, const GrowthFit& fit) {
    const QString extent = extentOf(data, fit);
    return (QStringList{equationOf(data, fit.model), data.hasQuench() ? QObject::tr("%1 after the quench").arg(extent) : extent} +
            mannerOf(data, fit, QObject::tr("weighted by each frame's error")))
        .join(QStringLiteral("; "));
}

LineWords lineWords(const GrowthData& data) {
    LineWords words;
    const GrowthFit* const fit = data.chosenFit();
    const bool isFitted = fit && fit->isFitted();
    if (const GrowthFit* const earlier = data.earlierFit()) {
        const auto points = [](const GrowthFit& one) { return static_cast<int>(one.frames.size()); };
        words.earlier = data.fitsAreEarlier ? QObject::tr("fit of an earlier recipe,\n%1 points").arg(points(*earlier))
                                            : QObject::tr("earlier fit, %1 points").arg(points(*earlier));
        if (isFitted && !data.fitsAreEarlier) words.line = QObject::tr("present recipe, %1 points").arg(points(*fit));
        return words;
    }
    if (!isFitted) return words;
    words.line = equationOf(data, fit->model);
    words.band = QObject::tr("95 % band, shared error included");
    if (data.isTruthShown && data.hasTruth()) words.truth = QObject::tr("the true %1").arg(rMaxText());
    return words;
}

QString resultWords(const GrowthData& data, bool withEquation, bool withScaledErrors) {
    const GrowthFit* const fit = data.chosenFit();
    if (!fit || !fit->isFitted() || data.fitsAreEarlier) return {};
    QStringList lines;
    if (withEquation) lines << equationOf(data, fit->model);
    for (FitParameter parameter : shownParameters(data, *fit)) {
        if (withScaledErrors) parameter.error = parameter.errorScaled;
        lines << parameterText(data, growthModelNamed(fit->model), parameter);
    }
    if (withScaledErrors) lines << QObject::tr("errors scaled by the misfit (√χ²ᵣ)");
    lines << extentOf(data, *fit) << mannerOf(data, *fit, QObject::tr("weights 1/error²"));
    return lines.join('\n');
}

QString weakText(const GrowthData& data, const GrowthFit& fit) {
    const auto [weak, all] = data.weakFramesOf(fit);
    if (weak == 0) return {};
    if (weak == all) return QObject::tr("All %1 frames of the fit are weak: no length is certain").arg(all);
    return weak == 1 ? QObject::tr("One of the fit's %1 frames is weak").arg(all)
                     : QObject::tr("%1 of the fit's %2 frames are weak").arg(weak).arg(all);
}

QString preferenceText(const GrowthData& data) {
    const GrowthFit* const fit = data.chosenFit();
    if (!fit || !fit->isFitted() || data.fitsAreEarlier || !data.isComplete) return {};
    QStringList parts;
    if (const auto better = betterModel(data.fits, fit->model)) {
        const QString words =
            QObject::tr("The data prefer “%1”: it fits far better (AIC)").arg(translated(growthModelNamed(better->model).label));
        parts << (better->misfit.isSure ? QObject::tr("%1, but it misses points, too").arg(words) : words);
    }
    if (const QString weak = weakText(data, *fit); !weak.isEmpty()) parts << weak;
    if (const auto change = data.focusChangeOf(*fit)) parts << translated(focusWords(*change));
    if (fit->model != "line" && showsNoGrowth(data.fits))
        parts << QObject::tr("A line with an intercept shows no growth within the error");
    return parts.join(QStringLiteral(".  "));
}

QString whyNoPoints(const GrowthData& data, bool logarithmic) {
    const auto hasLength = [&data](const GrowthData::Point& point) {
        return point.isMeasured && data.leading(point.result()).isFound() && data.grown(point.result()).isFound();
    };
    const auto isDrawn = [&](const GrowthData::Point& point) {
        return hasLength(point) && (!logarithmic || data.timeOf(point.result()) > 0);
    };
    const auto measured = std::ranges::count_if(data.points, &GrowthData::Point::isMeasured);
    if (measured == 0)
        return QObject::tr("The series is not analysed yet.\nF5 analyses the series; points appear here as frames are done.");
    if (std::ranges::any_of(data.points, isDrawn) || data.otherSession) return {};
    if (data.isRunning)
        return QObject::tr("No frame has a length yet: %1 of %2 are measured.").arg(measured).arg(data.points.size());
    if (std::ranges::any_of(data.points, hasLength))
        return QObject::tr(
            "No frame lies after the time from which the axis counts, and logarithmic axes show no others.\n"
            "Choose linear axes (L), or set t₀.");
    const auto first = std::ranges::find_if(
        data.points, [](const GrowthData::Point& point) { return point.isMeasured && !point.result().message.empty(); });
    QString reason;
    if (first != data.points.end())
        reason = QObject::tr("\nFrame %1: %2").arg(first->result().frame).arg(sentence(translated(first->result().message)));
    const auto failed = std::ranges::count_if(data.points, [](const GrowthData::Point& point) {
        return point.isMeasured && point.result().status == FrameStatus::failed;
    });
    if (failed == measured)
        return (measured == 1 ? QObject::tr("The frame that was measured could not be read.")
                              : QObject::tr("None of the %1 frames could be read.").arg(measured)) +
               reason + QObject::tr("\nRepair the files or open others; Shift+F5 measures all again.");
    return (measured == 1 ? QObject::tr("The frame that was measured has no %1.").arg(data.lengthLabel())
                          : QObject::tr("None of the %1 measured frames has %2.").arg(measured).arg(data.lengthLabel())) +
           reason + QObject::tr("\nThe table has the reason of every frame.");
}

QString headline(const GrowthData& data) {
    const GrowthFit* const fit = data.chosenFit();
    if (!fit || !fit->isFitted() || data.fitsAreEarlier) return {};
    if (data.weakFramesOf(*fit).areAll()) return QObject::tr("weak frames only");
    if (fit->model == "line" && showsNoGrowth(data.fits)) return QObject::tr("no growth within the error");
    return resultOf(data, *fit).headline;
}

}  // namespace coarsen::window
