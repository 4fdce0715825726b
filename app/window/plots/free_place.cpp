// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/free_place.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen::window {

namespace {

/// The part of a straight line that lies inside, from 0 to 1: cut at one side after the other.
double partInside(const QRectF& block, const QPointF& from, const QPointF& to) {
    double first = 0, last = 1;
    const auto cut = [&](double start, double step, double low, double high) {
        if (step == 0) {
            if (start < low || start > high) last = -1;
            return;
        }
        const double one = (low - start) / step, other = (high - start) / step;
        first = std::max(first, std::min(one, other));
        last = std::min(last, std::max(one, other));
    };
    cut(from.x(), to.x() - from.x(), block.left(), block.right());
    cut(from.y(), to.y() - from.y(), block.top(), block.bottom());
    return std::max(0.0, last - first);
}

}  // namespace

double coveredLength(const QRectF& block, const std::vector<QPolygonF>& lines) {
    double length = 0;
    for (const QPolygonF& line : lines) {
        for (qsizetype i = 0; i + 1 < line.size(); ++i) {
            const QPointF &from = line[i], &to = line[i + 1];
            length += partInside(block, from, to) * std::hypot(to.x() - from.x(), to.y() - from.y());
        }
    }
    return length;
}

QPointF freePlace(const QSizeF& block, const std::vector<QPointF>& corners, const std::vector<QPolygonF>& lines) {
    QPointF best;
    double least = std::numeric_limits<double>::infinity();
    for (const QPointF& corner : corners) {
        const double covered = coveredLength({corner, block}, lines);
        if (covered >= least) continue;
        least = covered;
        best = corner;
    }
    return best;
}

}  // namespace coarsen::window
