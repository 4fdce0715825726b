// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/figures.hpp"
#include "core/export/provenance.hpp"

#include <QByteArray>
#include <QImage>
#include <QString>

class QPdfWriter;

namespace coarsen::window {

/// The size of a figure on paper.
struct FigureSize {
    static constexpr double screenTextPt = 8.25;  ///< the plots' 11 pixels at 96 dpi

    double widthMm = 178, heightMm = 110;
    int dpi = 300;                 ///< of PNG files; SVG and PDF have none
    double textPt = screenTextPt;  ///< of the axes' labels; lines and markers grow with it

    QSize logicalPixels() const;  ///< size that the figure is laid out for
    QSize pngPixels() const;      ///< exactly the millimetres at that dpi
    bool operator==(const FigureSize&) const = default;
};

/// Writes one figure; the file's ending decides: .png, .svg (real text) or .pdf (real text, maps without loss). Where it comes
/// from stands in its metadata. Written beside and renamed. Throws StorageError.
void writeFigure(const QString& file, const Figure& figure, const FigureSize& size, const Provenance& provenance);

/// The figure as pixels: for a preview, a film or the clipboard.
QImage pictureOf(const Figure& figure, const QSize& logicalPixels, double scale);

/// The modes in which plots are drawn for a file of lines and text.
void setVectorModes(QCPPainter& painter);

/// Title, creator and XMP (subject, keywords, source) of a PDF; before its first page is drawn.
void describe(QPdfWriter& writer, const QString& title, const Provenance& provenance);

/// The whole PDF with the date of what it shows, when the measurement ended, in place of that of its writing: of one session it
/// has the same bytes every time. As it was where nothing is measured.
QByteArray datedAsMeasured(QByteArray pdf, const Provenance& provenance);

}  // namespace coarsen::window
