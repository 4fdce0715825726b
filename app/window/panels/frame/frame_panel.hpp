// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"

#include <QWidget>

#include <optional>

namespace coarsen::window {

class BrushBar;
class FrameHeader;
class ImageView;
class LengthField;
class LineProfileView;
class RegionBar;
class RegionLayer;
class VolumePanel;

/// The shown frame, with what is done to it: header, brushes, picture. Shows the document's preview by itself.
///
/// Use, given `Document& document`:
///
///     FramePanel panel(document);
///     panel.setCropEditing(true);
///     panel.leaveTool();
class FramePanel : public QWidget {
    Q_OBJECT
public:
    explicit FramePanel(Document& document, QWidget* parent = nullptr);

    ImageView* image() { return image_; }
    VolumePanel* volume() { return volume_; }
    bool showsVolumes() const;  ///< in slices, in the place of the image
    void fit();                 ///< fits the image or the slices into the view
    void takeFocus();           ///< the image or the slices take it
    void setHoveredRadius(std::optional<double> px);
    FrameHeader& header() { return *header_; }
    bool isProfileShown() const;
    bool leaveTool();  ///< stops painting or drawing a line; false when nothing was under way
    void paintDust(bool isDust);
    void resizeBrush(int steps);  ///< larger or, below 0, smaller
    void setCropEditing(bool editing);
    void compareBeforeAndAfter(const QString& step = {});  ///< without a step: the one whose stage is shown
    void drawKnownLength();                                ///< the mouse draws a line, whose length is then asked for
    void showGauge(double rMaxPx);

signals:
    void frameMenuWanted(int frame, const QPoint& at);  ///< on the screen
    void cursorMoved(const QString& readout);           ///< words on the pixel under the mouse; empty: none
    void toolTaken();                                   ///< the mouse draws on the image: nothing may lie over it

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    void connectVolume();
    void connectFlow();
    void showPreview();
    void showVolume();
    void lineDrawn(bool isReleased);
    void setProfileShown(bool shown);
    void showProfile();
    void useKnownLength(double micrometres);
    void stopCropping();
    QString readoutAt(const QPointF& position) const;

    Document& document_;
    ImageView* image_;
    FrameHeader* header_;
    BrushBar* brushBar_;
    RegionLayer* region_;
    RegionBar* regionBar_;
    LengthField* length_;
    LineProfileView* profile_;
    VolumePanel* volume_;
    bool isFlowSeen_ = false;
};

}  // namespace coarsen::window
