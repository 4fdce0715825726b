// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/profile_plot.hpp"

#include <QWidget>

#include <memory>
#include <optional>

class QCustomPlot;

namespace coarsen::window {

/// C1D with its marker; pointing at a radius shows it in the map and on the frame too.
class ProfileView : public QWidget {
    Q_OBJECT
public:
    explicit ProfileView(QWidget* parent = nullptr);
    ~ProfileView() override;

    void show(const RadialProfile& profile, const ProfileLengths& lengths, const Calibration& calibration);
    void showNothing();
    void setStale(bool stale);
    void setHoveredRadius(std::optional<double> px);
    QCustomPlot* plot() const { return plot_; }

signals:
    void radiusHovered(std::optional<double> px);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QCustomPlot* plot_;
    std::unique_ptr<ProfilePlot> content_;
    double largestPx_ = 0;
};

}  // namespace coarsen::window
