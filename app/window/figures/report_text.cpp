// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/report_text.hpp"

#include "app/window/plots/fit_words.hpp"
#include "app/window/plots/group_words.hpp"
#include "app/window/plots/sample_charts.hpp"
#include "core/base/numbers.hpp"
#include "core/export/provenance.hpp"
#include "core/export/recipe_words.hpp"
#include "core/measure/lengths.hpp"
#include "core/series/volume_series.hpp"

#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int timeColumn = 1;  // of the frames' table

QString words(const char* text) {
    return QObject::tr(text);
}

QString textOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString withSigns(QString text) {
    return text.replace(" um", " µm").replace(" x ", " × ");
}

/// Both ends with the decimals that the error deserves.
QString interval(double low, double high, double error) {
    const auto end = [&](double value) {
        return QString::fromStdString(roundedToError(value, error > 0 ? error : std::abs(value) / 1000).value)
            .replace('-', QChar(0x2212));
    };
    return end(low) + words(" to ") + end(high);
}

QString clockText(const std::string& iso) {
    const QDateTime time = QDateTime::fromString(textOf(iso), Qt::ISODate);
    return time.isValid() ? time.toUTC().toString("yyyy-MM-dd HH:mm:ss") + " UTC" : textOf(iso);
}

}  // namespace

ReportContent reportContent(const Document& document, bool logarithmic) {
    return {document.session(),
            document.growth().data(),
            document.frame().preview(),
            logarithmic,
            document.times().sourceText(),
            document.frame().warnings(),
            document.notices().list(),
            document.samples().data()};
}

QString reportSubtitle(const ReportContent& content) {
    const ImageSeries& series = content.session.series;
    const int count = static_cast<int>(series.frames.size());
    QStringList parts{content.ensemble ? counted(count, words("image"), words("images"))
                                       : counted(count, words("frame"), words("frames"))};
    if (series.first.width > 0)
        parts << (series.volumes ? words("%1 voxels, %2 bit") : words("%1 px, %2 bit"))
                     .arg(textOf(sizeText(series)))
                     .arg(series.first.bitsPerSample);
    if (!content.ensemble && content.growth->timesAreSeconds && series.frames.size() > 1) {
        const Unit unit = content.growth->timeUnit();
        parts << timeText(series.frames.back().timeS - series.frames.front().timeS, unit);
    }
    const Calibration& calibration = content.session.calibration;
    parts << (calibration.isKnown() ? significant(calibration.umPerPx(), 4) + words(" µm/px") : words("pixels only"));
    return parts.join(QStringLiteral("   ·   "));
}

QString scalingHeadline(const GrowthData& growth) {
    return withSigns(translated(scalingVerdict(growth.scaling)));
}

QString scalingCaption(const GrowthData& growth) {
    return words(
               "%1. The area of the surface by volume times %2, and its Euler number by volume times %3, of every volume with "
               "their standard errors: both are constant while growth is self-similar. Dashed: the straight line against ln %2.")
        .arg(withSigns(translated(scalingFigures(growth.scaling))), rMaxText(), rMaxText() + QStringLiteral("³"))
        .replace("S_V", "Sᵥ")
        .replace("chi", "χ");
}

QString reportHeadline(const ReportContent& content) {
    if (content.ensemble) return ensembleHeadline(*content.ensemble);
    const QString group = content.samples ? groupHeadline(*content.samples) : QString();
    return group.isEmpty() ? headline(*content.growth) : group;
}

QString reportAnswer(const ReportContent& content) {
    const GrowthData& growth = *content.growth;
    if (const QString group = content.samples ? groupSentence(*content.samples) : QString();
        !group.isEmpty() && !content.ensemble)
        return withSigns(group) + words(" Below: %1 alone.").arg(content.samples->at(content.samples->lookedAt).name());
    if (content.ensemble) return content.ensemble->groups.empty() ? content.ensemble->empty : content.ensemble->asText();
    const GrowthFit* const fit = growth.chosenFit();
    if (!fit) return words("The series has not been analysed.");
    if (growth.fitsAreEarlier) return words("No frame has been measured with this recipe: the fits are of an earlier one.");
    if (!fit->isFitted()) return words("No fit: %1").arg(withSigns(translated(fit->reason)));
    QString text = words("%1, %2, %3 of %4 frames. ± is one standard error")
                       .arg(textOf(growthModelNamed(fit->model).label), equationOf(growth, fit->model))
                       .arg(fit->frames.size())
                       .arg(growth.points.size());
    for (const FitParameter& parameter : fit->parameters)
        if (const ModelParameter& known = growthModelNamed(fit->model).parameter(parameter.name);
            known.length == 1 && known.time == -1 && parameter.errorShared > 0) {
            const double perBase = unitOf(growth, known).perBase;
            text += words(": %1 from the points, %2 shared by all frames")
                        .arg(significant(parameter.errorPoints * perBase, 2), significant(parameter.errorShared * perBase, 2));
        }
    const QString misfit = misfitWords(*fit), weak = weakText(growth, *fit);
    const auto focus = growth.focusChangeOf(*fit);
    return text + (misfit.isEmpty() ? QStringLiteral(".") : words(". It %1: the errors are too small.").arg(misfit)) +
           (weak.isEmpty() ? QString() : QStringLiteral(" ") + weak + QStringLiteral(".")) +
           (focus ? QStringLiteral(" ") + translated(focusWords(*focus)) + QStringLiteral(".") : QString());
}

