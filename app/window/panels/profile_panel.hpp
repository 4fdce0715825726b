// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/views/profile_view.hpp"
#include "app/window/workers/curves_worker.hpp"

#include <QWidget>

#include <array>

class QLabel;
class QToolButton;

namespace coarsen::window {

/// C1D of the frame looked at, S(q), C1D by sectors or of the whole series, under a header that chooses between them. R_max set
/// by hand goes to the document.
class ProfilePanel : public QWidget {
    Q_OBJECT
public:
    explicit ProfilePanel(Document& document, QWidget* parent = nullptr);
    ProfileView* view() const { return view_; }
    void setMode(ProfileMode mode);
    void setSeriesMode(SeriesMode mode);

private:
    QWidget* makeHeader();
    void showPreview();
    void showQuality();
    void askCurves();

    Document& document_;
    ProfileView* view_;
    QLabel* quality_;
    std::array<QToolButton*, 4> tabs_;
    QToolButton *logarithmicSpectrum_, *seriesMode_;
    CurvesWorker curves_;
};

}  // namespace coarsen::window
