// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/ensemble_data.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/error.hpp"
#include "core/ensemble/pixel_sizes.hpp"
#include "core/measure/lengths.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

std::vector<SharedResult> measuredRows(const GrowthData& growth, const FrameGroup& group) {
    std::vector<SharedResult> rows;
    for (const int frame : group.frames) {
        const auto at = static_cast<std::size_t>(frame);
        if (at >= growth.points.size()) continue;
        const GrowthData::Point& point = growth.points[at];
        if (point.isMeasured && !point.isStale && !point.isExcluded) rows.push_back(point.row);
    }
    return rows;
}

double shownLength(const GrowthData& growth, double px) {
    LengthScale length;
    length.px = px;
    return growth.lengthOf(length);
}

EnsembleData::Group groupOf(const EnsembleQuestion& question, const FrameGroup& group, const std::vector<SharedResult>& rows,
                            const Ensemble& ensemble) {
    const GrowthData& growth = *question.growth;
    EnsembleData::Group shown;
    shown.name = QString::fromStdString(group.name);
    for (const SharedResult& row : rows)
        if (const LengthScale& length = growth.grown(*row); length.isFound())
            shown.images.push_back({row->frame, growth.lengthOf(length), growth.errorOf(length)});
    shown.pooled = ensemble.images;
    for (const EnsembleLength& found : ensemble.lengths)
        if (!std::isnan(found.valuePx)) shown.lengths.push_back(found);
    const EnsembleLength* const length = ensemble.length(growth.settings.length);
    if (!length || std::isnan(length->valuePx)) {
        shown.words = QObject::tr("no %1 in %2")
                          .arg(growth.lengthLabel(), counted(ensemble.images, QObject::tr("image"), QObject::tr("images")));
        return shown;
    }
    shown.value = shownLength(growth, length->valuePx);
    shown.error = shownLength(growth, length->errorPx);
    shown.words = QObject::tr("%1 = %2; %3")
                      .arg(growth.lengthLabel(), withError(shown.value, shown.error, growth.lengthUnit().name),
                           translated(scatterSentence(ensemble, growth.settings.length)));
    return shown;
}

GroupCurve curveOf(const GrowthData& growth, const QString& name, const RadialProfile& profile) {
    GroupCurve curve{name, {}, {}};
    for (std::size_t i = 0; i < profile.size(); ++i) {
        curve.r << shownLength(growth, profile.r[i]);
        curve.value << profile.value[i];
    }
    return curve;
}

QString whyNothing(const EnsembleQuestion& question) {
    if (const QString problem = question.problem ? *question.problem : pixelSizeProblem(question.images); !problem.isEmpty())
        return problem;
    const LengthEstimator* const estimator = lengthEstimator(question.growth->settings.length);
    if (estimator && estimator->fromSpectrum)
        return QObject::tr("Lengths of S(q) are not pooled.\nChoose one that is read off C1D in the menu beside the title.");
    if (question.settings.norm != NormMode::count)
        return QObject::tr(
            "An ensemble pools products and pairs, which only the norm “count” keeps apart.\n"
            "Choose it under Measure.");
    return {};
}

}  // namespace

QString pixelSizeProblem(const PooledImages& images) {
    std::vector<int> frames;
    for (const FrameGroup& group : images.grouping.groups)
        for (const int frame : group.frames)
            if (!images.excluded.contains(frame)) frames.push_back(frame);
    const bool isGiven = !(images.calibration == images.series.calibration);
    try {
        requireOnePixelSize({{{}, images.series, frames, images.calibration, isGiven}});
    } catch (const InputError& error) {
        return QObject::tr(
                   "%1: %2.\nLengths in pixels could not be compared, so that nothing is pooled.\n"
                   "Where all pixels are of one size, type it at the top; else exclude the image.")
            .arg(QString::fromStdString(error.subject()), translated(error.reason()).replace(" um", " µm"));
    }
    return {};
}

EnsembleQuestion questionOf(const Session& session, std::shared_ptr<const GrowthData> growth) {
    return {std::move(growth),
            {session.series, session.ensemble.value_or(Grouping{}), session.calibration, session.excluded},
            session.recipe.measure};
}

QString EnsembleData::asText() const {
    QStringList lines;
    for (const Group& group : groups)
        lines << group.name + ": " + group.words;
    return lines.join('\n');
}

QString EnsembleData::asTable() const {
    QString table = QStringLiteral("group\tx\timages\t%1 (%2)\terror\n").arg(label, unit);
    const auto cell = [](double value) { return std::isnan(value) ? QString() : QString::number(value, 'g', 6); };
    for (const Group& group : groups)
        table += group.name + '\t' + (condition.isEmpty() ? QString() : cell(group.x)) + '\t' +
                 QString::number(group.images.size()) + '\t' + cell(group.value) + '\t' + cell(group.error) + '\n';
    return table;
}

std::shared_ptr<const EnsembleData> ensembleDataOf(const EnsembleQuestion& question, std::stop_token stop) {
    auto data = std::make_shared<EnsembleData>();
    data->label = question.growth->lengthLabel();
    data->unit = question.growth->lengthUnit().name;
    data->empty = whyNothing(question);
    if (!data->empty.isEmpty()) return data;
    const std::vector<FrameGroup>& groups = question.images.grouping.groups;
    const bool haveNumbers = std::ranges::all_of(groups, [](const FrameGroup& group) { return std::isfinite(group.x); });
    if (haveNumbers) data->condition = QString::fromStdString(question.images.grouping.column);
    if (haveNumbers && data->condition.isEmpty()) data->condition = QObject::tr("condition");
    for (const FrameGroup& group : groups) {
        const std::vector<SharedResult> rows = measuredRows(*question.growth, group);
        if (rows.empty()) continue;
        const Ensemble ensemble = ensembleOf(rows, question.settings, stop);
        if (stop.stop_requested()) return data;
        EnsembleData::Group shown = groupOf(question, group, rows, ensemble);
        data->curves.push_back(curveOf(*question.growth, shown.name, ensemble.profile));
        shown.x = haveNumbers ? group.x : static_cast<double>(data->groups.size());
        data->groups.push_back(std::move(shown));
    }
    if (data->groups.empty())
        data->empty = QObject::tr("No image is measured yet.\nF5 analyses them; points appear here as images are done.");
    return data;
}

}  // namespace coarsen::window
