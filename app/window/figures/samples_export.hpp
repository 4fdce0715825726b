// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/figures/export_items.hpp"
#include "core/export/targets.hpp"

#include <QDir>
#include <QStringList>

#include <filesystem>
#include <memory>
#include <vector>

namespace coarsen::window {

/// growth-samples, rate-x, exponent-x and collapse, as far as there is something to draw.
std::vector<NamedFigure> samplesFigures(const std::shared_ptr<const SamplesData>& data, bool logarithmic);

QStringList sampleTableNames();
/// summary.csv, growth.csv, groups.csv and collapse.csv of the samples that are shown; how many. Throws StorageError.
int writeSampleTables(const std::filesystem::path& folder, const SamplesData& data);

/// The project of these samples, as it is written down.
Project projectOf(const SamplesData& data);

/// True where a JSON file is a project, or what a batch left.
bool holdsSamples(const std::filesystem::path& file);

/// Draws the figures of a project or of batch.json, and writes their tables; of a series that cannot be read the tables say why.
/// Gives the number of files. Throws InputError, StorageError.
int exportSamples(const std::filesystem::path& file, const QDir& folder, Existing existing);

}  // namespace coarsen::window