TextTable fitTable(const GrowthData& growth) {
    TextTable table;
    table.header = {words("Model"),    words("Parameter"),     words("Value"), words("± points"),
                    words("± shared"), words("95 % interval"), words("Unit")};
    table.widthsMm = {38, 17, 34, 22, 18, 33, 12};
    table.isNumber = {false, false, true, true, true, true, false};
    for (const GrowthFit& fit : growth.fits) {
        const GrowthModel& model = growthModelNamed(fit.model);
        const bool isChosen = fit.model == growth.settings.chosenModel();
        if (model.offered != Offered::always && !isChosen) continue;
        const QString name = textOf(model.label) + (isChosen ? words(" (chosen)") : QString());
        if (!fit.isFitted()) {
            table.rows.push_back({{name, {}, words("no fit"), {}, {}, {}, {}}, isChosen, false, true, textOf(fit.reason)});
            continue;
        }
        const std::vector<FitParameter> parameters = shownParameters(growth, fit);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const FitParameter& parameter = parameters[i];
            const ModelParameter& known = model.parameter(parameter.name);
            const Unit unit = unitOf(growth, known);
            const double k = unit.perBase;
            const QString second = i == 1 ? equationOf(growth, fit.model) : QString();
            table.rows.push_back(
                {{i == 0 ? name : second, symbolOf(known), withError(parameter.value * k, parameter.error * k, {}),
                  significant(parameter.errorPoints * k, 2),
                  parameter.errorShared > 0 ? significant(parameter.errorShared * k, 2) : QStringLiteral("–"),
                  interval(parameter.low95 * k, parameter.high95 * k, parameter.error * k), unit.name},
                 isChosen,
                 false,
                 i == 0});
        }
        QString statistics = fit.parameters.size() < 2 ? equationOf(growth, fit.model) + "   " : QString();
        statistics += words("%1 frames   %2").arg(fit.frames.size()).arg(r2Text(fit));
        if (fit.chi2Reduced > 0) statistics += words("   χ²ᵣ %1").arg(number(fit.chi2Reduced, 2));
        const bool tellsAnInstant = std::ranges::any_of(model.parameters, &ModelParameter::isInstant);
        if (tellsAnInstant && growth.originS() != 0) statistics += words("   this t₀ counts from the same time as the axis");
        if (std::isfinite(fit.aic)) statistics += words("   AIC %1").arg(number(fit.aic, 1));
        if (const QString misfit = misfitWords(fit); !misfit.isEmpty())
            statistics += words("   %1: the errors are too small").arg(misfit);
        table.rows.push_back({{statistics}, false, true, false});
    }
    return table;
}

TextTable sampleTable(const SamplesData& samples) {
    const SampleColumn &rate = sampleColumn("rate"), &exponent = sampleColumn("exponent"), &last = sampleColumn("length_last");
    TextTable table;
    table.header = {words("Sample"),        samples.xText(),        words("Frames"),
                    words("Law"),           labelOf(samples, rate), labelOf(samples, exponent),
                    labelOf(samples, last), words("State")};
    table.widthsMm = {32, 20, 14, 24, 28, 22, 22, 12};
    table.isNumber = {false, true, true, false, true, true, true, false};
    const auto value = [&](const SampleLine& line, const SampleColumn& column) {
        const double perBase = unitOf(samples, column).perBase;
        const SampleValue found = column.value(line, 0);
        return std::isfinite(found.value) ? withError(found.value * perBase, found.error * perBase, {}) : QString();
    };
    const auto number = [](double x) { return std::isfinite(x) ? QString::fromStdString(shortest(x)) : QString(); };
    for (const ShownSample& one : samples.samples) {
        if (!one.entry.isShown) continue;
        const SampleLine line(*one.sample);
        const bool isDrawn = one.whyNotDrawn.isEmpty();
        table.rows.push_back({{one.name(), number(one.entry.x), QString::number(one.sample->counts.measured),
                               lawName(one.sample->settings.chosenModel()), isDrawn ? value(line, rate) : QString(),
                               isDrawn ? value(line, exponent) : QString(), isDrawn ? value(line, last) : QString(),
                               isDrawn ? one.words : one.whyNotDrawn},
                              false,
                              !isDrawn,
                              false});
    }
    bool isFirst = true;
    for (const ShownCondition& one : samples.conditions) {
        if (!one.isMean()) continue;
        const SampleLine line(one.joined);
        table.rows.push_back({{words("%1, mean").arg(one.name()),
                               number(one.joined.x),
                               words("%1 rep.").arg(one.joined.repeats),
                               lawName(one.joined.settings.chosenModel()),
                               value(line, rate),
                               value(line, exponent),
                               value(line, last),
                               {}},
                              true,
                              false,
                              std::exchange(isFirst, false)});
    }
    return table;
}

