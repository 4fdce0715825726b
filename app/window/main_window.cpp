// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.hpp"

#include "app/window/document/preferences.hpp"
#include "app/window/document/settings_store.hpp"
#include "app/window/panels/analyse_control.hpp"
#include "app/window/panels/correlation_panels.hpp"
#include "app/window/panels/export_sheet.hpp"
#include "app/window/panels/frame_panel.hpp"
#include "app/window/panels/growth_panel.hpp"
#include "app/window/panels/innermost_first.hpp"
#include "app/window/panels/notice_callout.hpp"
#include "app/window/panels/panel_header.hpp"
#include "app/window/panels/panel_maximiser.hpp"
#include "app/window/panels/popovers.hpp"
#include "app/window/panels/recipe_panel.hpp"
#include "app/window/panels/recipe_rail.hpp"
#include "app/window/panels/sheet.hpp"
#include "app/window/panels/start_page.hpp"
#include "app/window/panels/status_line.hpp"
#include "app/window/theme/icons.hpp"
#include "app/window/theme/restyle.hpp"
#include "app/window/theme/words.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/image_view.hpp"

#include <QApplication>
#include <QFileInfo>
#include <QGraphicsDropShadowEffect>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QResizeEvent>
#include <QSplitter>
#include <QStackedWidget>
#include <QThread>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>
#include <fstream>
#include <unistd.h>
#include <utility>

/// The pictures of a static library are not there by themselves. Qt wants this call outside of namespaces.
static void registerPictures() {
    Q_INIT_RESOURCE(window);
}

