// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a series' time is more than reading it: reading, hashing and decoding alone, then the whole measurement, on the
// same threads and with the engine that auto takes.
#include "core/analysis/run_series.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/base/sha256.hpp"
#include "core/image/decode.hpp"
#include "gpu/engines.hpp"
#include "tests/bench/bench_report.hpp"
#include "tests/support/run_by_hand.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace coarsen;

EngineList allEngines() {
    EngineList engines = cpuEngines();
    for (const auto& engine : gpu::engines())
        engines.push_back(engine);
    return engines;
}

struct RecipeCase {
    std::string name;
    bool hasSteps, hasErrors;
};

Recipe recipeOf(const RecipeCase& which) {
    Recipe recipe = defaultRecipe();
    if (!which.hasSteps)
        for (const char* step : {"flatten", "dust"})
            setText(recipe, std::string(step) + ".on", "false");
    if (!which.hasErrors) setText(recipe, "measure.errors", "none");
    setText(recipe, "measure.max_lag", "250");
    return recipe;
}

struct Wanted {
    std::string folder;
    int threads = 0;   ///< 0: all
    std::string json;  ///< empty: no file
};

int time(const Wanted& wanted) {
    const int threads = wanted.threads;
    const ImageSeries series = openSeries({wanted.folder});
    const double frames = static_cast<double>(series.frames.size());
    const std::string name =
        std::to_string(series.frames.size()) + " frames, " + std::to_string(threadCount(threads)) + " threads";

    std::vector<bench::Timing> timings;
    const auto add = [&](bench::Timing timing) {
        timing.medianMs /= frames;
        timing.minMs /= frames;
        if (!timings.empty()) timing.ratioTo["decoding alone"] = timings.front().medianMs / timing.medianMs;
        std::printf("%-28s %-44s %9.3f ms a frame", timing.name.c_str(), timing.engine.c_str(), timing.medianMs);
        for (const auto& [other, ratio] : timing.ratioTo)
            std::printf("  %.0f %% of the rate of %s", 100 * ratio, other.c_str());
        std::printf("\n");
        timings.push_back(std::move(timing));
    };
    add(bench::timed(
        name, "reading, hashing and decoding alone",
        [&] {
            parallelFor(series.frames.size(), threadCount(threads), [&](std::size_t i) {
                const auto bytes = readWhole(series.frames[i].file);
                if (sha256(bytes).empty() || decode(bytes, series.frames[i].file).image.isEmpty()) std::abort();
            });
        },
        1, 2));
    for (const bool withGpu : {true, false}) {
        EngineList engines = allEngines();
        if (!withGpu) std::erase_if(engines, [](const auto& engine) { return engine->description().isGpu; });
        for (const RecipeCase& which : {RecipeCase{"grey and crop", false, false}, RecipeCase{"default recipe", true, false},
                                        RecipeCase{"default recipe with jack-knife", true, true}}) {
            RunRequest request;
            request.series = series;
            request.recipe = recipeOf(which);
            request.engines.engines = engines;
            request.threads = threads;
            std::string engine;
            const bench::Timing timing = bench::timed(
                name, which.name,
                [&] {
                    const std::vector<FrameResult> rows = runSeries(request, {});
                    engine = rows.empty() ? "" : rows.front().engine;
                },
                1, 2);
            bench::Timing named = timing;
            named.engine += ", " + engine;
            add(named);
        }
    }
    if (!wanted.json.empty()) writeWhole(wanted.json, bench::reportJson(timings));
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    keepFreedMemory();  // as the programs do
    Wanted wanted;
    CLI::App app{
        "Times a series, in ms of wall time a frame: reading, hashing and decoding alone, then the whole measurement with "
        "three recipes, with and without a GPU.",
        "series_bench"};
    app.add_option("FOLDER", wanted.folder, "The images of the series")->required();
    app.add_option("--threads", wanted.threads, "Threads [all]")->type_name("N")->check(test::countFrom(1));
    app.add_option("--json", wanted.json, "Write the timings to this file, too")->type_name("FILE");
    return test::runByHand(app, argc, argv, [&] { return time(wanted); });
}
