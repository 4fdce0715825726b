// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/axis_limits.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace coarsen::window {

namespace {

QCPErrorBars* barsOf(QCustomPlot& plot, const QCPGraph* graph) {
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (auto* const bars = qobject_cast<QCPErrorBars*>(plot.plottable(i)); bars && bars->dataPlottable() == graph)
            return bars;
    return nullptr;
}

void cutMarks(QCPGraph& graph, QCPErrorBars* bars, const QCPRange& keys, const QCPRange& values) {
    QVector<QCPGraphData> kept;
    QVector<QCPErrorBarsData> errors;
    for (int i = 0; i < graph.dataCount(); ++i) {
        const QCPGraphData& mark = *graph.data()->at(i);
        if (!keys.contains(mark.key) || !values.contains(mark.value)) continue;
        kept.push_back(mark);
        if (!bars || i >= bars->data()->size()) continue;
        QCPErrorBarsData error = bars->data()->at(i);
        error.errorMinus = std::min(error.errorMinus, mark.value - values.lower);
        error.errorPlus = std::min(error.errorPlus, values.upper - mark.value);
        errors.push_back(error);
    }
    graph.data()->set(kept, true);
    if (bars) *bars->data() = errors;
}

/// The parts of a line inside, with gaps between them.
void cutLine(QCPGraph& graph, const QCPRange& keys, const QCPRange& values) {
    QVector<QCPGraphData> inside;
    for (int i = 1; i < graph.dataCount(); ++i) {
        const QCPGraphData &from = *graph.data()->at(i - 1), &to = *graph.data()->at(i);
        if (!std::isfinite(from.value) || !std::isfinite(to.value)) continue;
        double first = 0, last = 1;
        const auto cut = [&](double start, double step, const QCPRange& range) {
            if (step == 0) {
                if (!range.contains(start)) last = -1;
                return;
            }
            const double one = (range.lower - start) / step, other = (range.upper - start) / step;
            first = std::max(first, std::min(one, other));
            last = std::min(last, std::max(one, other));
        };
        cut(from.key, to.key - from.key, keys);
        cut(from.value, to.value - from.value, values);
        if (first > last) continue;
        const auto at = [&](double part) {
            return QCPGraphData(from.key + part * (to.key - from.key), from.value + part * (to.value - from.value));
        };
        const QCPGraphData begin = at(first);
        const bool isJoined = !inside.isEmpty() && inside.back().key == begin.key && inside.back().value == begin.value;
        if (!isJoined && !inside.isEmpty()) inside.push_back({begin.key, std::numeric_limits<double>::quiet_NaN()});
        if (!isJoined) inside.push_back(begin);
        inside.push_back(at(last));
    }
    graph.data()->set(inside, true);
}

/// One side of a band: from one end of the axis to the other, within its heights.
void cutSide(QCPGraph& graph, const QCPRange& keys, const QCPRange& values) {
    QVector<QCPGraphData> inside;
    const auto add = [&](double key, double value) { inside.push_back({key, std::clamp(value, values.lower, values.upper)}); };
    for (int i = 0; i < graph.dataCount(); ++i) {
        const QCPGraphData& to = *graph.data()->at(i);
        for (const double end : {keys.lower, keys.upper}) {
            if (i == 0 || (graph.data()->at(i - 1)->key < end) == (to.key < end)) continue;
            const QCPGraphData& from = *graph.data()->at(i - 1);
            add(end, from.value + (end - from.key) / (to.key - from.key) * (to.value - from.value));
        }
        if (keys.contains(to.key)) add(to.key, to.value);
    }
    graph.data()->set(inside, false);
}

void cutMap(QCPColorMap& map, const QCPRange& keys, const QCPRange& values) {
    QCPColorMapData& all = *map.data();
    const auto within = [](int cells, const QCPRange& range, const QCPRange& asked) {
        const double step = cells > 1 ? range.size() / (cells - 1) : 1;
        return std::pair{std::max(0, static_cast<int>(std::ceil((asked.lower - range.lower) / step))),
                         std::min(cells - 1, static_cast<int>(std::floor((asked.upper - range.lower) / step)))};
    };
    const auto [left, right] = within(all.keySize(), all.keyRange(), keys);
    const auto [low, high] = within(all.valueSize(), all.valueRange(), values);
    if (left > right || low > high) return map.setVisible(false);
    const auto placeOf = [&](int key, int value) {
        double x = 0, y = 0;
        all.cellToCoord(key, value, &x, &y);
        return std::pair{x, y};
    };
    const auto [fromKey, fromValue] = placeOf(left, low);
    const auto [toKey, toValue] = placeOf(right, high);
    auto* const part = new QCPColorMapData(right - left + 1, high - low + 1, {fromKey, toKey}, {fromValue, toValue});
    for (int key = left; key <= right; ++key)
        for (int value = low; value <= high; ++value)
            part->setCell(key - left, value - low, all.cell(key, value));
    map.setData(part);
}

void hideWordsOutside(QCPItemText& words) {
    const QCPItemPosition& at = *words.position;
    const bool isOutside = (at.typeX() == QCPItemPosition::ptPlotCoords && !at.keyAxis()->range().contains(at.key())) ||
                           (at.typeY() == QCPItemPosition::ptPlotCoords && !at.valueAxis()->range().contains(at.value()));
    if (isOutside) words.setVisible(false);
}

}  // namespace

void setEnds(QCPAxis& axis, const AxisEnds& ends) {
    const auto canBe = [&](const std::optional<double>& end) {
        return end && (axis.scaleType() == QCPAxis::stLinear || *end > 0);
    };
    QCPRange range = axis.range();
    const double width = range.size(), times = range.upper / range.lower;
    const bool isLogarithmic = axis.scaleType() == QCPAxis::stLogarithmic;
    if (canBe(ends.from)) range.lower = *ends.from;
    if (canBe(ends.to)) range.upper = *ends.to;
    if (range.lower >= range.upper) {
        if (canBe(ends.from))
            range.upper = isLogarithmic ? range.lower * times : range.lower + width;
        else
            range.lower = isLogarithmic ? range.upper / times : range.upper - width;
    }
    axis.setRange(range);
}

void cutToAxes(QCustomPlot& plot) {
    std::set<const QCPGraph*> sides;
    for (int i = 0; i < plot.graphCount(); ++i)
        if (const QCPGraph* const other = plot.graph(i)->channelFillGraph()) sides.insert({plot.graph(i), other});
    for (int i = 0; i < plot.graphCount(); ++i) {
        QCPGraph& graph = *plot.graph(i);
        const QCPRange keys = graph.keyAxis()->range(), values = graph.valueAxis()->range();
        if (sides.contains(&graph))
            cutSide(graph, keys, values);
        else if (graph.lineStyle() == QCPGraph::lsNone)
            cutMarks(graph, barsOf(plot, &graph), keys, values);
        else
            cutLine(graph, keys, values);
    }
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (auto* const map = qobject_cast<QCPColorMap*>(plot.plottable(i)); map && map->visible())
            cutMap(*map, map->keyAxis()->range(), map->valueAxis()->range());
    for (int i = 0; i < plot.itemCount(); ++i)
        if (auto* const words = qobject_cast<QCPItemText*>(plot.item(i))) hideWordsOutside(*words);
}

}  // namespace coarsen::window
