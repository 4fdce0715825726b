// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/levelset/search_plan.hpp"

#include "gpu/levelset/kernels/tile_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen::gpu {

namespace {

constexpr std::size_t fewestForStages = 4096, listBytes = std::size_t{512} << 20, mostRowsAtOnce = 65536;
constexpr double largestStep = 20;  // from one stage's columns to the next one's
constexpr double deviations = 5;    // of a count that chance makes larger
constexpr int mostSegments = 16;
constexpr double tilesThatAStartCosts = 2;

double upper(double mean) {
    return mean + deviations * std::sqrt(mean) + 3;
}

/// Segments of the columns for which the blocks fill the multiprocessors best.
void dealOut(SearchStage& stage, std::size_t rows, int multiprocessors) {
    const std::size_t tiles = (stage.columns + tileColumns - 1) / tileColumns, blocks = (rows + blockRows - 1) / blockRows;
    double least = std::numeric_limits<double>::infinity();
    for (int segments = 1; segments <= mostSegments && static_cast<std::size_t>(segments) <= tiles; ++segments) {
        const auto count = static_cast<std::size_t>(segments),
                   at = static_cast<std::size_t>(multiprocessors * blocksOfMultiprocessor);
        const std::size_t each = (tiles + count - 1) / count, turns = (blocks * count + at - 1) / at;
        const double time = static_cast<double>(turns) * (static_cast<double>(each) + tilesThatAStartCosts);
        if (time >= least) continue;
        least = time;
        stage.segments = segments;
        stage.tilesOfSegment = each;
    }
}

std::size_t bytesOfRow(const SearchStage& stage) {
    return static_cast<std::size_t>(stage.segments * lanesOfRow) * static_cast<std::size_t>(stage.capacity) * sizeof(Survivor);
}

}  // namespace

SearchPlan searchPlan(std::size_t elements, std::size_t rows, int m, int multiprocessors) {
    SearchPlan plan;
    plan.rowsAtOnce = std::min(rows, mostRowsAtOnce);
    if (elements < fewestForStages) return plan;
    const double ratio = static_cast<double>(elements) / sampleColumns;
    const int steps = std::max(1, static_cast<int>(std::ceil(std::log(ratio) / std::log(largestStep))));
    std::vector<SearchStage> stages(static_cast<std::size_t>(steps) + 1);
    for (int i = 0; i <= steps; ++i) {
        const double columns = sampleColumns * std::pow(ratio, static_cast<double>(i) / steps);
        const std::size_t tiles = (static_cast<std::size_t>(columns) + tileColumns - 1) / tileColumns;
        stages[static_cast<std::size_t>(i)].columns = i == steps ? elements : tiles * tileColumns;
    }
    double wanted = m + m / 8.0 + 8;
    for (auto stage = stages.rbegin(); stage + 1 != stages.rend(); ++stage) {
        SearchStage& before = *(stage + 1);
        const double part = static_cast<double>(before.columns) / static_cast<double>(stage->columns);
        before.rank = static_cast<int>(std::ceil(upper(part * wanted)));
        const double survivors = before.rank / part * (1 + deviations / std::sqrt(before.rank));
        dealOut(*stage, plan.rowsAtOnce, multiprocessors);
        stage->room = static_cast<int>(std::ceil(survivors)) + 1;
        stage->capacity = static_cast<int>(std::ceil(upper(survivors / (stage->segments * lanesOfRow)))) + 1;  // the row itself
        wanted = before.rank;
    }
    if (stages.front().rank > static_cast<int>(sampleColumns / 2)) return plan;
    dealOut(stages.front(), plan.rowsAtOnce, multiprocessors);
    std::size_t bytes = sampleColumns * sizeof(float);
    for (const SearchStage& stage : stages)
        bytes = std::max(bytes, bytesOfRow(stage));
    plan.rowsAtOnce = std::min(plan.rowsAtOnce, std::max(listBytes / bytes / blockRows, std::size_t{1}) * blockRows);
    plan.stages = std::move(stages);
    return plan;
}

}  // namespace coarsen::gpu
