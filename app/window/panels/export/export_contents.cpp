// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/export/export_contents.hpp"

#include "app/window/panels/parts/number_box.hpp"
#include "app/window/theme/words.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <ranges>

namespace coarsen::window {

/// Tick for the look of the growth chart. `whyNot`: why this chart cannot have it; none: it always can.
struct LookTick {
    const char* key;
    const char* words;
    bool isUsual;
    bool GrowthLook::*part;
    const char* about;
    QString (*whyNot)(const Document&, bool isLogarithmic) = nullptr;
};

namespace {

constexpr int indent = 22;                          // px from a box to what belongs to it
constexpr int lookColumns = 3, columnsOfShort = 3;  // whose words are short
constexpr std::array<MovieForm, 3> usualFilms = {{{960, 540, 10}, {1280, 720, 10}, {1920, 1080, 10}}};
constexpr const char* wantedLater = "wantedLater";  // of a box that is off for want of anything to export

const std::array<LookTick, 6> lookTicks = {
    {{"residuals", QT_TR_NOOP("Residuals"), true, &GrowthLook::residuals, QT_TR_NOOP("Under the chart, on the same time axis")},
     {"legend", QT_TR_NOOP("Legend"), true, &GrowthLook::legend,
      QT_TR_NOOP("Text in a free corner: the meaning of line and band")},
     {"guides", QT_TR_NOOP("Slopes"), true, &GrowthLook::guides, QT_TR_NOOP("Dotted lines of slope 1/3, 1/2 and 1"),
      [](const Document&, bool isLogarithmic) {
          return isLogarithmic ? QString() : ExportContents::tr("The chart's axes are linear: L makes them logarithmic");
      }},
     {"result", QT_TR_NOOP("Result of the fit"), false, &GrowthLook::result,
      QT_TR_NOOP("Text in a free corner: the chosen law, its parameters with their standard errors, frames and weights")},
     {"scaled-errors", QT_TR_NOOP("Scaled errors"), false, &GrowthLook::scaledErrors,
      QT_TR_NOOP("Errors in the result are widened by √χ²ᵣ where the law misses its points, and the figure says so")},
     {"excluded", QT_TR_NOOP("Excluded frames"), false, &GrowthLook::excluded, QT_TR_NOOP("As crosses"),
      [](const Document& document, bool) {
          return document.session().excluded.empty() ? ExportContents::tr("No frame is excluded") : QString();
      }}}};

/// Where there is nothing to export there is no tick; it comes back with what there is.
void offerTick(QCheckBox* box, const QString& whyNot, const QString& about = {}) {
    const bool isThere = whyNot.isEmpty();
    if (box->isEnabled() != isThere) {
        const bool isWanted = isThere ? box->property(wantedLater).toBool() : box->isChecked();
        box->setProperty(wantedLater, isThere ? QVariant() : QVariant(isWanted));
        box->setChecked(isThere && isWanted);
    }
    box->setEnabled(isThere);
    box->setToolTip(isThere ? about : whyNot);
}

QString wordsOf(ExportSection section) {
    switch (section) {
        case ExportSection::series:
            return ExportContents::tr("Figures of the series");
        case ExportSection::samples:
            return ExportContents::tr("All samples");
        case ExportSection::frame:
            return ExportContents::tr("Figures of this frame");
        case ExportSection::together:
            return ExportContents::tr("Together");
        case ExportSection::data:
            return ExportContents::tr("Data");
    }
    return {};
}

QGridLayout* addGrid(QBoxLayout* below, int columns) {
    auto* const grid = new QGridLayout;
    grid->setVerticalSpacing(6);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(columns - 1, 1);
    below->addLayout(grid);
    return grid;
}

void addNext(QGridLayout* grid, QWidget* widget, int columns) {
    grid->addWidget(widget, grid->count() / columns, grid->count() % columns);
}

}  // namespace

QWidget* sheetHeading(const QString& words) {
    auto* const label = new QLabel(words);
    label->setStyleSheet("font-weight: 600;");
    return label;
}

ExportContents::ExportContents(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    addItems();
}

QCheckBox* ExportContents::tick(const QString& key, const QString& words, bool isUsual) {
    auto* const box = new QCheckBox(words);
    box->setObjectName("export-" + key);
    box->setChecked(isUsual);
    connect(box, &QCheckBox::toggled, this, &ExportContents::changed);
    return box;
}

void ExportContents::addItems() {
    auto* const whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->setSpacing(6);
    ofSamples_ = new QWidget;
    auto* const samples = new QVBoxLayout(ofSamples_);
    samples->setContentsMargins({});
    samples->setSpacing(6);
    QBoxLayout* layout = whole;
    QGridLayout* grid = nullptr;
    std::optional<ExportSection> section;
    for (const ExportItem& item : exportItems()) {
        if (section != item.section) {
            layout = item.section == ExportSection::samples ? samples : whole;
            if (layout == samples) whole->addWidget(ofSamples_);
            if (section) layout->addSpacing(4);
            layout->addWidget(sheetHeading(wordsOf(item.section)));
            section = item.section;
            grid = nullptr;
        }
        QCheckBox* const box = items_[item.key] = tick(item.key, item.words, item.isUsual);
        if (item.isWide) {
            layout->addWidget(box);
            grid = nullptr;
        } else {
            const bool isShort = item.section == ExportSection::frame || item.section == ExportSection::samples;
            const int columns = isShort ? columnsOfShort : 2;
            if (!grid) grid = addGrid(layout, columns);
            addNext(grid, box, columns);
        }
        if (item.key == "frame") addNext(grid, frameRing_ = ringTick("frame-ring", item.key, false), columnsOfShort);
        if (item.key == "growth") addLooks(layout);
        if (item.key == "movie") addFilm(layout);
    }
    whole->addStretch();
}

void ExportContents::addLooks(QBoxLayout* below) {
    QGridLayout* const grid = addGrid(below, lookColumns);
    grid->setContentsMargins(indent, 0, 0, 0);
    for (const LookTick& look : lookTicks) {
        QCheckBox* const box = tick(look.key, tr(look.words), look.isUsual);
        addNext(grid, box, lookColumns);
        looks_.emplace_back(&look, box);
    }
    connect(items_["growth"], &QCheckBox::toggled, this, &ExportContents::offerLooks);
}

void ExportContents::addFilm(QBoxLayout* below) {
    auto* const row = new QHBoxLayout;
    row->setContentsMargins(indent, 0, 0, 0);
    below->addLayout(row);
    film_ = new QComboBox;
    film_->setObjectName("export-film");
    for (const MovieForm& form : usualFilms)
        film_->addItem(QStringLiteral("%1 × %2").arg(form.width).arg(form.height));
    film_->setCurrentIndex(1);
    film_->setAccessibleName(tr("Size of the movie"));
    rate_ = new WholeNumberBox;
    rate_->setObjectName("export-rate");
    rate_->setRange(1, 60);
    rate_->setValue(10);
    rate_->setSuffix(tr(" frames a second"));
    rate_->setAccessibleName(tr("Frames a second"));
    for (QWidget* widget : std::initializer_list<QWidget*>{film_, rate_}) {
        row->addWidget(widget);
        widget->setEnabled(false);
        connect(items_["movie"], &QCheckBox::toggled, widget, &QWidget::setEnabled);
    }
    row->addWidget(filmRing_ = ringTick("movie-ring", "movie", true));
    row->addStretch();
}

/// Tick for a ring of radius R_max on one of the pictures.
QCheckBox* ExportContents::ringTick(const QString& key, const QString& on, bool isUsual) {
    QCheckBox* const box = tick(key, tr("Ring of %1").arg(rMaxText()), isUsual);
    connect(items_[on], &QCheckBox::toggled, this, &ExportContents::offerRings);
    return box;
}

void ExportContents::offerRings() {
    const QString about = tr("A ring of radius %1 on the picture, with its size in words").arg(rMaxText());
    offerTick(frameRing_, items_["frame"]->isChecked() ? QString() : tr("The final stage is not ticked"), about);
    offerTick(filmRing_, items_["movie"]->isChecked() ? QString() : tr("The movie is not ticked"), about);
}

void ExportContents::addTo(ExportChoice& choice) const {
    for (const auto& [key, box] : items_)
        if (box->isChecked()) choice.items.insert(key);
    for (const auto& [look, box] : looks_)
        choice.growthLook.*look->part = box->isChecked();
    choice.film = usualFilms[static_cast<std::size_t>(film_->currentIndex())];
    choice.film.framesPerSecond = rate_->value();
    choice.film.ring = filmRing_->isChecked();
    choice.frameRing = frameRing_->isChecked();
}

void ExportContents::offer(bool isLogarithmic) {
    isLogarithmic_ = isLogarithmic;
    ofSamples_->setVisible(document_.samples().data() != nullptr);
    for (const ExportItem& item : exportItems())
        if (item.whyNot) offerTick(items_[item.key], item.whyNot(document_));
    offerLooks();
    offerRings();
}

void ExportContents::offerLooks() {
    const QString noChart = items_["growth"]->isChecked() ? QString() : tr("The growth chart is not ticked");
    for (const auto& [look, box] : looks_) {
        const QString whyNot = look->whyNot ? look->whyNot(document_, isLogarithmic_) : QString();
        offerTick(box, whyNot.isEmpty() ? noChart : whyNot, tr(look->about));
    }
}

void ExportContents::tickAll() {
    for (const auto& [key, box] : items_)
        if (box->isEnabled()) box->setChecked(true);
}

void ExportContents::remember(QSettings& store) const {
    const auto keep = [&store](const QCheckBox* box) {
        store.setValue(box->objectName(), box->isChecked() || box->property(wantedLater).toBool());
    };
    for (const auto& [key, box] : items_)
        keep(box);
    for (const auto& [look, box] : looks_)
        keep(box);
    keep(frameRing_);
    keep(filmRing_);
    store.setValue("film", film_->currentIndex());
    store.setValue("rate", rate_->value());
}

void ExportContents::recall(const QSettings& store) {
    const auto restore = [&store](QCheckBox* box) {
        const QSignalBlocker untilAllAreThere(box);  // one that is off takes the others' ticks away
        box->setChecked(store.value(box->objectName(), box->isChecked()).toBool());
    };
    for (const auto& [key, box] : items_)
        restore(box);
    for (const auto& [look, box] : looks_)
        restore(box);
    restore(frameRing_);
    restore(filmRing_);
    offerLooks();
    offerRings();
    film_->setCurrentIndex(std::clamp(store.value("film", film_->currentIndex()).toInt(), 0, film_->count() - 1));
    rate_->setValue(store.value("rate", rate_->value()).toInt());
    for (QWidget* widget : std::initializer_list<QWidget*>{film_, rate_})
        widget->setEnabled(items_["movie"]->isChecked());
}

}  // namespace coarsen::window
