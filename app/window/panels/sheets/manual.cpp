// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/manual.hpp"

#include "app/window/panels/sheets/help_window.hpp"
#include "app/window/theme/words.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/recipe/recipe.hpp"
#include "core/recipe/sections.hpp"

#include <QObject>
#include <QStringList>

namespace coarsen::window {

namespace {

QString row(const QString& tag, const QStringList& cells) {
    QString html = "<tr>";
    for (const QString& cell : cells)
        html += QStringLiteral("<%1 align=\"left\" valign=\"top\">%2</%1>").arg(tag, cell);
    return html + "</tr>";
}

QString table(const QStringList& heads, const QStringList& rows) {
    return "<table cellspacing=\"0\" cellpadding=\"5\">" + row("th", heads) + rows.join(QString()) + "</table>";
}

QString settingsOf(const std::vector<FieldDescription>& fields) {
    QStringList labels;
    for (const FieldDescription& field : fields)
        labels << translated(field.label).toHtmlEscaped();
    return labels.isEmpty() ? QString() : "<br><small>" + QObject::tr("Settings: %1").arg(labels.join(", ")) + "</small>";
}

/// The line of help/manual.txt that begins with the key, in its parts: KEY | USE | WHAT IT CAN SPOIL, of a law KEY | WHEN IT
/// HOLDS.
QStringList wordsOf(const QString& key) {
    for (const QString& line : helpText("manual", "txt").split('\n'))
        if (line.startsWith(key + " | ")) return line.toHtmlEscaped().split(" | ");
    return {};
}

QStringList rowsOfRecipe() {
    QStringList rows;
    const Recipe usual = defaultRecipe();
    const auto add = [&](const std::string& key, const QString& name, const QString& what) {
        const StepAdvice advice = stepAdvice(QString::fromStdString(key));
        rows << row("td", {"<b>" + name + "</b>", what, advice.use, advice.spoils});
    };
    for (const Step& step : usual.steps)
        add(step.key(), translated(step.label()),
            translated(step.help()) + (step.isOn() ? QString() : QObject::tr(" (off by default)")) + settingsOf(step.fields()));
    for (const RecipeSection& section : recipeSections())
        add(section.key, translated(section.label), settingsOf(section.fields).remove(0, QStringLiteral("<br>").size()));
    return rows;
}

QStringList rowsOfLaws() {
    QStringList rows;
    for (const GrowthModel& model : growthModels()) {
        const QString needs =
            QObject::tr("%1 frames or more").arg(model.fewestPoints) + (model.needsQuench ? QObject::tr(", and t₀") : QString());
        rows << row("td", {"<b>" + translated(model.label) + "</b>", QString::fromStdString(model.formula).toHtmlEscaped(), needs,
                           whenLawHolds(QString::fromStdString(model.key))});
    }
    return rows;
}

}  // namespace

StepAdvice stepAdvice(const QString& key) {
    const QStringList words = wordsOf(key);
    return {words.value(1), words.value(2)};
}

QString whenLawHolds(const QString& model) {
    return wordsOf(model).value(1);
}

QString manualPage() {
    const QString steps =
        table({QObject::tr("Step"), QObject::tr("What it does"), QObject::tr("Use it for"), QObject::tr("What it can spoil")},
              rowsOfRecipe());
    const QString laws =
        table({QObject::tr("Law"), QObject::tr("Formula"), QObject::tr("Needs"), QObject::tr("When it holds")}, rowsOfLaws());
    return QObject::tr(
               "<p>The recipe's steps, in their order. The number beside each says what it does to R_max of the frame "
               "shown; a step that is not needed is better switched off.</p>") +
           steps + QObject::tr("<p>The growth laws. <i>When to trust a result</i> says what their errors mean.</p>") + laws;
}

}  // namespace coarsen::window
