// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/panels/parts/plot_menu.hpp"
#include "app/window/views/profile_view.hpp"
#include "app/window/workers/curves_worker.hpp"
#include "app/window/workers/direction_worker.hpp"

#include <QWidget>

#include <array>

class QToolButton;

namespace coarsen::window {

class FittingLabel;

/// C1D of the shown frame, S(q), C1D by sectors or of the whole series, under a header that chooses between them. R_max set
/// by hand goes to the document.
class ProfilePanel : public QWidget {
    Q_OBJECT
public:
    explicit ProfilePanel(Document& document, QWidget* parent = nullptr);
    ProfileView* view() const { return view_; }
    void setMode(ProfileMode mode);
    ProfileMode mode() const { return view_->mode(); }
    void setSeriesMode(SeriesMode mode);
    void grabMarker();                                             ///< R_max in hand, once C1D of the shown frame is there
    void setShared(bool shared);                                   ///< C2D stands behind it: a segment asks for that
    void setDirection(const std::optional<Direction>& direction);  ///< C2D there is drawn over C1D; nothing: none
    void setTerm(const std::optional<ChannelPair>& term);          ///< the term that is shown there; nothing: the channels' sum
    bool isBusy() const { return curves_.isUnderWay() || directions_.isUnderWay(); }  ///< curves are still being made

signals:
    void windowWanted();
    void mapWanted();

private:
    QWidget* makeHeader();
    void showAll();
    void showOpened();
    void grabWanted();
    void showMenu(const QPoint& at);
    void addMaximumChoices(QMenu& menu, const QPoint& at);
    PlotOffer offer() const;
    void showPreview();
    void showQuality();
    void showTerms();
    ProfileLengths lengths() const;
    void askCurves();
    void askDirection();
    void showDirection(const std::shared_ptr<const DirectionCurve>& curve);

    Document& document_;
    ProfileView* view_;
    FittingLabel* quality_;
    std::array<QToolButton*, 4> tabs_;
    QToolButton* toMap_;
    QToolButton *logarithmicSpectrum_, *seriesMode_;
    std::optional<Direction> direction_;
    std::optional<ChannelPair> term_;
    int grabFrame_ = -1;  ///< whose R_max is to be taken in hand
    CurvesWorker curves_;
    DirectionWorker directions_;
};

}  // namespace coarsen::window
