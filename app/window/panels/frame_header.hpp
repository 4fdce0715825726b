// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/views/image_view.hpp"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace coarsen::window {

/// Above the frame: its number and time, the stages, how two are compared, dust, gauge, fit to view.
class FrameHeader : public QWidget {
    Q_OBJECT
public:
    FrameHeader(Document& document, ImageView& view, QWidget* parent = nullptr);
    void chooseStage(int number);  ///< 0 ... as listed; keys 1 to 7
    void chooseStageNamed(const QString& key);
    void toggleWipe();
    void toggleSide();
    void toggleDust();
    void toggleGauge();
    void showDust();  ///< the dust stage alone with what is masked: to paint on

private:
    void setCompare(ImageView::Compare compare);
    void showFrame();

    Document& document_;
    ImageView& view_;
    QLabel *title_, *time_;
    std::vector<QToolButton*> stages_;
    QToolButton *wipe_, *side_, *dust_, *gauge_;
};

}  // namespace coarsen::window
