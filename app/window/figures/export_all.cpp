// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/export_all.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/export/image_files.hpp"
#include "core/export/tables.hpp"

namespace coarsen::window {

QStringList ExportChoice::fileNames() const {
    QStringList names;
    for (const auto& [wanted, stem] : {std::pair{growth, "growth"},
                                       {shifts, "shifts"},
                                       {profile, "c1d"},
                                       {spectrum, "spectrum"},
                                       {sectors, "sectors"},
                                       {map, "c2d"},
                                       {frame, "frame"}})
        if (wanted)
            for (const QString& format : formats)
                names << QString(stem) + "." + format;
    for (const auto& [wanted, name] : {std::pair{results, "results.csv"},
                                       {c1d, "c1d.csv"},
                                       {sectorTable, "sectors.csv"},
                                       {fit, "fit.json"},
                                       {session, "session.coarsen"},
                                       {mapTiff, "c2d.tif"}})
        if (wanted) names << name;
    return names;
}

void exportAll(Document& document, const QDir& folder, const ExportChoice& choice,
               std::function<void(int, const QString&)> done) {
    int figures = 0;
    try {
        if (!QDir().mkpath(folder.absolutePath()))
            throw StorageError(folder.absolutePath().toStdString(), "the folder could not be made", "choose another place");
        const std::shared_ptr<const Preview> preview = document.preview();
        const bool isMeasured = preview && preview->map, hasSpectra = isMeasured && !preview->sectors.empty();
        FigureSize half = choice.size, square = choice.size;
        half.heightMm = choice.size.widthMm * 0.62;
        square.heightMm = choice.size.widthMm * 0.86;
        for (const QString& format : choice.formats) {
            const auto file = [&](const char* stem) { return folder.filePath(QString(stem) + "." + format); };
            if (choice.growth) writeGrowthFigure(file("growth"), *document.growth(), choice.logarithmic, choice.size), ++figures;
            if (choice.shifts && document.growth()->hasDrift())
                writeCourseFigure(file("shifts"), driftCourse(*document.growth()), half), ++figures;
            if (choice.profile && isMeasured)
                writeProfileFigure(file("c1d"), *preview, document.session().calibration, half), ++figures;
            if (choice.spectrum && hasSpectra)
                writeSpectrumFigure(file("spectrum"), *preview, document.session().calibration, choice.logarithmic, half),
                    ++figures;
            if (choice.sectors && hasSpectra)
                writeSectorFigure(file("sectors"), *preview, document.session().calibration, half), ++figures;
            if (choice.map && isMeasured)
                writeMapFigure(file("c2d"), *preview, document.session().calibration, square), ++figures;
            if (choice.frame && preview && preview->stages)
                writeFrameFigure(file("frame"), *preview, document.session().calibration, choice.size), ++figures;
        }
    } catch (const Error& error) {
        done(figures,
             QString::fromUtf8(error.what()) +
                 QObject::tr(" %1 before it complete.").arg(counted(figures, QObject::tr("file is"), QObject::tr("files are"))));
        return;
    }
    const std::filesystem::path path = folder.absolutePath().toStdString();
    const auto map = document.preview() ? document.preview()->map : nullptr;
    document.background().run(
        [=, session = document.session()]() -> Background::Result {
            int files = figures;
            const auto write = [&](bool wanted, const char* name, auto text) {
                if (wanted) writeWhole(path / name, std::string_view(text())), ++files;
            };
            write(choice.results, "results.csv", [&] { return resultsCsv(session); });
            write(choice.c1d, "c1d.csv", [&] { return c1dCsv(session); });
            write(choice.sectorTable, "sectors.csv", [&] { return sectorsCsv(session); });
            write(choice.fit, "fit.json", [&] { return fitJson(session); });
            if (choice.session) writeSession(path / "session.coarsen", session), ++files;
            if (choice.mapTiff && map) writeMapTiff(path / "c2d.tif", *map), ++files;
            return [=] { done(files, {}); };
        },
        [=](const QString& problem) { done(figures, problem); });
}

}  // namespace coarsen::window
