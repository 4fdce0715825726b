// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/many_series.hpp"

#include "core/batch/batch_table.hpp"
#include "core/batch/found_series.hpp"

#include <system_error>
#include <utility>

namespace coarsen::window {

namespace fs = std::filesystem;

ManySeries::ManySeries(const Document& document, QObject* parent) : QObject(parent), document_(document) {}

void ManySeries::find(const fs::path& parentOrTable, bool isGrouped, const fs::path& without) {
    const int search = ++search_;
    finder_.run(
        [=, this]() -> Background::Result {
            std::error_code unknown;
            FoundSeries series = fs::is_regular_file(parentOrTable, unknown) ? readBatchTable(parentOrTable)
                                                                             : foundSeries(parentOrTable, isGrouped, without);
            spreadPositions(series);
            countFrames(series.series);
            return [this, series = std::move(series), search] {
                if (search == search_) emit found(series);
            };
        },
        [this, search](const QString& problem) {
            if (search == search_) emit notFound(problem);
        });
}

void ManySeries::measure(BatchRequest request) {
    const Machine& machine = document_.run().machine();
    request.settings.engines = machine.request();
    request.settings.engine = request.settings.engines.name;
    request.settings.threads = machine.threads;
    request.settings.memoryBytes = static_cast<std::size_t>(machine.memoryMb) << 20;
    worker_.start(std::move(request), machine.engines);
}

std::optional<Recipe> ManySeries::recipeOfOpen() const {
    if (!document_.isOpen()) return std::nullopt;
    Recipe recipe = document_.recipe();
    recipe.fit.fromS = recipe.fit.toS = std::nullopt;
    return recipe;
}

}  // namespace coarsen::window
