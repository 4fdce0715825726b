// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/document/preferences.hpp"
#include "app/window/views/profile_view.hpp"

#include <QSplitter>

class QSettings;

namespace coarsen::window {

class MapPanel;
class ProfilePanel;

/// C2D and C1D beside each other, linked: a radius pointed at in one shows in the other, and R_max is dragged in either.
///
/// Use, given `Document& document`:
///
///     CorrelationPanels panels(document);
///     panels.setMode(ProfileMode::spectrum);
///     panels.nextDirection();
class CorrelationPanels : public QSplitter {
    Q_OBJECT
public:
    explicit CorrelationPanels(Document& document, QWidget* parent = nullptr);

    QWidget* mapPanel() const;
    QWidget* profilePanel() const;
    void adopt(const Preferences& wanted);
    void setMode(ProfileMode mode);       ///< curve beside C2D
    void setSeriesMode(SeriesMode mode);  ///< how C1D of the whole series is drawn
    void nextDirection();                 ///< of C2D over C1D: none, a line, a sector, none
    void grabMarker(int frame);           ///< goes there, and takes R_max in hand
    void setShared(bool shared);          ///< both in one place, where there is no room for two
    bool isShared() const { return isShared_; }
    void showPanel(QWidget* panel);  ///< to the front where the place is shared
    void shareWidth(int width);      ///< between the two, as the design has it
    bool isBusy() const;             ///< curves are still being made
    // What is chosen to be shown, from one start to the next.
    void remember(QSettings& store) const;
    void recall(const QSettings& store);

signals:
    void radiusHovered(std::optional<double> px);
    void markerDragged(double px);  ///< R_max by hand, not yet chosen

private:
    void link(const MapPanel& map);
    void openMap();
    void openProfile();

    Document& document_;
    bool isShared_ = false, isMapInFront_ = false;  ///< where they share a place
    MapPanel* map_;
    ProfilePanel* profile_;
};

}  // namespace coarsen::window
