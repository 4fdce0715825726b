// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspace/notice_board.hpp"

#include "app/window/panels/notices/notice_callout.hpp"
#include "app/window/panels/parts/open_dialog.hpp"
#include "app/window/views/timeline.hpp"
#include "app/window/workspace/file_dialogs.hpp"

#include <QDesktopServices>
#include <QFile>
#include <QUrl>

namespace coarsen::window {

NoticeBoard::NoticeBoard(Document& document, FileDialogs& files, const Timeline& timeline, const QWidget& list, QWidget* over)
    : QObject(over),
      document_(document),
      files_(files),
      timeline_(timeline),
      list_(list),
      over_(over),
      callout_(new NoticeCallout(over)) {
    connect(&document_, &Document::noticeRaised, this, &NoticeBoard::show);
    connect(&document_, &Document::noticeRetracted, this, [this](quint64 number) {
        if (callout_->notice().number == number) hide();
    });
    connect(&document_, &Document::opened, this, &NoticeBoard::hide);
    connect(callout_, &NoticeCallout::remedyWanted, this, &NoticeBoard::carryOut);
}

void NoticeBoard::hide() {
    callout_->hide();
}

bool NoticeBoard::leave() {
    const bool wasOpen = callout_->isVisible();
    hide();
    return wasOpen;
}

bool NoticeBoard::takeFocus() {
    if (!callout_->isVisible()) return false;
    callout_->takeFocus();
    return true;
}

void NoticeBoard::show(const Notice& notice) {
    if (notice.isQuiet) return;
    const bool saysItAgain = callout_->notice().title == notice.title && callout_->notice().frame == notice.frame;
    const bool isPassing = notice.kind == Notice::Kind::information && notice.frame < 0 && notice.remedies.empty();
    const bool isFailure = notice.kind == Notice::Kind::failure && notice.frame < 0;  // frames that fail have a list of their own
    if (notice.isAnswer || saysItAgain || isFailure)
        callout_->hide();
    else if (callout_->isVisible() || (isPassing && document_.isOpen()))
        return;
    callout_->show(notice, placeOf(notice));
}

/// In the coordinates of what the callout lies over.
QPoint NoticeBoard::placeOf(const Notice& notice) const {
    if (notice.frame >= 0) {
        const QRect cell = timeline_.cellRect(notice.frame);
        return timeline_.mapTo(over_, QPoint(cell.center().x(), cell.top()));
    }
    if (list_.isVisible()) return list_.mapTo(over_, QPoint(list_.width() / 2, 0));
    return {over_->width() - 200, over_->height() - 28};
}

void NoticeBoard::carryOut(const Notice& notice, Remedy remedy) {
    const auto show = [](const QString& folder) { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); };
    switch (remedy) {
        case Remedy::showInFolder: {
            const auto& file = document_.session().series.frames[static_cast<std::size_t>(notice.frame)].file;
            return show(QString::fromStdString(file.parent_path().string()));
        }
        case Remedy::showFolder:
            return show(notice.folder);
        case Remedy::locateImages:
        case Remedy::lookElsewhere: {
            const QString folder = chosenFolder(over_, FileKind::located, tr("Where are the images now?"));
            if (!folder.isEmpty()) document_.inputs().locate(QFile::encodeName(folder).toStdString());
            return;
        }
        case Remedy::saveAs:
            return files_.saveSessionAs();
        case Remedy::convertFiles:
            return files_.convert(notice.files, notice.folder);
        case Remedy::chooseSlice:
            document_.notices().withdraw(notice.number);
            return emit sliceWanted();
        case Remedy::chooseTimes:
            return emit timesWanted();
        case Remedy::choosePixelSize:
            return emit pixelSizeWanted();
        default:
            document_.carryOut(notice, remedy);
    }
}

}  // namespace coarsen::window
