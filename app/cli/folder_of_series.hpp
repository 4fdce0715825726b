// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace coarsen::cli {

/// `openSeries` for a command that measures one series: of a folder that holds no images itself, but folders of them, the error
/// names those and says what to type.
ImageSeries openOneSeries(const std::vector<std::filesystem::path>& inputs, const SeriesOpening& opening);

}  // namespace coarsen::cli
