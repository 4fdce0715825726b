// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/panels/samples/samples_look.hpp"
#include "app/window/plots/time_series.hpp"

#include <QTimer>
#include <QWidget>

class QLabel;
class QMenu;
class QSettings;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace coarsen::window {

class EnsembleView;
class EnsembleWorker;
class FittingLabel;
class FrameTable;
class GrowthView;
class SampleViews;

/// The result of the series: model cards, chart and residuals over the table, or the table in the chart's place where the window
/// is narrow, under a header that chooses the quantity and the axes. Of an ensemble its groups stand in the chart's place; of
/// several samples their legend stands beside the chart, and their table beside the frames'.
///
/// Use, given `Document& document`:
///
///     GrowthPanel panel(document);
///     panel.setQuantity(GrowthQuantity::length);
///     panel.copyResult();
class GrowthPanel : public QWidget {
    Q_OBJECT
public:
    explicit GrowthPanel(Document& document, QWidget* parent = nullptr);

    GrowthView* view() const { return view_; }
    FrameTable* table() const { return table_; }
    EnsembleView* ensemble() const { return ensemble_; }
    SampleViews* samples() const { return samples_; }
    void showResults();                         ///< of a series just opened; later ones come by themselves
    void setQuantity(GrowthQuantity quantity);  ///< quantity of the chart
    void setLogarithmic(bool logarithmic);
    void setEnsemble(bool isEnsemble);      ///< the images are independent, not a series in time
    void setTableShown(bool shown);         ///< in the chart's place, where the panel is narrow
    void showSamplesTable(bool ofSamples);  ///< as the table, instead of the frames
    bool isTableShown() const { return tableShown_; }
    void toggleTable();        ///< in the chart's place, or below the chart where both have room
    bool isTableSeen() const;  ///< in either place
    /// `narrow`: chart and table share a place; `shortHeader`: the count of frames gives way, too.
    void setNarrow(bool narrow, bool shortHeader);
    void copyResult();  ///< as a sentence
    void copyTable();
    void shareHeight(int height);  ///< between chart and table, as the design has it
    QSplitter* rows() const { return rows_; }
    bool isBusy() const;  ///< news are not shown yet
    // What is chosen to be shown, from one start to the next.
    void remember(QSettings& store) const;
    void recall(const QSettings& store);

signals:
    void framesSelected(const std::vector<int>& frames, const QPoint& at);  ///< on the screen, where the mouse let go
    void markerWanted(int frame);                                           ///< R_max of this frame is to be set by hand
    void resultShown(const QString& inShort);                               ///< "n = 1.01 ± 0.06" of a series that is complete

private:
    QWidget* makeHeader();
    QMenu* makeQuantityMenu();
    void showNews();
    void showChart();  ///< of the series, of the ensemble or of several samples
    void showSamples();
    void showTables();
    void showExtent(const GrowthData& growth);
    SamplesLook look() const;
    void takeLook(const SamplesLook& look);
    bool isEnsemble() const { return document_.session().ensemble.has_value(); }

    Document& document_;
    QStackedWidget* charts_;
    GrowthView* view_;
    EnsembleView* ensemble_;
    EnsembleWorker* pooling_;
    SampleViews* samples_;
    FrameTable* table_;
    QStackedWidget* tables_;
    QWidget* chartRow_;
    QSplitter* rows_;
    QLabel* title_;
    FittingLabel* count_;
    QToolButton *series_, *images_, *grouping_, *quantity_, *chartTab_, *tableTab_, *samplesTab_, *linear_, *log_, *manual_;
    std::optional<Grouping> lastGrouping_;   ///< of the open series, for who goes back to it
    std::optional<SamplesLook> lookWanted_;  ///< of a project, until its samples are there
    QTimer later_;
    bool isNarrow_ = false, isHeaderShort_ = false, tableShown_ = false, isTableOfSamples_ = false, wereSeveral_ = false;
    bool isTableLeftOut_ = false;  ///< below the chart
};

}  // namespace coarsen::window
