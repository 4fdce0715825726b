// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/export_items.hpp"
#include "app/window/figures/samples_export.hpp"

#include <QCoreApplication>

namespace coarsen::window {

namespace {

struct SampleItemWords {
    Q_DECLARE_TR_FUNCTIONS(SampleItemWords)
};

QString whyNoSamples(const Document& document) {
    return document.samples().data() ? QString() : SampleItemWords::tr("One series is open; File > Add series adds others");
}

/// Figures of all samples under one tick.
ExportItem ofSamples(const char* key, const QString& words, bool isUsual, const QStringList& stems) {
    return {.key = key,
            .words = words,
            .section = ExportSection::samples,
            .isUsual = isUsual,
            .whyNot = whyNoSamples,
            .stems = stems,
            .figures = [stems](const ExportSource& source) {
                std::vector<NamedFigure> figures;
                if (source.samples)
                    for (NamedFigure& figure : samplesFigures(source.samples, source.isLogarithmic))
                        if (stems.contains(figure.stem)) figures.push_back(std::move(figure));
                return figures;
            }};
}

}  // namespace

std::vector<ExportItem> sampleItems() {
    const auto tr = [](const char* words) { return SampleItemWords::tr(words); };
    std::vector<ExportItem> items{ofSamples("samples-growth", tr("Growth of all"), true, {"growth-samples"}),
                                  ofSamples("samples-x", tr("Rate, exponent by x"), true, {"rate-x", "exponent-x"}),
                                  ofSamples("samples-collapse", tr("C1D of all, scaled"), false, {"collapse"})};
    items.push_back(
        {.key = "samples-tables",
         .words = tr("summary, growth, groups, collapse.csv of all samples"),
         .section = ExportSection::samples,
         .isWide = true,
         .whyNot = whyNoSamples,
         .files = [](const Session&) { return sampleTableNames(); },
         .write = [](const std::filesystem::path& folder,
                     const ExportSource& source) { return source.samples ? writeSampleTables(folder, *source.samples) : 0; }});
    items.push_back({.key = "samples-project",
                     .words = tr("samples.coarsen-project: all samples together again"),
                     .section = ExportSection::samples,
                     .isWide = true,
                     .whyNot =
                         [tr](const Document& document) {
                             const QString none = whyNoSamples(document);
                             if (!none.isEmpty()) return none;
                             return document.samples().projectFile().empty()
                                        ? tr("File > Save project… writes it first, with the sessions")
                                        : QString();
                         },
                     .files = [](const Session&) { return QStringList{"samples.coarsen-project"}; },
                     .write =
                         [](const std::filesystem::path& folder, const ExportSource& source) {
                             if (!source.samples) return 0;
                             writeProject(folder / "samples.coarsen-project", projectOf(*source.samples));
                             return 1;
                         }});
    return items;
}

}  // namespace coarsen::window
