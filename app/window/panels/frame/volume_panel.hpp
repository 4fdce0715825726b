// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/views/slices_view.hpp"
#include "app/window/views/surface_view.hpp"
#include "app/window/workers/slice_worker.hpp"
#include "app/window/workers/surface_drawer.hpp"

#include <QTimer>
#include <QWidget>

class QBoxLayout;

namespace coarsen::window {

/// The shown frame where it is a volume: its slices, cut by a worker, and beside them its surface where the recipe asks for
/// it. Shows the document's preview when it is told to.
///
/// Use, given `Document& document`:
///
///     VolumePanel panel(document);
///     panel.showPreview();
class VolumePanel : public QWidget {
    Q_OBJECT
public:
    explicit VolumePanel(Document& document, QWidget* parent = nullptr);

    SlicesView* slices() { return slices_; }
    SurfaceView* surface() { return surface_; }
    void showPreview();
    void setRawShown(bool raw);  ///< the whole volume alike; else what the recipe leaves out is dimmed
    bool isBusy() const;         ///< its slices or its surface are still being made

signals:
    void cursorMoved(const QString& readout);  ///< words on the pixel under the mouse; empty: none

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void showBrick();
    void showSurface();
    QString readoutAt(const Voxel& voxel) const;

    Document& document_;
    SlicesView* slices_;
    SurfaceView* surface_;
    QBoxLayout* layout_;
    SliceWorker worker_;
    SurfaceDrawer drawer_;
    QTimer waiting_;  ///< for a surface: says how far it is
    bool isRaw_ = false;
};

}  // namespace coarsen::window
