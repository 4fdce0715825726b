// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/group_words.hpp"

#include "app/window/plots/samples_plot.hpp"

#include <QObject>
#include <QStringList>

namespace coarsen::window {

namespace {

/// "v = 15.00 ± 0.07 µm/h, R₀ = 2.1 ± 0.4 µm"
QString parametersOf(const SamplesData& data, const GrowthFit& fit) {
    QStringList parts;
    for (const FitParameter& one : fit.parameters) {
        const ModelParameter& known = growthModelNamed(fit.model).parameter(one.name);
        const Unit unit = data.unitOf(known);
        parts << QString::fromStdString(known.symbol) + " = " +
                     withError(one.value * unit.perBase, one.errorScaled * unit.perBase, unit.name);
    }
    return parts.join(", ");
}

QString meanOf(const ShownCondition& condition) {
    return QObject::tr("%1, mean of %2 repeats").arg(condition.name()).arg(condition.joined.repeats);
}

}  // namespace

const ShownCondition* joinedCondition(const SamplesData& data) {
    const ShownCondition& own = data.conditions[static_cast<std::size_t>(data.at(data.lookedAt).condition)];
    return own.isMean() && own.joined.chosenFit() ? &own : nullptr;
}

QString groupHeadline(const SamplesData& data) {
    const ShownCondition* const own = joinedCondition(data);
    return own ? meanOf(*own) + ": " + headlineOf(data, own->joined) : QString();
}

QString groupSentence(const SamplesData& data) {
    const ShownCondition* const own = joinedCondition(data);
    if (!own) return {};
    const GrowthFit& fit = *own->joined.chosenFit();
    const std::vector<GrowthPoint> points = own->joined.pointsInFit();
    const double perBase = data.timeUnit().perBase, from = points.front().time - own->joined.origin(),
                 to = points.back().time - own->joined.origin();
    const QString times = QObject::tr("%1 times, %2 to %3 %4")
                              .arg(points.size())
                              .arg(significant(from * perBase, 4), significant(to * perBase, 4), data.timeUnit().name);
    const QString equation = translated(growthModelNamed(fit.model).formula).replace(rMaxText(), data.lengthLabel());
    QStringList conditions{QObject::tr("standard error"), equation, times};
    for (const std::string& note : own->joined.notes)
        conditions << translated(note);
    return QStringLiteral("%1: %2 (%3)").arg(meanOf(*own), parametersOf(data, fit), conditions.join("; "));
}

QString lawName(const std::string& model) {
    return model.empty() ? QString() : translated(growthModelNamed(model).label);
}

}  // namespace coarsen::window
