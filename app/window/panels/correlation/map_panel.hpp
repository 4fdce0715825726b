// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/document/preferences.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "app/window/views/map_view.hpp"
#include "app/window/views/planes_view.hpp"

#include <QWidget>

#include <array>

class QLabel;
class QSpinBox;
class QToolButton;

namespace coarsen::window {

class FittingLabel;
class TermPicker;

/// C2D of the shown frame, or C3D of a volume, under its header. A tool there draws a line through the centre, or a sector,
/// whose angle is dragged on the map or typed.
class MapPanel : public QWidget {
    Q_OBJECT
public:
    explicit MapPanel(Document& document, QWidget* parent = nullptr);
    MapView* view() const { return view_; }
    PlanesView* planes() const { return planes_; }  ///< in its place where the frames are volumes
    const std::optional<Direction>& direction() const { return direction_; }
    void setDirection(const std::optional<Direction>& direction);
    void setShared(bool shared);  ///< C1D stands behind it: its title becomes a segment that asks for that
    void nextDirection();         ///< none, a line, a sector, none
    void adopt(const Preferences& wanted);

signals:
    void windowWanted();
    void profileWanted();
    void directionChanged(const std::optional<coarsen::Direction>& direction);
    void termChosen(const std::optional<coarsen::ChannelPair>& term);  ///< nothing: the sum over the channels

private:
    QWidget* makeHeader();
    void chooseTool(bool isOn, bool isSector);
    void showPreview();
    void showNothing(const QString& why);
    void showMap();
    void showPlanes();
    void showOpened();
    MapLook planesLook() const;
    PlotOffer offer() const;
    std::shared_ptr<const Preview> chosenPart() const;
    void showMenu(const QPoint& at);
    void setLimits(MapLimits limits, double typed = 0);
    void rememberLook() const;

    Document& document_;
    MapView* view_;
    PlanesView* planes_;
    std::optional<double> planesLimit_;  ///< of their colours, locked over frames
    QLabel* title_;
    FittingLabel* words_;
    TermPicker* term_;
    std::array<QToolButton*, 2> places_;
    QToolButton *line_, *sector_;
    QSpinBox *angle_, *half_;
    std::optional<Direction> direction_;
    std::string shownBefore_;  ///< settings that the map was measured with
};

}  // namespace coarsen::window