QString ensembleHeadline(const EnsembleData& ensemble) {
    constexpr std::size_t most = 3;
    if (ensemble.groups.empty() || ensemble.groups.size() > most) return {};
    QStringList parts;
    for (const EnsembleData::Group& group : ensemble.groups)
        if (!std::isnan(group.value)) parts << withError(group.value, group.error, ensemble.unit);
    return parts.isEmpty() ? QString() : ensemble.label + QStringLiteral(" = ") + parts.join(QStringLiteral(",  "));
}

TextTable lengthTable(const EnsembleData& ensemble, const GrowthData& growth) {
    TextTable table;
    table.header = {words("Group"),         ensemble.condition, words("Length"), words("Value (%1)").arg(ensemble.unit),
                    words("68 % interval"), words("Scatter"),   words("Own ±"),  words("Images")};
    table.widthsMm = {26, 16, 36, 26, 26, 14, 14, 16};
    table.isNumber = {false, true, false, true, true, true, true, true};
    const auto shown = [&](double px) {
        LengthScale length;
        length.px = px;
        return growth.lengthOf(length);
    };
    const auto share = [](double part, double whole) {
        return std::isnan(part) ? QStringLiteral("–") : significant(100 * part / whole, 2) + words(" %");
    };
    for (const EnsembleData::Group& group : ensemble.groups) {
        bool isFirst = true;
        for (const EnsembleLength& length : group.lengths) {
            const double value = shown(length.valuePx), error = shown(length.errorPx);
            const LengthEstimator* const known = lengthEstimator(length.key);
            const bool isOne = std::isnan(length.low68Px);
            table.rows.push_back(
                {{isFirst ? group.name : QString(),
                  isFirst && !ensemble.condition.isEmpty() && std::isfinite(group.x) ? significant(group.x, 4) : QString(),
                  known ? translated(known->label) : textOf(length.key), withError(value, error, {}),
                  isOne ? words("one image") : interval(shown(length.low68Px), shown(length.high68Px), error),
                  share(length.betweenPx, length.valuePx), share(length.withinPx, length.valuePx),
                  words("%1/%2").arg(length.images).arg(group.pooled)},
                 length.key == growth.settings.length,
                 false,
                 isFirst});
            isFirst = false;
        }
    }
    return table;
}

TextTable frameTable(const GrowthData& growth, bool isEnsemble) {
    TextTable table;
    const QString length = growth.lengthUnit().name, time = growth.timeUnit().name;
    table.header = {words("Frame"),
                    growth.timesAreSeconds ? words("Time (%1)").arg(time) : words("Time"),
                    growth.leadingLabel() + QStringLiteral(" (%1)").arg(length),
                    QStringLiteral("± (%1)").arg(length),
                    words("C at %1").arg(growth.leadingLabel()),
                    words("Quality"),
                    words("Status"),
                    words("File")};
    table.widthsMm = {14, 20, 20, 18, 20, 17, 20, 45};
    table.isNumber = {true, true, true, true, true, false, false, false};
    for (const GrowthData::Point& point : growth.points) {
        const FrameResult& row = point.result();
        TextTable::Row line;
        line.cells << QString::number(row.frame)
                   << (std::isfinite(row.timeS) ? number(growth.timeOf(row), growth.timesAreSeconds ? 2 : 0) : QString());
        const LengthScale& leading = growth.leading(row);
        if (point.isMeasured && leading.isFound()) {
            const double value = growth.lengthOf(leading), error = growth.errorOf(leading);
            const RoundedPair rounded = roundedToError(value, error);
            line.cells << (error > 0 ? textOf(rounded.value) : significant(value, 4))
                       << (error > 0 ? textOf(rounded.error) : QString())
                       << (std::isfinite(leading.c1d) ? number(leading.c1d, 3) : QString());
        } else {
            line.cells << QString() << QString() << QString();
        }
        const bool isAsked = point.isMeasured;
        line.cells << (isAsked ? textOf(nameOf(leading.quality)) : QString())
                   << (!isAsked           ? words("waiting")
                       : point.isStale    ? words("out of date")
                       : point.isExcluded ? words("excluded")
                                          : textOf(nameOf(row.status)))
                   << textOf(row.file);
        if (isAsked) line.below = withSigns(translated(row.message));
        line.isQuiet = point.isExcluded || point.isStale || !isAsked;
        if (isEnsemble) line.cells.removeAt(timeColumn);
        table.rows.push_back(std::move(line));
    }
    if (!isEnsemble) return table;
    table.header[0] = words("Image");
    table.header.removeAt(timeColumn);
    table.isNumber.erase(table.isNumber.begin() + timeColumn);
    table.widthsMm.back() += table.widthsMm[timeColumn];
    table.widthsMm.erase(table.widthsMm.begin() + timeColumn);
    return table;
}

