// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/growth_plot.hpp"
#include "app/window/plots/time_series.hpp"

#include <QImage>
#include <QWidget>

#include <map>
#include <memory>

class QCustomPlot;
class QHBoxLayout;
class QLabel;
class QMouseEvent;
class QRubberBand;

namespace coarsen::window {

class EmptyWords;
class TimeSeriesView;
class FitRangeHandle;
class ModelCard;
class PlotZoom;
class PointCallout;
class QuenchHandle;

/// Result of the group where there is one, the model cards, the chart with its residuals. A click on a point goes to its frame,
/// Shift and click excludes or includes it, Ctrl and drag selects many, the wheel zooms and a drag pans; the handles on the
/// chart's top edge drag the fit range, the flag on the time axis the quench. The chart's place can show another quantity
/// against time instead.
///
/// Use, given `Document& document`:
///
///     GrowthView view;
///     view.show(document.growth().data(), document.frame().index());
///     QObject::connect(&view, &GrowthView::frameChosen, &document.frame(), &ShownFrame::show);
class GrowthView : public QWidget {
    Q_OBJECT
public:
    explicit GrowthView(QWidget* parent = nullptr);
    ~GrowthView() override;

    void show(std::shared_ptr<const GrowthData> data, int currentFrame);
    void setThumbnail(int frame, const QImage& picture);  ///< shown beside its point
    void clearThumbnails() { thumbnails_.clear(); }
    bool isZoomed() const;
    void resetView();
    void setExpectation(const QString& words);                    ///< the fit's words on the next frames; empty: no line
    void setSamples(std::shared_ptr<const SamplesData> samples);  ///< beside the series; null: none
    void setCurrentFrame(int frame);
    void setLogarithmic(bool logarithmic);
    int cardsHeight() const;         ///< down to the end of the three cards
    void setChartShown(bool shown);  ///< the cards alone, with a table in the chart's place
    void setQuantity(GrowthQuantity quantity);
    GrowthQuantity quantity() const { return quantity_; }
    bool isLogarithmic() const { return logarithmic_; }
    QString sentenceOf(const QString& model) const;  ///< its result; empty without a fit
    QString resultSentence() const;                  ///< result of the chosen model, after that of the shown group
    QString resultInShort() const;                   ///< "n = 1.01 ± 0.06"; empty without a fit
    QCustomPlot* plot() const { return plot_; }
    QWidget* chartArea() const;

signals:
    void frameChosen(int frame);
    void sampleChosen(int sample);
    void exclusionToggled(int frame);
    void framesSelected(const std::vector<int>& frames, const QPoint& at);  ///< on the screen, where the mouse let go
    void modelChosen(const QString& model);
    void fitRangeChosen(const coarsen::window::FitRange& range);  ///< once per drag
    void menuWanted(const QPoint& at, int frame);                 ///< on the screen; of a point, or -1: of the chart
    void cardMenuWanted(const QString& model, const QPoint& at);  ///< on the screen
    void quenchChosen(double seconds);                            ///< t0, in series time; once per drag

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void redraw();
    void showTimeSeries();
    void showOneChart();
    void showWords();  ///< the lines below the cards, where there is room for them
    void placeHandles();
    FitRangeHandle* makeHandle(RangeEnd end);
    QString wordsOfRange(RangeEnd end) const;  ///< where the one that is dragged stands
    QuenchHandle* makeQuenchHandle();
    void press(const QMouseEvent& event);
    void hover(const QPointF& place);
    void lookAtPart();
    QString lookedAtName() const;  ///< of the one of several samples
    void finishBand(const QPoint& at);

    QCustomPlot* plot_;
    std::unique_ptr<GrowthPlot> content_;
    TimeSeriesView* timeSeries_;
    QHBoxLayout* cardRow_;
    std::vector<ModelCard*> cards_;
    std::shared_ptr<const GrowthData> data_;
    std::shared_ptr<const SamplesData> samples_;
    PointCallout* callout_;
    PlotZoom* zoom_;
    std::map<int, QImage> thumbnails_;
    EmptyWords* empty_;
    QLabel *group_, *expectation_, *preference_, *otherSession_;
    QRubberBand* band_;
    QPoint bandFrom_;
    FitRangeHandle *fromHandle_, *toHandle_;
    QuenchHandle* quenchHandle_;
    std::optional<double> draggedQuench_;
    std::optional<FitRange> draggedRange_;
    int current_ = -1;
    GrowthQuantity quantity_ = GrowthQuantity::length;
    bool logarithmic_ = false, chartShown_ = true;
};

}  // namespace coarsen::window
