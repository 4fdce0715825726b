// SPDX-License-Identifier: GPL-3.0-or-later
// What the window says without being asked, and what it does about it.
#include "app/window/main_window.hpp"
#include "app/window/panels/notice_callout.hpp"
#include "app/window/panels/start_page.hpp"

#include <QDesktopServices>
#include <QFile>
#include <QFileDialog>
#include <QStackedWidget>
#include <QToolButton>
#include <QUrl>

namespace coarsen::window {

void MainWindow::showNotice(const Notice& notice) {
    showRun();
    if (notice.isAnswer)
        notice_->hide();
    else if (notice_->isVisible() || (notice.kind == Notice::Kind::information && notice.frame < 0 &&
                                      pages_->currentWidget() == desk_ && !notice.title.contains(tr("exported"))))
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
    document_.carryOut(notice, remedy);
}

}  // namespace coarsen::window
