// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/theme/theme.hpp"
#include "core/measure/terms.hpp"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

class QCustomPlot;
class QCPGraph;

namespace coarsen::window {

/// "1 × 2"
QString nameOf(const ChannelPair& channels);

/// How pairs of channels correlate, over C1D in a plot of its own axes: a thin curve a term with its name and, where there is
/// room, its value at R = 0 in the legend, which stands above the axes and so covers nothing. The chosen one is drawn as heavily
/// as C1D.
class TermCurves {
public:
    explicit TermCurves(QCustomPlot* plot) : plot_(plot) {}

    /// nullptr: none. Says how far the curves reach down, and up beyond R = 0.
    std::pair<double, double> show(const std::vector<Term>* terms, const std::optional<ChannelPair>& chosen, double pxPerUnit,
                                   const Theme& theme);
    const std::vector<QCPGraph*>& curves() const { return curves_; }
    void fitLegend();  ///< after each layout: as many names beside each other as the plot is wide

private:
    /// Name of a curve, without and with its value at R = 0.
    struct Name {
        QString plain, withValue;
    };

    void placeLegend(bool isShown);

    QCustomPlot* plot_;
    std::vector<QCPGraph*> curves_;
    std::vector<Name> names_;
    int fittedWidth_ = 0;  ///< px that the legend is laid out for; 0: for none yet
};

}  // namespace coarsen::window
