// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/region.hpp"

#include <QPointF>
#include <QTransform>
#include <QWidget>

#include <optional>

namespace coarsen::window {

class ImageView;

/// The shapes of a region that hold for the frame, and what is outside of them dimmed. While it is edited the mouse draws shapes,
/// moves them and their corners; what it does not take hold of goes on to the image. What is drawn holds for every frame, or for
/// this one where shapes differ by the frame.
class RegionLayer : public QWidget {
    Q_OBJECT
public:
    enum class Tool { none, polygon, ellipse, rectangle };

    explicit RegionLayer(ImageView& image);

    void showRegion(const Region& region, int frame);
    void setEditing(bool editing);
    void setTool(Tool tool, bool adds);
    Tool tool() const { return tool_; }
    std::optional<std::size_t> chosen() const { return chosen_; }  ///< the shape that Delete takes out
    void deleteChosen();
    bool giveUp();  ///< the shape that is half drawn, else the tool, else the choice; false: there was none

signals:
    void regionChosen(const coarsen::Region& region, const QString& name);  ///< once a gesture
    void stateChanged();                                                    ///< of the tool or the choice

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void mouseMoveEvent(QMouseEvent*) override;
    void mouseReleaseEvent(QMouseEvent*) override;
    void mouseDoubleClickEvent(QMouseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;

private:
    enum class Drag { none, corner, shape, draft };
    struct Grip {
        std::size_t shape = 0;
        std::optional<std::size_t> corner;  ///< nothing: the whole of it
    };

    QTransform toScreen() const;
    QPointF inFrame(const QPointF& onScreen) const;
    std::optional<Grip> gripAt(const QPointF& onScreen) const;
    void dragTo(const QPointF& place);
    void choose(std::optional<std::size_t> shape);
    void closePolygon();
    void take(const QString& name);  ///< takes the shape that was drawn or moved
    void add(RegionShape shape);
    void paintOutside(QPainter& painter) const;
    void paintShape(QPainter& painter, const RegionShape& shape, bool isChosen) const;

    ImageView& image_;
    Region region_, before_;  ///< of all frames; before_: as it was when the drag began
    int frame_ = 0;
    Tool tool_ = Tool::none;
    bool adds_ = true, isEdited_ = false;
    std::optional<std::size_t> chosen_;
    std::optional<RegionShape> draft_;  ///< half drawn
    QPointF mouse_, dragFrom_;
    Drag drag_ = Drag::none;
    Grip grip_;
};

}  // namespace coarsen::window
