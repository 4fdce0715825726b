// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_plan.hpp"

#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/correlate/engines.hpp"
#include "core/image/decode.hpp"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t headersRead = 15;

/// The header that most of the frames looked at have; the earliest wins a tie.
ImageHeader usualHeader(const ImageSeries& series, const std::vector<int>& frames, std::size_t looksAtMost) {
    std::map<std::pair<int, int>, std::pair<int, ImageHeader>> votes;
    std::vector<std::pair<int, int>> order;
    const std::size_t looks = std::min(looksAtMost, frames.size());
    for (std::size_t k = 0; k < looks; ++k) {
        const FrameSource& source = series.frames[static_cast<std::size_t>(frames[k * frames.size() / looks])];
        try {
            const ImageHeader header = imageHeader(source.file);
            const std::pair size{header.width, header.height};
            auto& [count, first] = votes[size];
            if (count++ == 0) {
                first = header;
                order.push_back(size);
            }
        } catch (const InputError&) {
            continue;  // the frame says so itself when its turn comes
        }
    }
    if (order.empty()) return {};
    const auto most = std::ranges::max_element(order, {}, [&](const auto& size) { return votes[size].first; });
    return votes[*most].second;
}

}  // namespace

namespace {

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

}  // namespace

std::size_t RunPlan::bytesForOne() const {
    const std::size_t others = static_cast<std::size_t>(workers - 1) * memory.each;
    return budgetBytes - std::min(budgetBytes, others);
}

std::string RunPlan::notice() const {
    if (!isMemoryShort) return {};
    return "Each frame needs about " + bytesText(memory.each) + " of memory, and " + bytesText(budgetBytes) +
           " may be used: " + (workers == 1 ? "one" : std::to_string(workers)) + " at a time";
}

RunPlan runPlan(const RunRequest& request, const std::vector<int>& frames, std::size_t atMost) {
    RunPlan plan;
    const auto& sources = request.series.frames;
    plan.sharesOneFile = sources.size() > 1 && std::ranges::all_of(sources, [&](const FrameSource& source) {
                             return source.file == sources.front().file;
                         });
    const ImageHeader header = usualHeader(request.series, frames, plan.sharesOneFile ? 1 : headersRead);
    plan.widthPx = header.width;
    plan.heightPx = header.height;

    const auto threads = static_cast<std::size_t>(threadCount(request.threads));
    std::size_t workers = std::min(threads, std::max<std::size_t>(1, atMost));
    plan.header = header;
    plan.budgetBytes = request.memoryBytes;
    plan.work.recipe = request.recipe;
    plan.work.withImages = request.keepsImages;
    plan.work.aspect = request.calibration.aspect();
    if (header.width > 0) {
        std::error_code ignored;  // a file that has gone is reported when its turn comes
        const auto found = std::filesystem::file_size(sources[static_cast<std::size_t>(frames.front())].file, ignored);
        const bool staysInPlace = isReadInPieces(sources[static_cast<std::size_t>(frames.front())].file);
        const std::size_t size = ignored || staysInPlace ? 0 : static_cast<std::size_t>(found);
        const std::size_t once = plan.sharesOneFile ? size : 0;
        plan.budgetBytes -= std::min(plan.budgetBytes, once);
        plan.work.engine = engineFor(request, header);
        plan.memory = memoryFor(header, size - once, plan.work);
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
