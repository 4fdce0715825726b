// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/top_bar.hpp"

#include "app/window/document/slices.hpp"
#include "app/window/panels/correlation/fitting_label.hpp"
#include "app/window/panels/parts/name_field.hpp"
#include "app/window/panels/parts/panel_header.hpp"
#include "app/window/panels/recipe/analyse_control.hpp"
#include "app/window/panels/sheets/popovers.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/workspace/chip_words.hpp"
#include "core/series/stack_slices.hpp"
#include "core/series/volume_series.hpp"
#include "core/session/series_name.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QToolButton>

#include <algorithm>

namespace coarsen::window {

namespace {

constexpr int narrowName = 180, wideName = 340, mediumWidth = 1280;  // px

QToolButton* chip(const QString& iconName) {
    auto* const button = new QToolButton;
    button->setProperty("chip", true);
    button->setIcon(icon(iconName));
    button->setIconSize({14, 14});
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setMinimumHeight(28);
    return button;
}

/// Dataset that was chosen, of HDF5 files; else empty.
std::string chosenDataset(const ImageSeries& series) {
    if (series.volumes) return series.volumes->choice.dataset;
    return series.frames.empty() ? std::string() : series.frames.front().dataset;
}

}  // namespace

TopBar::TopBar(Document& document, QWidget* parent) : QWidget(parent), document_(document), menus_(new QMenuBar) {
    setFixedHeight(44);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 8, 0);
    row->setSpacing(6);
    menus_->setNativeMenuBar(false);
    menus_->setObjectName("menus");
    menus_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    menus_->setFixedHeight(30);
    row->addWidget(menus_, 0, Qt::AlignVCenter);
    addTools(row);
    row->addSpacing(6);
    seriesName_ = new NameField;
    connect(seriesName_, &NameField::renamed, &document_.changes(), &Changes::rename);
    seriesDetail_ = new FittingLabel;
    seriesDetail_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(seriesName_);
    row->addWidget(seriesDetail_, 1);
    addChips(row);
    connect(&document_, &Document::opened, this, &TopBar::showOpened);
    connect(&document_, &Document::choicesChanged, this, &TopBar::showChoices);
    connect(&document_, &Document::sessionSaved, this, &TopBar::showChoices);
    connect(&document_.offers(), &Offers::changed, this, &TopBar::showChoices);
    showOpened();
}

void TopBar::addTools(QHBoxLayout* row) {
    const auto tool = [&](const QString& name, const QString& words) {
        auto* const button = new QToolButton;
        button->setIcon(icon(name));
        button->setIconSize({18, 18});
        button->setToolTip(words);
        button->setAccessibleName(words);
        row->addWidget(button);
        tools_.push_back(button);
        return button;
    };
    connect(tool("folder", tr("Open a folder (Ctrl+O)")), &QToolButton::clicked, this, &TopBar::folderWanted);
    auto* const undo = tool("undo", tr("Undo (Ctrl+Z)"));
    auto* const redo = tool("redo", tr("Redo (Ctrl+Shift+Z)"));
    QUndoStack& stack = document_.changes().undoStack();
    connect(undo, &QToolButton::clicked, &stack, &QUndoStack::undo);
    connect(redo, &QToolButton::clicked, &stack, &QUndoStack::redo);
    connect(&stack, &QUndoStack::canUndoChanged, undo, &QWidget::setEnabled);
    connect(&stack, &QUndoStack::canRedoChanged, redo, &QWidget::setEnabled);
    connect(&stack, &QUndoStack::undoTextChanged, undo, [undo](const QString& name) {
        undo->setToolTip(name.isEmpty() ? tr("Undo (Ctrl+Z)") : tr("Undo %1 (Ctrl+Z)").arg(name));
    });
    connect(&stack, &QUndoStack::redoTextChanged, redo, [redo](const QString& name) {
        redo->setToolTip(name.isEmpty() ? tr("Redo (Ctrl+Shift+Z)") : tr("Redo %1 (Ctrl+Shift+Z)").arg(name));
    });
    undo->setEnabled(false);
    redo->setEnabled(false);
}

