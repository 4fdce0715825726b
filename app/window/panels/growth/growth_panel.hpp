// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/plots/courses.hpp"

#include <QTimer>
#include <QWidget>

class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace coarsen::window {

class EnsembleView;
class EnsembleWorker;
class FittingLabel;
class FrameTable;
class GrowthView;

/// The result of the series: model cards, chart and residuals over the table, or the table in the chart's place where the window
/// is narrow, under a header that chooses the quantity and the axes. Of an ensemble its groups stand in the chart's place.
class GrowthPanel : public QWidget {
    Q_OBJECT
public:
    explicit GrowthPanel(Document& document, QWidget* parent = nullptr);

    GrowthView* view() const { return view_; }
    FrameTable* table() const { return table_; }
    EnsembleView* ensemble() const { return ensemble_; }
    void showResults();                         ///< of a series just opened; later ones come by themselves
    void setQuantity(GrowthQuantity quantity);  ///< what the chart shows
    void setLogarithmic(bool logarithmic);
    void setEnsemble(bool isEnsemble);  ///< the images are independent, not a series in time
    void setTableShown(bool shown);     ///< in the chart's place, where the panel is narrow
    bool isTableShown() const { return tableShown_; }
    /// `narrow`: chart and table share a place; `shortHeader`: the count of frames gives way, too.
    void setNarrow(bool narrow, bool shortHeader);
    void copyResult();  ///< as a sentence
    void copyTable();
    void shareHeight(int height);  ///< between chart and table, as the design has it

signals:
    void framesSelected(const std::vector<int>& frames, const QPoint& at);  ///< on the screen, where the mouse let go
    void markerWanted(int frame);                                           ///< R_max of this frame is to be set by hand
    void resultShown(const QString& inShort);                               ///< "n = 1.01 ± 0.06" of a series that is complete

private:
    QWidget* makeHeader();
    QMenu* makeQuantityMenu();
    void showNews();
    void showChart();  ///< of the series or of the ensemble
    void showExtent(const GrowthData& growth);
    bool isEnsemble() const { return document_.session().ensemble.has_value(); }

    Document& document_;
    QStackedWidget* charts_;
    GrowthView* view_;
    EnsembleView* ensemble_;
    EnsembleWorker* pooling_;
    FrameTable* table_;
    QSplitter* rows_;
    QLabel* title_;
    FittingLabel* count_;
    QToolButton *series_, *images_, *grouping_, *quantity_, *chartTab_, *tableTab_, *linear_, *log_;
    std::optional<Grouping> lastGrouping_;  ///< of the open series, for who goes back to it
    QTimer later_;
    bool isNarrow_ = false, isHeaderShort_ = false, tableShown_ = false;
};

}  // namespace coarsen::window
