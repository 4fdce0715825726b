// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <vector>

class QMenu;
class QWidget;

namespace coarsen::window {

/// Menu of a right click on a frame, wherever the frame is shown, and of the mouse where it has marked several.
class FrameMenu : public QObject {
    Q_OBJECT
public:
    FrameMenu(Document& document, QWidget* over);

    void showOfFrame(int frame, const QPoint& at);  ///< on the screen
    void showOfFrames(const std::vector<int>& frames, const QPoint& at);

private:
    QMenu* empty() const;

    Document& document_;
    QWidget* over_;
};

}  // namespace coarsen::window
