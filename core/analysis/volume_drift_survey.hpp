// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/drift.hpp"

#include <functional>
#include <stop_token>

namespace coarsen {

/// The drift of a series of volumes, each as the steps before align and the crop leave it: followed from volume to volume in the
/// series' order (VolumeDriftFollower), or against the first. The rest as of findDrift. Throws SettingError where memory is too
/// short for it.
Drift findVolumeDrift(const ImageSeries& series, const Recipe& recipe, int threads,
                      const std::function<void(int, int)>& progress = {}, std::stop_token stop = {}, const Drift& before = {});

}  // namespace coarsen
