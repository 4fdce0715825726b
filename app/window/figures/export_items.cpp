// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/export_items.hpp"

#include "app/window/figures/flow_figures.hpp"
#include "app/window/figures/slices_film.hpp"
#include "app/window/figures/surface_figures.hpp"
#include "app/window/theme/words.hpp"
#include "core/analysis/placed_volumes.hpp"
#include "core/base/files.hpp"
#include "core/export/comparison_csv.hpp"
#include "core/export/ensemble_tables.hpp"
#include "core/export/film_file.hpp"
#include "core/export/image_files.hpp"
#include "core/export/run_tables.hpp"
#include "core/export/surface_files.hpp"
#include "core/export/volume_files.hpp"
#include "core/volume/write_nifti.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cassert>
#include <iterator>

namespace coarsen::window {

namespace {

struct ItemWords {
    Q_DECLARE_TR_FUNCTIONS(ItemWords)
};

bool isMeasured(const ExportSource& source) {
    return source.preview && source.preview->isMeasured();
}

bool hasSpectra(const ExportSource& source) {
    return isMeasured(source) && !source.preview->sectors.empty();
}

bool hasCurves(const GrowthData& growth) {
    return std::ranges::count_if(growth.points, [](const GrowthData::Point& point) {
               return !point.isStale && !point.isExcluded && !point.result().profile.value.empty();
           }) > 1;
}

QString whyNoEnsemble(const Document& document) {
    return document.session().ensemble ? QString() : ItemWords::tr("The images are taken as a series, not as an ensemble");
}

QString whyNoGrowth(const Document& document) {
    return document.session().ensemble ? ItemWords::tr("Images of an ensemble have no times") : QString();
}

std::vector<NamedFigure> seriesFigures(const ExportSource& source) {
    if (!source.curves || source.curves->isEmpty()) return {};
    return {{"c1d-series", seriesFigure(source.curves, SeriesMode::curves)},
            {"c1d-scaled", seriesFigure(source.curves, SeriesMode::scaled)},
            {"c1d-image", seriesFigure(source.curves, SeriesMode::image)}};
}

QString whyNotOfVolumes(const Document& document) {
    return document.session().series.volumes ? ItemWords::tr("It is for pictures, and the frames are volumes") : QString();
}

bool hasSurface(const ExportSource& source) {
    return source.preview && source.preview->surface;
}

QString whyNoSurface(const Document& document) {
    if (!document.session().series.volumes) return ItemWords::tr("The frames are pictures, which have no surface");
    return document.recipe().surface.isOn ? QString() : ItemWords::tr("Surface is off in the recipe");
}

bool hasFlow(const ExportSource& source) {
    return source.preview && source.preview->isMeasured() && source.flow;
}

QString whyNoFlow(const Document& document) {
    if (!deformingAlign(document.recipe())) return ItemWords::tr("Align does not measure the deformation");
    return document.frame().flow().seen().view != FlowAspect::frame
               ? QString()
               : ItemWords::tr("View > Flow shows the frame alone: choose arrows, |u|, J or the checkerboard");
}

/// A figure of the frame shown, where it is there.
ExportItem ofFrame(const char* key, const QString& words, bool isUsual, const char* stem, bool (*isThere)(const ExportSource&),
                   const std::function<Figure(const ExportSource&)>& figure,
                   const std::function<QString(const Document&)>& whyNot = {}) {
    return {.key = key,
            .words = words,
            .section = ExportSection::frame,
            .isUsual = isUsual,
            .whyNot = whyNot,
            .stems = {stem},
            .figures = [=](const ExportSource& source) -> std::vector<NamedFigure> {
                if (!isThere(source)) return {};
                return {{stem, figure(source)}};
            }};
}

ExportItem asPicture(ExportItem item) {
    item.isPicture = true;
    return item;
}

std::vector<ExportItem> figures() {
    const auto tr = [](const char* words) { return ItemWords::tr(words); };
    return {{.key = "growth",
             .words = tr("Growth chart"),
             .section = ExportSection::series,
             .isWide = true,
             .whyNot = [](const Document& document) { return whyNoGrowth(document); },
             .stems = {"growth"},
             .figures = [](const ExportSource& source) -> std::vector<NamedFigure> {
                 if (source.session.ensemble) return {};
                 return {{"growth", growthFigure(source.growth, source.isLogarithmic, source.growthLook)}};
             }},
            {.key = "ensemble",
             .words = tr("Ensemble chart"),
             .section = ExportSection::series,
             .isWide = true,
             .needsEnsemble = true,
             .whyNot = [](const Document& document) { return whyNoEnsemble(document); },
             .stems = {"ensemble"},
             .figures = [](const ExportSource& source) -> std::vector<NamedFigure> {
                 if (!source.ensemble || source.ensemble->groups.empty()) return {};
                 return {{"ensemble", ensembleFigure(source.ensemble)}};
             }},
            {.key = "shifts",
             .words = tr("Drift of the series"),
             .section = ExportSection::series,
             .isWide = true,
             .whyNot =
                 [tr](const Document& document) {
                     return document.growth().data()->hasDrift() ? QString() : tr("The recipe does not stabilise the series");
                 },
             .stems = {"shifts"},
             .figures = [](const ExportSource& source) -> std::vector<NamedFigure> {
                 if (!source.growth->hasDrift()) return {};
                 return {{"shifts", timeSeriesFigure(driftTimeSeries(*source.growth))}};
             }},
            {.key = "focus",
             .words = tr("Contrast and sharpness of the series"),
             .section = ExportSection::series,
             .isUsual = false,
             .isWide = true,
             .whyNot =
                 [tr](const Document& document) {
                     return focusTimeSeries(*document.growth().data()).isEmpty() ? tr("No frame has a contrast yet") : QString();
                 },
             .stems = {"focus"},
             .figures = [](const ExportSource& source) -> std::vector<NamedFigure> {
                 const TimeSeries timeSeries = focusTimeSeries(*source.growth);
                 if (timeSeries.isEmpty()) return {};
                 return {{"focus", timeSeriesFigure(timeSeries)}};
             }},
            {.key = "scaling",
             .words = tr("Surface by volume, and whether growth is self-similar"),
             .section = ExportSection::series,
             .isWide = true,
             .whyNot = whyNoSurface,
             .stems = {"s_v", "s_v_r_max", "euler_r_max3"},
             .figures = [](const ExportSource& source) -> std::vector<NamedFigure> {
                 if (!source.growth->measuresSurfaces) return {};
                 return {{"s_v", timeSeriesFigure(areaTimeSeries(*source.growth))},
                         {"s_v_r_max", timeSeriesFigure(scalingTimeSeries(*source.growth, scalingProducts().front()))},
                         {"euler_r_max3", timeSeriesFigure(scalingTimeSeries(*source.growth, scalingProducts().back()))}};
             }},
            {.key = "series-figures",
             .words = tr("C1D of the series: curves, scaled, image"),
             .section = ExportSection::series,
             .isUsual = false,
             .isWide = true,
             .needsCurves = true,
             .whyNot =
                 [tr](const Document& document) {
                     return hasCurves(*document.growth().data()) ? QString() : tr("At least two measured frames are needed");
                 },
             .stems = {"c1d-series", "c1d-scaled", "c1d-image"},
             .figures = seriesFigures}};
}

std::vector<ExportItem> frameFigures() {
    const auto tr = [](const char* words) { return ItemWords::tr(words); };
    const auto calibration = [](const ExportSource& source) { return source.session.calibration; };
    return {
        ofFrame("c1d-figure", tr("C1D"), true, "c1d", isMeasured,
                [=](const ExportSource& source) { return profileFigure(source.preview, calibration(source)); }),
        ofFrame(
            "sectors-figure", tr("C1D by sectors"), false, "sectors", hasSpectra,
            [=](const ExportSource& source) { return sectorFigure(source.preview, calibration(source)); }, whyNotOfVolumes),
        ofFrame(
            "spectrum-figure", tr("S(q)"), false, "spectrum", hasSpectra,
            [=](const ExportSource& source) { return spectrumFigure(source.preview, calibration(source), source.isLogarithmic); },
            whyNotOfVolumes),
        asPicture(ofFrame("c2d-figure", tr("C2D or C3D"), true, "c2d", isMeasured,
                          [=](const ExportSource& source) { return mapFigure(source.preview, calibration(source)); })),
        asPicture(ofFrame(
            "surface-figure", tr("Surface"), true, "surface", hasSurface,
            [](const ExportSource& source) { return surfaceFigure(source.preview, source.surfaceSeen); }, whyNoSurface)),
        asPicture(ofFrame(
            "flow-figure", tr("Flow"), true, "flow", hasFlow,
            [=](const ExportSource& source) {
                return flowFigure(source.preview, source.flow, source.flowSeen, calibration(source), source.voxel);
            },
            whyNoFlow)),
        asPicture(ofFrame(
            "frame", tr("Final stage"), false, "frame",
            [](const ExportSource& source) { return source.preview && source.preview->isRead(); },
            [=](const ExportSource& source) {
                return frameFigure(source.preview, calibration(source), source.frameRing, source.voxel);
            }))};
}

std::vector<ExportItem> reportAndFilm() {
    const auto tr = [](const char* words) { return ItemWords::tr(words); };
    return {
        {.key = "report",
         .words = tr("report.pdf: recipe, figures, fits, all frames"),
         .section = ExportSection::together,
         .isWide = true,
         .files = [](const Session&) { return QStringList{"report.pdf"}; }},
        {.key = "slices-film",
         .words = tr("slices.mp4: through this volume along z"),
         .section = ExportSection::together,
         .isUsual = false,
         .isWide = true,
         .whyNot =
             [tr](const Document& document) {
                 if (!document.session().series.volumes) return tr("The frames are pictures, which have no slices");
                 const std::string noFilms = whyNoFilms();
                 return noFilms.empty() ? QString() : tr("Films cannot be written here: %1").arg(QString::fromStdString(noFilms));
             },
         .files = [](const Session& session) { return session.series.volumes ? QStringList{"slices.mp4"} : QStringList(); },
         .write =
             [](const std::filesystem::path& folder, const ExportSource& source) {
                 if (!source.preview || !source.preview->brick) return 0;
                 return writeSlicesFilm(folder / "slices.mp4", *source.preview->brick,
                                        source.preview->spacing(source.session.calibration), source.preview->levels,
                                        source.session, source.stop)
                            ? 1
                            : 0;
             }},
        {.key = "surface-film",
         .words = tr("surface.mp4: this volume's surface, turning"),
         .section = ExportSection::together,
         .isUsual = false,
         .isWide = true,
         .whyNot =
             [tr](const Document& document) {
                 const std::string noFilms = whyNoFilms();
                 return noFilms.empty() ? whyNoSurface(document)
                                        : tr("Films cannot be written here: %1").arg(QString::fromStdString(noFilms));
             },
         .files = [](const Session& session) { return session.recipe.surface.isOn ? QStringList{"surface.mp4"} : QStringList(); },
         .write =
             [](const std::filesystem::path& folder, const ExportSource& source) {
                 if (!hasSurface(source)) return 0;
                 return writeSurfaceFilm(folder / "surface.mp4", *source.preview->surface, source.surfaceSeen, source.session,
                                         source.stop)
                            ? 1
                            : 0;
             }},
        {.key = "movie",
         .words = tr("movie.mp4: frames with C1D and growth"),
         .section = ExportSection::together,
         .isUsual = false,
         .isWide = true,
         .whyNot =
             [tr](const Document&) {
                 const std::string noFilms = whyNoFilms();
                 return noFilms.empty() ? QString() : tr("Films cannot be written here: %1").arg(QString::fromStdString(noFilms));
             },
         .files = [](const Session&) { return QStringList{"movie.mp4"}; }}};
}

/// Tables of this key that the session's recipe makes.
std::vector<const RunTable*> tablesOf(const std::string& key, const Session& session) {
    std::vector<const RunTable*> found;
    for (const RunTable& table : runTables())
        if (table.key == key && !table.isOfDrift && table.isMadeFor(session.recipe)) found.push_back(&table);
    return found;
}

ExportItem itemOf(const RunTable& first) {
    return {.key = QString::fromStdString(first.key),
            .words = QString::fromStdString(first.file) + ", " + translated(first.words),
            .isUsual = first.isUsual,
            .whyNot =
                [&first](const Document& document) {
                    return first.isMadeFor(document.recipe()) ? QString()
                                                              : ItemWords::tr("It needs %1").arg(translated(first.needs));
                },
            .files =
                [key = first.key](const Session& session) {
                    QStringList names;
                    for (const RunTable* table : tablesOf(key, session))
                        names << QString::fromStdString(table->file);
                    return names;
                },
            .write =
                [key = first.key](const std::filesystem::path& folder, const ExportSource& source) {
                    int files = 0;
                    for (const RunTable* table : tablesOf(key, source.session))
                        writeWhole(folder / table->file, std::string_view(table->text({source.session}))), ++files;
                    return files;
                }};
}

std::vector<ExportItem> data() {
    const auto tr = [](const char* words) { return ItemWords::tr(words); };
    std::vector<ExportItem> items;
    for (const RunTable& table : runTables()) {
        const QString key = QString::fromStdString(table.key);
        if (!table.isOfDrift && std::ranges::find(items, key, &ExportItem::key) == items.end()) items.push_back(itemOf(table));
    }
    items.push_back(
        {.key = "map-tiff",
         .words = tr("c2d.tif or c3d.nii.gz, this frame"),
         .isUsual = false,
         .files =
             [](const Session& session) { return session.series.volumes ? QStringList{"c3d.nii.gz"} : QStringList{"c2d.tif"}; },
         .write =
             [](const std::filesystem::path& folder, const ExportSource& source) {
                 if (!isMeasured(source)) return 0;
                 if (source.preview->c3d) return writeMapNifti(folder / "c3d.nii.gz", *source.preview->c3d, source.stop) ? 1 : 0;
                 writeMapTiff(folder / "c2d.tif", *source.preview->map);
                 return 1;
             }});
    items.push_back(
        {.key = "surface-files",
         .words = tr("surface.ply, surface.stl, phi.nii.gz, curvature.csv, this frame"),
         .isUsual = false,
         .isWide = true,
         .whyNot = whyNoSurface,
         .files =
             [](const Session& session) {
                 return session.recipe.surface.isOn
                            ? QStringList{"surface.ply", "surface.stl", "phi.nii.gz", "phi_mask.nii.gz", "curvature.csv"}
                            : QStringList();
             },
         .write =
             [](const std::filesystem::path& folder, const ExportSource& source) {
                 if (!hasSurface(source)) return 0;
                 const SurfaceAnswer& answer = *source.preview->surface->answer;
                 const auto& since = source.preview->surface->moved;
                 const SurfaceDisplacement* const moved = since ? &*since : nullptr;
                 writeSurfacePly(folder / "surface.ply", answer, moved);
                 writeSurfaceStl(folder / "surface.stl", answer);
                 const LevelSet& set = answer.distance;
                 const auto placement = finalPlacement(source.session.series, source.preview->row.frame, source.session.recipe,
                                                       source.session.calibration);
                 if (!writeDistanceNifti(folder / "phi.nii.gz", set, source.stop, placement)) return 2;
                 writeNiftiMask(folder / "phi_mask.nii.gz", Volume(set.size, set.spacing, set.phi, set.valid), placement);
                 writeWhole(folder / "curvature.csv", std::string_view(curvatureCsv(answer, moved)));
                 return 4;
             }});
    items.push_back(
        {.key = "ensemble-table",
         .words = tr("ensemble.csv, by group and length"),
         .whyNot = whyNoEnsemble,
         .files = [](const Session& session) { return session.ensemble ? QStringList{"ensemble.csv"} : QStringList(); },
         .write =
             [](const std::filesystem::path& folder, const ExportSource& source) {
                 if (!source.session.ensemble) return 0;
                 const auto groups = ensembleGroups(source.session, source.stop);
                 if (source.stop.stop_requested()) return 0;
                 writeWhole(folder / "ensemble.csv", ensembleCsv(groups));
                 return 1;
             }});
    items.push_back({.key = "comparison-table",
                     .words = tr("comparison.csv, by frame"),
                     .whyNot =
                         [tr](const Document& document) {
                             return document.growth().isComparing() ? QString()
                                                                    : tr("Analysis > Compare with… opens another session");
                         },
                     .files = [](const Session&) { return QStringList{"comparison.csv"}; },
                     .write =
                         [](const std::filesystem::path& folder, const ExportSource& source) {
                             const auto& comparison = source.growth->otherSession;
                             if (!comparison) return 0;
                             writeWhole(folder / "comparison.csv", comparisonCsv(source.session.series, comparison->rows,
                                                                                 comparison->comparison, *comparison->other));
                             return 1;
                         }});
    items.push_back({.key = "session",
                     .words = tr("session.coarsen: recipe, hashes, versions"),
                     .isWide = true,
                     .files = [](const Session&) { return QStringList{"session.coarsen"}; },
                     .write =
                         [](const std::filesystem::path& folder, const ExportSource& source) {
                             writeSession(folder / "session.coarsen", source.session);
                             return 1;
                         }});
    return items;
}

std::vector<ExportItem> all() {
    std::vector<ExportItem> items = figures();
    for (std::vector<ExportItem> more : {sampleItems(), frameFigures(), reportAndFilm(), data()})
        std::ranges::move(more, std::back_inserter(items));
    return items;
}

}  // namespace

const std::vector<ExportItem>& exportItems() {
    static const std::vector<ExportItem> items = all();
    return items;
}

const ExportItem& exportItem(const QString& key) {
    const auto found = std::ranges::find(exportItems(), key, &ExportItem::key);
    assert(found != exportItems().end());
    return *found;
}

const ExportItem* itemOfFigure(const QString& stem) {
    const auto found = std::ranges::find_if(exportItems(), [&](const ExportItem& item) { return item.stems.contains(stem); });
    return found == exportItems().end() ? nullptr : &*found;
}

}  // namespace coarsen::window
