// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a series' time is more than reading it: reading, hashing and decoding alone, then the whole measurement, on the
// same threads and with the engine that auto takes; with --reading, how much of it is more than reading the bytes, on these
// threads and on one.
#include "app/engines/engines.hpp"
#include "core/analysis/run_series.hpp"
#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/base/sha256.hpp"
#include "core/image/decode.hpp"
#include "tests/bench/bench_report.hpp"
#include "tests/bench/reading_cases.hpp"
#include "tests/support/run_by_hand.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace coarsen;

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

void print(const bench::Timing& timing) {
    std::printf("%-28s %-44s %9.4f ms a frame", timing.name.c_str(), timing.engine.c_str(), timing.medianMs);
    if (timing.cpuMs > 0) std::printf(", %.4f ms of processor time", timing.cpuMs);
    for (const auto& [other, ratio] : timing.ratioTo)
        std::printf("  %.0f %% of the rate of %s", 100 * ratio, other.c_str());
    std::printf("\n");
}

std::vector<bench::Timing> readingTimings(const ImageSeries& series, int threads) {
    std::vector<bench::Timing> timings = bench::readingCases(series, threadCount(threads));
    if (threadCount(threads) > 1)
        for (bench::Timing& timing : bench::readingCases(series, 1))
            timings.push_back(std::move(timing));
    for (bench::Timing& timing : timings) {
        timing.medianMs /= static_cast<double>(series.frames.size());
        timing.minMs /= static_cast<double>(series.frames.size());
        timing.cpuMs /= static_cast<double>(series.frames.size());
        print(timing);
    }
    return timings;
}

struct Wanted {
    std::string folder;
    int made = 0;     ///< frames of a series that the bench writes itself and removes; 0: FOLDER's
    int threads = 0;  ///< 0: all
    bool isReadingOnly = false;
    std::string json;  ///< empty: no file
};

int time(const Wanted& wanted) {
    const int threads = wanted.threads;
    std::optional<TemporaryFolder> own;
    if (wanted.made > 0) bench::writeStoredSeries(own.emplace().path(), wanted.made);
    const ImageSeries series = openSeries({own ? own->path().string() : wanted.folder});
    if (wanted.isReadingOnly) {
        const std::vector<bench::Timing> timings = readingTimings(series, threads);
        if (!wanted.json.empty()) writeWhole(wanted.json, bench::reportJson(timings));
        return 0;
    }
    const double frames = static_cast<double>(series.frames.size());
    const std::string name =
        std::to_string(series.frames.size()) + " frames, " + std::to_string(threadCount(threads)) + " threads";

    std::vector<bench::Timing> timings;
    const auto add = [&](bench::Timing timing) {
        timing.medianMs /= frames;
        timing.minMs /= frames;
        if (!timings.empty()) timing.ratioTo["decoding alone"] = timings.front().medianMs / timing.medianMs;
        print(timing);
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
        const Engines engines = withGpu ? allEngines() : allEngines().withoutGpus();
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
                    const FrameResults rows = runSeries(request, {}).results;
                    engine = rows.empty() ? "" : rows.begin()->second->engine;
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
    auto* const folder = app.add_option("FOLDER", wanted.folder, "The images of the series");
    auto* const made =
        app.add_option("--made", wanted.made, "Instead of FOLDER: an uncompressed TIFF series of so many frames, written for it")
            ->type_name("FRAMES")
            ->check(test::countFrom(1))
            ->excludes(folder);
    app.add_flag("--reading", wanted.isReadingOnly,
                 "Only reading: the bytes alone, hashed, and hashed and decoded; on these threads and on one");
    app.add_option("--threads", wanted.threads, "Threads [all]")->type_name("N")->check(test::countFrom(1));
    app.add_option("--json", wanted.json, "Write the timings to this file, too")->type_name("FILE");
    app.callback([&] {
        if (folder->empty() && made->empty()) throw CLI::RequiredError("FOLDER or --made");
    });
    return test::runByHand(app, argc, argv, [&] { return time(wanted); });
}
