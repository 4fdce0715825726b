// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/sheets/batch_form.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/numbers.hpp"
#include "core/base/time_unit.hpp"
#include "core/recipe/presets.hpp"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

#include <cmath>

namespace coarsen::window {

namespace {

// Choices of the recipe beside the keys of presets.
const QString openSeries = QStringLiteral("open series"), fromFile = QStringLiteral("from a file");

std::optional<Calibration> calibrationOf(const QString& typed) {
    const QStringList parts = QString(typed).replace(QChar(0xD7), 'x').split('x');
    const auto size = [&](const QString& text) {
        return parseNumber(text.trimmed().replace(',', '.').toStdString()).value_or(0);
    };
    Calibration calibration;
    calibration.source = "typed";
    calibration.pixelWidthUm = size(parts.front());
    calibration.pixelHeightUm = size(parts.back());
    if (parts.size() > 2 || !calibration.isKnown()) return std::nullopt;
    return calibration;
}

QString textOf(QLineEdit* field) {
    return field->text().trimmed();
}

}  // namespace

BatchForm::BatchForm(const std::optional<Recipe>& open, QWidget* parent)
    : QWidget(parent),
      open_(open),
      recipe_(new QComboBox(this)),
      pixelSize_(new QLineEdit(this)),
      interval_(new QLineEdit(this)),
      t0_(new QLineEdit(this)) {
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [&](QWidget* field, const QString& name, const QString& words, const QString& help) {
        auto* const label = new QLabel(words, this);
        label->setProperty("hint", true);
        label->setBuddy(field);
        field->setObjectName(name);
        field->setAccessibleName(words);
        field->setToolTip(help);
        if (row->count() > 0) row->addSpacing(14);
        row->addWidget(label);
        row->addWidget(field);
    };
    if (open_) recipe_->addItem(tr("as the open series"), openSeries);
    for (const Preset& preset : recipePresets())
        recipe_->addItem(translated(preset.label), QString::fromStdString(preset.key));
    recipe_->addItem(tr("from a file…"), fromFile);
    add(recipe_, "batch-recipe", tr("Recipe"), tr("What every series is measured with; a table may name others"));
    pixelSize_->setPlaceholderText(tr("each file's own"));
    add(pixelSize_, "batch-pixel-size", tr("µm per pixel"),
        tr("8.3, or 8.3 x 8.5 for width and height; empty: as the files say"));
    interval_->setPlaceholderText(tr("each file's own"));
    add(interval_, "batch-interval", tr("Interval"),
        tr("The time between two frames, as 90 s or 1.5 h; empty: as names, EXIF or films say"));
    t0_->setPlaceholderText(tr("not known"));
    if (open_ && open_->fit.t0S)
        t0_->setPlaceholderText(
            tr("not known; %1 in the open series").arg(fieldText(*open_->fit.t0S, timeUnit(true, std::abs(*open_->fit.t0S)))));
    add(t0_, "batch-t0", tr("t₀"),
        tr("The time of the quench, as -10 min; empty: not known, and time counts from the first frame"));
    row->addStretch();
    for (QLineEdit* field : {pixelSize_, interval_, t0_}) {
        field->setFixedWidth(120);
        connect(field, &QLineEdit::textChanged, this, &BatchForm::changed);
    }
    connect(recipe_, &QComboBox::activated, this, [this](int index) {
        if (recipe_->itemData(index).toString() == fromFile)
            chooseFile();
        else
            before_ = index;
        emit changed();
    });
}

void BatchForm::chooseFile() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Measure with a recipe"), {}, tr("Recipes (*.json);;All files (*)"));
    const int last = recipe_->count() - 1;
    if (file.isEmpty()) return recipe_->setCurrentIndex(before_);
    file_ = QFile::encodeName(file).toStdString();
    recipe_->setItemText(last, tr("from %1").arg(QFileInfo(file).fileName()));
    before_ = last;
}

QString BatchForm::problem() const {
    if (const QString typed = textOf(pixelSize_); !typed.isEmpty() && !calibrationOf(typed))
        return tr("“%1” is no size of a pixel in micrometres: write 8.3, or 8.3 x 8.5 for width and height.").arg(typed);
    if (const QString typed = textOf(interval_); !typed.isEmpty()) {
        const auto time = typedTime(typed.toStdString());
        if (!time || !(time->seconds > 0)) return tr("“%1” is no time between two frames: write 90 s or 1.5 h.").arg(typed);
    }
    if (const QString typed = textOf(t0_); !typed.isEmpty() && !typedTime(typed.toStdString()))
        return tr("“%1” is no time of the quench: write -10 min, or nothing where it is not known.").arg(typed);
    return {};
}

BatchSettings BatchForm::settings() const {
    BatchSettings settings;
    const QString choice = recipe_->currentData().toString();
    if (choice == openSeries)
        settings.recipe = *open_;
    else if (choice != fromFile && choice.toStdString() != recipePresets().front().key)
        settings.recipe = presetFor(presetNamed(choice.toStdString()), defaultRecipe());
    if (const QString typed = textOf(pixelSize_); !typed.isEmpty()) settings.scale.pixelSize = calibrationOf(typed);
    if (const QString typed = textOf(interval_); !typed.isEmpty())
        settings.scale.intervalS = typedTime(typed.toStdString())->seconds;
    const QString t0 = textOf(t0_);
    settings.changes = {{"fit.t0", t0.isEmpty() ? "none" : t0.toStdString()}};
    return settings;
}

}  // namespace coarsen::window
