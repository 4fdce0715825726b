// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/surface_look.hpp"

#include "app/window/plots/map_look.hpp"
#include "app/window/theme/words.hpp"

#include <QObject>
#include <QPainter>
#include <qcustomplot.h>

#include <algorithm>

namespace coarsen::window {

namespace {

constexpr int shades = 255, barHigh = 7, wordsHigh = 16;

double perPxOf(const SurfaceAnswer& answer) {
    return answer.distance.spacing.isInUm ? answer.distance.spacing.perPx() : 1;
}

QString reciprocal(const Spacing& spacing) {
    return spacing.isInUm ? QStringLiteral("/µm") : QStringLiteral("/px");
}

}  // namespace

QString nameOf(SurfaceColour colour) {
    switch (colour) {
        case SurfaceColour::mean:
            return QStringLiteral("H");
        case SurfaceColour::gaussian:
            return QStringLiteral("K");
        case SurfaceColour::plain:
            return QObject::tr("plain");
    }
    return {};
}

SurfaceLook surfaceLook(const SurfaceAnswer& answer, SurfaceColour colour, const Theme& theme) {
    SurfaceLook look;
    look.colour = colour;
    look.most = colour == SurfaceColour::gaussian ? answer.histogram.mostK : answer.histogram.mostH;
    QCPColorGradient gradient = gradientOf(MapColours::diverging, false);  // its pale middle shows the shading in either theme
    for (int i = 0; i < shades; ++i)
        look.colours.push_back(gradient.color(i, QCPRange(0, shades - 1)));
    look.background = theme.stage.rgb();
    look.box = theme.ink3.rgb();
    look.finer = 2;
    return look;
}

void paintCurvatureLegend(QPainter& painter, const QRect& place, const SurfaceAnswer& answer, SurfaceColour colour,
                          const Theme& theme) {
    if (colour == SurfaceColour::plain) return;
    const bool isMean = colour == SurfaceColour::mean;
    const std::vector<double>& shares = isMean ? answer.histogram.h : answer.histogram.k;
    const double perPx = perPxOf(answer),
                 most = isMean ? answer.histogram.mostH / perPx : answer.histogram.mostK / (perPx * perPx);
    const SurfaceLook look = surfaceLook(answer, colour, theme);
    const QRect bar(place.left(), place.bottom() - wordsHigh - barHigh, place.width(), barHigh);
    const QRect bars(place.left(), place.top() + wordsHigh, place.width(), bar.top() - place.top() - wordsHigh - 1);
    for (int x = 0; x < bar.width(); ++x) {
        const auto shade = static_cast<std::size_t>(x * (shades - 1) / std::max(1, bar.width() - 1));
        painter.fillRect(bar.left() + x, bar.top(), 1, bar.height(), QColor(look.colours[shade]));
    }
    const double highest = std::max(1e-12, *std::ranges::max_element(shares));
    if (bars.height() > 8)
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const double wide = bars.width() / double(shares.size()), high = bars.height() * shares[i] / highest;
            painter.fillRect(QRectF(bars.left() + double(i) * wide, bars.bottom() + 1 - high, std::max(1.0, wide - 0.7), high),
                             theme.ink2);
        }
    painter.setPen(theme.ink2);
    const QRect words(place.left(), bar.bottom() + 2, place.width(), wordsHigh - 2);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, significant(-most, 2));
    painter.drawText(words, Qt::AlignHCenter | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, significant(most, 2));
    const QString unit = reciprocal(answer.distance.spacing) + (isMean ? QString() : QStringLiteral("²"));
    painter.drawText(QRect(place.left(), place.top(), place.width(), wordsHigh), Qt::AlignLeft | Qt::AlignVCenter,
                     (isMean ? QObject::tr("mean curvature H (%1), share of the area")
                             : QObject::tr("Gaussian curvature K (%1), share of the area"))
                         .arg(QStringLiteral("1") + unit));
}

QString surfaceFacts(const SurfaceFacts& facts, const Spacing& spacing) {
    const double perPx = spacing.isInUm ? spacing.perPx() : 1;
    const SurfaceMeasures& measures = facts.measures;
    return QObject::tr("%1 · χ %2 · %3")
        .arg(QStringLiteral("S") + QString::fromUtf8("ᵥ ") +
                 withError(measures.areaPerVolume.value / perPx, measures.areaPerVolume.error / perPx, reciprocal(spacing)),
             number(measures.euler.value, 0),
             counted(static_cast<int>(measures.pieces.value), QObject::tr("piece"), QObject::tr("pieces")));
}

}  // namespace coarsen::window
