// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/ensemble_data.hpp"

#include "core/base/error.hpp"
#include "core/ensemble/ensemble.hpp"
#include "core/measure/lengths.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>

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
                            std::stop_token stop) {
    const GrowthData& growth = *question.growth;
    EnsembleData::Group shown;
    shown.name = QString::fromStdString(group.name);
    for (const SharedResult& row : rows)
        if (const LengthScale& length = growth.grown(*row); length.isFound())
            shown.images.push_back({row->frame, growth.lengthOf(length), growth.errorOf(length)});
    const Ensemble ensemble = ensembleOf(rows, question.settings, stop);
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

QString whyNothing(const EnsembleQuestion& question) {
    const LengthEstimator* const estimator = lengthEstimator(question.growth->settings.length);
    if (estimator && estimator->fromSpectrum)
        return QObject::tr("Lengths of S(q) are not pooled.\nFollow one that is read off C1D, by the menu beside the title.");
    if (question.settings.norm != NormMode::count)
        return QObject::tr(
            "An ensemble pools products and pairs, which only the norm “count” keeps apart.\n"
            "Choose it under Measure.");
    return {};
}

}  // namespace

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
    const std::vector<FrameGroup>& groups = question.grouping.groups;
    const bool haveNumbers = std::ranges::all_of(groups, [](const FrameGroup& group) { return std::isfinite(group.x); });
    if (haveNumbers) data->condition = QString::fromStdString(question.grouping.column);
    if (haveNumbers && data->condition.isEmpty()) data->condition = QObject::tr("condition");
    for (const FrameGroup& group : groups) {
        const std::vector<SharedResult> rows = measuredRows(*question.growth, group);
        if (rows.empty()) continue;
        EnsembleData::Group shown = groupOf(question, group, rows, stop);
        if (stop.stop_requested()) return data;
        shown.x = haveNumbers ? group.x : static_cast<double>(data->groups.size());
        data->groups.push_back(std::move(shown));
    }
    if (data->groups.empty())
        data->empty = QObject::tr("No image is measured yet.\nF5 analyses them; points appear here as images are done.");
    return data;
}

}  // namespace coarsen::window
