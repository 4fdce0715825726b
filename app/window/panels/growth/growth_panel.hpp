// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/plots/courses.hpp"

#include <QTimer>
#include <QWidget>

class QLabel;
class QMenu;
class QSplitter;
class QToolButton;

namespace coarsen::window {

class FrameTable;
class GrowthView;

/// The result of the series: model cards, chart and residuals over the table, or the table in the chart's place where the window
/// is narrow, under a header that chooses the quantity and the axes.
class GrowthPanel : public QWidget {
    Q_OBJECT
public:
    explicit GrowthPanel(Document& document, QWidget* parent = nullptr);

    GrowthView* view() const { return view_; }
    FrameTable* table() const { return table_; }
    void showResults();                         ///< of a series just opened; later ones come by themselves
    void setQuantity(GrowthQuantity quantity);  ///< what the chart shows
    void setLogarithmic(bool logarithmic);
    void setTableShown(bool shown);  ///< in the chart's place, where the panel is narrow
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

    Document& document_;
    GrowthView* view_;
    FrameTable* table_;
    QSplitter* rows_;
    QLabel* count_;
    QToolButton *quantity_, *chartTab_, *tableTab_, *linear_, *log_;
    QTimer later_;
    bool isNarrow_ = false, tableShown_ = false;
};

}  // namespace coarsen::window
