// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/views/image_view.hpp"

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace coarsen::window {

/// The tools that paint dust in and out, in a row above the frame while they are used. Hands strokes to the document.
class BrushBar : public QWidget {
    Q_OBJECT
public:
    BrushBar(Document& document, ImageView& view, QWidget* parent = nullptr);

    bool isPainting() const { return isVisible(); }
    void paint(bool isDust);  ///< begins, or takes the other tool
    void stop();
    void resizeBrush(int by);  ///< by that many steps of a sixth

signals:
    void begun();
    void ended();

private:
    void showBrush();
    void showStrokes();

    Document& document_;
    ImageView& view_;
    QToolButton *brush_, *eraser_, *everyFrame_, *thisFrame_, *clear_;
    QSlider* size_;
    QLabel* sizeText_;
};

}  // namespace coarsen::window