namespace coarsen::window {

namespace {

constexpr int narrowBelow = 1500, sharedBelow = 1200, recipeWidth = 300, sheetWidth = 352;

QToolButton* chip(const QString& iconName) {
    auto* const button = new QToolButton;
    button->setProperty("chip", true);
    button->setIcon(icon(iconName));
    button->setIconSize({14, 14});
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setMinimumHeight(28);
    return button;
}

/// Resident memory of this process in MB.
double residentMb() {
    std::ifstream file("/proc/self/statm");
    double total = 0, resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

}  // namespace

MainWindow::MainWindow(EngineList engines, QWidget* parent) : QMainWindow(parent), document_(std::move(engines)) {
    registerPictures();
    setWindowIcon(QIcon(":/coarsen/coarsen.svg"));
    setWindowTitle(tr("Coarsen"));
    setMinimumSize(1024, 640);
    setAcceptDrops(true);
    new InnermostFirst(this);
    auto* const all = new QWidget;
    auto* const layout = new QVBoxLayout(all);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(makeTopBar());
    pages_ = new QStackedWidget;
    start_ = new StartPage;
    desk_ = new QWidget;
    auto* const desk = new QVBoxLayout(desk_);
    desk->setContentsMargins(0, 0, 0, 0);
    desk->setSpacing(1);
    auto* const row = new QHBoxLayout;
    row->setSpacing(1);
    rail_ = new RecipeRail(document_);
    recipe_ = new RecipePanel(document_);
    recipeHome_ = new QWidget;
    recipeHome_->setFixedWidth(recipeWidth);
    auto* const home = new QVBoxLayout(recipeHome_);
    home->setContentsMargins(0, 0, 0, 0);
    home->addWidget(recipe_);
    columns_ = new QSplitter(Qt::Horizontal);
    columns_->setObjectName("work-area");
    columns_->setHandleWidth(1);
    columns_->setChildrenCollapsible(false);
    columns_->addWidget(makeFrameColumn());
    growth_ = new GrowthPanel(document_);
    columns_->addWidget(growth_);
    maximiser_ = std::make_unique<PanelMaximiser>(columns_);
    for (QWidget* panel :
         {frameRows_->widget(0), correlation_->mapPanel(), correlation_->profilePanel(), static_cast<QWidget*>(growth_)})
        maximiser_->add(panel);
    row->addWidget(rail_);
    row->addWidget(recipeHome_);
    row->addWidget(columns_, 1);
    desk->addLayout(row, 1);
    timeline_ = new Timeline;
    desk->addWidget(timeline_);
    pages_->addWidget(start_);
    pages_->addWidget(desk_);
    layout->addWidget(pages_, 1);
    layout->addWidget(makeStatusBar());
    setCentralWidget(all);

    recipeSheet_ = new Sheet(desk_);
    recipeSheet_->setObjectName("recipe-sheet");
    auto* const sheet = new QVBoxLayout(recipeSheet_);
    sheet->setContentsMargins(1, 1, 1, 1);
    auto* const shadow = new QGraphicsDropShadowEffect(recipeSheet_);
    shadow->setBlurRadius(24);
    shadow->setOffset(2, 2);
    recipeSheet_->setGraphicsEffect(shadow);
    recipeSheet_->hide();
    // Panels stand on `bg`, which shows as hairlines between them.
    const auto ground = [](QWidget* widget, const char* token) {
        widget->setProperty("ground", token);
        widget->setAttribute(Qt::WA_StyledBackground);
    };
    ground(all, "bg");
    ground(desk_, "bg");
    for (QWidget* widget : {layout->itemAt(0)->widget(), layout->itemAt(2)->widget(), recipeHome_, static_cast<QWidget*>(rail_),
                            static_cast<QWidget*>(growth_), frameRows_->widget(0)})
        ground(widget, "panel");
    exportSheet_ = new ExportSheet(document_, all);
    notice_ = new NoticeCallout(all);
    dropFrame_ = new QFrame(all);
    dropFrame_->setAttribute(Qt::WA_TransparentForMouseEvents);
    dropFrame_->hide();

    makeMenus();
    connectViews();
    connect(&memoryTimer_, &QTimer::timeout, this, [this] {
        memoryText_->setText(tr("%1 of %2 GB").arg(residentMb() / 1024, 0, 'f', 1).arg(document_.memoryMb() / 1024.0, 0, 'f', 1));
    });
    memoryTimer_.start(1000);
    adopt(preferences());
    resize(1366, 768);
    showOpened();
    showChoices();
    showRun();
}

MainWindow::~MainWindow() {
    // Views hear nothing of a document that is being taken apart.
    document_.disconnect(this);
    document_.undoStack().disconnect(this);
}

QWidget* MainWindow::makeTopBar() {
    auto* const bar = new QWidget;
    bar->setFixedHeight(44);
    auto* const row = new QHBoxLayout(bar);
    row->setContentsMargins(4, 0, 8, 0);
    row->setSpacing(6);
    auto* const menus = new QMenuBar;
    menus->setNativeMenuBar(false);
    menus->setObjectName("menus");
    menus->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    menus->setFixedHeight(30);
    row->addWidget(menus, 0, Qt::AlignVCenter);
    const auto tool = [&](const QString& name, const QString& words) {
        auto* const button = new QToolButton;
        button->setIcon(icon(name));
        button->setIconSize({18, 18});
        button->setToolTip(words);
        button->setAccessibleName(words);
        row->addWidget(button);
        return button;
    };
    connect(tool("folder", tr("Open a folder (Ctrl+O)")), &QToolButton::clicked, this, &MainWindow::askFolder);
    auto* const undo = tool("undo", tr("Undo (Ctrl+Z)"));
    auto* const redo = tool("redo", tr("Redo (Ctrl+Shift+Z)"));
    QUndoStack& stack = document_.undoStack();
    connect(undo, &QToolButton::clicked, &stack, &QUndoStack::undo);
    connect(redo, &QToolButton::clicked, &stack, &QUndoStack::redo);
    connect(&stack, &QUndoStack::canUndoChanged, undo, &QWidget::setEnabled);
    connect(&stack, &QUndoStack::canRedoChanged, redo, &QWidget::setEnabled);
    connect(&stack, &QUndoStack::undoTextChanged, undo,
            [undo](const QString& name) { undo->setToolTip(tr("Undo %1 (Ctrl+Z)").arg(name)); });
    undo->setEnabled(false);
    redo->setEnabled(false);
    row->addSpacing(6);
    seriesName_ = titleLabel({});
    seriesDetail_ = hintLabel();
    seriesDetail_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(seriesName_);
    row->addWidget(seriesDetail_, 1);
    calibrationChip_ = chip("ruler");
    calibrationChip_->setAccessibleName(tr("Pixel size"));
    timeChip_ = chip("clock");
    timeChip_->setAccessibleName(tr("Time"));
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
    for (QWidget* widget : std::initializer_list<QWidget*>{calibrationChip_, timeChip_, quenchChip_, analyse_, exportButton_})
        row->addWidget(widget);
    connect(calibrationChip_, &QToolButton::clicked, this, &MainWindow::askPixelSize);
    connect(timeChip_, &QToolButton::clicked, this, [this] { showTimePopover(document_, timeChip_); });
    connect(quenchChip_, &QToolButton::clicked, this, [this] { showTimePopover(document_, quenchChip_, true); });
    connect(exportButton_, &QToolButton::clicked, this, &MainWindow::showExportSheet);
    return bar;
}

QWidget* MainWindow::makeFrameColumn() {
    auto* const frame = frame_ = new FramePanel(document_);

    frameRows_ = new QSplitter(Qt::Vertical);
    frameRows_->setHandleWidth(1);
    frameRows_->setChildrenCollapsible(false);
    frameRows_->addWidget(frame);
    correlation_ = new CorrelationPanels(document_);
    frameRows_->addWidget(correlation_);
    return frameRows_;
}

QWidget* MainWindow::makeStatusBar() {
    auto* const bar = new QWidget;
    bar->setFixedHeight(24);
    auto* const row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(14);
    cursorText_ = hintLabel();
    memoryText_ = hintLabel();
    const auto quiet = [] {
        auto* const button = new QToolButton;
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setIconSize({13, 13});
        button->setFixedHeight(22);
        return button;
    };
    noticesButton_ = quiet();
    noticesButton_->setObjectName("notices");
    noticesButton_->setToolTip(tr("All notices, with what can be done"));
    engineButton_ = quiet();
    engineButton_->setIcon(icon("chip"));
    engineButton_->setAccessibleName(tr("Engine"));
    statusLine_ = new StatusLine;
    row->addWidget(cursorText_);
    row->addWidget(statusLine_);
    row->addStretch();
    row->addWidget(noticesButton_);
    row->addWidget(memoryText_);
    row->addWidget(engineButton_);
    connect(engineButton_, &QToolButton::clicked, this, [this] { showEnginePopover(document_, engineButton_); });
    connect(noticesButton_, &QToolButton::clicked, this, [this] {
        showNoticesPopover(document_, noticesButton_, [this](const Notice& notice, Remedy remedy) { carryOut(notice, remedy); });
    });
    return bar;
}

void MainWindow::connectViews() {
    connect(&document_, &Document::opened, this, &MainWindow::showOpened);
    connect(&document_, &Document::openFailed, this, &MainWindow::showRun);
    connect(&document_, &Document::openFailed, this, &MainWindow::listLeft);
    connect(&document_, &Document::previewChanged, this, &MainWindow::showRun);
    connect(&document_, &Document::resultsChanged, this, [this] {
        timeline_->showStates(document_.cellStates());
        std::map<int, QString> failures;
        for (const auto& [frame, row] : document_.session().results)
            if (row->status == FrameStatus::failed) failures[frame] = translated(row->message);
        timeline_->showFailures(std::move(failures));
    });
    connect(&document_, &Document::choicesChanged, this, &MainWindow::showChoices);
    connect(&document_, &Document::runChanged, this, &MainWindow::showRun);
    connect(&document_, &Document::watchChanged, this, &MainWindow::showWatch);
    connect(&document_, &Document::noticeRaised, this, &MainWindow::showNotice);
    connect(&document_, &Document::noticeRetracted, this, [this](quint64 number) {
        if (notice_->notice().number == number) notice_->hide();
        showRun();
    });
    connect(&document_, &Document::thumbnailMade, timeline_, &Timeline::setThumbnail);
    connect(&document_, &Document::thumbnailFailed, timeline_, &Timeline::setUnreadable);
    connect(&document_, &Document::thumbnailMade, this, &MainWindow::keepPictureForRecent);
    connect(&document_, &Document::frameChanged, timeline_, &Timeline::setCurrentFrame);
    connect(&document_, &Document::sessionSaved, this, [this](const QString& file) {
        statusLine_->say(tr("Saved %1").arg(file));
        rememberAs(file);
    });
    connect(&document_, &Document::said, statusLine_, &StatusLine::say);

    connect(timeline_, &Timeline::frameChosen, &document_, &Document::showFrame);
    connect(timeline_, &Timeline::frameMenuWanted, this, &MainWindow::frameMenu);
    connect(growth_->table(), &FrameTable::frameMenuWanted, this, &MainWindow::frameMenu);
    connect(growth_->table(), &FrameTable::columnsHidden, this, [](const QStringList& keys) {
        Preferences now = preferences();
        now.hiddenColumns = keys;
        setPreferences(now);
    });
    connect(frame_, &FramePanel::frameMenuWanted, this, &MainWindow::frameMenu);
    connect(timeline_, &Timeline::watchWanted, &document_, &Document::setWatching);
    connect(timeline_, &Timeline::followWanted, &document_, &Document::setFollowing);
    connect(growth_, &GrowthPanel::markerWanted, correlation_, &CorrelationPanels::grabMarker);
    connect(growth_, &GrowthPanel::framesSelected, this, &MainWindow::framesMenu);
    connect(growth_, &GrowthPanel::resultShown, this, &MainWindow::noteForRecent);
    connect(frame_, &FramePanel::cursorMoved, cursorText_, &QLabel::setText);
    connect(correlation_, &CorrelationPanels::radiusHovered, frame_->image(), &ImageView::setHoveredRadius);
    connect(correlation_, &CorrelationPanels::markerDragged, frame_, &FramePanel::showGauge);
    connect(recipe_, &RecipePanel::stepOpened, frame_, [this](const QString& key) { frame_->setCropEditing(key == "crop"); });
    connect(recipe_, &RecipePanel::paintingWanted, frame_, [this] { frame_->paintDust(true); });
    connect(recipe_, &RecipePanel::comparisonWanted, frame_, &FramePanel::compareBeforeAndAfter);
    connect(rail_, &RecipeRail::comparisonWanted, frame_, &FramePanel::compareBeforeAndAfter);
    connect(frame_, &FramePanel::toolTaken, recipeSheet_, &QWidget::hide);
    connect(rail_, &RecipeRail::stepWanted, this, &MainWindow::openRecipeOverFrame);
    connect(start_, &StartPage::openFolderWanted, this, &MainWindow::askFolder);
    connect(start_, &StartPage::openFilesWanted, this, &MainWindow::askFiles);
    connect(start_, &StartPage::watchFolderWanted, this, &MainWindow::askWatchedFolder);
    connect(start_, &StartPage::pathWanted, this, [this](const QString& path) { openPaths({path}); });
    connect(start_, &StartPage::sampleWanted, this, [this] {
        if (!settings()->value("tour_seen").toBool())
            startTour();  // opens it first
        else
            openSample();
    });
    connect(start_, &StartPage::syntheticWanted, this, &MainWindow::openSynthetic);
    connect(start_, &StartPage::discardWanted, this, &MainWindow::discardSession);
    connect(exportSheet_, &ExportSheet::done, this, [this](int files, const QString& folder, const QString& problem) {
        if (problem.isEmpty())
            document_.raise({.kind = Notice::Kind::information,
                             .title = tr("%1 exported").arg(counted(files, tr("file"), tr("files"))),
                             .text = tr("They are in %1.").arg(folder),
                             .remedies = {Remedy::showFolder},
                             .folder = folder});
        else
            document_.raise({Notice::Kind::failure, tr("The export stopped"), problem, -1});
    });
    connect(notice_, &NoticeCallout::remedyWanted, this, &MainWindow::carryOut);
}

// ---- layout

void MainWindow::arrange() {
    const bool narrow = width() < narrowBelow;
    const bool isShared = width() < sharedBelow;
    const bool changes = narrow != isNarrow_ || isShared != correlation_->isShared() || !isArranged_;
    isNarrow_ = narrow;
    rail_->setVisible(narrow);
    recipeHome_->setVisible(!narrow);
    if (changes) {
        QWidget* const home = narrow ? static_cast<QWidget*>(recipeSheet_) : recipeHome_;
        home->layout()->addWidget(recipe_);
        recipeSheet_->hide();
        growth_->setNarrow(narrow, isShared);
    }
    timeline_->setFixedHeight(height() < 900 ? 100 : 124);
    if (!isArranged_ || changes) {
        // Sizes are given to all panels; then the one that had all the room takes it again.
        QWidget* const maximised = maximiser_->maximised();
        maximiser_->restore();
        const int room = width() - (narrow ? 46 : recipeWidth);
        const int frame = narrow ? room * 424 / 1000 : room * 462 / 1000;
        columns_->setSizes({frame, room - frame});
        columns_->setStretchFactor(0, 51);
        columns_->setStretchFactor(1, 49);
        const int rows = height() - 44 - 24 - timeline_->height();
        const int plots = height() < 900 ? 240 : height() < 1200 ? 322 : 440;
        frameRows_->setSizes({rows - plots, plots});
        correlation_->setShared(isShared);
        correlation_->shareWidth(frame);
        growth_->shareHeight(rows);
        if (maximised) correlation_->showPanel(maximised);
        if (maximised) maximiser_->maximise(maximised);
    }
    isArranged_ = true;
    if (recipeSheet_->isVisible()) recipeSheet_->setGeometry(46, 0, sheetWidth, desk_->height() - timeline_->height());
    dropFrame_->setGeometry(centralWidget()->rect());
    showChoices();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    const QSize before = event->oldSize();
    // Another class of screen, or the first size: the fractions of the design. Else the splitters keep what the user chose.
    if (before.isEmpty() || std::abs(before.height() - height()) > 150 || std::abs(before.width() - width()) > 300)
        isArranged_ = false;
    arrange();
    exportSheet_->hide();
    notice_->hide();
}

void MainWindow::askPixelSize() {
    showCalibrationPopover(document_, calibrationChip_, [this] { frame_->drawKnownLength(); });
}

void MainWindow::openRecipeOverFrame(const QString& step) {
    const bool isCrop = step == "crop";  // it has no sheet
    if ((recipeSheet_->isVisible() || isCrop) && recipe_->openedStep() == step) {
        recipeSheet_->hide();
        if (isCrop) recipe_->openStep({});
        return;
    }
    recipeSheet_->setStyleSheet(
        QStringLiteral("#recipe-sheet { background: %1; border: 1px solid %2; }").arg(theme().panel.name(), theme().line.name()));
    recipe_->openStep(step);
    recipeSheet_->setGeometry(46, 0, sheetWidth, desk_->height() - timeline_->height());
    if (isCrop) return recipeSheet_->hide();  // the crop is dragged on the image: nothing lies over it
    const QString first = step.isEmpty() ? QString::fromStdString(document_.recipe().steps.front().key()) : step;
    recipeSheet_->open(recipe_->findChild<QWidget*>("step-" + first));
}

void MainWindow::setProfileMode(ProfileMode mode) {
    correlation_->setMode(mode);
}

void MainWindow::setSeriesMode(SeriesMode mode) {
    correlation_->setSeriesMode(mode);
}

void MainWindow::chooseTheme(bool dark) {
    setTheme(dark);
    showRun();
}

void MainWindow::adopt(const Preferences& wanted) {
    document_.setLimits(wanted.memoryMb, wanted.threads);
    if (!isThemed_ || theme().dark != wanted.isDark()) chooseTheme(wanted.isDark());
    isThemed_ = true;
    correlation_->adopt(wanted);
    growth_->table()->setHiddenColumns(wanted.hiddenColumns);
}

// ---- values from the document

void MainWindow::showOpened() {
    const bool open = document_.isOpen();
    // A menu or a list that is open speaks of the frames of the series before.
    while (QWidget* const popup = QApplication::activePopupWidget())
        if (!popup->close()) break;
    pages_->setCurrentWidget(open ? desk_ : start_);
    if (open) frame_->image()->setFocus();
    for (QWidget* widget : std::initializer_list<QWidget*>{calibrationChip_, timeChip_, analyse_, exportButton_})
        widget->setVisible(open);
    quenchChip_->setVisible(open && !document_.recipe().fit.t0S);
    notice_->hide();
    for (QLabel* words : {cursorText_, static_cast<QLabel*>(statusLine_)})
        words->clear();  // they spoke of what was open before
    listLeft();
    if (!open) {
        start_->refresh();
        start_->focusFirst();
        return;
    }
    const ImageSeries& series = document_.session().series;
    setWindowTitle(QString::fromStdString(series.name) + " – " + tr("Coarsen"));
    timeline_->clearThumbnails();
    growth_->view()->clearThumbnails();
    showChoices();
    showWatch();
    QString path = QString::fromStdString(series.folder.string());
    if (!document_.sessionFile().empty()) path = QString::fromStdString(document_.sessionFile().string());
    recent_ = {path, QString::fromStdString(series.name), counted(document_.frameCount(), tr("frame"), tr("frames"))};
    rememberSeries(recent_);
    recentPictures_.clear();
    growth_->showResults();
}

void MainWindow::showChoices() {
    if (!document_.isOpen()) return;
    const Session& session = document_.session();
    const ImageHeader& first = session.series.first;
    seriesName_->setText(QString::fromStdString(session.series.name));
    seriesDetail_->setText(counted(document_.frameCount(), tr("frame"), tr("frames")) +
                           (isNarrow_ || first.width == 0
                                ? QString()
                                : tr(", %1 × %2, %3 bit").arg(first.width).arg(first.height).arg(first.bitsPerSample)));
    const Calibration& calibration = session.calibration;
    if (calibration.isKnown()) {
        const QString size = significant(calibration.pixelWidthUm, 3) +
                             (calibration.isSquare() ? QString() : " × " + significant(calibration.pixelHeightUm, 3)) +
                             tr(" µm/px");
        calibrationChip_->setText(isNarrow_ ? size : size + "  " + QString::fromStdString(calibration.source));
    } else {
        calibrationChip_->setText(tr("Pixels only"));
    }
    calibrationChip_->setToolTip(tr("Pixel size: labels lengths, never changes the measurement"));
    const std::optional<double> t0 = session.recipe.fit.t0S;
    const auto typed = session.typedUnits.find("fit.t0");
    const bool isAsTyped = typed != session.typedUnits.end() && typed->second != TimeUnit::automatic &&
                           (session.timeUnit == TimeUnit::automatic || session.timeUnit == typed->second);
    const QString quench =
        t0 ? "t₀ = " + (isAsTyped ? fieldText(*t0, typed->second) : timeText(*t0, document_.growth()->timeUnit())) : QString();
    const bool hasQuench = document_.timesAreSeconds() && t0;
    timeChip_->setText(!isNarrow_                    ? document_.timeSourceText() + (hasQuench ? ",  " + quench : QString())
                       : hasQuench                   ? quench
                       : document_.timesAreSeconds() ? tr("Times")
                                                     : tr("Frame number"));
    quenchChip_->setVisible(!t0);
    timeChip_->setToolTip(document_.timeSourceText() + ".\n" + tr("Here the source of the times and the quench are set"));

    std::vector<double> times;
    for (const FrameSource& source : session.series.frames)
        times.push_back(source.timeS - document_.timeOrigin());
    timeline_->showSeries(std::move(times), document_.growth()->timeUnit());
    timeline_->showStates(document_.cellStates());
    timeline_->setCurrentFrame(document_.currentFrame());
}

void MainWindow::noteForRecent(const QString& result) {
    const QString note = counted(document_.frameCount(), tr("frame"), tr("frames")) + ", " + result;
    if (std::exchange(recent_.note, note) != note) rememberSeries(recent_);
}

/// The start page offers the session in the place of the images that it was made from.
void MainWindow::rememberAs(const QString& session) {
    const QString before = std::exchange(recent_.path, session);
    if (before == session) return;
    rememberSeries(recent_);
    document_.background().run(
        [before, session]() -> Background::Result {
            if (const QImage picture = recentPicture(before); !picture.isNull()) rememberPicture(session, picture);
            return [before] { forgetSeries(before); };
        },
        [](const QString&) {});  // only a picture is missing then
}

/// The start page shows the first, a middle and the last frame of what was opened.
void MainWindow::keepPictureForRecent(int frame, const QImage& picture) {
    const int last = document_.frameCount() - 1, step = std::max(1, document_.frameCount() / 24);
    const int middle = last / 2 / step * step;  // thumbnails of these come first
    if (frame != 0 && frame != middle && frame != last / step * step) return;
    recentPictures_[frame] = picture;
    if (recentPictures_.size() < std::size_t(last == 0 ? 1 : middle == 0 ? 2 : 3)) return;
    document_.background().run(
        [path = recent_.path, pictures = recentPictures_]() -> Background::Result {
            QImage strip(3 * 96, 84, QImage::Format_RGB32);
            strip.fill(Qt::black);
            QPainter painter(&strip);
            int x = 0;
            for (const auto& [number, one] : pictures) {
                const QImage cell = one.scaled(94, 84, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
                painter.drawImage(QRect(x, 0, 94, 84), cell, QRect((cell.width() - 94) / 2, (cell.height() - 84) / 2, 94, 84));
                x += 97;
            }
            painter.end();
            rememberPicture(path, strip);
            return {};
        },
        [](const QString&) {});  // only a picture is missing then
    recentPictures_.clear();
}

void MainWindow::showRun() {
    const auto& preview = document_.preview();
    if (preview && !preview->engine.empty()) {
        QString device;
        for (const auto& engine : document_.engines())
            if (engine->description().name == preview->engine) device = QString::fromStdString(engine->description().device);
        engineButton_->setText(QStringLiteral("%1, %2, %3 ms a frame")
                                   .arg(QString::fromStdString(preview->engine), device)
                                   .arg(preview->measureMs, 0, 'f', preview->measureMs < 10 ? 1 : 0));
        engineButton_->setToolTip(QString::fromStdString(preview->engineReason));
    } else {
        engineButton_->setText(tr("CPU, %1").arg(counted(QThread::idealThreadCount(), tr("thread"), tr("threads"))));
    }
    const int count = static_cast<int>(document_.notices().size());
    noticesButton_->setVisible(count > 0);
    noticesButton_->setText(counted(count, tr("notice"), tr("notices")));
    restyle(noticesButton_, QStringLiteral("QToolButton { color: %1; font-weight: 600; }").arg(theme().warn.name()));
    timeline_->setRunning(document_.isRunning() ? document_.progress().frame : -1);
}

void MainWindow::showWatch() {
    const WatchState& watch = document_.watchState();
    WatchCell cell;
    cell.canWatch = document_.canWatch();
    cell.isOn = watch.isOn && !watch.isAwaitingFirst;
    cell.follows = watch.follows;
    cell.isAway = watch.isAway;
    cell.words = watch.isAway           ? tr("the folder is away")
                 : watch.isPaused       ? tr("paused, F5 measures on")
                 : watch.unfinished > 0 ? tr("%1 being written").arg(counted(watch.unfinished, tr("image"), tr("images")))
                                        : tr("waiting for the next image");
    timeline_->showWatch(cell);
}

}  // namespace coarsen::window
