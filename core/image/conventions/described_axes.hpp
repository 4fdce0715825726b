// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <optional>
#include <string_view>

namespace coarsen::conventions {

/// Facts that tifffile writes of an array, {"shape": [6, 2, 96, 96], "axes": "TCYX"}; nothing where the text is none, or where
/// its axes do not give the file's pages: "I" and "Q", which it writes for axes without a meaning, are times.
std::optional<FileFacts> shapedFacts(std::string_view description, int pages);

/// Facts that SCIFIO writes ("SCIFIO=…", axes, lengths, scales, units); nothing where the text is none.
std::optional<FileFacts> scifioFacts(std::string_view description, int pages);

}  // namespace coarsen::conventions
