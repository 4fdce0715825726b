// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_series.hpp"
#include "core/volume/volume.hpp"

#include <cstddef>
#include <string>

namespace coarsen {

/// Width and height in px, and the slices of volumes, that most of the request's first `frames` frames have, which decides what
/// is refused; 0 where no image can be read.
VolumeSize usualSize(const RunRequest& request, std::size_t frames);

/// Why rows measured when the series had only its first `framesBefore` frames are not those that a run over all of it gives, as a
/// sentence; empty where they stand.
std::string whyGrowthOutdates(const RunRequest& request, std::size_t framesBefore);

/// The same where the usual size was that.
std::string whySizeOutdates(const VolumeSize& before, const VolumeSize& now);

}  // namespace coarsen
