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

constexpr int figureWords = 11, filmWords = 15, finerInFigures = 3;
constexpr QSize filmSize{960, 720}, legendSize{240, 78};
constexpr int filmPictures = 180, filmRate = 24, edge = 12;

/// With its legend in the lower left corner, and its numbers in the upper one.
void paintWithWords(QPainter& painter, const QRect& place, const QImage& picture, const SurfaceAnswer& answer,
                    const SurfaceSeen& seen, const Theme& theme, int words) {
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, picture);
    QFont font = QApplication::font();
    font.setPixelSize(words);
    painter.setFont(font);
    painter.setPen(theme.ink);
    painter.drawText(place.adjusted(edge, edge, -edge, -edge), Qt::AlignLeft | Qt::AlignTop,
                     surfaceFacts(factsOf(answer), answer.distance.spacing));
    const QRect legend(QPoint(place.left() + edge, place.bottom() - edge - legendSize.height()), legendSize);
    paintCurvatureLegend(painter, legend, answer, seen.colour, theme);
}

SurfaceLook onPaper(const SurfaceAnswer& answer, SurfaceColour colour) {
    SurfaceLook look = surfaceLook(answer, colour, Theme::light());
    look.background = qRgb(255, 255, 255);
    return look;
}

}  // namespace

Figure surfaceFigure(PreviewPointer preview, const SurfaceSeen& seen) {
    return {[preview = std::move(preview), seen](QCPPainter& painter, const QSize& pixels) {
                const SurfaceAnswer& answer = preview->surface->answer;
                SurfaceLook look = onPaper(answer, seen.colour);
                const QImage picture = surfacePicture(*preview->surface->scene, look, seen.turn, pixels * finerInFigures);
                paintWithWords(painter, QRect({}, pixels), picture, answer, seen, Theme::light(), figureWords);
            },
            0.9};
}

void writeSurfaceFilm(const std::filesystem::path& file, const ShownSurface& surface, const SurfaceSeen& seen,
                      const Session& session) {
    const Provenance provenance = provenanceOf(session);
    FilmFile film(file, {filmSize.width(),
                         filmSize.height(),
                         filmRate,
                         {{"title", provenance.series}, {"comment", provenance.software + "; the surface, turning"}}});
    const SurfaceLook look = onPaper(surface.answer, seen.colour);
    QImage canvas(filmSize, QImage::Format_RGB32);
    SurfaceSeen turned = seen;
    for (int i = 0; i < filmPictures; ++i) {
        turned.turn.azimuthDeg = seen.turn.azimuthDeg + 360.0 * i / filmPictures;
        const QImage picture = surfacePicture(*surface.scene, look, turned.turn, filmSize);
        QPainter painter(&canvas);
        paintWithWords(painter, canvas.rect(), picture, surface.answer, turned, Theme::light(), filmWords);
        painter.end();
        film.append(canvas.constBits(), static_cast<int>(canvas.bytesPerLine()));
    }
    film.finish();
}

}  // namespace coarsen::window
