// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/workspace.hpp"

#include "app/window/panels/correlation/correlation_panels.hpp"
#include "app/window/panels/frame/frame_menu.hpp"
#include "app/window/panels/frame/frame_panel.hpp"
#include "app/window/panels/frame/volume_panel.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/parts/panel_maximiser.hpp"
#include "app/window/panels/recipe/recipe_panel.hpp"
#include "app/window/panels/recipe/recipe_rail.hpp"
#include "app/window/panels/sheets/sheet.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/views/timeline.hpp"
#include "app/window/workspace/timeline_values.hpp"

#include <QGraphicsDropShadowEffect>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QSettings>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace coarsen::window {

namespace {

constexpr int narrowBelow = 1500, sharedBelow = 1200;  // px, the window's width
constexpr int recipeWidth = 300, railWidth = 46, sheetWidth = 352, bars = 44 + 24;

QSplitter* splitter(Qt::Orientation orientation) {
    auto* const made = new QSplitter(orientation);
    made->setHandleWidth(1);
    made->setChildrenCollapsible(false);
    return made;
}

}  // namespace

Workspace::Workspace(Document& document, QWidget* parent) : QWidget(parent), document_(document) {
    rail_ = new RecipeRail(document_);
    recipe_ = new RecipePanel(document_);
    recipeHome_ = new QWidget;
    recipeHome_->setFixedWidth(recipeWidth);
    auto* const home = new QVBoxLayout(recipeHome_);
    home->setContentsMargins(0, 0, 0, 0);
    home->addWidget(recipe_);

    frame_ = new FramePanel(document_);
    correlation_ = new CorrelationPanels(document_);
    frameRows_ = splitter(Qt::Vertical);
    frameRows_->addWidget(frame_);
    frameRows_->addWidget(correlation_);
    growth_ = new GrowthPanel(document_);
    columns_ = splitter(Qt::Horizontal);
    columns_->setObjectName("work-area");
    columns_->addWidget(frameRows_);
    columns_->addWidget(growth_);
    timeline_ = new Timeline;
    maximiser_ = std::make_unique<PanelMaximiser>(columns_);
    for (QWidget* panel : panels())
        maximiser_->add(panel);

    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(1);
    auto* const row = new QHBoxLayout;
    row->setSpacing(1);
    row->addWidget(rail_);
    row->addWidget(recipeHome_);
    row->addWidget(columns_, 1);
    rows->addLayout(row, 1);
    rows->addWidget(timeline_);
    for (QWidget* widget : std::initializer_list<QWidget*>{recipeHome_, rail_, growth_, frame_}) {
        widget->setProperty("ground", "panel");
        widget->setAttribute(Qt::WA_StyledBackground);
    }

    recipeSheet_ = new Sheet(this);
    recipeSheet_->setObjectName("recipe-sheet");
    auto* const sheet = new QVBoxLayout(recipeSheet_);
    sheet->setContentsMargins(1, 1, 1, 1);
    auto* const shadow = new QGraphicsDropShadowEffect(recipeSheet_);
    shadow->setBlurRadius(24);
    shadow->setOffset(2, 2);
    recipeSheet_->setGraphicsEffect(shadow);
    recipeSheet_->hide();
    recipeHead_ = recipe_->findChild<QWidget*>("recipe-head");
    recipeHead_->installEventFilter(this);
    connectPanels();
    for (QSplitter* const splitter : splitters())
        connect(splitter, &QSplitter::splitterMoved, this, &Workspace::noteShares);
    connect(&document_, &Document::opened, this, &Workspace::shareAgain);
}

Workspace::~Workspace() = default;

void Workspace::connectPanels() {
    connectTimeline(*timeline_, document_);
    auto* const menu = new FrameMenu(document_, this);
    connect(timeline_, &Timeline::frameMenuWanted, menu, &FrameMenu::showOfFrame);
    connect(growth_->table(), &FrameTable::frameMenuWanted, menu, &FrameMenu::showOfFrame);
    connect(frame_, &FramePanel::frameMenuWanted, menu, &FrameMenu::showOfFrame);
    connect(growth_, &GrowthPanel::framesSelected, menu, &FrameMenu::showOfFrames);
    connect(growth_->table(), &FrameTable::columnsHidden, this, [](const QStringList& keys) {
        Preferences now = preferences();
        now.hiddenColumns = keys;
        setPreferences(now);
    });
    connect(&document_, &Document::opened, growth_, [this] { growth_->view()->clearThumbnails(); });
    connect(&document_, &Document::opened, growth_, &GrowthPanel::showResults);
    connect(growth_, &GrowthPanel::markerWanted, correlation_, &CorrelationPanels::grabMarker);
    connect(correlation_, &CorrelationPanels::radiusHovered, frame_, &FramePanel::setHoveredRadius);
    connect(correlation_, &CorrelationPanels::markerDragged, frame_, &FramePanel::showGauge);
    connect(recipe_, &RecipePanel::stepOpened, frame_, [this](const QString& key) { frame_->setCropEditing(key == "crop"); });
    connect(recipe_, &RecipePanel::paintingWanted, frame_, [this] { frame_->paintDust(true); });
    connect(recipe_, &RecipePanel::comparisonWanted, frame_, &FramePanel::compareBeforeAndAfter);
    connect(rail_, &RecipeRail::comparisonWanted, frame_, &FramePanel::compareBeforeAndAfter);
    connect(rail_, &RecipeRail::stepWanted, this, &Workspace::openRecipeSheet);
    connect(frame_, &FramePanel::toolTaken, recipeSheet_, &QWidget::hide);
}

