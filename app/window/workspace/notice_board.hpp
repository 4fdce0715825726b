// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

class QWidget;

namespace coarsen::window {

class FileDialogs;
class NoticeCallout;
class Timeline;

/// Shows a notice where it belongs as it is raised, one at a time: at its frame in the timeline, at the list of notices, or in
/// the corner. Carries out what the user chooses to do about it.
class NoticeBoard : public QObject {
    Q_OBJECT
public:
    /// `list`: the button of the notices' list, hidden while there are none. The callout lies over `over`, whose child this is.
    NoticeBoard(Document& document, FileDialogs& files, const Timeline& timeline, const QWidget& list, QWidget* over);

    void hide();
    bool leave();      ///< hides the callout that is open; false where there is none
    bool takeFocus();  ///< goes into the callout that is open; false where there is none
    void carryOut(const Notice& notice, Remedy remedy);

signals:
    void sliceWanted();      ///< of the stack that is open, is to be asked for
    void timesWanted();      ///< the sheet of the times is to be shown
    void pixelSizeWanted();  ///< that of the pixel size

private:
    void show(const Notice& notice);
    QPoint placeOf(const Notice& notice) const;

    Document& document_;
    FileDialogs& files_;
    const Timeline& timeline_;
    const QWidget& list_;
    QWidget* over_;
    NoticeCallout* callout_;
};

}  // namespace coarsen::window
