// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/figures.hpp"

#include "app/window/figures/volume_figures.hpp"
#include "app/window/plots/ensemble_plot.hpp"
#include "app/window/plots/fit_words.hpp"
#include "app/window/plots/group_curves_plot.hpp"
#include "app/window/plots/map_plot.hpp"
#include "app/window/plots/profile_plot.hpp"
#include "app/window/plots/sector_plot.hpp"
#include "app/window/plots/time_series_plot.hpp"
#include "app/window/theme/words.hpp"

#include <qcustomplot.h>

#include <cmath>

namespace coarsen::window {

namespace {

constexpr int narrow = 378;  // pixels: a column of 100 mm

/// In the place of a plot that has nothing to show.
void drawWords(QPainter& painter, const QSize& pixels, const QString& words) {
    constexpr int margin = 12;
    QFont font = QApplication::font();
    font.setPixelSize(12);
    painter.setFont(font);
    painter.setPen(Theme::light().ink2);
    painter.drawText(QRect({}, pixels).adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap, words);
}

}  // namespace

Figure chartFigure(ChartDrawing draw) {
    const std::function<Figure(const AxisLimits&)> within =
        [draw = std::make_shared<const ChartDrawing>(std::move(draw))](const AxisLimits& limits) -> Figure {
        return {[draw, limits](QCPPainter& painter, const QSize& pixels) { (*draw)(painter, pixels, limits); }};
    };
    Figure figure = within({});
    figure.within = within;
    return figure;
}

void drawChart(QCustomPlot& plot, QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
    if (limits.areChosen()) {
        setEnds(*plot.axisRect()->axis(QCPAxis::atBottom), limits.x);
        setEnds(*plot.axisRect()->axis(QCPAxis::atLeft), limits.y);
        cutToAxes(plot);
    }
    plot.toPainter(&painter, pixels.width(), pixels.height());
}

Figure growthFigure(std::shared_ptr<const GrowthData> data, bool logarithmic, const GrowthLook& look) {
    return chartFigure(
        [data = std::move(data), logarithmic, look](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
            if (const QString why = whyNoPoints(*data, logarithmic); !why.isEmpty()) return drawWords(painter, pixels, why);
            QCustomPlot plot;
            plot.resize(pixels);
            GrowthPlot content(&plot, Theme::light());
            content.setDoubtsShown(false);
            content.setHandled(false);
            content.setLook(look);
            content.show(*data, -1, logarithmic);
            if (limits.areChosen()) {  // the residuals and the line follow
                setEnds(*content.chart()->axis(QCPAxis::atBottom), limits.x);
                setEnds(*content.chart()->axis(QCPAxis::atLeft), limits.y);
                content.followAxes(*data);
            }
            drawChart(plot, painter, pixels, limits);
        });
}

Figure timeSeriesFigure(TimeSeries timeSeries) {
    return chartFigure([timeSeries = std::move(timeSeries)](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        TimeSeriesPlot content(&plot, Theme::light());
        content.show(timeSeries, -1);
        drawChart(plot, painter, pixels, limits);
    });
}

Figure ensembleFigure(std::shared_ptr<const EnsembleData> data) {
    return chartFigure([data = std::move(data)](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        EnsemblePlot content(&plot, Theme::light());
        content.show(*data, -1);
        drawChart(plot, painter, pixels, limits);
    });
}

Figure ensembleCurvesFigure(std::shared_ptr<const EnsembleData> data) {
    return chartFigure([data = std::move(data)](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        drawGroupCurves(plot, *data, Theme::light());
        drawChart(plot, painter, pixels, limits);
    });
}

Figure profileFigure(PreviewPointer preview, const Calibration& calibration, const ProfileLook& look) {
    return chartFigure([preview = std::move(preview), calibration, look](QCPPainter& painter, const QSize& pixels,
                                                                         const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        ProfilePlot content(&plot, Theme::light());
        content.show(
            preview->profile, preview->lengths, calibration,
            {pixels.width() < narrow, look.axes, look.direction, look.corner, look.terms, look.term, preview->c3d != nullptr});
        drawChart(plot, painter, pixels, limits);
    });
}

Figure spectrumFigure(PreviewPointer preview, const Calibration& calibration, bool logarithmic) {
    return chartFigure([preview = std::move(preview), calibration, logarithmic](QCPPainter& painter, const QSize& pixels,
                                                                                const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        SpectrumPlot content(&plot, Theme::light());
        content.show(preview->spectrum, calibration, logarithmic, pixels.width() < narrow);
        drawChart(plot, painter, pixels, limits);
    });
}

Figure sectorFigure(PreviewPointer preview, const Calibration& calibration) {
    return chartFigure(
        [preview = std::move(preview), calibration](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
            QCustomPlot plot;
            plot.resize(pixels);
            SectorPlot content(&plot, Theme::light());
            content.show(preview->sectors, calibration, pixels.width() < narrow);
            drawChart(plot, painter, pixels, limits);
        });
}

Figure seriesFigure(std::shared_ptr<const SeriesCurves> curves, SeriesMode mode) {
    return chartFigure([curves = std::move(curves), mode](QCPPainter& painter, const QSize& pixels, const AxisLimits& limits) {
        QCustomPlot plot;
        plot.resize(pixels);
        SeriesPlot content(&plot, Theme::light());
        content.show(*curves, mode, -1);
        drawChart(plot, painter, pixels, limits);
    });
}

Figure mapFigure(PreviewPointer preview, const Calibration& calibration, const MapLook& look) {
    if (preview->c3d) return planesFigure(preview, preview->spacing(calibration), look);
    return {[preview = std::move(preview), calibration, look](QCPPainter& painter, const QSize& pixels) {
                QCustomPlot plot;
                plot.resize(pixels);
                MapPlot content(&plot, Theme::light());
                content.nameEverything();
                content.show(*preview->map, preview->lengths.rMax, preview->row.anisotropy, calibration, look);
                plot.setViewport(QRect({}, pixels));
                content.keepSquare();
                drawChart(plot, painter, pixels, {});
            },
            0.86};
}

Figure frameFigure(PreviewPointer preview, const Calibration& calibration, bool withRing, const std::optional<Voxel>& at) {
    if (preview->brick)
        return slicesFigure(preview, at ? within(preview->brick->size, *at) : middleOf(preview->brick->size),
                            preview->spacing(calibration), withRing);
    const QImage picture = preview->stages->back().picture;
    return {[picture, calibration, rMax = withRing ? preview->lengths.rMax : LengthScale{}](QCPPainter& painter,
                                                                                            const QSize& pixels) {
                painter.drawImage(QRect({}, pixels), picture);
                drawRing(painter, QRect({}, pixels), picture.width(), rMax, calibration);
                drawScaleBar(painter, QRect({}, pixels), picture.width(), calibration);
            },
            picture.height() * calibration.aspect() / picture.width()};
}

void drawScaleBar(QPainter& painter, const QRect& place, int pictureWidth, const Calibration& calibration) {
    const double umPerPx = calibration.isKnown() ? calibration.pixelWidthUm : 1, perPixel = double(place.width()) / pictureWidth;
    const double wanted = pictureWidth / 6.0 * umPerPx;
    double length = std::pow(10.0, std::floor(std::log10(wanted)));
    length *= wanted / length >= 5 ? 5 : wanted / length >= 2 ? 2 : 1;
    const int bar = static_cast<int>(length / umPerPx * perPixel);
    const Unit unit = calibration.isKnown() && length >= 1000
                          ? Unit{QStringLiteral("mm"), 1e-3}
                          : lengthUnit(calibration.isKnown(), calibration.isKnown() ? length : 0);
    QFont font = QApplication::font();
    font.setPixelSize(11);
    const QString words = QString::number(length * unit.perBase) + " " + unit.name;
    const int width = std::max(bar, QFontMetrics(font).horizontalAdvance(words)) + 18;
    const QRect box(place.right() - 9 - width, place.bottom() - 39, width, 30);
    painter.fillRect(box, QColor(15, 17, 20, 190));
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(box.adjusted(0, 2, 0, -11), Qt::AlignCenter, words);
    painter.fillRect(QRect(box.center().x() - bar / 2, box.bottom() - 8, bar, 3), Qt::white);
}

void drawRing(QPainter& painter, const QRect& place, int pictureWidth, const LengthScale& rMax, const Calibration& calibration) {
    if (!rMax.isFound()) return;
    // The gauge of the window: R_max of oblong pixels is that of square ones of the same area, of voxels of cubes as large.
    const double across =
        calibration.isOfVolumes() ? calibration.umPerPx() / calibration.pixelWidthUm : std::sqrt(calibration.aspect());
    const double radius = rMax.px * across * place.width() / pictureWidth;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(place, Qt::IntersectClip);
    painter.setBrush(Qt::NoBrush);
    for (const auto& [colour, width] : {std::pair{QColor(0, 0, 0, 166), 4.5}, {Theme::light().ring, 2.0}}) {
        painter.setPen(QPen(colour, width));
        painter.drawEllipse(QRectF(place).center(), radius, radius);
    }
    const double umPerPx = calibration.isKnown() ? calibration.umPerPx() : 1;
    const Unit unit = lengthUnit(calibration.isKnown(), rMax.px * umPerPx);
    const auto inUnit = [&](double px) { return px * umPerPx * unit.perBase; };
    const QString words =
        QObject::tr("ring: %1 = %2").arg(rMaxText(), withError(inUnit(rMax.px), inUnit(rMax.errorPx), unit.name));
    QFont font = QApplication::font();
    font.setPixelSize(11);
    const int width = QFontMetrics(font).horizontalAdvance(words) + 14;
    const bool isBesideScale = width + 18 + place.width() / 3 < place.width();  // the scale bar stands in the other corner
    const QRect box(place.left() + 9, place.bottom() - (isBesideScale ? 29 : 63), width, 20);
    painter.fillRect(box, QColor(15, 17, 20, 190));
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(box, Qt::AlignCenter, words);
    painter.restore();
}

}  // namespace coarsen::window
