// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/samples_data.hpp"

#include "core/measure/lengths.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace coarsen::window {

namespace {

QString labelOfLength(const std::string& key) {
    if (key == "r_max") return rMaxText();
    const LengthEstimator* const length = lengthEstimator(key);
    return length ? translated(length->label) : QString::fromStdString(key);
}

QString wordsOf(const SamplesQuestion::Series& series, const Sample& sample) {
    const FrameCounts& counts = sample.counts;
    const QString frames = counted(counts.frames, QObject::tr("frame"), QObject::tr("frames"));
    switch (series.state) {
        case SampleState::reading:
            return QObject::tr("being read");
        case SampleState::failed:
            return series.problem;
        case SampleState::waiting:
            return QObject::tr("waits to be measured");
        case SampleState::measuring:
            return QObject::tr("being measured");
        case SampleState::unmeasured:
        case SampleState::ready:
            break;
    }
    QStringList parts;
    if (counts.measured + counts.noPeak + counts.failed + counts.excluded == 0)
        parts << QObject::tr("%1, none measured").arg(frames);
    else if (series.toMeasure > 0)
        parts << QObject::tr("%1 of %2 out of date or waiting").arg(series.toMeasure).arg(frames);
    else if (counts.measured == 0)
        parts << QObject::tr("no length in %1").arg(frames);
    if (counts.failed > 0) parts << QObject::tr("%1 failed").arg(counts.failed);
    if (counts.noPeak > 0) parts << QObject::tr("%1 without a maximum").arg(counts.noPeak);
    if (counts.excluded > 0) parts << QObject::tr("%1 excluded").arg(counts.excluded);
    if (series.isMoved) parts << QObject::tr("images have moved, results as saved");
    if (sample.timesAreSeconds() && !sample.hasQuench() && !sample.growth.points.empty()) parts << QObject::tr("t₀ unset");
    return parts.isEmpty() ? QObject::tr("ready") : parts.join(", ");
}

/// Key by which samples stand together: those of one group share it, each of the others has its own.
std::string groupKey(const ProjectSeries& entry, std::size_t place) {
    return entry.group.empty() ? "\n" + std::to_string(place) : entry.group;
}

/// The conditions of the samples that are shown, with those that are not in their place.
void findConditions(SamplesData& data) {
    std::map<std::string, int> styles;  // as the conditions appear: hiding one does not change another's colour
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < data.samples.size(); ++i) {
        keys.push_back(groupKey(data.samples[i].entry, i));
        data.samples[i].style = styles.emplace(keys.back(), static_cast<int>(styles.size())).first->second;
    }
    std::vector<Sample> shown;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < data.samples.size(); ++i) {
        if (!data.samples[i].entry.isShown) continue;
        shown.push_back(*data.samples[i].sample);
        places.push_back(i);
    }
    for (Condition& condition : conditionsOf(shown)) {
        ShownCondition one;
        one.style = data.samples[places[condition.samples.front()]].style;
        one.joined = std::move(condition);
        data.conditions.push_back(std::move(one));
    }
    for (std::size_t i = 0; i < data.samples.size(); ++i) {
        auto own = std::ranges::find(data.conditions, data.samples[i].style, &ShownCondition::style);
        if (own == data.conditions.end()) {  // none of it is shown
            ShownCondition hidden;
            hidden.style = data.samples[i].style;
            hidden.joined.name = data.samples[i].entry.group.empty() ? data.samples[i].sample->name : data.samples[i].entry.group;
            hidden.joined.problem = QObject::tr("None of its samples is shown").toStdString();
            hidden.joined.x = data.samples[i].entry.x;
            own = data.conditions.insert(own, std::move(hidden));
        }
        own->samples.push_back(static_cast<int>(i));
    }
    // As conditionsOf has them, and those that are hidden at the place that they had.
    std::ranges::stable_sort(data.conditions, [](const ShownCondition& a, const ShownCondition& b) {
        const double x = a.joined.x, other = b.joined.x;
        if (std::isnan(x) != std::isnan(other)) return std::isnan(other);
        return x == other || std::isnan(x) ? a.style < b.style : x < other;
    });
    for (std::size_t i = 0; i < data.conditions.size(); ++i)
        for (const int sample : data.conditions[i].samples)
            data.samples[static_cast<std::size_t>(sample)].condition = static_cast<int>(i);
}

void findWhyNotDrawn(SamplesData& data) {
    for (ShownSample& sample : data.samples)
        if (!sample.sample->growth.points.empty()) sample.whyNotDrawn = whyNotDrawn(*sample.sample, data.units);
    for (ShownCondition& condition : data.conditions)
        if (!condition.joined.growth.points.empty()) condition.whyNotDrawn = whyNotDrawn(condition.joined, data.units);
    data.findUnits();
}

SampleUnits unitsOf(const FittedGrowth& growth) {
    return {growth.isCalibrated(), growth.timesAreSeconds(), growth.growth.lengthKey};
}

}  // namespace

QString whyNotDrawn(const FittedGrowth& growth, const SampleUnits& units) {
    const SampleUnits own = unitsOf(growth);
    if (own.length != units.length)
        return QObject::tr("not drawn: it is fitted by %1, the others by %2; choose the same length under Fit")
            .arg(labelOfLength(own.length), labelOfLength(units.length));
    if (own.areCalibrated != units.areCalibrated)
        return own.areCalibrated ? QObject::tr("not drawn: it is in µm, the others in pixels; give them a pixel size")
                                 : QObject::tr("not drawn: it is in pixels, the others in µm; give it a pixel size");
    if (own.areSeconds != units.areSeconds)
        return own.areSeconds ? QObject::tr("not drawn: it has times, the others count frames; give them times")
                              : QObject::tr("not drawn: it counts frames, the others have times; give it times");
    return {};
}

