// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/job/grown_series.hpp"

#include "core/analysis/run_plan.hpp"
#include "core/analysis/series_median.hpp"

#include <algorithm>
#include <vector>

namespace coarsen {

VolumeSize usualSize(const RunRequest& request, std::size_t frames) {
    std::vector<int> first = framesOf(request);
    std::erase_if(first, [&](int frame) { return static_cast<std::size_t>(frame) >= frames; });
    if (first.empty()) return {};
    const RunPlan plan = runPlan(request, first, 1);
    return {plan.widthPx, plan.heightPx, plan.depthPx};
}

std::string whySizeOutdates(const VolumeSize& before, const VolumeSize& now) {
    if (before == now || before.width == 0) return {};
    return "most images are now " + std::to_string(now.width) + " x " + std::to_string(now.height) +
           (now.depth > 0 ? " x " + std::to_string(now.depth) : "") + " px: all frames are measured again";
}

std::string whyGrowthOutdates(const RunRequest& request, std::size_t framesBefore) {
    const std::size_t frames = request.series.frames.size();
    if (framesBefore == 0 || framesBefore >= frames) return {};
    if (needsSeriesMedian(request.recipe))
        return "dust that stands still is looked for in all images, and there are new ones: all frames are measured again";
    return whySizeOutdates(usualSize(request, framesBefore), usualSize(request, frames));
}

}  // namespace coarsen
