// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/document/left_session_store.hpp"
#include "app/window/document/presets.hpp"
#include "app/window/document/recent_store.hpp"
#include "app/window/views/profile_view.hpp"

#include <QMainWindow>

#include <memory>

class QStackedWidget;

namespace coarsen::window {

struct Actors;
struct Preferences;
class CommandList;
class Workspace;
class DropChoice;
class ExportSheet;
class FileDialogs;
class GrowthPanel;
class NoticeBoard;
class StartPage;
class StatusBar;
class TopBar;

/// The window: a bar, the start page or the workspace, another bar. It puts them together, and takes what is dropped on it.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Engines engines, QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return document_; }
    GrowthPanel& growth();
    const CommandList& commands() const { return *commands_; }
    /// Something is under way whose outcome will be known or seen: from the moment it is asked for until it is shown.
    bool isBusy() const;
    void openPaths(const QStringList& paths);  ///< a session, a folder, or files
    void showAsBefore();  ///< where and as it stood when it was closed last; how it is closed is remembered, too
    void showExportSheet();
    void setProfileMode(ProfileMode mode);  ///< curve beside C2D
    void setSeriesMode(SeriesMode mode);    ///< how C1D of the whole series is drawn
    void chooseTheme(bool dark);            ///< for now; the preferences keep theirs
    void adopt(const Preferences& wanted);

protected:
    void resizeEvent(QResizeEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dragMoveEvent(QDragMoveEvent*) override;
    void dragLeaveEvent(QDragLeaveEvent*) override;
    void dropEvent(QDropEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void closeEvent(QCloseEvent*) override;

private:
    void putTogether();
    void makeCommands();
    void connectParts();
    void connectStartPage();
    void showOpened();
    void showName();
    void rememberHowItStands() const;

    Document document_;
    LeftSessionStore left_;
    Presets presets_;
    RecentStore recent_;
    FileDialogs* files_;
    TopBar* bar_;
    QWidget* content_;
    QStackedWidget* pages_;
    StartPage* start_;
    Workspace* workspace_;
    StatusBar* status_;
    ExportSheet* exportSheet_;
    NoticeBoard* notices_;
    DropChoice* drop_;
    std::unique_ptr<const Actors> actors_;
    CommandList* commands_;
    bool isThemed_ = false, isRemembered_ = false;
};

}  // namespace coarsen::window
