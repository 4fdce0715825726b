// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/grown_series.hpp"

#include "core/analysis/run_plan.hpp"
#include "core/analysis/series_median.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
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

void retime(FrameResults& rows, const ImageSeries& series) {
    for (auto& [frame, row] : rows) {
        const FrameSource& source = series.frames[static_cast<std::size_t>(frame)];
        const bool isSame = row->timeS == source.timeS || (std::isnan(row->timeS) && std::isnan(source.timeS));
        if (isSame && row->timeSource == source.timeSource) continue;  // most, each time that images come
        FrameResult timed = *row;
        timed.timeS = source.timeS, timed.timeSource = source.timeSource;
        row = shared(std::move(timed));
    }
}

}  // namespace coarsen
