// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/benchmark_export.hpp"

#include "app/window/figures/drawn_files.hpp"
#include "app/window/plots/paper_plot.hpp"
#include "core/base/version.hpp"

#include <qcustomplot.h>

#include <utility>
#include <vector>

namespace coarsen::window {

int exportBenchmark(const std::filesystem::path& file, const QDir& folder, Existing existing) {
    const PaperTimings timings = readPaperTimings(file);
    Provenance provenance;
    provenance.software = std::string("Coarsen ") + version;
    provenance.series = QStringLiteral("benchmark of commit %1").arg(timings.commit).toStdString();
    provenance.device = timings.machine.toStdString();
    provenance.dateUtc = timings.date.toStdString();

    std::vector<NamedFigure> figures;
    for (const PaperTimings::Size& size : timings.sizes)
        for (const auto& [stem, quantity] :
             {std::pair{"paper-time", PaperQuantity::time}, {"paper-speedup", PaperQuantity::speedUp}}) {
            const Figure figure{[&timings, &size, quantity](QCPPainter& painter, const QSize& pixels) {
                QCustomPlot plot;
                plot.resize(pixels);
                drawPaperTimings(plot, size, timings.machine, quantity, Theme::light());
                plot.toPainter(&painter, pixels.width(), pixels.height());
            }};
            figures.push_back({QStringLiteral("%1-%2x%3").arg(stem).arg(size.width).arg(size.height), figure});
        }
    return writeDrawn(figures, folder, existing, provenance);
}

}  // namespace coarsen::window
