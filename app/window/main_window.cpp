// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.hpp"

#include "app/window/commands/command_list.hpp"
#include "app/window/commands/commands.hpp"
#include "app/window/commands/shortcut_sheet.hpp"
#include "app/window/document/preferences.hpp"
#include "app/window/document/settings_store.hpp"
#include "app/window/panels/correlation/correlation_panels.hpp"
#include "app/window/panels/export/export_sheet.hpp"
#include "app/window/panels/frame/frame_panel.hpp"
#include "app/window/panels/growth/growth_panel.hpp"
#include "app/window/panels/parts/innermost_first.hpp"
#include "app/window/panels/samples/drop_choice.hpp"
#include "app/window/panels/samples/sample_views.hpp"
#include "app/window/panels/samples/samples_panel.hpp"
#include "app/window/panels/sheets/facts_dialog.hpp"
#include "app/window/panels/start/start_page.hpp"
#include "app/window/theme/theme.hpp"
#include "app/window/views/frame_table.hpp"
#include "app/window/views/growth_view.hpp"
#include "app/window/views/image_view.hpp"
#include "app/window/workspace/demonstrations.hpp"
#include "app/window/workspace/file_dialogs.hpp"
#include "app/window/workspace/guided_tour.hpp"
#include "app/window/workspace/notice_board.hpp"
#include "app/window/workspace/status_bar.hpp"
#include "app/window/workspace/top_bar.hpp"
#include "app/window/workspace/window_place.hpp"
#include "app/window/workspace/workspace.hpp"
#include "core/session/series_name.hpp"

#include <QApplication>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QScreen>
#include <QScrollArea>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

/// The files of a static library are not there by themselves. Qt wants this call outside of namespaces.
static void registerResources() {
    Q_INIT_RESOURCE(window);
}

