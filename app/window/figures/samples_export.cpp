// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/figures/samples_export.hpp"

#include "app/window/figures/drawn_files.hpp"
#include "app/window/figures/samples_figures.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/version.hpp"
#include "core/export/sample_tables.hpp"

#include <QFile>

#include <string_view>
#include <utility>

namespace coarsen::window {

namespace {

/// Samples that are shown, as tables and conditions see them.
std::vector<Sample> shownSamples(const SamplesData& data) {
    std::vector<Sample> samples;
    for (const ShownSample& one : data.samples)
        if (one.entry.isShown) samples.push_back(*one.sample);
    return samples;
}

}  // namespace

std::vector<NamedFigure> samplesFigures(const std::shared_ptr<const SamplesData>& data, bool logarithmic) {
    std::vector<NamedFigure> figures;
    const bool isAnyDrawn = std::ranges::any_of(data->samples, &ShownSample::isDrawn);
    if (isAnyDrawn) figures.push_back({"growth-samples", samplesFigure(data, logarithmic)});
    for (const auto& [stem, column] : {std::pair{"rate-x", "rate"}, {"exponent-x", "exponent"}})
        if (ColumnChart chart = columnChart(*data, "x", column, 0); chart.empty.isEmpty())
            figures.push_back({stem, columnFigure(std::move(chart))});
    if (CollapseChart chart = collapseChart(data); chart.empty.isEmpty())
        figures.push_back({"collapse", collapseFigure(std::move(chart))});
    return figures;
}

QStringList sampleTableNames() {
    return {"summary.csv", "growth.csv", "groups.csv", "collapse.csv"};
}

int writeSampleTables(const std::filesystem::path& folder, const SamplesData& data) {
    const std::vector<Sample> samples = shownSamples(data);
    const std::vector<Condition> conditions = conditionsOf(samples);
    writeWhole(folder / "summary.csv", std::string_view(summaryCsv(samples)));
    writeWhole(folder / "growth.csv", std::string_view(samplesGrowthCsv(samples, conditions)));
    writeWhole(folder / "groups.csv", std::string_view(conditionsCsv(samples, conditions)));
    writeWhole(folder / "collapse.csv", std::string_view(collapseCsv(samples)));
    return static_cast<int>(sampleTableNames().size());
}

Project projectOf(const SamplesData& data) {
    Project project;
    project.xLabel = data.xLabel.toStdString();
    project.lookedAt = data.lookedAt;
    for (const ShownSample& one : data.samples)
        project.series.push_back(one.entry);
    return project;
}

bool holdsSamples(const std::filesystem::path& file) {
    if (file.extension() == projectEnding) return true;
    try {
        readProject(file);
        return true;
    } catch (const InputError&) {  // a benchmark's
        return false;
    }
}

int exportSamples(const std::filesystem::path& file, const QDir& folder, Existing existing) {
    const Project project = readProject(file);
    std::vector<Sample> samples;
    for (const ProjectSeries& series : project.series)
        samples.push_back(readSample(series));
    const auto data = samplesDataOf(project, std::move(samples));
    Provenance provenance;
    provenance.software = std::string("Coarsen ") + version;
    provenance.series = displayName(file);

    const std::filesystem::path into = QFile::encodeName(folder.path()).toStdString();
    Paths tables;
    for (const QString& table : sampleTableNames())
        tables.push_back(into / table.toStdString());
    return writeDrawn(samplesFigures(data, false), folder, existing, provenance, tables) + writeSampleTables(into, *data);
}

}  // namespace coarsen::window
