// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/plots/courses.hpp"
#include "app/window/workers/preview.hpp"

#include <QSizeF>
#include <QString>
#include <QStringList>

#include <functional>

class QPainter;

namespace coarsen::window {

/// The size of a figure on paper.
struct FigureSize {
    double widthMm = 178, heightMm = 110;
    int dpi = 300;  ///< of PNG files; SVG and PDF have none
};

/// Writes one figure; the file's ending decides: .png, .svg (real text) or .pdf (real text, maps without loss). Always the light
/// theme, whatever the window shows. Written beside and renamed. Throws StorageError.
void writeGrowthFigure(const QString& file, const GrowthData& data, bool logarithmic, const FigureSize& size);
void writeCourseFigure(const QString& file, const Course& course, const FigureSize& size);
void writeProfileFigure(const QString& file, const Preview& preview, const Calibration& calibration, const FigureSize& size);
void writeSpectrumFigure(const QString& file, const Preview& preview, const Calibration& calibration, bool logarithmic,
                         const FigureSize& size);
void writeSectorFigure(const QString& file, const Preview& preview, const Calibration& calibration, const FigureSize& size);
void writeMapFigure(const QString& file, const Preview& preview, const Calibration& calibration, const FigureSize& size);
void writeFrameFigure(const QString& file, const Preview& preview, const Calibration& calibration, const FigureSize& size);

}  // namespace coarsen::window
