// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/profile_plot.hpp"
#include "app/window/plots/sector_plot.hpp"
#include "app/window/plots/spectrum_plot.hpp"

#include <QWidget>

#include <memory>
#include <optional>

class QCustomPlot;
class QStackedWidget;

namespace coarsen::window {

enum class ProfileMode { profile, spectrum, sectors };

/// C1D with its marker, S(q), or C1D by sectors in one place. Pointing at a radius shows it in the map and on the frame too.
class ProfileView : public QWidget {
    Q_OBJECT
public:
    explicit ProfileView(QWidget* parent = nullptr);
    ~ProfileView() override;

    void show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration);
    void showSpectra(const Spectrum& spectrum, const std::vector<Sector>& sectors, const Calibration& calibration);
    void showNothing();
    void setMode(ProfileMode mode);
    void setLogarithmic(bool logarithmic);  ///< the axes of S(q)
    void setStale(bool stale);
    void setHoveredRadius(std::optional<double> px);
    QCustomPlot* plot() const;  ///< the one shown

signals:
    void radiusHovered(std::optional<double> px);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent*) override;

private:
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
    bool logarithmic_ = false;
};

}  // namespace coarsen::window