namespace coarsen::window {

namespace {

// Beyond these another class of screen is assumed, in px.
constexpr int otherWidth = 300, otherHeight = 150;

constexpr QSize smallest(1024, 640);  ///< px, that all of the window's content needs

/// The content of a window: where the screen is smaller, as with large text, it is scrolled to. The keys are the content's.
class Room final : public QScrollArea {
public:
    Room() {
        setFrameShape(NoFrame);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override { event->ignore(); }
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        widget()->resize(viewport()->size().expandedTo(smallest));  // whatever its texts would like
    }
};

/// Panels stand on `bg`, which shows as hairlines between them.
void setGround(QWidget* widget, const char* token) {
    widget->setProperty("ground", token);
    widget->setAttribute(Qt::WA_StyledBackground);
}

}  // namespace

MainWindow::MainWindow(Engines engines, QWidget* parent)
    : QMainWindow(parent), document_(std::move(engines)), left_(document_), presets_(document_), recent_(document_) {
    registerResources();
    setWindowIcon(QIcon(":/coarsen/coarsen.svg"));
    setWindowTitle(tr("Coarsen"));
    const QScreen* const screen = QGuiApplication::primaryScreen();
    setMinimumSize(screen ? smallest.boundedTo(screen->availableSize()) : smallest);
    setAcceptDrops(true);
    new InnermostFirst(this);
    putTogether();
    makeCommands();
    connectParts();
    connectStartPage();
    adopt(preferences());
    resize(1366, 768);
    showOpened();
    left_.list();
    recent_.list();
    presets_.list();
}

MainWindow::~MainWindow() {
    // Nobody hears of a document that is being taken apart.
    document_.blockSignals(true);
    document_.changes().undoStack().blockSignals(true);
}

void MainWindow::putTogether() {
    files_ = new FileDialogs(document_, this);
    bar_ = new TopBar(document_);
    start_ = new StartPage;
    workspace_ = new Workspace(document_);
    pages_ = new QStackedWidget;
    pages_->addWidget(start_);
    pages_->addWidget(workspace_);
    status_ = new StatusBar(document_);

    content_ = new QWidget;
    content_->setMinimumSize(smallest);
    auto* const layout = new QVBoxLayout(content_);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addWidget(bar_);
    layout->addWidget(pages_, 1);
    layout->addWidget(status_);
    auto* const room = new Room;
    room->setWidget(content_);
    setCentralWidget(room);
    for (QWidget* widget : {content_, static_cast<QWidget*>(workspace_)})
        setGround(widget, "bg");
    for (QWidget* widget : {static_cast<QWidget*>(bar_), static_cast<QWidget*>(status_)})
        setGround(widget, "panel");

    exportSheet_ = new ExportSheet(document_, content_);
    notices_ = new NoticeBoard(document_, *files_, workspace_->timeline(), *status_->noticesPlace(), content_);
    drop_ = new DropChoice(content_);
}

void MainWindow::makeCommands() {
    actors_ = std::make_unique<const Actors>(Actors{.document = document_,
                                                    .workspace = *workspace_,
                                                    .bar = *bar_,
                                                    .status = *status_,
                                                    .files = *files_,
                                                    .left = left_,
                                                    .presets = presets_,
                                                    .recent = recent_,
                                                    .exportSheet = *exportSheet_,
                                                    .window = *this,
                                                    .openExportSheet = [this] { showExportSheet(); },
                                                    .goToNotice =
                                                        [this] {
                                                            if (!notices_->takeFocus()) status_->askNotices();
                                                        },
                                                    .adopt = [this](const Preferences& wanted) { adopt(wanted); },
                                                    .shortcutSheet = [this] { return shortcutSheet(commands_->groups()); }});
    commands_ = new CommandList(allCommands(*actors_), bar_->menus(), this);
}

void MainWindow::connectParts() {
    connect(&document_, &Document::opened, this, &MainWindow::showOpened);
    connect(&document_, &Document::opened, commands_, &CommandList::refresh);
    connect(&document_, &Document::choicesChanged, this, &MainWindow::showName);
    connect(&document_, &Document::sessionSaved, this, &MainWindow::showName);
    connect(&document_.changes().undoStack(), &QUndoStack::indexChanged, commands_, &CommandList::refresh);
    connect(bar_, &TopBar::folderWanted, files_, &FileDialogs::askFolder);
    connect(bar_, &TopBar::exportWanted, this, &MainWindow::showExportSheet);
    connect(notices_, &NoticeBoard::sliceWanted, bar_, &TopBar::askSlice);
    connect(notices_, &NoticeBoard::timesWanted, bar_, &TopBar::askTimes);
    connect(notices_, &NoticeBoard::pixelSizeWanted, bar_, &TopBar::askPixelSize);
    connect(bar_, &TopBar::factsWanted, this, [this] { showFacts(document_, this); });
    connect(bar_, &TopBar::datasetWanted, files_, &FileDialogs::askDataset);
    connect(bar_, &TopBar::knownLengthWanted, &workspace_->frame(), &FramePanel::drawKnownLength);
    connect(&workspace_->frame(), &FramePanel::cursorMoved, status_, &StatusBar::showCursor);
    connect(workspace_->growth().samples()->panel(), &SamplesPanel::addWanted, files_, &FileDialogs::askAddedFolder);
    connect(&workspace_->growth(), &GrowthPanel::resultShown, &recent_, &RecentStore::noteResult);
    connect(status_, &StatusBar::remedyWanted, notices_, &NoticeBoard::carryOut);
}

void MainWindow::connectStartPage() {
    connect(&left_, &LeftSessionStore::listed, &recent_, &RecentStore::takeLeft);
    connect(&left_, &LeftSessionStore::listed, start_, &StartPage::showLeft);
    connect(start_, &StartPage::openFolderWanted, files_, &FileDialogs::askFolder);
    connect(start_, &StartPage::openFilesWanted, files_, &FileDialogs::askFiles);
    connect(start_, &StartPage::watchFolderWanted, files_, &FileDialogs::askWatchedFolder);
    connect(&recent_, &RecentStore::listed, start_, &StartPage::showRecent);
    connect(&recent_, &RecentStore::listed, commands_, &CommandList::refresh);
    connect(start_, &StartPage::pathsWanted, this, &MainWindow::openPaths);
    connect(start_, &StartPage::forgetWanted, &recent_, &RecentStore::forget);
    connect(start_, &StartPage::forgetAllWanted, &recent_, &RecentStore::forgetAll);
    connect(start_, &StartPage::sampleWanted, this, [this] {
        if (!settings()->value("tour_seen").toBool())
            startTour(document_, *workspace_, *bar_);  // opens it first
        else
            openSample(document_);
    });
    connect(start_, &StartPage::syntheticWanted, this, [this] { openSynthetic(document_); });
    connect(start_, &StartPage::discardWanted, &left_, &LeftSessionStore::discard);
}

GrowthPanel& MainWindow::growth() {
    return workspace_->growth();
}

bool MainWindow::isBusy() const {
    return document_.isBusy(true) || left_.isBusy() || presets_.isBusy() || workspace_->isBusy() || exportSheet_->isBusy();
}

void MainWindow::openPaths(const QStringList& paths) {
    files_->open(paths);
}

void MainWindow::showExportSheet() {
    if (!document_.isOpen()) return;
    QWidget* const under = bar_->exportPlace();
    const GrowthView& view = *workspace_->growth().view();
    const int resultEnds = view.mapTo(content_, QPoint(0, view.cardsHeight())).y();
    exportSheet_->open(QRect(under->mapTo(content_, QPoint()), under->size()), resultEnds, view.isLogarithmic());
}

void MainWindow::setProfileMode(ProfileMode mode) {
    workspace_->correlation().setMode(mode);
}

void MainWindow::setSeriesMode(SeriesMode mode) {
    workspace_->correlation().setSeriesMode(mode);
}

void MainWindow::chooseTheme(bool dark) {
    setTheme(dark);
}

void MainWindow::adopt(const Preferences& wanted) {
    document_.run().setLimits(wanted.memoryMb, wanted.threads);
    if (!isThemed_ || theme().dark != wanted.isDark()) chooseTheme(wanted.isDark());
    isThemed_ = true;
    workspace_->correlation().adopt(wanted);
    workspace_->growth().table()->setHiddenColumns(wanted.hiddenColumns);
}

void MainWindow::showOpened() {
    // A menu or a list that is open speaks of the frames of the series before.
    while (QWidget* const popup = QApplication::activePopupWidget())
        if (!popup->close()) break;
    const bool isOpen = document_.isOpen();
    pages_->setCurrentWidget(isOpen ? static_cast<QWidget*>(workspace_) : start_);
    if (isOpen) {
        workspace_->frame().takeFocus();
    } else {
        exportSheet_->hide();
        start_->focusFirst();
    }
    showName();
}

void MainWindow::showName() {
    setWindowTitle(document_.isOpen() ? QString::fromStdString(seriesName(document_.session())) + " – " + tr("Coarsen")
                                      : tr("Coarsen"));
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    const QSize before = event->oldSize();
    const bool isOther =
        before.isEmpty() || std::abs(before.height() - height()) > otherHeight || std::abs(before.width() - width()) > otherWidth;
    workspace_->arrange(size().expandedTo(smallest), isOther);
    bar_->setNarrow(workspace_->isNarrow());
    drop_->setGeometry(content_->rect());
    exportSheet_->hide();
    notices_->hide();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!event->mimeData()->hasUrls()) return;
    event->acceptProposedAction();
    drop_->offer(document_.isOpen());
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event) {
    drop_->setPlace(event->position());
    event->acceptProposedAction();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*) {
    drop_->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
    drop_->hide();
    drop_->setPlace(event->position());
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile()) paths << url.toLocalFile();
    drop_->isAdding() ? files_->add(paths) : openPaths(paths);
}

/// Takes the keys that nothing with the focus wanted, so that text fields keep their letters.
void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        if (notices_->leave()) return;
        if (exportSheet_->isVisible()) return exportSheet_->hide();
        if (workspace_->leaveInnermost()) return;
    }
    if (!commands_->takeKey(*event)) QMainWindow::keyPressEvent(event);
}

/// Group of the workspace in the settings, by its name of old, which users' files have.
constexpr const char* workspaceGroup = "desk";

void MainWindow::showAsBefore() {
    isRemembered_ = true;
    const auto store = settings();
    store->beginGroup(workspaceGroup);
    workspace_->recall(*store);
    store->endGroup();
    if (!document_.isOpen()) start_->focusFirst();
    showWhereItStood(*this, *store);
}

void MainWindow::rememberHowItStands() const {
    const auto store = settings();
    rememberPlace(*this, *store);
    store->beginGroup(workspaceGroup);
    workspace_->remember(*store);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (isRemembered_) rememberHowItStands();
    document_.run().cancel();
    QMainWindow::closeEvent(event);
}

}  // namespace coarsen::window
