// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/benchmark_export.hpp"

#include "app/window/figures/figure_file.hpp"
#include "app/window/plots/paper_plot.hpp"
#include "core/base/version.hpp"

#include <QFile>
#include <qcustomplot.h>

#include <map>
#include <utility>

namespace coarsen::window {

int exportBenchmark(const std::filesystem::path& file, const QDir& folder, Existing existing) {
    const PaperTimings timings = readPaperTimings(file);
    Provenance provenance;
    provenance.software = std::string("Coarsen ") + version;
    provenance.series = QStringLiteral("benchmark of commit %1").arg(timings.commit).toStdString();
    provenance.device = timings.machine.toStdString();
    provenance.dateUtc = timings.date.toStdString();

    std::map<QString, Figure> figures;
    Paths targets;
    for (const PaperTimings::Size& size : timings.sizes)
        for (const auto& [stem, quantity] :
             {std::pair{"paper-time", PaperQuantity::time}, {"paper-speedup", PaperQuantity::speedUp}})
            for (const char* ending : {"png", "svg", "pdf"}) {
                const QString name =
                    folder.filePath(QStringLiteral("%1-%2x%3.%4").arg(stem).arg(size.width).arg(size.height).arg(ending));
                figures[name].draw = [&timings, &size, quantity](QCPPainter& painter, const QSize& pixels) {
                    QCustomPlot plot;
                    plot.resize(pixels);
                    drawPaperTimings(plot, size, timings.machine, quantity, Theme::light());
                    plot.toPainter(&painter, pixels.width(), pixels.height());
                };
                targets.emplace_back(QFile::encodeName(name).toStdString());
            }
    requireFree(targets, {}, existing);
    makeFolder(QFile::encodeName(folder.path()).toStdString());
    for (const auto& [name, figure] : figures)
        writeFigure(name, figure, {}, provenance);
    return static_cast<int>(figures.size());
}

}  // namespace coarsen::window
