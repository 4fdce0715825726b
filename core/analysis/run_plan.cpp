// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_plan.hpp"

#include "core/analysis/volume_frame_measurer.hpp"
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/correlate/engines.hpp"
#include "core/image/decode.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t headersRead = 15;
constexpr std::size_t manyVoxels = std::size_t{1} << 21;        // several threads share the transforms of such a volume
constexpr std::size_t threadsToAVolume = 4, volumesOfThem = 2;  // while one is read or waits for a GPU, the other is measured
constexpr std::size_t besideVolumes = std::size_t{36} << 20;    // the program itself

std::array<int, 3> sizeOf(const ImageHeader& header) {
    return {header.width, header.height, 0};
}
std::array<int, 3> sizeOf(const VolumeHeader& header) {
    return {header.size.width, header.size.height, header.size.depth};
}

bool arePagesOfOneFile(const ImageSeries& series) {
    const auto& sources = series.frames;
    return sources.size() > 1 &&
           std::ranges::all_of(sources, [&](const FrameSource& source) { return source.file == sources.front().file; });
}

/// The header that most of these frames have; the earliest wins a tie. Nothing where none of them can be read.
template <typename Header, typename Read>
std::optional<Header> mostSeen(const ImageSeries& series, const std::vector<int>& frames, std::size_t looksAtMost, Read read) {
    std::map<std::array<int, 3>, std::pair<int, Header>> votes;
    std::vector<std::array<int, 3>> order;
    const std::size_t looks = std::min(looksAtMost, frames.size());
    for (std::size_t k = 0; k < looks; ++k) {
        const FrameSource& source = series.frames[static_cast<std::size_t>(frames[k * frames.size() / looks])];
        try {
            const Header header = read(source);
            const std::array size = sizeOf(header);
            auto& [count, first] = votes[size];
            if (count++ == 0) {
                first = header;
                order.push_back(size);
            }
        } catch (const InputError&) {
            continue;  // the frame says so itself when its turn comes
        }
    }
    if (order.empty()) return std::nullopt;
    const auto most = std::ranges::max_element(order, {}, [&](const auto& size) { return votes[size].first; });
    return votes[*most].second;
}

/// The engine that will measure such frames; one that does not suit them says so itself when it is asked to.
std::shared_ptr<const CorrelationEngine> engineFor(const RunRequest& request, const ImageHeader& header) {
    PlanShape shape;
    shape.width = header.width;
    shape.height = header.height;
    shape.maxLag = maxLagFor(request.recipe.measure, header.width, header.height);
    try {
        return choose(request.engines.engines.correlation, request.engines.name, shape).engine;
    } catch (const SettingError&) {
        return cpuFftEngine();
    }
}

/// A few volumes at once, with several threads for each: the files are read and looked through beside the transforms.
void planVolumes(RunPlan& plan, const RunRequest& request, const std::vector<int>& frames, std::size_t atMost) {
    const auto header = mostSeen<VolumeHeader>(
        request.series, frames, plan.sharesOneFile ? 1 : headersRead,
        [&](const FrameSource& source) { return volumeHeader(source.file, volumeOf(request.series, source)); });
    plan.budgetBytes = request.memoryBytes;
    plan.memory = {1, besideVolumes};
    const auto threads = static_cast<std::size_t>(threadCount(request.threads));
    if (!header) {  // there is nothing to share memory and threads out for: each frame says why it cannot be read
        plan.threadsPerPlan = static_cast<int>(threads);
        return;
    }
    plan.widthPx = header->size.width;
    plan.heightPx = header->size.height;
    plan.depthPx = header->size.depth;
    plan.memory.each =
        std::max<std::size_t>(1, volumeMemory(*header, request.recipe, spacingOf(request.series, request.calibration)));
    const bool isSmall = header->size.voxels() < manyVoxels;
    const std::size_t each = isSmall ? 1 : std::min(threads, threadsToAVolume);
    const std::size_t wanted = isSmall ? threads : volumesOfThem * ((threads + each - 1) / each);
    const std::size_t fitting = (plan.budgetBytes - std::min(plan.budgetBytes, plan.memory.shared)) / plan.memory.each;
    const std::size_t most = std::min(wanted, std::max<std::size_t>(1, atMost));
    plan.isMemoryShort = fitting < most;
    plan.workers = static_cast<int>(std::clamp<std::size_t>(fitting, 1, most));
    const auto workers = static_cast<std::size_t>(plan.workers);
    const std::size_t all = workers > 1 && !isSmall ? volumesOfThem * threads : threads;
    plan.threadsPerPlan = static_cast<int>(std::max(each, all / workers));
}

}  // namespace

std::size_t RunPlan::bytesForOne() const {
    const std::size_t others = static_cast<std::size_t>(workers - 1) * memory.each;
    return budgetBytes - std::min(budgetBytes, others);
}

std::string RunPlan::notice() const {
    if (!isMemoryShort) return {};
    return std::string(depthPx > 0 ? "Each volume" : "Each frame") + " needs about " + bytesText(memory.each) +
           " of memory, and " + bytesText(budgetBytes) + " may be used: " + (workers == 1 ? "one" : std::to_string(workers)) +
           " at a time";
}

std::optional<ImageHeader> usualHeader(const ImageSeries& series, const std::vector<int>& frames) {
    return mostSeen<ImageHeader>(series, frames, arePagesOfOneFile(series) ? 1 : headersRead,
                                 [](const FrameSource& source) { return frameHeader(source); });
}

RunPlan runPlan(const RunRequest& request, const std::vector<int>& frames, std::size_t atMost) {
    RunPlan plan;
    const auto& sources = request.series.frames;
    plan.sharesOneFile = arePagesOfOneFile(request.series);
    if (request.series.volumes) {
        planVolumes(plan, request, frames, atMost);
        return plan;
    }
    const auto header = request.usual ? request.usual : usualHeader(request.series, frames);
    const auto threads = static_cast<std::size_t>(threadCount(request.threads));
    std::size_t workers = std::min(threads, std::max<std::size_t>(1, atMost));
    plan.budgetBytes = request.memoryBytes;
    plan.work.recipe = request.recipe;
    plan.work.withImages = request.keepsImages;
    plan.work.aspect = request.calibration.aspect();
    if (header) {
        plan.header = *header;
        plan.widthPx = header->width;
        plan.heightPx = header->height;
        std::error_code ignored;  // a file that has gone is reported when its turn comes
        const auto found = std::filesystem::file_size(sources[static_cast<std::size_t>(frames.front())].file, ignored);
        const bool staysInPlace = isReadInPieces(sources[static_cast<std::size_t>(frames.front())].file);
        const std::size_t size = ignored || staysInPlace ? 0 : static_cast<std::size_t>(found);
        const std::size_t once = plan.sharesOneFile ? size : 0;
        plan.budgetBytes -= std::min(plan.budgetBytes, once);
        plan.work.engine = engineFor(request, *header);
        plan.memory = memoryFor(*header, size - once, plan.work);
        const std::size_t fitting = (plan.budgetBytes - std::min(plan.budgetBytes, plan.memory.shared)) / plan.memory.each;
        plan.isMemoryShort = fitting < workers;
        workers = std::clamp<std::size_t>(fitting, 1, workers);
    }
    plan.workers = static_cast<int>(workers);
    plan.threadsPerPlan = static_cast<int>(std::max<std::size_t>(1, threads / workers));
    plan.work.threadsPerPlan = plan.threadsPerPlan;
    return plan;
}

}  // namespace coarsen