QWidget* Workspace::recipePlace() const {
    return isNarrow_ ? static_cast<QWidget*>(rail_) : recipeHome_;
}

std::vector<QWidget*> Workspace::panels() const {
    return {frame_, correlation_->mapPanel(), correlation_->profilePanel(), growth_};
}

bool Workspace::isBusy() const {
    return frame_->volume()->isBusy() || correlation_->isBusy() || growth_->isBusy();
}

void Workspace::arrange(const QSize& window, bool anew) {
    const bool isNarrow = window.width() < narrowBelow, isShared = window.width() < sharedBelow;
    const bool changes = anew || isNarrow != isNarrow_ || isShared != correlation_->isShared() || !isArranged_;
    isNarrow_ = isNarrow;
    rail_->setVisible(isNarrow);
    recipeHome_->setVisible(!isNarrow);
    if (changes) {
        QWidget* const home = isNarrow ? static_cast<QWidget*>(recipeSheet_) : recipeHome_;
        home->layout()->addWidget(recipe_);
        recipeSheet_->hide();
        sheetLeft_.reset();
        recipeHead_->setCursor(isNarrow ? Qt::SizeHorCursor : Qt::ArrowCursor);
        recipeHead_->setToolTip(isNarrow ? tr("Drag to move the recipe aside") : QString());
        growth_->setNarrow(isNarrow, isShared);
    }
    timeline_->setFixedHeight(window.height() < 900 ? 100 : 124);
    if (changes) {
        // Sizes are given to all panels; then the one that had all the room takes it again.
        QWidget* const maximised = maximiser_->maximised();
        maximiser_->restore();
        shareRoom(window, isShared);
        if (maximised) correlation_->showPanel(maximised);
        if (maximised) maximiser_->maximise(maximised);
    }
    isArranged_ = true;
    if (recipeSheet_->isVisible()) placeRecipeSheet();
}

/// In the fractions of the design.
void Workspace::shareRoom(const QSize& window, bool isShared) {
    const int room = window.width() - (isNarrow_ ? railWidth : recipeWidth);
    const int frame = room * (isNarrow_ ? 424 : 462) / 1000;
    columns_->setSizes({frame, room - frame});
    columns_->setStretchFactor(0, 51);
    columns_->setStretchFactor(1, 49);
    const int rows = window.height() - bars - timeline_->height();
    const int plots = window.height() < 900 ? 240 : window.height() < 1200 ? 322 : 440;
    frameRows_->setSizes({rows - plots, plots});
    correlation_->setShared(isShared);
    correlation_->shareWidth(frame);
    growth_->shareHeight(rows);

    screenClass_ = QStringLiteral("%1-%2").arg(isShared ? "shared" : isNarrow_ ? "narrow" : "wide").arg(plots);
    useShares({room, rows, frame, rows});  // the splitters themselves may not have theirs yet
    shareAgain();
}

/// Once all is laid out: a panel may have wanted more, until what it no longer shows was gone.
void Workspace::shareAgain() {
    QTimer::singleShot(0, this, [this] {
        if (maximiser_->maximised()) return;
        std::vector<int> rooms;
        for (const QSplitter* const splitter : splitters())
            rooms.push_back(splitter->orientation() == Qt::Horizontal ? splitter->width() : splitter->height());
        useShares(rooms);
    });
}

/// As the user has them in a window of this class, where he has.
void Workspace::useShares(const std::vector<int>& rooms) {
    const QList<QVariant> shares = shares_.value(screenClass_);
    const std::vector<QSplitter*> all = splitters();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double first = shares.value(static_cast<qsizetype>(i)).toDouble();
        if (first > 0 && first < 1) all[i]->setSizes({qRound(first * rooms[i]), qRound((1 - first) * rooms[i])});
    }
}

std::vector<QSplitter*> Workspace::splitters() const {
    return {columns_, frameRows_, correlation_, growth_->rows()};
}

