// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/views/region_layer.hpp"
#include "core/image/imagej_roi.hpp"

#include <QWidget>

class QToolButton;

namespace coarsen::window {

/// The tools that draw the region which is measured, in a row above the frame while Crop is open. Hands shapes to the document.
class RegionBar : public QWidget {
    Q_OBJECT
public:
    RegionBar(Document& document, RegionLayer& layer, QWidget* parent = nullptr);

    void setEditing(bool editing);
    void importFrom(const QString& file);  ///< in the background
    void exportTo(const QString& file);

private:
    void showState();
    void takeTool(RegionLayer::Tool tool);
    void askImport();
    void take(const RoiFile& rois);
    void askExport();
    const Region& region() const;

    Document& document_;
    RegionLayer& layer_;
    QToolButton *polygon_, *ellipse_, *rectangle_, *add_, *takeAway_, *delete_, *export_;
};

}  // namespace coarsen::window
