// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/document.hpp"
#include "app/window/figures/figures.hpp"
#include "app/window/plots/growth_plot.hpp"
#include "app/window/plots/series_curves.hpp"
#include "app/window/values/flow_slices.hpp"
#include "app/window/values/surface_picture.hpp"

#include <QStringList>

#include <filesystem>
#include <functional>
#include <stop_token>
#include <vector>

namespace coarsen::window {

/// Source of an export: values, so that it does not change while it is written.
struct ExportSource {
    Session session;
    std::shared_ptr<const GrowthData> growth;
    PreviewPointer preview;                        ///< of the frame shown; may be none
    std::shared_ptr<const SeriesCurves> curves;    ///< where an item needs them
    std::shared_ptr<const EnsembleData> ensemble;  ///< likewise
    std::shared_ptr<const SamplesData> samples;    ///< null while there is one series only
    bool isLogarithmic = false;
    GrowthLook growthLook;
    bool frameRing = false;                      ///< on the figure of the frame
    std::optional<Voxel> voxel = {};             ///< that the slices of a volume go through
    SurfaceSeen surfaceSeen = {};                ///< look of its surface
    std::shared_ptr<const FrameFlow> flow = {};  ///< that has led to it, where it is seen
    FlowSeen flowSeen = {};
    std::stop_token stop = {};  ///< of the export: what takes long looks at it
};

/// A figure and the name of its file, without the ending.
struct NamedFigure {
    QString stem;
    Figure figure;
};

/// Where the sheet offers it.
enum class ExportSection {
    series,
    samples,  ///< not there at all while there is one series only
    frame,
    together,
    data
};

/// Something that can be exported, by one tick of the sheet. Report and film, which are made piece by piece by the exporter, say
/// here how they are called only.
struct ExportItem {
    QString key;    ///< "growth": of its tick, which is remembered by it
    QString words;  ///< beside the tick
    ExportSection section = ExportSection::data;
    bool isUsual = true;         ///< ticked until the user chose
    bool isWide = false;         ///< its words take a row of the sheet
    bool needsCurves = false;    ///< C1D of the series
    bool needsEnsemble = false;  ///< its groups, pooled
    bool isPicture = false;      ///< its figure is a picture or a map: no chart, whose axes may end elsewhere
    std::function<QString(const Document&)> whyNot = {};                        ///< in words; empty or none: it is there
    QStringList stems = {};                                                     ///< of its figures, one file a format each
    std::function<QStringList(const Session&)> files = {};                      ///< of the others
    std::function<std::vector<NamedFigure>(const ExportSource&)> figures = {};  ///< fewer where there is nothing to draw
    /// Writes the files, for workers, and gives their number, fewer after a stop. Throws StorageError.
    std::function<int(const std::filesystem::path& folder, const ExportSource&)> write = {};

    bool isThere(const Document& document) const { return !whyNot || whyNot(document).isEmpty(); }
};

/// Figures and tables of several samples, in a file of their own.
std::vector<ExportItem> sampleItems();

/// THE LIST, in the order of the sheet; the tables are core's.
const std::vector<ExportItem>& exportItems();
const ExportItem& exportItem(const QString& key);     ///< one of them
const ExportItem* itemOfFigure(const QString& stem);  ///< that draws the figure of that name; null: none does

}  // namespace coarsen::window
