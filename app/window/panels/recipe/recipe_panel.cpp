// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/recipe/recipe_panel.hpp"

#include "app/window/document/command_line.hpp"
#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/recipe/histogram_view.hpp"
#include "app/window/panels/recipe/step_row.hpp"
#include "app/window/panels/sheets/manual_window.hpp"
#include "app/window/plots/surface_look.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/values/offered_settings.hpp"
#include "core/base/error.hpp"
#include "core/measure/spherical_mean.hpp"
#include "core/preprocess/align.hpp"
#include "core/recipe/presets.hpp"
#include "core/recipe/sections.hpp"
#include "core/settings/fields.hpp"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

namespace coarsen::window {

namespace {
constexpr int revealingMs = 300;

std::map<std::string, QString> zeroWordsOf(const std::vector<FieldDescription>& fields) {
    std::map<std::string, QString> words;
    for (const FieldDescription& field : fields)
        if (!field.zero.empty()) words[field.name] = translated(field.zero);
    return words;
}

/// Fields for experts, and which of those that are shown are not as in a new recipe.
void noteAdvanced(StepRowState& state) {
    static const Recipe usual = defaultRecipe();
    state.advanced = advancedFields(state.key.toStdString(), state.fields);
    const auto valueNow = [&state](const std::string& name) { return state.values.at(name); };
    for (const FieldDescription& field : state.fields)
        if (state.advanced.contains(field.name) && isShown(field, valueNow) &&
            valueNow(field.name) != valueOf(usual, state.key.toStdString() + "." + field.name))
            state.changedAdvanced.insert(field.name);
}

/// "cpu-fft · 11 ns a pixel"
QString engineWords(const std::optional<Convolvers::Use>& use, std::size_t pixels) {
    if (!use) return {};
    const QString time = significant(1e6 * use->milliseconds / static_cast<double>(pixels), 2);
    return QStringLiteral("%1 · %2").arg(QString::fromStdString(use->engine), QObject::tr("%1 ns a pixel").arg(time));
}
}  // namespace

RecipePanel::RecipePanel(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    setAccessibleName(tr("Recipe"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* const headRow = new QWidget;
    headRow->setObjectName("recipe-head");
    auto* const head = new QHBoxLayout(headRow);
    head->setContentsMargins(12, 5, 4, 5);
    head->setSpacing(3);
    auto* const title = new QLabel(tr("Recipe"));
    title->setStyleSheet("font-weight: 700;");
    subtitle_ = new QLabel;
    subtitle_->setObjectName("recipe-name");
    auto* const effects = new QLabel(tr("effect on %1").arg(rMaxText()));
    for (QLabel* label : {subtitle_, effects})
        label->setProperty("hint", true);
    head->addWidget(title);
    head->addWidget(subtitle_);
    head->addStretch();
    head->addWidget(effects);
    auto* const copy = headerTool("copy", "copy-command-line", tr("Copy as a command line: measures the same without a screen"));
    copy->setFixedSize(24, 24);
    connect(copy, &QToolButton::clicked, this, [this] { copyCommandLine(document_); });
    auto* const tools = new QHBoxLayout;
    tools->setSpacing(0);
    tools->addWidget(copy);
    auto* const manual = manualButton("window#the-recipe");
    manual->setFixedWidth(16);  // the head is as narrow as the panel
    tools->addWidget(manual);
    head->addLayout(tools);
    layout->addWidget(headRow);

    auto* const scroll = scroll_ = new QScrollArea;
    scroll->setAccessibleName(tr("Steps of the recipe"));
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* const list = new QWidget;
    auto* const rows = new QVBoxLayout(list);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    const auto addRow = [&](const QString& key) {
        auto* const row = new StepRow;
        row->setObjectName("step-" + key);
        connect(row, &StepRow::openWanted, this, [this, key] { openStep(opened_ == key ? QString() : key); });
        connect(row, &StepRow::toggled, this, [this, key](bool on) { document_.changes().setValue(key + ".on", on); });
        connect(row, &StepRow::valueChosen, this, [this, key](const QString& field, const FieldValue& value) {
            document_.changes().setValue(key + "." + field, value);
        });
        connect(row, &StepRow::timeChosen, this, [this, key](const QString& field, std::optional<double> seconds, TimeUnit unit) {
            document_.changes().setTime(key + "." + field, seconds, unit);
        });
        connect(row, &StepRow::resetWanted, this, [this, key] { resetStep(key.toStdString()); });
        connect(row, &StepRow::paintingWanted, this, &RecipePanel::paintingWanted);
        connect(row, &StepRow::comparisonWanted, this, [this, key] { emit comparisonWanted(key); });
        connect(row, &StepRow::remedyChosen, this, [this](const QString& where, const QString& value) {
            Recipe recipe = document_.recipe();
            setText(recipe, where.toStdString(), value.toStdString());
            document_.changes().setRecipe(recipe, tr("change of %1").arg(where));
        });
        rows_.push_back(row);
        rows->addWidget(row);
    };
    for (const std::string& key : ownersIn(document.recipe()))
        addRow(QString::fromStdString(key));
    rows->addStretch();
    scroll->setWidget(list);
    revealing_.setSingleShot(true);
    revealing_.setInterval(revealingMs);
    connect(scroll->verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (revealing_.isActive()) QTimer::singleShot(0, this, &RecipePanel::reveal);
    });
    layout->addWidget(scroll, 1);
    histogram_ = new HistogramView;
    connect(histogram_, &HistogramView::contrastChosen, this, [this](double low, double high) {
        Recipe recipe = document_.recipe();
        set(recipe, "contrast.low", low);
        set(recipe, "contrast.high", high);
        document_.changes().setRecipe(recipe, tr("change of contrast"));
    });
    layout->addWidget(histogram_);
    auto* const foot = new QVBoxLayout;
    foot->setContentsMargins(12, 6, 12, 8);
    foot->setSpacing(1);
    footer_ = new QLabel;
    footer_->setStyleSheet("font-weight: 700;");
    footerDetail_ = new QLabel;
    footerDetail_->setProperty("hint", true);
    foot->addWidget(footer_);
    foot->addWidget(footerDetail_);
    layout->addLayout(foot);

    connect(&document, &Document::choicesChanged, this, &RecipePanel::showAll);
    connect(&document, &Document::previewChanged, this, &RecipePanel::showPreview);
    connect(&document, &Document::opened, this, &RecipePanel::showAll);
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &RecipePanel::showAll);
    showAll();
}

void RecipePanel::openStep(const QString& key) {
    opened_ = key;
    emit stepOpened(key);
    showAll();
    // The form gets its size with the next events; where the panel itself is only now shown, with those after them.
    revealing_.start();  // anew: the end of the step opened before is not this one's
    QTimer::singleShot(0, this, &RecipePanel::reveal);
}

void RecipePanel::reveal() {
    if (const auto* const row = findChild<StepRow*>("step-" + opened_))
        for (const int y : {row->geometry().bottom(), row->geometry().top()})
            scroll_->ensureVisible(0, y, 0, 0);
}

namespace {

/// Names of the steps that are on and of the lengths whose functions are in Python, with commas.
QString scriptNames(const Recipe& recipe) {
    QStringList names;
    for (const Step& step : recipe.steps)
        if (scriptStep(step) && step.isOn()) names << QString::fromStdString(step.key());
    for (const ScriptLength& length : recipe.lengths)
        names << QString::fromStdString(length.name);
    return names.join(", ");
}

}  // namespace

void RecipePanel::showAll() {
    const Recipe& recipe = document_.recipe();
    int changes = 0;
    const Recipe usual = defaultRecipe();
    for (const Step& step : recipe.steps) {
        const Step* const before = usual.step(step.key());
        changes += !before || !(step == *before);
    }
    for (const RecipeSection& section : recipeSections())
        changes += section.decidesMeasurement && !section.isSame(recipe, usual);
    const Preset* const preset = presetOf(recipe);
    if (preset && preset != &recipePresets().front())
        subtitle_->setText(translated(preset->label));
    else
        subtitle_->setText(changes == 0 ? tr("default") : tr("default, %1").arg(counted(changes, tr("change"), tr("changes"))));
    if (const QString there = scriptNames(recipe); !there.isEmpty())
        subtitle_->setText(tr("%1; not here: %2 (Python)").arg(subtitle_->text(), there));
    showPreview();
}

void RecipePanel::showPreview() {
    const Recipe& recipe = document_.recipe();
    const auto& preview = document_.frame().preview();
    const std::vector<Warning> all = document_.frame().warnings();
    const auto warningsOf = [&](const std::string& owner) {
        std::vector<Warning> some;
        for (const Warning& warning : all)
            if (warning.key.starts_with(owner + ".")) some.push_back(warning);
        return some;
    };
    std::size_t i = 0;
    for (const Step& step : recipe.steps) {
        if (scriptStep(step)) continue;  // its function is in Python: there is nothing to be chosen here
        StepRowState state;
        state.key = QString::fromStdString(step.key());
        state.icon = stepIcon(state.key);
        state.name = translated(step.label());
        state.help = translated(step.help());
        state.summary = QString::fromStdString(step.summary());
        state.on = step.isOn();
        state.canSwitch = step.canSwitchOff();
        state.fields = offeredFields(recipe, step.key(), step.fields(), areVolumes());
        for (const FieldDescription& field : step.fields())
            state.values[field.name] = step.value(field.name);
        state.zeroWords = zeroWordsOf(step.fields());
        noteAdvanced(state);
        state.warnings = warningsOf(step.key());
        if (preview) {
            if (const auto effect = preview->effects.find(step.key()); effect != preview->effects.end())
                state.effect = effect->second;
            if (preview->stages)
                for (const StagePicture& stage : *preview->stages) {
                    if (stage.key != state.key) continue;
                    state.milliseconds = stage.milliseconds;
                    if (stage.key == "filter" && step.isOn()) {
                        state.kernel = preview->filter;
                        state.engine = engineWords(preview->filterUse, stage.frame.image.planeSize());
                    }
                    if (const auto& axes = stage.frame.orientation; stage.key == "channels" && axes && axes->areThere())
                        state.summary +=
                            tr(", order %1, axis %2°").arg(number(axes->orderParameter, 2), number(axes->axisDeg, 0));
                    if (stage.key == "dust" && step.isOn()) state.summary += tr(", %1 %").arg(stage.maskedPercent, 0, 'f', 1);
                }
        }
        const bool isIdle = areVolumes() ? !step.isForVolumes() : step.isForVolumesOnly();
        if (isIdle)
            state.summary = areVolumes() ? tr("made for pictures, not for volumes") : tr("made for volumes, not for pictures");
        state.canCompare = !areVolumes() && step.isActing();
        if (step.key() == Align::key) {
            state.hasEffect = false;  // C1D does not see drift
            if (step.isOn()) state.summary = alignedWords(state.summary);
        }
        if (i >= rows_.size()) continue;
        rows_[i]->setVisible(isStepOffered(step, areVolumes()));
        rows_[i++]->show(state, opened_ == state.key);
    }
    for (const RecipeSection& section : recipeSections()) {
        StepRowState state = stateOf(section);
        state.warnings = warningsOf(section.key);
        if (i >= rows_.size()) continue;
        rows_[i]->setVisible(isSectionOffered(section.key, areVolumes()));
        rows_[i++]->show(state, opened_ == state.key);
    }
    const bool isUnreadable = preview && !preview->isRead() && !document_.frame().isStale();
    if (isUnreadable)
        histogram_->showNothing(tr("Frame %1 was not read: it has none").arg(preview->frame));
    else if (preview && preview->isRead())
        histogram_->show(preview->histogram, std::get<double>(valueOf(recipe, "contrast.low")),
                         std::get<double>(valueOf(recipe, "contrast.high")));
    const bool known = preview && preview->part == Preview::Part::effects;
    footer_->setText(tr("All corrections together   %1").arg(known ? signedPercent(preview->allEffects) : QStringLiteral("—")));
    footerDetail_->setText(isUnreadable ? tr("frame %1 was not read").arg(preview->frame)
                           : preview    ? tr("frame %1: change in %2 without the step").arg(preview->frame).arg(rMaxText())
                                        : QString());
}

/// Effect of align on the frame that is shown, in px: its shift, and where it is known the flow since the frame before.
QString RecipePanel::alignedWords(const QString& summary) const {
    const auto& preview = document_.frame().preview();
    if (!preview || !preview->isMeasured()) return summary;
    const FrameDrift& drift = preview->row.image.drift;
    const auto px = [](double value) { return number(value, 1); };
    const QString shift = areVolumes() ? tr("shift %1, %2, %3").arg(px(drift.xPx), px(drift.yPx), px(drift.zPx))
                                       : tr("shift %1, %2").arg(px(drift.xPx), px(drift.yPx));
    const FrameResults& rows = document_.session().results;
    const auto row = rows.find(preview->frame);
    const bool isKnown = row != rows.end() && row->second->deformation;
    return isKnown ? tr("%1; |u| %2 px").arg(shift, number(row->second->deformation->meanPx, 2)) : tr("%1 px").arg(shift);
}

StepRowState RecipePanel::stateOf(const RecipeSection& section) const {
    const Recipe& recipe = document_.recipe();
    StepRowState state;
    state.key = QString::fromStdString(section.key);
    state.icon = stepIcon(state.key);
    state.name = translated(section.label);
    state.summary = translated(section.summary(recipe));
    state.hasEffect = false;
    state.fields = offeredFields(recipe, section.key, section.fields, areVolumes());
    state.zeroWords = zeroWordsOf(section.fields);
    for (const FieldDescription& field : section.fields) {
        const std::string setting = section.key + "." + field.name;
        state.values[field.name] = valueOf(recipe, setting);
        if (field.unit != nameOf(TimeUnit::second)) continue;
        state.originS = document_.times().origin();
        state.clockStartS = document_.times().clockStartS();
        const auto time = typedTime(textOf(state.values[field.name]));
        const double shown = time ? time->seconds - document_.times().fieldOrigin(setting) : 0;
        state.timeUnits[field.name] = document_.times().fieldUnit(setting, shown);
    }
    noteAdvanced(state);
    if (section.key == "measure") addMeasured(state);
    if (section.key == "surface") addSurface(state);
    return state;
}

bool RecipePanel::areVolumes() const {
    return document_.session().series.volumes.has_value();
}

/// Adds what the frame that is shown tells of the section "measure".
void RecipePanel::addMeasured(StepRowState& state) const {
    const auto& preview = document_.frame().preview();
    if (preview && preview->stages && preview->width() > 0) {
        MeasureSettings automatic = document_.recipe().measure;
        automatic.maxLag = 0;
        state.zeroWords["max_lag"] += tr(" (%1 px)").arg(maxLagFor(automatic, preview->width(), preview->height()));
    }
    if (preview && preview->brick) {
        MeasureSettings automatic = document_.recipe().measure;
        automatic.maxLag = 0;
        const Spacing spacing = preview->spacing(document_.session().calibration);
        state.zeroWords["max_lag"] += tr(" (%1 px)").arg(maxLagFor(automatic, preview->kept.size, spacing));
    }
    if (!preview || !preview->isMeasured()) return;
    const int largest = preview->c3d ? static_cast<int>(preview->profile.size()) - 1 : preview->map->maxLag();
    state.summary = tr("offset ≤ %1 px, ").arg(largest) + state.summary;
    state.milliseconds = preview->measureMs;
}

/// Adds what the frame that is shown tells of the section "surface"; its effect is what denoising does to the area.
void RecipePanel::addSurface(StepRowState& state) const {
    state.canSwitch = true;
    state.canCompare = false;
    state.on = document_.recipe().surface.isOn;
    state.help = tr("The surface between the two phases: its area, curvature, Euler number and pieces");
    const auto& preview = document_.frame().preview();
    if (!state.on || !preview || !preview->row.surface) return;
    const SurfaceFacts& facts = *preview->row.surface;
    const Spacing spacing = preview->spacing(document_.session().calibration);
    state.summary = surfaceInShort(facts, spacing);
    state.help += "\n" + surfaceFacts(facts, spacing);
    state.hasEffect = facts.measures.areaPerVolume.value != facts.areaPerVolumeBefore;
    if (state.hasEffect) state.effect = 100 * (facts.measures.areaPerVolume.value / facts.areaPerVolumeBefore - 1);
}

void RecipePanel::resetStep(const std::string& key) {
    const Recipe usual = defaultRecipe();
    Recipe recipe = document_.recipe();
    if (const RecipeSection* const section = findSection(key))
        section->copy(recipe, usual);
    else
        *recipe.step(key) = *usual.step(key);
    if (!(recipe == document_.recipe()))
        document_.changes().setRecipe(recipe, tr("reset of %1").arg(QString::fromStdString(key)));
}

}  // namespace coarsen::window
