// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/comparison.hpp"

#include <string>

namespace coarsen {

/// `comparison.csv` (reference/export.md): one row a frame of which at least one of the two results has the length.
std::string comparisonCsv(const ImageSeries& series, const FrameResults& here, const ResultComparison& comparison,
                          const OtherResult& other);

}  // namespace coarsen
