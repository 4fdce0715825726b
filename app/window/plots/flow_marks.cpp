// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/plots/flow_marks.hpp"

#include "app/window/plots/flow_plot.hpp"
#include "app/window/theme/plot_style.hpp"
#include "app/window/theme/words.hpp"

#include <QApplication>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace coarsen::window {

namespace {

struct FlowWords {
    Q_DECLARE_TR_FUNCTIONS(FlowWords)
};

constexpr double betweenArrows = 26;  // px of the screen
constexpr int legendBarWide = 132, legendBarHigh = 8, legendRow = 15, legendEdge = 8;

QFont legendFont() {
    QFont font = QApplication::font();
    font.setPixelSize(11);
    font.setBold(true);
    return font;
}

/// 1, 2 or 5 times a power of ten, at most that.
double roundBelow(double most) {
    if (!(most > 0)) return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(most)));
    return most >= 5 * decade ? 5 * decade : most >= 2 * decade ? 2 * decade : decade;
}

/// A length of that many px in micrometres or their like; empty where a pixel's size is not known.
QString inMicrometres(double px, const FrameFlow& flow, int digits) {
    if (!flow.spacing.isInUm) return {};
    const double um = px * flow.spacing.perPx();
    const Unit unit = lengthUnit(true, 1.001 * um);  // a round number in the larger unit
    return significant(um * unit.perBase, digits) + QChar(0x2009) + unit.name;
}

QString inPixels(double px, int digits) {
    return significant(px, digits) + QChar(0x2009) + "px";
}

QString inBoth(double px, const FrameFlow& flow, int digits) {
    const QString um = inMicrometres(px, flow, digits);
    return inPixels(px, digits) + (um.isEmpty() ? QString() : " (" + um + ")");
}

/// A plate with rows of words, its lower left in the corner; the rectangle within its edges.
QRectF plateAt(QPainter& painter, const QPointF& corner, const QSizeF& inner) {
    const QRectF plate(corner - QPointF(0, inner.height() + 2 * legendEdge - 4),
                       inner + QSizeF(2 * legendEdge, 2 * legendEdge - 4));
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(15, 17, 20, 205));
    painter.drawRoundedRect(plate, 4, 4);
    painter.setPen(Qt::white);
    return plate.adjusted(legendEdge, legendEdge - 2, -legendEdge, -legendEdge + 2);
}

void paintBar(QPainter& painter, const QRectF& bar, const std::array<QRgb, 256>& colours) {
    QImage picture(static_cast<int>(colours.size()), 1, QImage::Format_RGB32);
    std::ranges::copy(colours, reinterpret_cast<QRgb*>(picture.scanLine(0)));
    painter.drawImage(bar, picture);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(255, 255, 255, 150), 1));
    painter.drawRect(bar);
    painter.setPen(Qt::white);
}

/// Left, middle and right below a bar.
void paintTicks(QPainter& painter, const QRectF& row, const std::array<QString, 3>& ticks) {
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, ticks[0]);
    painter.drawText(row, Qt::AlignHCenter | Qt::AlignVCenter, ticks[1]);
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, ticks[2]);
}

