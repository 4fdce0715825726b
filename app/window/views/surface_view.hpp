// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/surface_picture.hpp"

#include <QTimer>
#include <QWidget>

#include <memory>

class QButtonGroup;
class QToolButton;

namespace coarsen::window {

/// A surface as it is seen in space: drag turns it, the wheel goes nearer, arrow keys turn by steps, a double
/// click shows it from the usual side. Coloured by H, by K, by the noise removed, by the distance moved, or plain, with its
/// histogram; before and after it was denoised. Its pictures are drawn by others; while it turns coarsely.
///
/// Use, given `std::shared_ptr<const ShownSurface> surface, const QImage& drawn`:
///
///     SurfaceView view;
///     view.show(surface);
///     view.showPicture(drawn);
class SurfaceView : public QWidget {
    Q_OBJECT
public:
    explicit SurfaceView(QWidget* parent = nullptr);

    void show(std::shared_ptr<const ShownSurface> surface);
    void showPicture(const QImage& picture);  ///< as it was wanted
    void showMessage(const QString& text);    ///< instead of a surface
    void setStale(bool stale);
    void setPartDone(double part);  ///< of what is waited for, which is said; 0 to 1
    void setColour(SurfaceColour colour);
    void setBefore(bool before);  ///< as it was before it was denoised
    void setTurn(const SurfaceTurn& turn);
    void setLarge(bool large);  ///< alone in its panel: only what the button says

    const SurfaceSeen& seen() const { return seen_; }
    SurfaceColour colour() const { return seen_.colour; }
    const SurfaceTurn& turn() const { return seen_.turn; }
    bool isDrawn() const { return !picture_.isNull(); }
    bool isSettling() const { return settled_.isActive(); }  ///< it was turned, and is drawn finely once it rests

    QSize minimumSizeHint() const override { return {160, 150}; }

signals:
    void drawingWanted(const coarsen::window::SurfaceDrawing& drawing);
    void largeWanted(bool large);
    void lookChanged();                 ///< turned, coloured otherwise, before or after
    void menuWanted(const QPoint& at);  ///< on the screen

protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void wheelEvent(QWheelEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;

private:
    void draw(bool isQuick);
    void showWhatThereIs();
    QString missing() const;
    QString partInWords() const;
    void turnBy(double azimuthDeg, double elevationDeg);
    QRect place() const;
    QRect legend() const;

    std::shared_ptr<const ShownSurface> surface_;
    SurfaceSeen seen_;
    QImage picture_;
    QString message_;
    double partDone_ = 0;
    QButtonGroup* colours_;
    QToolButton *before_, *large_;
    QTimer settled_;  ///< after it was turned by wheel or keys: drawn finely
    QPoint dragFrom_;
    bool isStale_ = false, isDragged_ = false;
};

}  // namespace coarsen::window
