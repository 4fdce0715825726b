// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/export_all.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"
#include "core/export/image_files.hpp"
#include "core/export/tables.hpp"

#include <QFile>

#include <span>

namespace coarsen::window {

namespace {
constexpr int settleMs = 30;
}

QStringList ExportChoice::fileNames() const {
    QStringList names;
    for (const auto& [wanted, stem] : {std::pair{growth, "growth"},
                                       {shifts, "shifts"},
                                       {profile, "c1d"},
                                       {spectrum, "spectrum"},
                                       {sectors, "sectors"},
                                       {series, "c1d-series"},
                                       {series, "c1d-scaled"},
                                       {series, "c1d-image"},
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
                                       {mapTiff, "c2d.tif"},
                                       {report, "report.pdf"},
                                       {movie, "movie.mp4"}})
        if (wanted) names << name;
    return names;
}

Exporter::Exporter(Document& document, const QDir& folder, ExportChoice choice)
    : QObject(&document), document_(document), folder_(folder), choice_(std::move(choice)) {}

void Exporter::start() {
    connect(&document_, &Document::opened, this, [this] {
        if (!growth_) cancel();  // it has not begun, and what it was asked of is gone
    });
    QTimer::singleShot(0, this, &Exporter::awaitDocument);
}

/// What is on the screen may be another frame's still, and the fit one of other settings.
void Exporter::awaitDocument() {
    if (isCancelled_) return end(tr("It was cancelled."));
    if (!document_.isSettled()) {
        emit progressed(tr("waiting for this frame and the fit"), 0, 0);
        QTimer::singleShot(settleMs, this, &Exporter::awaitDocument);
        return;
    }
    session_ = document_.session();
    session_.version = version;
    growth_ = document_.growth();
    preview_ = document_.preview();
    provenance_ = provenanceOf(session_);
    claimFolder();
}

void Exporter::claimFolder() {
    Paths targets;
    for (const QString& name : choice_.fileNames())
        targets.emplace_back(QFile::encodeName(folder_.filePath(name)).toStdString());
    document_.background().run(
        [self = QPointer(this), path = folder_.absolutePath(), targets = std::move(targets), users = usersFiles(session_),
         existing = choice_.existing]() -> Background::Result {
            requireFree(targets, users, existing);
            if (!QDir().mkpath(path))
                throw StorageError(path.toStdString(), "the folder could not be made", "choose another place");
            return [self] {
                if (self) self->prepareReport();
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->end(problem);
        });
}

void Exporter::prepareReport() {
    if (isCancelled_) return end(tr("It was cancelled."));
    if (choice_.report) {
        report_ =
            std::make_unique<Report>(ReportContent{session_, growth_, preview_, choice_.logarithmic, document_.timeSourceText(),
                                                   document_.currentWarnings(), document_.notices()});
    }
    choice_.series ? prepareSeries() : addFigures({});
}

void Exporter::prepareSeries() {
    document_.background().run(
        [self = QPointer(this), growth = growth_]() -> Background::Result {
            return [=, curves = std::make_shared<const SeriesCurves>(curvesOf(growth))] {
                if (self) self->addFigures(curves);
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->end(problem);
        });
}

void Exporter::cancel() {
    isCancelled_ = true;
    if (movie_) movie_->cancel();
}

/// `curves`: C1D of the series, where it is to be drawn.
void Exporter::addFigures(std::shared_ptr<const SeriesCurves> curves) {
    const bool isMeasured = preview_ && preview_->map, hasSpectra = isMeasured && !preview_->sectors.empty();
    const Calibration& calibration = session_.calibration;
    const auto add = [&](const char* stem, const Figure& figure, bool ownShape) {
        FigureSize size = choice_.size;
        if (ownShape) size.heightMm = size.widthMm * figure.heightOverWidth;
        for (const QString& format : choice_.formats) {
            const QString name = QString(stem) + "." + format;
            figures_.emplace_back(name,
                                  [this, name, figure, size] { writeFigure(folder_.filePath(name), figure, size, provenance_); });
        }
    };
    if (choice_.growth) add("growth", growthFigure(growth_, choice_.logarithmic, choice_.growthLook), false);
    if (choice_.shifts && growth_->hasDrift()) add("shifts", courseFigure(driftCourse(*growth_)), true);
    if (choice_.profile && isMeasured) add("c1d", profileFigure(preview_, calibration), true);
    if (choice_.spectrum && hasSpectra) add("spectrum", spectrumFigure(preview_, calibration, choice_.logarithmic), true);
    if (choice_.sectors && hasSpectra) add("sectors", sectorFigure(preview_, calibration), true);
    if (curves && !curves->isEmpty())
        for (const auto& [stem, mode] :
             {std::pair{"c1d-series", SeriesMode::curves}, {"c1d-scaled", SeriesMode::scaled}, {"c1d-image", SeriesMode::image}})
            add(stem, seriesFigure(curves, mode), true);
    if (choice_.map && isMeasured) add("c2d", mapFigure(preview_, calibration), true);
    if (choice_.frame && preview_ && preview_->stages) add("frame", frameFigure(preview_, calibration), true);
    pieces_ = static_cast<int>(figures_.size());
    next();
}

/// One figure, or one piece of the report; then back to the event loop.
void Exporter::next() {
    if (isCancelled_) return end(tr("It was cancelled."));
    const int left = static_cast<int>(figures_.size());
    if (!figures_.empty()) {
        const auto [name, write] = std::move(figures_.front());
        figures_.pop_front();
        emit progressed(name, pieces_ - left, pieces_);
        try {
            write();
        } catch (const Error& error) {
            return end(translated(error.what()));
        }
        ++files_;
        QTimer::singleShot(0, this, &Exporter::next);
    } else {
        writeData();
    }
}

void Exporter::writeData() {
    emit progressed(tr("data"), 0, 0);
    const std::filesystem::path path = folder_.absolutePath().toStdString();
    const auto map = preview_ ? preview_->map : nullptr;
    document_.background().run(
        [self = QPointer(this), path, map, choice = choice_, session = session_]() -> Background::Result {
            int files = 0;
            const auto write = [&](bool wanted, const char* name, auto text) {
                if (wanted) writeWhole(path / name, std::string_view(text())), ++files;
            };
            write(choice.results, "results.csv", [&] { return resultsCsv(session); });
            write(choice.c1d, "c1d.csv", [&] { return c1dCsv(session); });
            write(choice.sectorTable, "sectors.csv", [&] { return sectorsCsv(session); });
            write(choice.fit, "fit.json", [&] { return fitJson(session); });
            if (choice.session) writeSession(path / "session.coarsen", session), ++files;
            if (choice.mapTiff && map) writeMapTiff(path / "c2d.tif", *map), ++files;
            return [=] {
                if (!self) return;
                self->files_ += files;
                self->drawReport();
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->end(problem);
        });
}

void Exporter::drawReport() {
    if (isCancelled_) return end(tr("It was cancelled."));
    if (!report_) return writeMovie();
    emit progressed(QStringLiteral("report.pdf"), drawn_++, report_->pieces());
    if (report_->drawNext())
        QTimer::singleShot(0, this, &Exporter::drawReport);
    else
        writeReport();
}

void Exporter::writeReport() {
    document_.background().run(
        [self = QPointer(this), bytes = report_->pdf(),
         file = std::filesystem::path(folder_.filePath("report.pdf").toStdString())]() -> Background::Result {
            writeWhole(file, std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
            return [=] {
                if (!self) return;
                ++self->files_;
                self->writeMovie();
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->end(problem);
        });
}

void Exporter::writeMovie() {
    if (!choice_.movie) return end({});
    if (isCancelled_) return end(tr("It was cancelled."));
    movie_ = new MovieMaker({session_, growth_, choice_.logarithmic}, choice_.film,
                            std::filesystem::path(folder_.filePath("movie.mp4").toStdString()), this);
    connect(movie_, &MovieMaker::progressed, this,
            [this](int done, int total) { emit progressed(QStringLiteral("movie.mp4"), done, total); });
    connect(movie_, &MovieMaker::ended, this, [this](bool cancelled, const QString& problem) {
        if (!cancelled && problem.isEmpty()) ++files_;
        end(cancelled ? tr("It was cancelled.") : problem);
    });
    movie_->start();
}

void Exporter::end(const QString& problem) {
    if (std::exchange(hasEnded_, true)) return;
    const bool isCutShort = !problem.isEmpty() && files_ > 0;
    emit ended(files_, isCutShort
                           ? tr("%1 %2 there, whole.").arg(sentence(problem), counted(files_, tr("file is"), tr("files are")))
                           : sentence(problem));
    deleteLater();
}

Exporter* exportAll(Document& document, const QDir& folder, const ExportChoice& choice,
                    std::function<void(int, const QString&)> done) {
    auto* const exporter = new Exporter(document, folder, choice);
    QObject::connect(exporter, &Exporter::ended, &document, std::move(done));
    exporter->start();
    return exporter;
}

}  // namespace coarsen::window