void paintDisplacementLegend(QPainter& painter, const QPointF& corner, const FlowSlices& slices) {
    const FrameFlow& flow = *slices.flow;
    const double um = flow.mostPx * flow.spacing.perPx();
    const Unit unit = lengthUnit(true, um);
    const int rows = flow.spacing.isInUm ? 3 : 2;
    const QRectF inner = plateAt(painter, corner, QSizeF(legendBarWide, rows * legendRow + legendBarHigh + 2));
    const auto row = [&](int number, double below) {
        return QRectF(inner.left(), inner.top() + number * legendRow + below, inner.width(), legendRow);
    };
    painter.drawText(row(0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     flow.spacing.isInUm ? FlowWords::tr("|u| in px and %1").arg(unit.name) : FlowWords::tr("|u| in px"));
    paintBar(painter, {inner.left(), inner.top() + legendRow + 1, inner.width(), double(legendBarHigh)},
             flowColours(slices.seen.view, slices.isDark));
    const auto ticks = [](double most) {
        return std::array{QStringLiteral("0"), significant(most / 2, 2), significant(most, 2)};
    };
    paintTicks(painter, row(1, legendBarHigh + 2), ticks(flow.mostPx));
    if (flow.spacing.isInUm) paintTicks(painter, row(2, legendBarHigh + 2), ticks(um * unit.perBase));
}

void paintJacobianLegend(QPainter& painter, const QPointF& corner, const FlowSlices& slices) {
    const FrameFlow& flow = *slices.flow;
    const QRectF inner = plateAt(painter, corner, QSizeF(legendBarWide + 30, 3 * legendRow + legendBarHigh + 2));
    const auto row = [&](int number, double below) {
        return QRectF(inner.left(), inner.top() + number * legendRow + below, inner.width(), legendRow);
    };
    painter.drawText(row(0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     flow.isPicture ? FlowWords::tr("J, area before / now") : FlowWords::tr("J, volume before / now"));
    paintBar(painter, {inner.left(), inner.top() + legendRow + 1, inner.width(), double(legendBarHigh)},
             flowColours(slices.seen.view, slices.isDark));
    paintTicks(painter, row(1, legendBarHigh + 2),
               {significant(1 / flow.mostFactor, 3), QStringLiteral("1"), significant(flow.mostFactor, 3)});
    paintTicks(painter, row(2, legendBarHigh + 2), {FlowWords::tr("swollen"), {}, FlowWords::tr("shrunk")});
}

void paintArrowLegend(QPainter& painter, const QPointF& corner, const FlowSlices& slices, double perPx) {
    const FrameFlow& flow = *slices.flow;
    const int factor = flowArrowFactor(flow, perPx);
    const double length = roundBelow(1.4 * betweenArrows / (factor * perPx)), onScreen = length * factor * perPx;
    const QString words = inBoth(length, flow, 2),
                  times = factor > 1 ? FlowWords::tr("arrows %1 × the displacement").arg(factor) : QString();
    const QFontMetrics metrics(painter.font());
    const double wide = std::max<double>(onScreen + 8 + metrics.horizontalAdvance(words), metrics.horizontalAdvance(times));
    const QRectF inner = plateAt(painter, corner, QSizeF(wide, (times.isEmpty() ? 1 : 2) * legendRow));
    const double y = inner.top() + legendRow / 2.0;
    painter.setBrush(Qt::NoBrush);
    painter.strokePath(arrowPath({inner.left(), y, inner.left() + onScreen, y}), pen(Theme::night().accent, 1.8));
    painter.setPen(Qt::white);
    painter.drawText(QRectF(inner.left() + onScreen + 8, inner.top(), inner.width(), legendRow), Qt::AlignLeft | Qt::AlignVCenter,
                     words);
    painter.drawText(QRectF(inner.left(), inner.top() + legendRow, inner.width(), legendRow), Qt::AlignLeft | Qt::AlignVCenter,
                     times);
}

void paintCheckerLegend(QPainter& painter, const QPointF& corner, const FlowSlices& slices) {
    const FrameFlow& flow = *slices.flow;
    const QString words = (slices.seen.isAligned ? FlowWords::tr("frames %1 and %2, after alignment")
                                                 : FlowWords::tr("frames %1 and %2, before alignment"))
                              .arg(flow.otherFrame)
                              .arg(flow.frame);
    const QRectF inner =
        plateAt(painter, corner, QSizeF(QFontMetrics(painter.font()).horizontalAdvance(words), double(legendRow)));
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, words);
}

}  // namespace

QString nameOf(FlowAspect view) {
    switch (view) {
        case FlowAspect::frame:
            return FlowWords::tr("Frame");
        case FlowAspect::arrows:
            return FlowWords::tr("Arrows");
        case FlowAspect::displacement:
            return QStringLiteral("|u|");
        case FlowAspect::jacobian:
            return QStringLiteral("J");
        case FlowAspect::checkerboard:
            return FlowWords::tr("Checkerboard");
    }
    return {};
}

QString keyOf(FlowAspect view) {
    switch (view) {
        case FlowAspect::frame:
            return QStringLiteral("frame");
        case FlowAspect::arrows:
            return QStringLiteral("arrows");
        case FlowAspect::displacement:
            return QStringLiteral("displacement");
        case FlowAspect::jacobian:
            return QStringLiteral("jacobian");
        case FlowAspect::checkerboard:
            return QStringLiteral("checkerboard");
    }
    return {};
}

QString helpOf(FlowAspect view) {
    switch (view) {
        case FlowAspect::frame:
            return FlowWords::tr("The frame alone");
        case FlowAspect::arrows:
            return FlowWords::tr("Arrows from where the content was in the other frame to where it is now");
        case FlowAspect::displacement:
            return FlowWords::tr("How far the content has moved since the other frame");
        case FlowAspect::jacobian:
            return FlowWords::tr("Where the content has shrunk (J above 1) and where it has swollen");
        case FlowAspect::checkerboard:
            return FlowWords::tr("Squares of this frame and of the other in turn: edges that continue across them fit");
    }
    return {};
}