std::vector<Fact> recipeFacts(const ReportContent& content) {
    std::vector<Fact> facts;
    const TimeUnit unit = timeUnitNamed(content.growth->timeUnit().name.toStdString()).value_or(TimeUnit::automatic);
    for (const RecipeLine& line : recipeInWords(content.session.recipe, unit)) {
        if (content.ensemble && line.name == "Fit") continue;  // there is none
        facts.push_back({textOf(line.name), withSigns(translated(line.text)).replace("^n", "ⁿ").replace("r_max", rMaxText())});
    }
    return facts;
}

std::vector<Fact> originFacts(const ReportContent& content) {
    const Session& session = content.session;
    const Provenance provenance = provenanceOf(session);
    std::vector<Fact> facts{{words("Program"), textOf(provenance.software) + words(", Qt %1").arg(qVersion())},
                            {words("Engine"), textOf(provenance.engine) +
                                                  (provenance.device.empty() ? QString() : ", " + textOf(provenance.device))}};
    if (!session.finishedUtc.empty())
        facts.push_back({words("Measured"), session.startedUtc.empty() ? clockText(session.finishedUtc)
                                                                       : clockText(session.startedUtc) + words(" to ") +
                                                                             clockText(session.finishedUtc)});
    facts.push_back({words("Images"), words("%1, %2 of %3 measured")
                                          .arg(textOf(session.series.first.format))
                                          .arg(session.results.size())
                                          .arg(session.series.frames.size())});
    const Calibration& calibration = session.calibration;
    if (session.series.volumes)
        facts.push_back({words("Voxel size"),
                         calibration.isOfVolumes()
                             ? words("%1 × %2 × %3 µm (%4)")
                                   .arg(significant(calibration.pixelWidthUm, 5), significant(calibration.pixelHeightUm, 5),
                                        significant(calibration.pixelDepthUm, 5), textOf(calibration.source))
                             : words("not known: lengths are in px, the side of a cube as large as a voxel")});
    else
        facts.push_back({words("Pixel size"),
                         calibration.isKnown() ? words("%1 × %2 µm (%3)")
                                                     .arg(significant(calibration.pixelWidthUm, 5),
                                                          significant(calibration.pixelHeightUm, 5), textOf(calibration.source))
                                               : words("not known: lengths are in pixels")});
    if (!content.ensemble)
        facts.push_back(
            {words("Time"), content.timeSource +
                                (session.recipe.fit.t0S
                                     ? words("; quench at %1").arg(fieldText(*session.recipe.fit.t0S, content.growth->timeUnit()))
                                     : words("; t₀ is not set"))});
    facts.push_back({words("Recipe SHA-256"), textOf(provenance.recipeSha256)});
    facts.push_back({words("Inputs SHA-256"), textOf(provenance.inputSha256)});
    return facts;
}

std::vector<Fact> remarks(const ReportContent& content) {
    std::vector<Fact> facts;
    for (const Warning& warning : content.warnings)
        facts.push_back({textOf(warning.key), withSigns(translated(warning.text))});
    for (const Said& said : content.session.series.notes)
        facts.push_back({words("Series"), withSigns(translated(said.text))});
    for (const Notice& notice : content.notices)
        if (notice.folder.isEmpty())  // what was written where says nothing of the series
            facts.push_back({notice.title, withSigns(notice.text)});
    return facts;
}

}  // namespace coarsen::window