void TopBar::addChips(QHBoxLayout* row) {
    sliceChip_ = chip("copy");
    sliceChip_->setObjectName("slice");
    calibrationChip_ = chip("ruler");
    calibrationChip_->setObjectName("chip-size");
    timeChip_ = chip("clock");
    timeChip_->setObjectName("chip-times");
    quenchChip_ = chip("warning");
    quenchChip_->setObjectName("quench-unset");
    quenchChip_->setText(tr("t₀ unset"));
    quenchChip_->setProperty("urgent", true);
    quenchChip_->setAccessibleName(tr("Time of the quench is not set"));
    quenchChip_->setToolTip(
        tr("Growth laws begin with the quench: without its time only a line with an intercept, and a power law that\n"
           "finds it itself, are fitted. Click to set it."));
    analyse_ = new AnalyseControl(document_);
    exportButton_ = chip("export");
    exportButton_->setText(tr("Export"));
    exportButton_->setToolTip(tr("Figures, tables and the session (Ctrl+E)"));
    exportButton_->setObjectName("export");
    for (QWidget* widget :
         std::initializer_list<QWidget*>{sliceChip_, calibrationChip_, timeChip_, quenchChip_, analyse_, exportButton_})
        row->addWidget(widget);
    connect(sliceChip_, &QToolButton::clicked, this, &TopBar::askSlice);
    connect(calibrationChip_, &QToolButton::clicked, this, &TopBar::askPixelSize);
    connect(timeChip_, &QToolButton::clicked, this, &TopBar::askTimes);
    connect(quenchChip_, &QToolButton::clicked, this,
            [this] { showTimePopover(document_, quenchChip_, true, [this] { emit factsWanted(); }); });
    connect(exportButton_, &QToolButton::clicked, this, &TopBar::exportWanted);
}

QWidget* TopBar::timePlace() const {
    return timeChip_;
}

QWidget* TopBar::analysePlace() const {
    return analyse_;
}

QWidget* TopBar::exportPlace() const {
    return exportButton_;
}

void TopBar::setNarrow(bool narrow) {
    isNarrow_ = narrow;
    showChoices();
}

void TopBar::askPixelSize() {
    showCalibrationPopover(
        document_, calibrationChip_, [this] { emit knownLengthWanted(); }, [this] { emit factsWanted(); });
}

void TopBar::rename() {
    if (!document_.isOpen()) return;
    seriesName_->setVisible(true);  // a narrow bar has hidden it
    seriesName_->edit();
}

void TopBar::askTimes() {
    showTimePopover(document_, timeChip_, false, [this] { emit factsWanted(); });
}

void TopBar::askSlice() {
    if (const ImageSeries& series = document_.session().series; series.volumes || !chosenDataset(series).empty())
        return emit datasetWanted();
    showSlicePopover(document_, sliceChip_);
}

const QString& TopBar::wordsThatFit(const ChipWords& words) const {
    if (!isNarrow_) return words.full;
    return window()->width() < mediumWidth ? words.brief : words.medium;
}

/// Images of an ensemble have no time.
bool TopBar::missesQuench() const {
    return !document_.session().ensemble && !document_.recipe().fit.t0S;
}

void TopBar::showOpened() {
    for (QWidget* widget : std::initializer_list<QWidget*>{seriesName_, calibrationChip_, timeChip_, analyse_, exportButton_})
        widget->setVisible(document_.isOpen());
    if (!document_.isOpen()) seriesDetail_->clear();
    quenchChip_->setVisible(document_.isOpen() && missesQuench());
    if (!document_.isOpen()) sliceChip_->hide();
    showChoices();
    fitRoom();
}

void TopBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitRoom();
}

