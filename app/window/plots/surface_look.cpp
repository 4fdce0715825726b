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

double perPxOf(const Spacing& spacing) {
    return spacing.isInUm ? spacing.perPx() : 1;
}

QString reciprocal(const Spacing& spacing) {
    return spacing.isInUm ? QStringLiteral("/µm") : QStringLiteral("/px");
}

/// Quantity that the colours show, and what one of it in px is in the unit that is shown.
struct ColourWords {
    QString quantity;
    double perPx = 1;
};

ColourWords wordsOf(const SurfaceSeen& seen, const ShownSurface& surface) {
    const Spacing& spacing = surface.answer->distance.spacing;
    const double perPx = perPxOf(spacing);
    const QString length = spacing.isInUm ? QStringLiteral("µm") : QStringLiteral("px");
    const auto rms = [&](const SurfaceDisplacement& displacement) { return significant(displacement.rms * perPx, 2); };
    const bool isBefore = seen.isBefore && surface.noisy;
    switch (seen.colour) {
        case SurfaceColour::mean:
            return {QObject::tr("share of the area by H (%1)").arg("1/" + length), 1 / perPx};
        case SurfaceColour::gaussian:
            return {QObject::tr("share of the area by K (%1)").arg("1/" + length + QStringLiteral("²")), 1 / (perPx * perPx)};
        case SurfaceColour::removed:
            return {QObject::tr("noise removed (%1), rms %2")
                        .arg(length, rms(isBefore ? surface.answer->noisy->removed : *surface.answer->removed)),
                    perPx};
        case SurfaceColour::moved:
            return {QObject::tr("distance moved (%1), rms %2").arg(length, rms(*surface.moved)), perPx};
        case SurfaceColour::plain:
            break;
    }
    return {};
}

}  // namespace

QString nameOf(SurfaceColour colour) {
    switch (colour) {
        case SurfaceColour::mean:
            return QStringLiteral("H");
        case SurfaceColour::gaussian:
            return QStringLiteral("K");
        case SurfaceColour::removed:
            return QObject::tr("noise");
        case SurfaceColour::moved:
            return QObject::tr("moved");
        case SurfaceColour::plain:
            return QObject::tr("plain");
    }
    return {};
}

QString whyNot(SurfaceColour colour, const ShownSurface& surface) {
    if (colour == SurfaceColour::removed && !surface.answer->removed)
        return QObject::tr("No noise is removed: Denoise is off in the row Surface");
    if (colour == SurfaceColour::moved) return translated(surface.notMoved);
    return {};
}

QString whyNotBefore(const ShownSurface& surface) {
    return surface.noisy ? QString() : QObject::tr("Before and after are the same: Denoise is off in the row Surface");
}

SurfaceLook surfaceLook(const SurfaceSide& side, SurfaceColour colour, const Theme& theme) {
    SurfaceLook look;
    look.colour = side.has(colour) ? colour : SurfaceColour::plain;
    look.most = side.sharesOf(look.colour).most;
    QCPColorGradient gradient = gradientOf(MapColours::diverging, false);  // its pale middle shows the shading in either theme
    for (int i = 0; i < shades; ++i)
        look.colours.push_back(gradient.color(i, QCPRange(0, shades - 1)));
    look.background = theme.stage.rgb();
    look.box = theme.ink3.rgb();
    look.finer = 2;
    return look;
}

void paintSurfaceLegend(QPainter& painter, const QRect& place, const ShownSurface& surface, const SurfaceSeen& seen,
                        const Theme& theme) {
    const SurfaceSide& side = surface.side(seen.isBefore);
    if (seen.colour == SurfaceColour::plain || !side.has(seen.colour)) return;
    const std::vector<double>& shares = side.sharesOf(seen.colour).shares;
    const ColourWords says = wordsOf(seen, surface);
    const double most = side.sharesOf(seen.colour).most * says.perPx;
    const SurfaceLook look = surfaceLook(side, seen.colour, theme);
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
    painter.drawText(QRect(place.left(), place.top(), place.width(), wordsHigh), Qt::AlignLeft | Qt::AlignVCenter, says.quantity);
}

QString surfaceFacts(const SurfaceFacts& facts, const Spacing& spacing) {
    const double perPx = perPxOf(spacing);
    const SurfaceMeasures& measures = facts.measures;
    return QObject::tr("%1 · χ %2 · %3")
        .arg(QStringLiteral("S") + QString::fromUtf8("ᵥ ") +
                 withError(measures.areaPerVolume.value / perPx, measures.areaPerVolume.error / perPx, reciprocal(spacing)),
             number(measures.euler.value, 0),
             counted(static_cast<int>(measures.pieces.value), QObject::tr("piece"), QObject::tr("pieces")));
}

QString factsBefore(const SurfaceAnswer& answer, const Spacing& spacing) {
    return QObject::tr("before denoising · Sᵥ %1%2")
        .arg(significant(answer.areaPerVolumeBefore / perPxOf(spacing), 4), reciprocal(spacing));
}

QString surfaceInShort(const SurfaceFacts& facts, const Spacing& spacing) {
    const double perPx = perPxOf(spacing);
    return QObject::tr("Sᵥ %1%2 · χ %3")
        .arg(significant(facts.measures.areaPerVolume.value / perPx, 3), reciprocal(spacing),
             number(facts.measures.euler.value, 0));
}

}  // namespace coarsen::window
