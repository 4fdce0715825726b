// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/views/sample_chart_view.hpp"

#include <optional>
#include <string>

namespace coarsen::window {

/// Look of several samples, as a project keeps it in `view`.
struct SamplesLook {
    SampleChart chart = SampleChart::growth;
    std::string x = "x", y = "rate";    ///< columns that are drawn against each other
    bool isTableOfSamples = true;       ///< and not the frames of the shown one
    bool isTableInChartsPlace = false;  ///< where the window is narrow
    bool isLogarithmic = false;

    bool operator==(const SamplesLook&) const = default;
};

std::string jsonOf(const SamplesLook& look);  ///< JSON
/// Nothing where that is no look; what it lacks, or another version wrote, is as above.
std::optional<SamplesLook> samplesLookFrom(const std::string& json);

}  // namespace coarsen::window
