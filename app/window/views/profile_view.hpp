// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/profile_plot.hpp"
#include "app/window/plots/sector_plot.hpp"
#include "app/window/plots/series_plot.hpp"
#include "app/window/plots/spectrum_plot.hpp"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>

class QCustomPlot;
class QLabel;
class QMenu;
class QMouseEvent;
class QStackedWidget;

namespace coarsen::window {

class EmptyWords;
class PlotZoom;
class SeriesView;

enum class ProfileMode { profile, spectrum, sectors, series };

/// C1D with its marker, S(q), C1D by sectors, or C1D of the whole series in one place. Pointing at a radius shows it in the map
/// and on the frame too; the marker is dragged from one maximum to another.
///
/// Use, given `const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration`:
///
///     ProfileView view;
///     view.show(profile, lengths, calibration);
///     view.setMode(ProfileMode::profile);
///     view.grabMarker();
class ProfileView : public QWidget {
    Q_OBJECT
public:
    explicit ProfileView(QWidget* parent = nullptr);
    ~ProfileView() override;

    void show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration);
    void showSpectra(const Spectrum& spectrum, const std::vector<Sector>& sectors, const Calibration& calibration);
    void showNothing(const QString& why);
    void setMode(ProfileMode mode);
    void setLogarithmic(bool logarithmic);  ///< the axes of S(q)
    void setStale(bool stale);
    void setHoveredRadius(std::optional<double> px);
    void showDirection(std::shared_ptr<const DirectionCurve> curve);  ///< over C1D; nothing: none
    /// Terms over C1D, `chosen` drawn heavily; nullptr: none.
    void showTerms(std::shared_ptr<const std::vector<Term>> terms, const std::optional<ChannelPair>& chosen);
    void setCorner(const QString& words);  ///< in C1D's lower right corner
    void setOfVolumes(bool areVolumes);    ///< C1D is averaged over spheres
    void setAxes(ProfileAxes axes);        ///< of C1D
    const ProfileLook& look() const { return look_; }
    bool isLogarithmic() const { return logarithmic_; }
    SeriesView& series() { return *series_; }
    void resetView();
    /// R_max follows the mouse, or the arrow keys from maximum to maximum, until a click or Return sets it or Esc gives it up.
    void grabMarker();
    bool isMarkerGrabbed() const { return isGrabbed_; }
    void setCurrentFrame(int frame);
    void dragMarker(double px);                           ///< to the maximum of C1D there, not yet chosen
    void dropMarker();                                    ///< chooses it
    void addMarkerAction(QMenu& menu, const QPoint& at);  ///< R_max at this place of the plot, or automatic again
    void addFollowAction(QMenu& menu, const QPoint& at);  ///< the maximum at this place through the series
    ProfileMode mode() const { return mode_; }
    QCustomPlot* plot() const;  ///< the one shown

signals:
    void radiusHovered(std::optional<double> px);
    void markerDragged(double px);    ///< 0: none, for it was given up
    void markerChosen(double px);     ///< once per drag
    void markerCleared();             ///< R_max is automatic again
    void maximumFollowed(double px);  ///< the maximum here is R_max in all frames
    void frameChosen(int frame);
    void menuWanted(const QPoint& at);  ///< in the plot shown

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent*) override;

private:
    void moveMarker(const QMouseEvent& event);
    bool steerGrabbed(QEvent* event);
    void stepMarker(int direction);
    void giveUpMarker();
    double pxAt(double x) const;
    bool isOnMarker(double x) const;
    PlotZoom* zoom() const;  ///< of the plot shown; the series has none
    bool pan(QObject* watched, QEvent* event);
    void redraw();  ///< only what is seen: scrubbing pays for one plot

    QStackedWidget* pages_;
    QCustomPlot *profilePlot_, *spectrumPlot_, *sectorPlot_;
    std::unique_ptr<ProfilePlot> profile_;
    std::unique_ptr<SpectrumPlot> spectrum_;
    std::unique_ptr<SectorPlot> sectors_;
    RadialProfile shownProfile_;
    ProfileLengths lengths_;
    Spectrum shownSpectrum_;
    std::vector<Sector> shownSectors_;  ///< empty: neither these nor S(q) are known
    Calibration calibration_;
    SeriesView* series_;
    ProfileMode mode_ = ProfileMode::profile;
    std::optional<double> pressedAt_;  ///< on the marker, in screen px
    std::optional<double> draggedPx_;
    bool isGrabbed_ = false;
    int frame_ = -1;
    std::vector<EmptyWords*> empty_;  ///< one a plot of the frame
    QLabel* explanation_;
    bool logarithmic_ = false;
    ProfileLook look_;
    std::map<const QCustomPlot*, PlotZoom*> zooms_;
};

}  // namespace coarsen::window
