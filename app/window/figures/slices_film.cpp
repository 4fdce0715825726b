// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/slices_film.hpp"

#include "app/window/figures/figures.hpp"
#include "app/window/theme/words.hpp"
#include "core/export/film_file.hpp"
#include "core/export/provenance.hpp"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace coarsen::window {

namespace {

constexpr QSize largestFilm{1280, 720}, smallestFilm{320, 240};
constexpr int filmWords = 15, slicesPerSecond = 12;

int even(int length) {
    return length / 2 * 2;
}

/// Size of the film: the slice's shape on the sample, within what players show well.
QSize filmSize(const VolumeSize& size, const Spacing& spacing) {
    const QSizeF shape(size.width, size.height * spacing.y / spacing.x);
    const QSizeF larger = shape.expandedTo(shape.scaled(smallestFilm, Qt::KeepAspectRatio));
    const QSize film = larger.boundedTo(shape.scaled(largestFilm, Qt::KeepAspectRatio)).toSize();
    return {std::max(2, even(film.width())), std::max(2, even(film.height()))};
}

}  // namespace

bool writeSlicesFilm(const std::filesystem::path& file, const VolumeBrick& brick, const Spacing& spacing,
                     const GreyLevels& levels, const Session& session, const std::stop_token& stop) {
    const QSize size = filmSize(brick.size, spacing);
    const Provenance provenance = provenanceOf(session);
    FilmFile film(file, {size.width(),
                         size.height(),
                         slicesPerSecond,
                         {{"title", provenance.series}, {"comment", provenance.software + "; slices along z"}}});
    Calibration alongX;
    if (spacing.isInUm) alongX = {spacing.x, spacing.x, {}};
    const Unit unit = lengthUnit(spacing.isInUm, brick.size.depth * spacing.z);
    QImage canvas(size, QImage::Format_RGB32);
    for (int z = 0; z < brick.size.depth; ++z) {
        if (stop.stop_requested()) return false;
        QPainter painter(&canvas);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(canvas.rect(), slicePicture(brick, slicePlanes.front(), z, levels));
        drawScaleBar(painter, canvas.rect(), brick.size.width, alongX);
        QString words = QStringLiteral("z %1").arg(z);
        if (spacing.isInUm) words += "   " + significant((z + 0.5) * spacing.z * unit.perBase, 3) + " " + unit.name;
        QFont font = QApplication::font();
        font.setPixelSize(filmWords);
        painter.setFont(font);
        const QRect box(9, 9, QFontMetrics(font).horizontalAdvance(words) + 14, 24);
        painter.fillRect(box, QColor(15, 17, 20, 190));
        painter.setPen(Qt::white);
        painter.drawText(box, Qt::AlignCenter, words);
        painter.end();
        film.append(canvas.constBits(), static_cast<int>(canvas.bytesPerLine()));
    }
    film.finish();
    return true;
}

}  // namespace coarsen::window