void TopBar::fitRoom() {
    menus_->setMinimumWidth(menus_->sizeHint().width());  // a menu that is not seen is not found
    const std::vector<QToolButton*> chips{sliceChip_, calibrationChip_, timeChip_, quenchChip_};
    const auto setStyle = [](const std::vector<QToolButton*>& buttons, Qt::ToolButtonStyle style) {
        for (QToolButton* button : buttons)
            button->setToolButtonStyle(style);
    };
    setStyle(chips, Qt::ToolButtonTextBesideIcon);
    setStyle({exportButton_}, Qt::ToolButtonTextBesideIcon);
    if (isNarrow_) setStyle({sliceChip_}, Qt::ToolButtonTextOnly);
    for (QToolButton* tool : tools_)
        tool->show();
    seriesName_->setVisible(document_.isOpen());
    const auto isTooWide = [this] {
        layout()->invalidate();
        return layout()->minimumSize().width() > width();
    };
    if (isTooWide()) setStyle(chips, Qt::ToolButtonTextOnly);
    if (isTooWide())  // the menus have all of it
        for (QToolButton* tool : tools_)
            tool->hide();
    if (isTooWide()) setStyle({exportButton_}, Qt::ToolButtonIconOnly);
    if (isTooWide()) setStyle(chips, Qt::ToolButtonIconOnly);  // each says its value to who points at it
    if (isTooWide()) seriesName_->hide();                      // the window's title has it
}

void TopBar::showChoices() {
    if (!document_.isOpen()) return;
    const Session& session = document_.session();
    const ImageHeader& first = session.series.first;
    const QString count = counted(document_.frameCount(), tr("frame"), tr("frames"));
    const QString shape = first.width == 0
                              ? QString()
                              : tr(", %1, %2 bit").arg(QString::fromStdString(sizeText(session.series))).arg(first.bitsPerSample);
    const bool isPart = slicesToChoose(session.series) > 0 || !chosenDataset(session.series).empty();
    seriesName_->setRoom(!isNarrow_ ? wideName : isPart ? narrowName / 2 : narrowName);
    seriesName_->show(QString::fromStdString(seriesName(session)), QString::fromStdString(usualName(session)));
    seriesDetail_->setWords({count + shape, count});
    seriesDetail_->setToolTip(count + shape);
    showPart();
    const ChipWords size = chipOfSizes(document_);
    calibrationChip_->setText(wordsThatFit(size));
    calibrationChip_->setAccessibleName(tr("Pixel size: %1").arg(size.full));
    calibrationChip_->setToolTip(size.whole);
    showTimes();
    fitRoom();
}

/// Shows the part of its files that is measured, where they have several.
void TopBar::showPart() {
    const ImageSeries& series = document_.session().series;
    const std::string dataset = chosenDataset(series);
    const bool isNamed = !dataset.empty();
    sliceChip_->setVisible(isNamed || slicesToChoose(series) > 0);
    if (!isNamed) {
        sliceChip_->setText(wordsOfSlice(series, isNarrow_));
        sliceChip_->setAccessibleName(tr("Slice of the stack: %1").arg(wordsOfSlice(series, false)));
        sliceChip_->setToolTip(tr("Which slice of the stack is measured"));
        return;
    }
    const QString name = QString::fromStdString(dataset);
    constexpr int widestName = 150;  // px
    sliceChip_->setText(sliceChip_->fontMetrics().elidedText(name.section('/', -1), Qt::ElideMiddle, widestName));
    sliceChip_->setAccessibleName(tr("Data set of the files: %1").arg(name));
    sliceChip_->setToolTip(tr("%1: which of the data sets in the files is measured").arg(name));
}

void TopBar::showTimes() {
    const Session& session = document_.session();
    const std::optional<double> t0 = session.recipe.fit.t0S;
    const auto typed = session.typedUnits.find("fit.t0");
    const bool isAsTyped =
        typed != session.typedUnits.end() && typed->second != TimeUnit::automatic &&
        (session.timeUnit == TimeUnit::automatic || session.timeUnit == typed->second || typed->second == TimeUnit::clock);
    const QString quench = t0 ? "t₀ = " + (isAsTyped ? document_.times().momentText(*t0, typed->second)
                                                     : fieldText(*t0, document_.growth().data()->timeUnit()))
                              : QString();
    const bool hasQuench = document_.times().areSeconds() && t0;
    const ChipWords times = chipOfTimes(document_);
    const QString source = wordsThatFit(times);
    timeChip_->setText(hasQuench ? source + ",  " + quench : source);
    timeChip_->setAccessibleName(tr("Times: %1").arg(hasQuench ? times.full + ", " + quench : times.full));
    timeChip_->setToolTip(times.whole);
    quenchChip_->setVisible(missesQuench());
}

}  // namespace coarsen::window
