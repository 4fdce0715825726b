// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "core/measure/terms.hpp"

#include <QRect>
#include <QString>

#include <optional>
#include <utility>
#include <vector>

class QCustomPlot;
class QCPGraph;

namespace coarsen::window {

/// "1 × 2"
QString nameOf(const ChannelPair& channels);

/// How pairs of channels correlate, over C1D in a plot of its own axes: a thin curve a term with its name and its value at R = 0
/// in the legend. The chosen one is drawn as heavily as C1D.
class TermCurves {
public:
    explicit TermCurves(QCustomPlot* plot) : plot_(plot) {}

    /// nullptr: none. Says how far the curves reach down, and up beyond R = 0.
    std::pair<double, double> show(const std::vector<Term>* terms, const std::optional<ChannelPair>& chosen, double pxPerUnit,
                                   const Theme& theme);
    QRect legendPlace() const;  ///< empty where there is none

private:
    QCustomPlot* plot_;
    std::vector<QCPGraph*> curves_;
};

}  // namespace coarsen::window
