// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/export_all.hpp"

#include "app/window/theme/words.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"

#include <QFile>

#include <algorithm>
#include <span>

namespace coarsen::window {

namespace {
constexpr int settleMs = 30;
}

QStringList ExportChoice::fileNames(const Session& session) const {
    QStringList names;
    for (const ExportItem& item : exportItems()) {
        if (!wants(item.key)) continue;
        for (const QString& stem : item.stems)
            for (const QString& format : formats)
                names << stem + "." + format;
        if (item.files) names << item.files(session);
    }
    return names;
}

FigureSize ExportChoice::sizeOf(const Figure& figure) const {
    FigureSize own = size;
    if (!figure.isChart()) own.heightMm = own.widthMm * figure.heightOverWidth;
    return own;
}

Figure ExportChoice::drawn(const NamedFigure& figure) const {
    const auto chosen = limits.find(figure.stem);
    return figure.figure.isChart() && chosen != limits.end() ? figure.figure.within(chosen->second) : figure.figure;
}

ExportSource exportSourceOf(const Document& document, const ExportChoice& choice, std::stop_token stop) {
    return {.session = document.session(),
            .growth = document.growth().data(),
            .preview = document.frame().preview(),
            .curves = {},
            .ensemble = {},
            .samples = document.samples().data(),
            .isLogarithmic = choice.logarithmic,
            .growthLook = choice.growthLook,
            .frameRing = choice.frameRing,
            .voxel = document.frame().voxel(),
            .surfaceSeen = document.frame().surfaceSeen(),
            .flow = document.frame().flow().flow(),
            .flowSeen = document.frame().flow().seen(),
            .stop = std::move(stop)};
}

PooledSeries pooledSeriesOf(const std::shared_ptr<const GrowthData>& growth, const Session& session, std::stop_token stop) {
    PooledSeries pooled;
    if (session.ensemble) pooled.ensemble = ensembleDataOf(questionOf(session, growth), stop);
    pooled.curves = std::make_shared<const SeriesCurves>(curvesOf(growth));
    return pooled;
}

Exporter::Exporter(Document& document, const QDir& folder, ExportChoice choice)
    : QObject(&document), document_(document), folder_(folder), choice_(std::move(choice)) {}

void Exporter::start() {
    connect(&document_, &Document::opened, this, [this] {
        if (!source_) cancel();  // it has not begun, and what it was asked of is gone
    });
    QTimer::singleShot(0, this, &Exporter::awaitDocument);
}

/// Waits for the document: the screen may still show another frame, and a fit with other settings.
void Exporter::awaitDocument() {
    if (isCancelled()) return end(tr("It was cancelled."));
    if (!document_.isSettled()) {
        emit progressed(tr("waiting for this frame and the fit"), 0, 0);
        QTimer::singleShot(settleMs, this, &Exporter::awaitDocument);
        return;
    }
    source_ = std::make_shared<ExportSource>(exportSourceOf(document_, choice_, stop_.get_token()));
    source_->session.version = version;
    provenance_ = provenanceOf(source_->session);
    claimFolder();
}

void Exporter::claimFolder() {
    Paths targets;
    for (const QString& name : choice_.fileNames(source_->session))
        targets.emplace_back(QFile::encodeName(folder_.filePath(name)).toStdString());
    document_.background().run(
        [self = QPointer(this), path = folder_.absolutePath(), targets = std::move(targets), users = usersFiles(source_->session),
         existing = choice_.existing]() -> Background::Result {
            requireFree(targets, users, existing);
            if (!QDir().mkpath(path))
                throw StorageError(path.toStdString(), "the folder could not be made", "choose another place");
            return [self] {
                if (self) self->prepareSeries();
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->end(problem);
        });
}

void Exporter::prepareReport() {
    if (isCancelled()) return end(tr("It was cancelled."));
    if (choice_.wants("report")) {
        report_ = std::make_unique<Report>(ReportContent{source_->session, source_->growth, source_->preview, choice_.logarithmic,
                                                         document_.times().sourceText(), document_.frame().warnings(),
                                                         document_.notices().list(), source_->samples, source_->ensemble});
    }
    addFigures();
}

/// C1D of the series, or the pooled images of an ensemble, where something needs them.
void Exporter::prepareSeries() {
    if (isCancelled()) return end(tr("It was cancelled."));
    const bool isNeeded = std::ranges::any_of(exportItems(), [this](const ExportItem& item) {
        return (item.needsCurves || item.needsEnsemble) && choice_.wants(item.key);
    });
    if (!isNeeded && !(choice_.wants("report") && source_->session.ensemble)) return prepareReport();
    document_.background().run(
        [self = QPointer(this), growth = source_->growth, session = source_->session,
         stop = stop_.get_token()]() -> Background::Result {
            return [self, pooled = pooledSeriesOf(growth, session, stop)] {
                if (!self) return;
                self->source_->curves = pooled.curves;
                self->source_->ensemble = pooled.ensemble;
                self->prepareReport();
            };
        },
        [self = QPointer(this)](const QString& problem) {
            if (self) self->end(problem);
        });
}

void Exporter::cancel() {
    stop_.request_stop();
    if (movie_) movie_->cancel();
}

void Exporter::addFigures() {
    for (const ExportItem& item : exportItems()) {
        if (!item.figures || !choice_.wants(item.key)) continue;
        for (const NamedFigure& named : item.figures(*source_)) {
            const FigureSize size = choice_.sizeOf(named.figure);
            const Figure drawn = choice_.drawn(named);
            for (const QString& format : choice_.formats) {
                const QString name = named.stem + "." + format;
                figures_.emplace_back(
                    name, [this, name, drawn, size] { writeFigure(folder_.filePath(name), drawn, size, provenance_); });
            }
        }
    }
    pieces_ = static_cast<int>(figures_.size());
    next();
}

/// One figure, or one piece of the report; then back to the event loop.
void Exporter::next() {
    if (isCancelled()) return end(tr("It was cancelled."));
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
    document_.background().run(
        [self = QPointer(this), path = std::filesystem::path(folder_.absolutePath().toStdString()), items = choice_.items,
         source = std::shared_ptr<const ExportSource>(source_)]() -> Background::Result {
            int files = 0;
            for (const ExportItem& item : exportItems())
                if (item.write && items.contains(item.key) && !source->stop.stop_requested()) files += item.write(path, *source);
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
    if (isCancelled()) return end(tr("It was cancelled."));
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
    if (!choice_.wants("movie")) return end({});
    if (isCancelled()) return end(tr("It was cancelled."));
    movie_ = new MovieMaker({source_->session, source_->growth, choice_.logarithmic}, choice_.film,
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
