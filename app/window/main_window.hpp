// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/document/recent_series.hpp"
#include "app/window/plots/courses.hpp"
#include "app/window/views/profile_view.hpp"
#include "app/window/views/timeline.hpp"
#include "app/window/workers/background.hpp"

#include <QMainWindow>

#include <map>

class QFrame;
class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace coarsen::window {

struct Preferences;
class AnalyseControl;
class CorrelationPanels;
class ExportSheet;
class FramePanel;
class GrowthPanel;
class NoticeCallout;
class PanelMaximiser;
class RecipePanel;
class RecipeRail;
class Sheet;
class StartPage;
class StatusLine;

/// The window: five regions of a fixed skeleton. It arranges views, hands their wishes to the document and the document's values
/// to them.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(EngineList engines, QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return document_; }
    GrowthPanel& growth() { return *growth_; }
    void openPaths(const QStringList& paths);  ///< a session, a folder, or files
    void showExportSheet();
    void setProfileMode(ProfileMode mode);  ///< what stands beside C2D
    void setSeriesMode(SeriesMode mode);    ///< how C1D of the whole series is drawn
    void chooseTheme(bool dark);            ///< for now; the preferences keep theirs
    void adopt(const Preferences& wanted);

protected:
    void resizeEvent(QResizeEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dragLeaveEvent(QDragLeaveEvent*) override;
    void dropEvent(QDropEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void closeEvent(QCloseEvent*) override;

private:
    QWidget* makeTopBar();
    QWidget* makeFrameColumn();
    QWidget* makeStatusBar();
    void makeMenus();
    void connectViews();
    void arrange();  ///< rail or column, tab or rows, by the window's width
    void openRecipeOverFrame(const QString& step);
    void askPixelSize();

    void showOpened();
    void showChoices();
    void showRun();
    void noteForRecent(const QString& result);
    void rememberAs(const QString& session);
    void keepPictureForRecent(int frame, const QImage& picture);
    void showWatch();
    void showNotice(const Notice& notice);
    void carryOut(const Notice& notice, Remedy remedy);
    void listLeft();  ///< sessions that were not saved: on the start page and in the File menu
    void showLeft(const QList<LeftSession>& left);
    void discardSession(const QString& file);
    void openSample();
    void openCrossover();  ///< with what there is to see
    void openSynthetic();  ///< makes it first
    void startTour();
    void askFolder();
    void askWatchedFolder();
    void askFiles();
    void askSession();
    void saveSession(bool as);
    void loadRecipe();
    void saveRecipe();
    void frameMenu(int frame, const QPoint& at);
    void framesMenu(const std::vector<int>& frames, const QPoint& at);
    void nextProblem();
    void endFitRangeHere(RangeEnd end);  ///< at the current frame
    void showHelp(const QString& title, const QString& text);

    Document document_;
    QStackedWidget* pages_;
    StartPage* start_;
    QWidget* desk_;
    QSplitter *columns_, *frameRows_;
    CorrelationPanels* correlation_;
    RecipePanel* recipe_;
    RecipeRail* rail_;
    QWidget* recipeHome_;
    Sheet* recipeSheet_;
    FramePanel* frame_;
    GrowthPanel* growth_;
    Timeline* timeline_;
    ExportSheet* exportSheet_;
    NoticeCallout* notice_;
    AnalyseControl* analyse_;
    StatusLine* statusLine_;
    QLabel *seriesName_, *seriesDetail_, *cursorText_, *memoryText_;
    QToolButton *calibrationChip_, *timeChip_, *quenchChip_, *exportButton_, *engineButton_, *noticesButton_;
    QFrame* dropFrame_;
    bool isNarrow_ = false, isArranged_ = false, isThemed_ = false;
    QTimer memoryTimer_;
    QMenu* leftMenu_ = nullptr;  ///< of sessions that were not saved
    bool isCrashTold_ = false;
    RecentSeries recent_;                        ///< what is open
    std::map<int, QImage> recentPictures_;       ///< by frame, until there are enough of them
    Background keeper_;                          ///< looks after sessions that were not saved, while others are opened
    std::unique_ptr<PanelMaximiser> maximiser_;  ///< goes before the panels that it listens to
};

}  // namespace coarsen::window
