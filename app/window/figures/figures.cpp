// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/figures.hpp"

#include "app/window/plots/course_plot.hpp"
#include "app/window/plots/map_plot.hpp"
#include "app/window/plots/profile_plot.hpp"
#include "app/window/plots/sector_plot.hpp"
#include "app/window/theme/words.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"

#include <QBuffer>
#include <QImageWriter>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <qcustomplot.h>

#include <cmath>

namespace coarsen::window {

namespace {

constexpr double screenDpi = 96;  // labels keep the size that they have on the screen

using Draw = std::function<void(QCPPainter&, const QSize&)>;

QSize pixelsOf(const FigureSize& size) {
    return {static_cast<int>(std::lround(size.widthMm / 25.4 * screenDpi)),
            static_cast<int>(std::lround(size.heightMm / 25.4 * screenDpi))};
}

void setVectorModes(QCPPainter& painter) {
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
}

QByteArray pdf(const QSize& pixels, const Draw& draw) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setCreator(QStringLiteral("Coarsen %1").arg(version));
        writer.setResolution(static_cast<int>(screenDpi));
        writer.setPageSize(QPageSize(QSizeF(pixels) * 72.0 / screenDpi, QPageSize::Point, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        QCPPainter painter;
        painter.begin(&writer);
        painter.setRenderHint(QPainter::LosslessImageRendering);  // else images become JPEG
        setVectorModes(painter);
        draw(painter, pixels);
        painter.end();
    }
    return buffer.data();
}

QByteArray svg(const QSize& pixels, const Draw& draw) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(screenDpi));
    generator.setSize(pixels);
    generator.setViewBox(QRect({}, pixels));
    generator.setTitle(QStringLiteral("Coarsen %1").arg(version));
    QCPPainter painter;
    painter.begin(&generator);
    setVectorModes(painter);
    draw(painter, pixels);
    painter.end();
    return buffer.data();
}

QByteArray png(const QSize& pixels, int dpi, const Draw& draw) {
    const double scale = dpi / screenDpi;
    QImage image((QSizeF(pixels) * scale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    image.setDotsPerMeterX(static_cast<int>(std::lround(dpi / 0.0254)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QCPPainter painter(&image);
    painter.scale(scale, scale);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    draw(painter, pixels);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    writer.setText("Software", QStringLiteral("Coarsen %1").arg(version));
    writer.write(image);
    return buffer.data();
}

void write(const QString& file, const FigureSize& size, const Draw& draw) {
    const QSize pixels = pixelsOf(size);
    QByteArray bytes;
    if (file.endsWith(".pdf"))
        bytes = pdf(pixels, draw);
    else if (file.endsWith(".svg"))
        bytes = svg(pixels, draw);
    else
        bytes = png(pixels, size.dpi, draw);
    if (bytes.isEmpty()) throw StorageError(file.toStdString(), "the figure could not be drawn", "try another format");
    writeWhole(file.toStdString(), std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
}

/// A plot without a window, laid out for the figure's size.
void drawPlot(QCustomPlot& plot, QCPPainter& painter, const QSize& pixels) {
    plot.toPainter(&painter, pixels.width(), pixels.height());
}

}  // namespace

void writeGrowthFigure(const QString& file, const GrowthData& data, bool logarithmic, const FigureSize& size) {
    QCustomPlot plot;
    plot.resize(pixelsOf(size));
    GrowthPlot content(&plot, Theme::light());
    content.show(data, -1, logarithmic);
    write(file, size, [&](QCPPainter& painter, const QSize& pixels) { drawPlot(plot, painter, pixels); });
}

void writeCourseFigure(const QString& file, const Course& course, const FigureSize& size) {
    QCustomPlot plot;
    plot.resize(pixelsOf(size));
    CoursePlot content(&plot, Theme::light());
    content.show(course, -1);
    write(file, size, [&](QCPPainter& painter, const QSize& pixels) { drawPlot(plot, painter, pixels); });
}

void writeProfileFigure(const QString& file, const Preview& preview, const Calibration& calibration, const FigureSize& size) {
    QCustomPlot plot;
    plot.resize(pixelsOf(size));
    ProfilePlot content(&plot, Theme::light());
    content.show(preview.profile, preview.lengths, calibration, size.widthMm < 100);
    write(file, size, [&](QCPPainter& painter, const QSize& pixels) { drawPlot(plot, painter, pixels); });
}

void writeSpectrumFigure(const QString& file, const Preview& preview, const Calibration& calibration, bool logarithmic,
                         const FigureSize& size) {
    QCustomPlot plot;
    plot.resize(pixelsOf(size));
    SpectrumPlot content(&plot, Theme::light());
    content.show(preview.spectrum, calibration, logarithmic, size.widthMm < 100);
    write(file, size, [&](QCPPainter& painter, const QSize& pixels) { drawPlot(plot, painter, pixels); });
}

void writeSectorFigure(const QString& file, const Preview& preview, const Calibration& calibration, const FigureSize& size) {
    QCustomPlot plot;
    plot.resize(pixelsOf(size));
    SectorPlot content(&plot, Theme::light());
    content.show(preview.sectors, calibration, size.widthMm < 100);
    write(file, size, [&](QCPPainter& painter, const QSize& pixels) { drawPlot(plot, painter, pixels); });
}

void writeMapFigure(const QString& file, const Preview& preview, const Calibration& calibration, const FigureSize& size) {
    QCustomPlot plot;
    plot.resize(pixelsOf(size));
    MapPlot content(&plot, Theme::light());
    content.show(*preview.map, preview.lengths.rMax, preview.row.anisotropy, calibration);
    plot.setViewport(QRect({}, pixelsOf(size)));
    content.keepSquare();
    write(file, size, [&](QCPPainter& painter, const QSize& pixels) { drawPlot(plot, painter, pixels); });
}

void writeFrameFigure(const QString& file, const Preview& preview, const Calibration& calibration, const FigureSize& size) {
    const QImage& picture = preview.stages->back().picture;
    FigureSize fitted = size;
    fitted.heightMm = size.widthMm * picture.height() * calibration.aspect() / picture.width();
    write(file, fitted, [&](QCPPainter& painter, const QSize& pixels) {
        painter.drawImage(QRect({}, pixels), picture);
        // Scale bar: 1, 2 or 5 times a power of ten, about a sixth of the width.
        const double umPerPx = calibration.isKnown() ? calibration.pixelWidthUm : 1,
                     perPixel = double(pixels.width()) / picture.width();
        const double wanted = picture.width() / 6.0 * umPerPx;
        double length = std::pow(10.0, std::floor(std::log10(wanted)));
        length *= wanted / length >= 5 ? 5 : wanted / length >= 2 ? 2 : 1;
        const int bar = static_cast<int>(length / umPerPx * perPixel);
        const Unit unit = calibration.isKnown() && length >= 1000
                              ? Unit{QStringLiteral("mm"), 1e-3}
                              : lengthUnit(calibration.isKnown(), calibration.isKnown() ? length : 0);
        const QRect box(pixels.width() - bar - 28, pixels.height() - 40, bar + 18, 30);
        painter.fillRect(box, QColor(15, 17, 20, 190));
        painter.setPen(Qt::white);
        painter.drawText(box.adjusted(0, 2, 0, -11), Qt::AlignCenter, QString::number(length * unit.perBase) + " " + unit.name);
        painter.fillRect(QRect(box.center().x() - bar / 2, box.bottom() - 8, bar, 3), Qt::white);
    });
}

}  // namespace coarsen::window
