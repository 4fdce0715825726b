// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/manual.hpp"

#include "app/window/theme/words.hpp"
#include "core/growth/growth_fit.hpp"
#include "core/recipe/recipe.hpp"
#include "core/recipe/sections.hpp"

#include <QObject>
#include <QStringList>

#include <map>

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
    static const std::map<QString, StepAdvice> all{
        {"grey",
         {QObject::tr("Always. Take one colour where the phases differ in it most."),
          QObject::tr("A colour that is noisy or saturated hides what the others show.")}},
        {"flatten",
         {QObject::tr("Uneven light: vignetting, a shadow, a lamp at one side. Divide where the light multiplies, subtract where "
                      "it adds."),
          QObject::tr("A background that follows the structure takes it away: keep a blur wider than R_max in every frame, and "
                      "the order of a polynomial low.")}},
        {"dust",
         {QObject::tr("Specks, bubbles, scratches, labels: what is not the material. They are left out, not painted over."),
          QObject::tr("Bright or dark parts of the pattern may be taken for specks: look at the mask (M). More than a few per "
                      "cent masked widens the errors.")}},
        {"median",
         {QObject::tr("Single hot or dead pixels, salt and pepper."),
          QObject::tr("Structures of about its width are rounded off; R_half grows.")}},
        {"filter",
         {QObject::tr("A kernel that your method asks for: smoothing before a comparison, a band pass, one of your own."),
          QObject::tr("A band pass lets through one length and shows it as R_max in pure noise, too.")}},
        {"stabilise",
         {QObject::tr("The sample drifts or turns, and a crop or a mask has to stay on it. R_max itself does not see drift."),
          QObject::tr("Margins that moved out of sight are left out; a pattern that flows as a whole is taken for drift.")}},
        {"crop",
         {QObject::tr("A rim, a scale bar or another material is in the picture."),
          QObject::tr("Fewer domains: the error grows as the root of the area shrinks, and the largest offset with it.")}},
        {"channels",
         {QObject::tr("Grey says too little: colours tell the phases apart, or the direction of stripes is what grows."),
          QObject::tr("The length is then one of colours or axes; do not compare it with one of grey values.")}},
        {"contrast", {QObject::tr("To see more. Only what is shown changes."), QObject::tr("Nothing that is measured.")}},
        {"measure",
         {QObject::tr("The defaults, unless R_max lies at the end of the range (a larger offset), or a published method is to be "
                      "followed to the letter."),
          QObject::tr("Without subtracted mean a weak contrast has no second maximum at all.")}},
        {"fit",
         {QObject::tr("Choose the law before looking at which fits best; set the range to where it can hold."),
          QObject::tr(
              "A wrong t₀ bends every power law. By error, early frames, which hold many domains, decide nearly alone.")}},
    };
    const auto known = all.find(key);
    return known == all.end() ? StepAdvice{} : known->second;
}

QString whenLawHolds(const QString& model) {
    static const std::map<QString, QString> all{
        {"origin-line",
         QObject::tr("Growth by viscous flow, driven by interfaces, long after the quench: what there was at t₀ is "
                     "small against R_max.")},
        {"line",
         QObject::tr("A constant rate within the range of the fit, whatever came before. It needs no time of the quench.")},
        {"power", QObject::tr("The pattern stays similar to itself: n = 1/3 by diffusion, 1/2 by curvature (foams, grains), 1 by "
                              "viscous flow. Frames after t₀ only.")},
        {"power-t0", QObject::tr("As the power law, where nobody knows the quench. n and t₀ stand in for each other: expect wide "
                                 "errors, and frames from early to late.")},
        {"crossover",
         QObject::tr("One mechanism gives way to another, as diffusion to flow. It needs frames well before and well "
                     "after t*.")},
        {"lsw", QObject::tr("Separate droplets that grow by diffusion through what lies between them (Lifshitz, Slyozov and "
                            "Wagner). Not for a bicontinuous pattern.")},
    };
    const auto known = all.find(model);
    return known == all.end() ? QString() : known->second;
}

QString manualPage() {
    const QString steps =
        table({QObject::tr("Step"), QObject::tr("What it does"), QObject::tr("Use it for"), QObject::tr("What it can spoil")},
              rowsOfRecipe());
    const QString laws =
        table({QObject::tr("Law"), QObject::tr("Formula"), QObject::tr("Needs"), QObject::tr("When it holds")}, rowsOfLaws());
    return QObject::tr(
               "<p>The recipe's steps, in their order. The number beside each says what it does to R_max of the frame "
               "shown; a step that you do not need is better off.</p>") +
           steps + QObject::tr("<p>The growth laws. <i>When not to trust it</i> says what their errors mean.</p>") + laws;
}

}  // namespace coarsen::window
