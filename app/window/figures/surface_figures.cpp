// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/surface_figures.hpp"

#include "app/window/plots/surface_look.hpp"
#include "core/export/film_file.hpp"
#include "core/export/provenance.hpp"

#include <QApplication>
#include <qcustomplot.h>

#include <utility>

namespace coarsen::window {

namespace {

constexpr int surfaceFigureWords = 11, surfaceFilmWords = 15, finerOnPaper = 3;
constexpr QSize surfaceFilmSize{960, 720}, surfaceLegend{240, 78};
constexpr int filmPictures = 180, filmRate = 24, surfaceEdge = 12;

/// With its legend in the lower left corner, and its numbers in the upper one.
void paintWithWords(QPainter& painter, const QRect& place, const QImage& picture, const ShownSurface& surface,
                    const SurfaceSeen& seen, const Theme& theme, int words) {
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, picture);
    QFont font = QApplication::font();
    font.setPixelSize(words);
    painter.setFont(font);
    painter.setPen(theme.ink);
    const bool isBefore = seen.isBefore && surface.noisy;
    const Spacing& spacing = surface.answer->distance.spacing;
    painter.drawText(place.adjusted(surfaceEdge, surfaceEdge, -surfaceEdge, -surfaceEdge), Qt::AlignLeft | Qt::AlignTop,
                     isBefore ? factsBefore(*surface.answer, spacing) : surfaceFacts(factsOf(*surface.answer), spacing));
    const QRect legend(QPoint(place.left() + surfaceEdge, place.bottom() - surfaceEdge - surfaceLegend.height()), surfaceLegend);
    paintSurfaceLegend(painter, legend, surface, seen, theme);
}

SurfaceLook onPaper(const ShownSurface& surface, const SurfaceSeen& seen) {
    SurfaceLook look = surfaceLook(surface.side(seen.isBefore), seen.colour, Theme::light());
    look.background = qRgb(255, 255, 255);
    return look;
}

}  // namespace

Figure surfaceFigure(PreviewPointer preview, const SurfaceSeen& seen) {
    return {[preview = std::move(preview), seen](QCPPainter& painter, const QSize& pixels) {
                const ShownSurface& surface = *preview->surface;
                SurfaceLook look = onPaper(surface, seen);
                const QImage picture = surfacePicture(*surface.side(seen.isBefore).scene, look, seen.turn, pixels * finerOnPaper);
                paintWithWords(painter, QRect({}, pixels), picture, surface, seen, Theme::light(), surfaceFigureWords);
            },
            0.9};
}

bool writeSurfaceFilm(const std::filesystem::path& file, const ShownSurface& surface, const SurfaceSeen& seen,
                      const Session& session, const std::stop_token& stop) {
    const Provenance provenance = provenanceOf(session);
    FilmFile film(file, {surfaceFilmSize.width(),
                         surfaceFilmSize.height(),
                         filmRate,
                         {{"title", provenance.series}, {"comment", provenance.software + "; the surface, turning"}}});
    const SurfaceLook look = onPaper(surface, seen);
    QImage canvas(surfaceFilmSize, QImage::Format_RGB32);
    SurfaceSeen turned = seen;
    for (int i = 0; i < filmPictures; ++i) {
        if (stop.stop_requested()) return false;
        turned.turn.azimuthDeg = seen.turn.azimuthDeg + 360.0 * i / filmPictures;
        const QImage picture = surfacePicture(*surface.side(seen.isBefore).scene, look, turned.turn, surfaceFilmSize);
        QPainter painter(&canvas);
        paintWithWords(painter, canvas.rect(), picture, surface, turned, Theme::light(), surfaceFilmWords);
        painter.end();
        film.append(canvas.constBits(), static_cast<int>(canvas.bytesPerLine()));
    }
    film.finish();
    return true;
}

}  // namespace coarsen::window