/// Notes the shares of splitters whose parts are both shown; the others keep what was known.
void Workspace::noteShares() {
    const std::vector<QSplitter*> all = splitters();
    QList<QVariant>& shares = shares_[screenClass_];
    shares.resize(std::ssize(all));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QList<int> sizes = all[i]->sizes();
        if (sizes.size() == 2 && sizes[0] > 0 && sizes[1] > 0) shares[i] = double(sizes[0]) / (sizes[0] + sizes[1]);
    }
}

void Workspace::forgetShares() {
    shares_.remove(screenClass_);
}

void Workspace::remember(QSettings& store) {
    if (shares_.contains(screenClass_)) noteShares();  // the window may have another size since
    store.remove("shares");
    for (auto each = shares_.begin(); each != shares_.end(); ++each)
        store.setValue("shares/" + each.key(), each.value());
    const std::vector<QWidget*> all = panels();
    store.setValue("panel", QVariant::fromValue<qlonglong>(std::ranges::find(all, maximiser_->maximised()) - all.begin()));
    growth_->remember(store);
    correlation_->remember(store);
}

void Workspace::recall(const QSettings& store) {
    for (const QString& key : store.allKeys())
        if (key.startsWith("shares/")) shares_[key.section('/', 1)] = store.value(key).toList();
    growth_->recall(store);
    correlation_->recall(store);
    const std::vector<QWidget*> all = panels();
    const qlonglong panel = store.value("panel", -1).toLongLong();
    if (panel >= 0 && panel < std::ssize(all)) togglePanel(all[static_cast<std::size_t>(panel)]);
}

void Workspace::togglePanel(QWidget* panel) {
    const bool isBack = maximiser_->maximised() == panel;
    maximiser_->restore();
    correlation_->showPanel(panel);
    if (!isBack) maximiser_->maximise(panel);
}

void Workspace::toggleLatestPanel() {
    maximiser_->toggle();
}

QWidget* Workspace::maximisedPanel() const {
    return maximiser_->maximised();
}

void Workspace::restorePanels() {
    maximiser_->restore();
}

void Workspace::toggleCrop() {
    if (isNarrow_)
        openRecipeSheet("crop");
    else
        recipe_->openStep(recipe_->openedStep() == "crop" ? QString() : QStringLiteral("crop"));
}

bool Workspace::leaveInnermost() {
    if (frame_->leaveTool())
        frame_->takeFocus();
    else if (recipeSheet_->isVisible())
        recipeSheet_->hide();
    else if (recipe_->openedStep() == "crop")
        recipe_->openStep({});
    else if (maximiser_->maximised())
        maximiser_->restore();
    else
        return false;
    return true;
}

/// Over what the step leaves alone, unless the user has moved it: the eye is on the chart for a fit, on the frame for all else.
void Workspace::placeRecipeSheet() {
    recipeSheet_->resize(sheetWidth, height() - timeline_->height());
    moveRecipeSheet(sheetLeft_.value_or(recipe_->openedStep() == "fit" ? railWidth : width() - sheetWidth));
}

void Workspace::moveRecipeSheet(int left) {
    recipeSheet_->move(std::clamp(left, railWidth, std::max(railWidth, width() - sheetWidth)), 0);
}

/// The sheet is moved by its head.
bool Workspace::eventFilter(QObject* watched, QEvent* event) {
    if (watched != recipeHead_ || !isNarrow_) return QWidget::eventFilter(watched, event);
    const auto x = [event, this] { return mapFromGlobal(static_cast<QMouseEvent*>(event)->globalPosition()).toPoint().x(); };
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            sheetGrip_ = x() - recipeSheet_->x();
            return true;
        case QEvent::MouseMove:
            if (!sheetGrip_) break;
            moveRecipeSheet(x() - *sheetGrip_);
            sheetLeft_ = recipeSheet_->x();
            return true;
        case QEvent::MouseButtonRelease:
            sheetGrip_.reset();
            return true;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

void Workspace::openRecipeSheet(const QString& step) {
    const bool isCrop = step == "crop";  // it has no sheet
    if ((recipeSheet_->isVisible() || isCrop) && recipe_->openedStep() == step) {
        recipeSheet_->hide();
        if (isCrop) recipe_->openStep({});
        return;
    }
    recipeSheet_->setStyleSheet(
        QStringLiteral("#recipe-sheet { background: %1; border: 1px solid %2; }").arg(theme().panel.name(), theme().line.name()));
    recipe_->openStep(step);
    if (!recipeSheet_->isVisible()) placeRecipeSheet();  // while it is open it stays
    if (isCrop) return recipeSheet_->hide();             // the crop is dragged on the image: nothing lies over it
    const QString first = step.isEmpty() ? QString::fromStdString(document_.recipe().steps.front().key()) : step;
    recipeSheet_->open(recipe_->findChild<QWidget*>("step-" + first));
}

}  // namespace coarsen::window
