// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/levelset/search_plan.hpp"

#include "gpu/levelset/kernels/tile_sizes.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen::gpu {

namespace {

constexpr std::size_t fewestForStages = 4096, listBytes = std::size_t{512} << 20, mostRowsAtOnce = 65536;
constexpr double largestStep = 20;        // from one stage's columns to the next one's
constexpr double deviations = 5;          // of a count that chance makes larger
constexpr std::size_t leastSegments = 4;  // of the columns, where rows are many: blocks come when they can

double upper(double mean) {
    return mean + deviations * std::sqrt(mean) + 3;
}

/// Whole turns of all multiprocessors: blocks of the same length, one row of tiles after the other.
void dealOut(SearchStage& stage, std::size_t rows, int multiprocessors) {
    const std::size_t tiles = (stage.columns + tileColumns - 1) / tileColumns, blocksOfRows = (rows + blockRows - 1) / blockRows;
    const auto atOnce = static_cast<std::size_t>(multiprocessors * blocksOfMultiprocessor);
    const std::size_t turns = std::max(leastSegments * blocksOfRows / atOnce, std::size_t{1});
    stage.tilesOfBlock = (tiles * blocksOfRows + atOnce * turns - 1) / (atOnce * turns);
    for (std::size_t i = 0; i < blocksOfRows; ++i) {
        const std::size_t first = i * tiles / stage.tilesOfBlock, last = ((i + 1) * tiles - 1) / stage.tilesOfBlock;
        stage.segments = std::max(stage.segments, static_cast<int>(last - first) + 1);
    }
}

std::size_t bytesOfRow(const SearchStage& stage) {
    return static_cast<std::size_t>(stage.segments * lanesOfRow) * static_cast<std::size_t>(stage.capacity) * sizeof(Survivor);
}

/// The stages, for so many rows at once; none where they are not worth it.
std::vector<SearchStage> stagesFor(std::size_t elements, std::size_t rows, int m, int multiprocessors) {
    const double ratio = static_cast<double>(elements) / sampleColumns;
    const int steps = std::max(1, static_cast<int>(std::ceil(std::log(ratio) / std::log(largestStep))));
    std::vector<SearchStage> stages(static_cast<std::size_t>(steps) + 1);
    for (int i = 0; i <= steps; ++i) {
        SearchStage& stage = stages[static_cast<std::size_t>(i)];
        const double columns = sampleColumns * std::pow(ratio, static_cast<double>(i) / steps);
        const std::size_t tiles = (static_cast<std::size_t>(columns) + tileColumns - 1) / tileColumns;
        stage.columns = i == steps ? elements : tiles * tileColumns;
        dealOut(stage, rows, multiprocessors);
    }
    double wanted = m + m / 8.0 + 8;
    for (auto stage = stages.rbegin(); stage + 1 != stages.rend(); ++stage) {
        SearchStage& before = *(stage + 1);
        const double part = static_cast<double>(before.columns) / static_cast<double>(stage->columns);
        before.rank = static_cast<int>(std::ceil(upper(part * wanted)));
        const double survivors = before.rank / part * (1 + deviations / std::sqrt(before.rank));
        const double ofBlock = static_cast<double>(stage->tilesOfBlock * tileColumns) / static_cast<double>(stage->columns);
        stage->room = static_cast<int>(std::ceil(survivors)) + 1;
        stage->capacity =
            static_cast<int>(std::ceil(upper(survivors * std::min(ofBlock, 1.0) / lanesOfRow))) + 1;  // the row itself
        wanted = before.rank;
    }
    if (stages.front().rank > static_cast<int>(sampleColumns / 2)) stages.clear();
    return stages;
}

}  // namespace

SearchPlan searchPlan(std::size_t elements, std::size_t rows, int m, int multiprocessors) {
    SearchPlan plan;
    plan.rowsAtOnce = std::min(rows, mostRowsAtOnce);
    if (elements < fewestForStages) return plan;
    for (std::size_t parts = (rows + mostRowsAtOnce - 1) / mostRowsAtOnce;; ++parts) {
        plan.rowsAtOnce = (rows + parts - 1) / parts;
        plan.stages = stagesFor(elements, plan.rowsAtOnce, m, multiprocessors);
        std::size_t bytes = sampleColumns * sizeof(float);
        for (const SearchStage& stage : plan.stages)
            bytes = std::max(bytes, bytesOfRow(stage));
        if (bytes * plan.rowsAtOnce <= listBytes || plan.rowsAtOnce <= blockRows) return plan;
    }
}

}  // namespace coarsen::gpu