QString SamplesData::xText() const {
    return xLabel.isEmpty() ? QObject::tr("x") : xLabel;
}

void SamplesData::findUnits() {
    double longest = 0, latest = 0;
    for (const ShownSample& one : samples) {
        if (!one.isDrawn()) continue;
        for (const GrowthPoint& point : one.sample->growth.points) {
            longest = std::fmax(longest, point.length);
            latest = std::fmax(latest, std::abs(point.time - one.sample->origin()));
        }
    }
    lengthUnit_ = window::lengthUnit(units.areCalibrated, longest == 0 ? 1 : longest);
    timeUnit_ = window::timeUnit(units.areSeconds, latest, chosenTimeUnit);
}

Unit SamplesData::unitOf(const ModelParameter& quantity) const {
    if (quantity.length == 0 && quantity.time == 0) return {};
    if (quantity.length == 0 && quantity.time == 1) return timeUnit();
    if (quantity.length == 1 && quantity.time == 0 && quantity.exponent.empty()) return lengthUnit();
    const QString length = units.areCalibrated ? QStringLiteral("µm") : QStringLiteral("px");
    if (quantity.length == 1 && quantity.time == -1) return {length + "/" + timeUnit().name, 1 / timeUnit().perBase};
    const QString time = units.areSeconds ? QStringLiteral("s") : QStringLiteral("frame");
    if (!quantity.exponent.empty()) return {length + "/" + time + QStringLiteral("ⁿ"), 1};
    return {QStringLiteral("%1^%2 %3^%4").arg(length).arg(quantity.length).arg(time).arg(quantity.time), 1};
}

std::shared_ptr<const SamplesData> samplesDataOf(const SamplesQuestion& question) {
    auto data = std::make_shared<SamplesData>();
    data->xLabel = question.xLabel;
    data->lookedAt = question.lookedAt;
    for (std::size_t i = 0; i < question.series.size(); ++i) {
        const SamplesQuestion::Series& series = question.series[i];
        ShownSample shown;
        shown.entry = series.entry;
        shown.state = series.state;
        shown.isLookedAt = static_cast<int>(i) == question.lookedAt;
        shown.sample = series.known ? series.known
                       : series.session
                           ? std::make_shared<const Sample>(sampleOf(*series.session, series.entry))
                           : std::make_shared<const Sample>(sampleWithout(series.entry, series.problem.toStdString()));
        shown.words = wordsOf(series, *shown.sample);
        if (series.toMeasure > 0 && series.state == SampleState::unmeasured) ++data->toMeasure;
        data->samples.push_back(std::move(shown));
    }
    const auto& lookedAt = question.series[static_cast<std::size_t>(question.lookedAt)];
    const Sample& own = *data->at(question.lookedAt).sample;
    if (lookedAt.session) {
        data->chosenTimeUnit = lookedAt.session->timeUnit;
        data->units = {lookedAt.session->calibration.isKnown(), !countsFrames(lookedAt.session->series),
                       fitOf(lookedAt.session->recipe).length};
    }
    if (own.growth.points.empty())  // it asks nothing of the others
        for (const ShownSample& one : data->samples)
            if (!one.sample->growth.points.empty()) {
                data->units = unitsOf(*one.sample);
                break;
            }
    findConditions(*data);
    findWhyNotDrawn(*data);
    return data;
}

std::shared_ptr<const SamplesData> samplesDataOf(const Project& project, std::vector<Sample> samples) {
    auto data = std::make_shared<SamplesData>();
    data->xLabel = QString::fromStdString(project.xLabel);
    data->lookedAt = std::clamp(project.lookedAt, 0, std::max(0, static_cast<int>(samples.size()) - 1));
    for (std::size_t i = 0; i < samples.size(); ++i) {
        ShownSample shown;
        shown.entry = i < project.series.size() ? project.series[i] : ProjectSeries{};
        shown.state = samples[i].problem.empty() ? SampleState::ready : SampleState::failed;
        shown.words = QString::fromStdString(samples[i].problem);
        shown.sample = std::make_shared<const Sample>(std::move(samples[i]));
        data->samples.push_back(std::move(shown));
    }
    const auto takeUnits = [&data](const ShownSample& one) {
        if (!one.sample->growth.points.empty()) data->units = unitsOf(*one.sample);
        return !one.sample->growth.points.empty();
    };
    if (data->samples.empty() || !takeUnits(data->at(data->lookedAt))) std::ranges::find_if(data->samples, takeUnits);
    findConditions(*data);
    findWhyNotDrawn(*data);
    return data;
}

std::optional<double> typedNumber(const QString& text, bool& isWrong) {
    QString plain = text.trimmed();
    plain.replace(QChar(0x2212), '-').replace(',', '.');
    isWrong = false;
    if (plain.isEmpty()) return {};
    bool isNumber = false;
    const double value = plain.toDouble(&isNumber);
    isWrong = !isNumber || !std::isfinite(value);
    return isWrong ? std::nullopt : std::optional(value);
}

}  // namespace coarsen::window
