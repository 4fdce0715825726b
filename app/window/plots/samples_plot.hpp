// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/sample_marks.hpp"

#include <QMetaObject>

#include <memory>
#include <vector>

class QCPItemText;

namespace coarsen::window {

/// "v = 21.98 ± 0.20 µm/h": what matters most of the chosen law; empty without a fit.
QString headlineOf(const SamplesData& data, const FittedGrowth& growth);

/// "● ": the mark of a style as a letter, for words in its colour.
QString glyphOf(int style);

/// Label of a time axis: the moment that all samples count from.
QString timeLabelOf(const SamplesData& data);
QString lengthLabelOf(const SamplesData& data);

/// The growth of several samples in one figure, none before the others: points, laws, and a legend with each law's answer.
///
/// Use, given `QCustomPlot* chart, const SamplesData& data`:
///
///     SamplesPlot plot(chart, theme());
///     plot.show(data, true);
class SamplesPlot {
public:
    SamplesPlot(QCustomPlot* plot, const Theme& theme);
    ~SamplesPlot();

    void show(const SamplesData& data, bool isLogarithmic);

private:
    void placeLegend();

    QCustomPlot* plot_;
    std::unique_ptr<SampleMarks> marks_;
    struct Line {
        QCPItemText *mark, *words;
        QString name, answer;
    };
    std::vector<Line> legend_;
    const Theme* theme_;
    QMetaObject::Connection laidOut_;
};

}  // namespace coarsen::window
