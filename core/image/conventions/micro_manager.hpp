// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coarsen::conventions {

/// Statements of Micro-Manager and NDTiff on one page, in the JSON of its tag 51123.
struct MicroManagerPage {
    std::map<std::string, std::string> axes;  ///< "time", "channel", "z", "position" and what else it names: a number or a name
    std::optional<double> elapsedMs, pixelSizeUm, pixelAspect;
    std::optional<double> zUm, wantedZUm;  ///< where the stage was, and where it was sent
    std::optional<int> bits;               ///< of a sample, those that the camera fills
};

/// Reads that JSON: `Axes`, Micro-Manager 2's `completeCoords`, or the older FrameIndex, SliceIndex, ChannelIndex and
/// PositionIndex; numbers may stand in quotation marks. Nothing where the text is no JSON, or says nothing of this.
std::optional<MicroManagerPage> microManagerPage(std::string_view json);

/// Settings asked for when the acquisition began, which it may not have kept.
struct MicroManagerSummary {
    std::optional<double> intervalMs = {}, zStepUm = {}, pixelSizeUm = {};
};

/// Reads the JSON behind the header of a file; nothing is known where the text is none.
MicroManagerSummary microManagerSummary(std::string_view json);

/// Where it stands, offset and length, by the first 40 bytes of a TIFF of NDTiff (version 1 or later) or Micro-Manager.
std::optional<std::pair<std::size_t, std::size_t>> placeOfSummary(std::span<const std::byte> start);

/// Facts that a file's pages state together; nothing where not one says anything. Indices are ranks: a file of a data set may
/// begin at time 500. Positions are scenes, and so is what differs along an axis of another name. Of two pages in one place the
/// later counts, as it does for NDTiff. A pixel size of 0 is unset; 1 is what stands there where nobody calibrated: inherited.
std::optional<FileFacts> microManagerFacts(std::span<const std::optional<MicroManagerPage>> pages,
                                           const MicroManagerSummary& summary = {});

/// The data set that a file belongs to by its name, "gel_NDTiffStack" of "gel_NDTiffStack_1.tif"; empty of other names.
std::string dataSetOf(std::string_view fileName);

/// The files that an NDTiff.index names, each once and without a folder, as far as it can be read.
std::vector<std::string> filesOfIndex(std::span<const std::byte> index);

}  // namespace coarsen::conventions
