// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/export/export_contents.hpp"

#include "app/window/figures/figure_settings.hpp"
#include "app/window/panels/parts/number_box.hpp"
#include "app/window/theme/words.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QSpinBox>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <variant>

namespace coarsen::window {

namespace {

constexpr int indent = 22;                          // px from a box to what belongs to it
constexpr int lookColumns = 3, columnsOfShort = 3;  // whose words are short
constexpr std::array<MovieForm, 3> usualFilms = {{{960, 540, 10}, {1280, 720, 10}, {1920, 1080, 10}}};
constexpr const char* isMissing = "isMissing";  // property of a tick that there is nothing to export for

/// Why this chart cannot have that part; empty: it can.
QString whyNoPart(const std::string& part, const Document& document, bool isLogarithmic) {
    if (part == "guides" && !isLogarithmic) return ExportContents::tr("The chart's axes are linear: L makes them logarithmic");
    if (part == "excluded" && document.session().excluded.empty()) return ExportContents::tr("No frame is excluded");
    return {};
}

bool isOffered(const QWidget* tick) {
    return !tick->property(isMissing).toBool();
}

/// Shows or hides what belongs to a tick; where the tick is offered it keeps its place.
void showPart(QWidget* part, bool isOffered, bool isOn) {
    QSizePolicy policy = part->sizePolicy();
    policy.setRetainSizeWhenHidden(isOffered);
    part->setSizePolicy(policy);
    part->setVisible(isOffered && isOn);
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

ExportContents::Rows& ExportContents::addRows(QBoxLayout* below, int columns) {
    auto* const grid = new QGridLayout;
    grid->setVerticalSpacing(6);
    grid->setHorizontalSpacing(12);
    grid->setColumnStretch(columns - 1, 1);
    below->addLayout(grid);
    rows_.push_back({grid, columns, {}});
    return rows_.back();
}

void ExportContents::addItems() {
    auto* const whole = new QVBoxLayout(this);
    whole->setContentsMargins({});
    whole->setSpacing(6);
    QBoxLayout* layout = nullptr;
    Rows* rows = nullptr;
    std::optional<ExportSection> section;
    for (const ExportItem& item : exportItems()) {
        if (section != item.section) {
            sections_.push_back({new QWidget, {}});
            layout = new QVBoxLayout(sections_.back().whole);
            layout->setContentsMargins(0, 0, 0, 4);
            layout->setSpacing(6);
            layout->addWidget(sheetHeading(wordsOf(item.section)));
            whole->addWidget(sections_.back().whole);
            section = item.section;
            rows = nullptr;
        }
        QCheckBox* const box = items_[item.key] = tick(item.key, item.words, item.isUsual);
        connect(box, &QCheckBox::toggled, this, &ExportContents::showParts);
        sections_.back().ticks.push_back(box);
        if (item.isWide) {
            layout->addWidget(box);
            rows = nullptr;
        } else {
            const bool isShort = item.section == ExportSection::frame || item.section == ExportSection::samples;
            if (!rows) rows = &addRows(layout, isShort ? columnsOfShort : 2);
            rows->ticks.push_back(box);
        }
        if (item.key == "frame") rows->ticks.push_back(frameRing_ = ringTick("frame-ring"));
        if (item.key == "growth") addLooks(layout);
        if (item.key == "movie") addFilm(layout);
    }
    missing_ = new QToolButton;
    missing_->setObjectName("export-missing");
    missing_->setAutoRaise(true);
    connect(missing_, &QToolButton::clicked, this,
            [this] { QToolTip::showText(missing_->mapToGlobal(QPoint(0, missing_->height())), missing_->toolTip(), missing_); });
    whole->addWidget(missing_);
    whole->addStretch();
    arrange();
    showParts();
}

/// Puts what is offered into its rows; a heading with nothing under it goes.
void ExportContents::arrange() {
    for (const Rows& rows : rows_) {
        int next = 0;
        for (QWidget* const one : rows.ticks) {
            rows.grid->removeWidget(one);
            if (!isOffered(one)) continue;
            rows.grid->addWidget(one, next / rows.columns, next % rows.columns);
            ++next;
        }
    }
    for (const Section& section : sections_)
        section.whole->setVisible(std::ranges::any_of(section.ticks, isOffered));
}

void ExportContents::addLooks(QBoxLayout* below) {
    Rows& rows = addRows(below, lookColumns);
    rows.grid->setContentsMargins(indent, 0, 0, 0);
    const ExportChoice usual;
    for (const Field<GrowthLook>& look : growthLookFields()) {
        const QString key = QString::fromStdString(look.description.name).replace('_', '-');
        QCheckBox* const box = tick(key, translated(look.description.label), std::get<bool>(look.read(usual.growthLook)));
        box->setToolTip(translated(look.description.help));
        rows.ticks.push_back(box);
        looks_.emplace_back(&look, box);
    }
}

void ExportContents::addFilm(QBoxLayout* below) {
    ofFilm_ = new QWidget;
    auto* const row = new QHBoxLayout(ofFilm_);
    row->setContentsMargins(indent, 0, 0, 0);
    below->addWidget(ofFilm_);
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
    filmRing_ = ringTick("movie-ring");
    filmRing_->setChecked(true);
    for (QWidget* widget : std::initializer_list<QWidget*>{film_, rate_, filmRing_})
        row->addWidget(widget);
    row->addStretch();
}

/// Tick for a ring of radius R_max on one of the pictures.
QCheckBox* ExportContents::ringTick(const QString& key) {
    QCheckBox* const box = tick(key, tr("Ring of %1").arg(rMaxText()), false);
    box->setToolTip(tr("A ring of radius %1 on the picture, with its size in words").arg(rMaxText()));
    return box;
}

void ExportContents::addTo(ExportChoice& choice) const {
    for (const auto& [key, box] : items_)
        if (box->isChecked() && isOffered(box)) choice.items.insert(key);
    for (const auto& [look, box] : looks_)
        look->write(choice.growthLook, box->isChecked());
    choice.film = usualFilms[static_cast<std::size_t>(film_->currentIndex())];
    choice.film.framesPerSecond = rate_->value();
    choice.film.ring = filmRing_->isChecked();
    choice.frameRing = frameRing_->isChecked();
}

void ExportContents::offer(bool isLogarithmic) {
    QStringList missing;
    const auto offerTick = [&](QCheckBox* box, const QString& whyNot) {
        box->setProperty(isMissing, !whyNot.isEmpty());
        if (!whyNot.isEmpty()) missing << QStringLiteral("%1: %2").arg(box->text(), whyNot);
    };
    for (const ExportItem& item : exportItems()) {
        if (item.section == ExportSection::samples && !document_.samples().data()) {
            items_[item.key]->setProperty(isMissing, true);  // nobody with one series looks for them
            continue;
        }
        offerTick(items_[item.key], item.whyNot ? item.whyNot(document_) : QString());
    }
    for (const auto& [look, box] : looks_) {
        if (isOffered(items_["growth"]))
            offerTick(box, whyNoPart(look->description.name, document_, isLogarithmic));
        else
            box->setProperty(isMissing, true);
    }
    sayWhatIsMissing(missing);
    arrange();
    showParts();
}

void ExportContents::sayWhatIsMissing(const QStringList& missing) {
    missing_->setVisible(!missing.isEmpty());
    missing_->setText(tr("What is not possible here (%1)…").arg(missing.size()));
    missing_->setToolTip(missing.join('\n'));
    missing_->setAccessibleDescription(missing_->toolTip());
}

void ExportContents::showParts() {
    for (const auto& [key, box] : items_)
        box->setVisible(isOffered(box));
    const auto isOn = [this](const char* key) { return items_.at(key)->isChecked(); };
    for (const auto& [look, box] : looks_)
        showPart(box, isOffered(box), isOn("growth"));
    showPart(frameRing_, isOffered(items_.at("frame")), isOn("frame"));
    showPart(ofFilm_, isOffered(items_.at("movie")), isOn("movie"));
    for (const Section& section : sections_)
        section.whole->updateGeometry();  // the sheet asks for its size before it is on the screen
}

std::vector<OfferedFigure> ExportContents::figures() const {
    std::vector<OfferedFigure> figures;
    for (const ExportItem& item : exportItems()) {
        const QCheckBox* const box = items_.at(item.key);
        if (!box->isChecked() || !isOffered(box)) continue;
        for (const QString& stem : item.stems)
            figures.push_back({stem, !item.isPicture});
    }
    return figures;
}

void ExportContents::tickAll() {
    for (const auto& [key, box] : items_)
        if (isOffered(box)) box->setChecked(true);
}

void ExportContents::remember(QSettings& store) const {
    const auto keep = [&store](const QCheckBox* box) { store.setValue(box->objectName(), box->isChecked()); };
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
    const auto restore = [&store](QCheckBox* box) { box->setChecked(store.value(box->objectName(), box->isChecked()).toBool()); };
    for (const auto& [key, box] : items_)
        restore(box);
    for (const auto& [look, box] : looks_)
        restore(box);
    restore(frameRing_);
    restore(filmRing_);
    film_->setCurrentIndex(std::clamp(store.value("film", film_->currentIndex()).toInt(), 0, film_->count() - 1));
    rate_->setValue(store.value("rate", rate_->value()).toInt());
}

}  // namespace coarsen::window
