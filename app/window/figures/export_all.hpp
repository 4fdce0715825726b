// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/figures/export_items.hpp"
#include "app/window/figures/figure_file.hpp"
#include "app/window/figures/movie.hpp"
#include "app/window/figures/report.hpp"
#include "core/export/targets.hpp"

#include <QDir>
#include <QPointer>
#include <QStringList>

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <stop_token>

namespace coarsen::window {

/// Choice of what one export writes.
struct ExportChoice {
    std::set<QString> items;  ///< by their keys
    GrowthLook growthLook = {.excluded = false};
    QStringList formats = {"png", "svg", "pdf"};
    FigureSize size;
    MovieForm film;
    bool frameRing = false;  ///< of radius R_max on the figure of the frame, with its size
    bool logarithmic = false;
    std::map<QString, AxisLimits> limits = {};  ///< of charts, by the names of their figures
    Existing existing = Existing::replaced;     ///< files of these names: the sheet asks first

    bool wants(const QString& item) const { return items.contains(item); }
    QStringList fileNames(const Session& session) const;  ///< of what can be there; a frame without C1D has fewer
    FigureSize sizeOf(const Figure& figure) const;        ///< the chosen one; maps and pictures have a height of their own
    Figure drawn(const NamedFigure& figure) const;        ///< with the chosen ends of its axes
};

/// Source of an export of a document as it is now; without curves and ensemble, which take a while.
ExportSource exportSourceOf(const Document& document, const ExportChoice& choice, std::stop_token stop = {});

/// C1D of a series and its pooled images, for the items that need them.
struct PooledSeries {
    std::shared_ptr<const SeriesCurves> curves;
    std::shared_ptr<const EnsembleData> ensemble;
};
PooledSeries pooledSeriesOf(const std::shared_ptr<const GrowthData>& growth, const Session& session, std::stop_token stop = {});

/// One export under way. Figures and the report are drawn in the window's thread, because plots belong to it, but one at a time
/// with the event loop between them; data, report and film are written in others. What is written is the document as it is
/// once the shown frame, the fit and, where it is needed, the survey of the series have come up with what was asked of them.
///
/// Use, given `Document& document, const QDir& folder, const std::function<void(int, const QString&)>& done`:
///
///     exportAll(document, folder, {.items = {"growth", "c1d"}, .formats = {"pdf"}}, done);
class Exporter : public QObject {
    Q_OBJECT
public:
    Exporter(Document& document, const QDir& folder, ExportChoice choice);  ///< the document's child
    void start();
    void cancel();  ///< files that are written stay; `ended` follows once the piece in work is done, or gives up

signals:
    void progressed(const QString& doing, int done, int total);
    void ended(int files, const QString& problem);  ///< deletes itself afterwards

private:
    void awaitDocument();
    void claimFolder();
    void prepareReport();
    void prepareSeries();
    void addFigures();
    void next();
    void writeData();
    void writeReport();
    void drawReport();
    void writeMovie();
    void end(const QString& problem);
    bool isCancelled() const { return stop_.stop_requested(); }

    Document& document_;
    QDir folder_;
    ExportChoice choice_;
    std::shared_ptr<ExportSource> source_;  ///< once the document has settled
    Provenance provenance_;
    std::deque<std::pair<QString, std::function<void()>>> figures_;  ///< file name and what writes it
    std::unique_ptr<Report> report_;
    QPointer<MovieMaker> movie_;
    int files_ = 0, pieces_ = 0, drawn_ = 0;
    std::stop_source stop_;
    bool hasEnded_ = false;
};

/// Writes the chosen files into the folder, made when missing. Nothing is written
/// where a file of the user's would be replaced. `done` hears
/// the number of files or what went wrong, and which were kept.
Exporter* exportAll(Document& document, const QDir& folder, const ExportChoice& choice,
                    std::function<void(int files, const QString& problem)> done);

}  // namespace coarsen::window
