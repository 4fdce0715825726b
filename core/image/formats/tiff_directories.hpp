// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/formats/tiff_facts.hpp"
#include "core/image/formats/tiff_file.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>
// For .cpp files of this folder only: no public header of ours includes libtiff.

namespace coarsen::formats {

/// Where the directories of a chain stand in a whole file, walked no further than it can be and not round.
std::vector<std::uint64_t> directoryPlaces(std::span<const std::byte> bytes);

/// The first `count` directories of the chain, which is walked no further than it can be read: what is behind has no tags.
std::vector<TiffDirectory> directoriesOf(const TiffFile& tiff, int count);

/// Reads what the instrument states in tags of the current directory, which is that of the first of so many pictures.
std::optional<FileFacts> instrumentFactsOf(const TiffFile& tiff, std::uint32_t width, std::uint32_t height, int pictures);

/// Number of planes that MetaMorph promises behind the current directory; 1 where that is another's, or its strips leave gaps.
int metaMorphPlanesOf(const TiffFile& tiff);

/// Settings that Micro-Manager was asked for, which stand behind the file's header; nothing in files of others.
conventions::MicroManagerSummary summaryOf(const TiffFile& tiff);

}  // namespace coarsen::formats
