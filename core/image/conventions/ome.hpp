// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <optional>
#include <string_view>

namespace coarsen::conventions {

/// Facts that OME-XML states (schema 2016-06: Image, Pixels, Channel, TiffData, Plane); nothing where the text is none. Any
/// prefix of the elements, either kind of quotation mark and every way to write µ are read. `pages`: directories of the file,
/// `ownName`: the file's name, which TiffData's UUID may give to the planes that lie in it.
std::optional<FileFacts> omeFacts(std::string_view xml, int pages, std::string_view ownName);

}  // namespace coarsen::conventions
