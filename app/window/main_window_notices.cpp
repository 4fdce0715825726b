// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says without being asked, and what it does about it.
#include "app/window/main_window.hpp"
#include "app/window/panels/left_sessions.hpp"
#include "app/window/panels/notice_callout.hpp"
#include "app/window/panels/start_page.hpp"

#include <QDesktopServices>
#include <QFile>
#include <QFileDialog>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>

#include <utility>

namespace coarsen::window {

void MainWindow::showNotice(const Notice& notice) {
    showRun();
    if (notice.isQuiet) return;
    const bool saysItAgain = notice_->notice().title == notice.title && notice_->notice().frame == notice.frame;
    if (notice.isAnswer || saysItAgain)
        notice_->hide();
    else if (notice_->isVisible() || (notice.kind == Notice::Kind::information && notice.frame < 0 &&
                                      pages_->currentWidget() == desk_ && notice.remedies.empty()))
        return;
    QPoint tip(width() - 200, height() - 28);
    if (notice.frame >= 0) {
        const QRect cell = timeline_->cellRect(notice.frame);
        tip = timeline_->mapTo(centralWidget(), QPoint(cell.center().x(), cell.top()));
    } else if (noticesButton_->isVisible()) {
        tip = noticesButton_->mapTo(centralWidget(), QPoint(noticesButton_->width() / 2, 0));
    }
    notice_->show(notice, tip);
}

void MainWindow::carryOut(const Notice& notice, Remedy remedy) {
    if (remedy == Remedy::showInFolder) {
        const auto& file = document_.session().series.frames[static_cast<std::size_t>(notice.frame)].file;
        QDesktopServices::openUrl(QUrl::fromLocalFile(QString::fromStdString(file.parent_path().string())));
        return;
    }
    if (remedy == Remedy::showFolder) {
        QDesktopServices::openUrl(QUrl::fromLocalFile(notice.folder));
        return;
    }
    if (remedy == Remedy::locateImages) {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Where are the images now?"));
        if (!folder.isEmpty()) document_.locateImages(QFile::encodeName(folder).toStdString());
        return;
    }
    if (remedy == Remedy::saveAs) return saveSession(true);
    document_.carryOut(notice, remedy);
}

void MainWindow::listLeft() {
    if (!document_.isRecovering()) return;
    const auto failed = [this](const QString& problem) {
        document_.raise({Notice::Kind::warning, tr("Sessions that were not saved could not be listed"), problem, -1});
    };
    const auto list = [this]() -> Background::Result {
        QList<LeftSession> left = leftSessions();
        discardOldest(left);
        return [this, left] { showLeft(left); };
    };
    // Once what was open is written; what is to be opened does not wait for the list.
    document_.background().run([=, this]() -> Background::Result { return [=, this] { keeper_.run(list, failed); }; }, failed);
}

void MainWindow::showLeft(const QList<LeftSession>& left) {
    start_->showLeft(left);
    leftMenu_->clear();
    for (const LeftSession& one : left)
        leftMenu_->addAction(lineOf(one), this, [this, file = one.file] { document_.openSession(file); });
    leftMenu_->menuAction()->setVisible(!left.isEmpty());
    if (!document_.isOpen() || std::exchange(isCrashTold_, true) || left.isEmpty() || !left.front().isOfCrash) return;
    document_.raise({Notice::Kind::warning, tr("Coarsen ended without saving"),
                     tr("%1. It is kept: File > Not saved opens it.").arg(lineOf(left.front())), -1});
}

void MainWindow::discardSession(const QString& file) {
    keeper_.run(
        [this, file]() -> Background::Result {
            discardLeft(QFile::encodeName(file).toStdString());
            return [this] { listLeft(); };
        },
        [this](const QString& problem) {
            document_.raise({Notice::Kind::warning, tr("The session was not discarded"), problem, -1});
            listLeft();
        });
}

}  // namespace coarsen::window