int flowArrowFactor(const FrameFlow& flow, double perPx) {
    constexpr int most = 1000;
    constexpr double usual = 1.6;  // of the mean: few arrows are longer
    int factor = 1;
    for (int decade = 1; decade <= most; decade *= 10)
        for (const int step : {1, 2, 5})
            if (const int next = step * decade; next <= most && next * usual * flow.meanPx * perPx <= betweenArrows)
                factor = next;
    return factor;
}

void paintFlowSlice(QPainter& painter, const FlowSlice& slice, const QPointF& origin, const QTransform& toScreen,
                    const QRectF& seen, int factor, bool isSmooth) {
    if (slice.across == 0) return;
    painter.save();
    painter.setClipRect(seen, Qt::IntersectClip);
    if (!slice.picture.isNull()) {
        painter.setRenderHint(QPainter::SmoothPixmapTransform, isSmooth);
        painter.drawImage(toScreen.mapRect(QRectF(origin, QSizeF(slice.across, slice.down))), slice.picture);
        painter.restore();
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const int stepAcross = std::max(1, static_cast<int>(std::lround(betweenArrows / toScreen.m11()))),
              stepDown = std::max(1, static_cast<int>(std::lround(betweenArrows / toScreen.m22())));
    QPainterPath arrows;
    const auto middle = [](int count, int step) { return (count - 1) % step / 2; };
    for (int y = middle(slice.down, stepDown); y < slice.down; y += stepDown)
        for (int x = middle(slice.across, stepAcross); x < slice.across; x += stepAcross) {
            const auto& u =
                slice.u[static_cast<std::size_t>(y) * static_cast<std::size_t>(slice.across) + static_cast<std::size_t>(x)];
            if (std::isnan(u[0])) continue;
            const QPointF now = origin + QPointF(x + 0.5, y + 0.5),
                          way(factor * static_cast<double>(u[0]), factor * static_cast<double>(u[1]));
            const QLineF arrow(toScreen.map(now - way), toScreen.map(now));
            if (seen.adjusted(-60, -60, 60, 60).contains(arrow.p2()) && arrow.length() > 1) arrows.addPath(arrowPath(arrow));
        }
    painter.strokePath(arrows, pen(QColor(0, 0, 0, 190), 4));
    painter.strokePath(arrows, pen(Theme::night().accent, 1.8));
    painter.restore();
}

void paintFlowLegend(QPainter& painter, const QPointF& corner, const FlowSlices& slices, double perPx) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.setFont(legendFont());
    switch (slices.seen.view) {
        case FlowAspect::frame:
            break;
        case FlowAspect::arrows:
            paintArrowLegend(painter, corner, slices, perPx);
            break;
        case FlowAspect::displacement:
            paintDisplacementLegend(painter, corner, slices);
            break;
        case FlowAspect::jacobian:
            paintJacobianLegend(painter, corner, slices);
            break;
        case FlowAspect::checkerboard:
            paintCheckerLegend(painter, corner, slices);
            break;
    }
    painter.restore();
}

QStringList flowFacts(const FrameFlow& flow) {
    const Registration& found = flow.found;
    const QString dot = QStringLiteral(" · "), rho = QStringLiteral("ρ ") + number(found.rho, 3);
    const QString jacobian =
        FlowWords::tr("J %1 to %2").arg(number(found.jacobians.least, 2), number(found.jacobians.greatest, 2));
    const auto error = [&](bool both) {
        if (!std::isfinite(found.expectedError)) return FlowWords::tr("error not known");
        return FlowWords::tr("expected error %1")
            .arg(both ? inBoth(found.expectedError, flow, 2) : inPixels(found.expectedError, 2));
    };
    const auto mean = [&](bool both) {
        return FlowWords::tr("mean |u| %1").arg(both ? inBoth(flow.meanPx, flow, 3) : inPixels(flow.meanPx, 3));
    };
    const QString since = FlowWords::tr("since frame %1").arg(flow.otherFrame);
    return {QStringList{since, mean(true), error(true), rho, jacobian}.join(dot),
            QStringList{mean(true), error(true), rho, jacobian}.join(dot),
            QStringList{mean(false), error(false), rho, jacobian}.join(dot), QStringList{error(false), rho}.join(dot)};
}

QString flowDoubt(const FrameFlow& flow) {
    if (flow.found.mayBeOnePeriodOff())
        return FlowWords::tr("May have locked one period off: %1. Frames closer in time, or one more level, will decide it")
            .arg(translated(flow.found.onePeriodOff));
    const std::string words = flow.found.remarks.empty() ? flow.trouble : flow.found.remarks.front();
    const QString doubt = translated(words);
    return doubt.left(1).toUpper() + doubt.mid(1);
}

}  // namespace coarsen::window
