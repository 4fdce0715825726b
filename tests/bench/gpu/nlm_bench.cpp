// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/nlm_bench.hpp"

#include "core/base/files.hpp"
#include "core/base/parallel.hpp"
#include "core/levelset/distance.hpp"
#include "core/levelset/nlm_engines.hpp"
#include "core/levelset/non_local_means.hpp"
#include "core/synth/bicontinuous.hpp"
#include "gpu/device/device.hpp"
#include "gpu/levelset/device_rows.hpp"
#include "gpu/levelset/nlm_engine.hpp"
#include "tests/bench/gpu/half_products.hpp"
#include "tests/bench/gpu/nlm_ladder.hpp"
#include "tests/bench/gpu/stopwatch.hpp"
#include "tests/bench/gpu/texture.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::gpu {

namespace {

constexpr double elementsAVoxel = 0.4;  // of that surface, at least
constexpr double wavelengthPx = 20, noise = 0.3;
constexpr std::size_t rowsCompared = 64;
constexpr std::size_t fewestForSeveral = 100'000;  // elements that all GPUs together are timed with
constexpr NlmSweeping threeSweeps{1, true, 3};

struct BenchBand {
    LevelSet distance;
    std::vector<std::size_t> elements;
};

/// The first elements of a surface that is large enough; grey values with noise go the usual way to it.
BenchBand bandOfBench(std::size_t count, int threads) {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth =
        2 * static_cast<int>(std::ceil(std::cbrt(static_cast<double>(count) / elementsAVoxel) / 2));
    settings.wavelengthFromPx = settings.wavelengthToPx = wavelengthPx;
    settings.law = RingLaw::constant;
    settings.frames = 1;
    settings.bits = 16;
    settings.seed = 20120901;
    const Volume clean = bicontinuousVolume(settings, 0).volume;
    std::vector<float> grey(clean.values().begin(), clean.values().end());
    double sum = 0, squares = 0;
    for (const float value : grey) {
        sum += static_cast<double>(value);
        squares += static_cast<double>(value) * static_cast<double>(value);
    }
    const double mean = sum / static_cast<double>(grey.size());
    std::mt19937 random(20120901);
    std::normal_distribution<float> off(
        0, static_cast<float>(noise * std::sqrt(squares / static_cast<double>(grey.size()) - mean * mean)));
    for (float& value : grey)
        value += off(random);
    LevelSettings level;
    level.threads = threads;
    BenchBand band{levelSetOf(Volume(clean.size(), {}, std::move(grey)), level).set, {}};
    redistance(band.distance);
    band.elements = bandOf(band.distance, NlmSettings().bandPx);
    band.elements.resize(std::min(band.elements.size(), count));
    return band;
}

/// The share of some rows' neighbours that are those of all pairs in float32.
double agreementOf(const NlmTask& task, const NeighbourLists& lists) {
    const Patches patches = patchesAround(task.distance, task.elements, 0, task.threads);
    std::vector<std::size_t> equal(rowsCompared);
    parallelFor(rowsCompared, task.threads, [&](std::size_t i) {
        const std::size_t row = patches.count * i / rowsCompared;
        std::vector<std::pair<float, std::uint32_t>> all(patches.count);
        for (std::uint32_t other = 0; other < patches.count; ++other) {
            float square = other == row ? std::numeric_limits<float>::infinity() : 0;
            for (std::size_t k = 0; k < Patches::length; ++k) {
                const float apart = patches.row(row)[k] - patches.row(other)[k];
                square += apart * apart;
            }
            all[other] = {square, other};
        }
        std::ranges::partial_sort(all, all.begin() + task.m);
        std::vector<std::uint32_t> truth, found(lists.of(row).begin(), lists.of(row).end()), both;
        for (int k = 0; k < task.m; ++k)
            truth.push_back(all[static_cast<std::size_t>(k)].second);
        std::ranges::sort(truth);
        std::ranges::sort(found);
        std::ranges::set_intersection(truth, found, std::back_inserter(both));
        equal[i] = both.size();
    });
    double sum = 0;
    for (const std::size_t one : equal)
        sum += static_cast<double>(one);
    return sum / static_cast<double>(rowsCompared) / task.m;
}

NlmTiming timedWith(const NlmEngine& engine, const NlmTask& task, int runs) {
    NlmTiming timing;
    timing.engine = engine.description().name;
    timing.device = engine.description().device;
    timing.elements = task.elements.size();
    timing.m = task.m;
    const auto sweepsOf = [](NlmSearch& search) {
        NlmSweeping sweeping = threeSweeps;
        sweeping.c2 = halfMedianOf(search.lastSquares());
        search.swept(sweeping, {});
    };
    std::unique_ptr<NlmSearch> search;
    timing.firstMs = timesOf({[&] {
                         using Clock = std::chrono::steady_clock;
                         const auto begin = Clock::now();
                         search = engine.plan(task);
                         search->find(0, {});
                         sweepsOf(*search);
                         return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
                     }()})
                         .medianMs;
    timing.searchMs = timedOnHost([&] { search->find(0, {}); }, runs).medianMs;
    timing.sweepsMs = timedOnHost([&] { search->swept(threeSweeps, {}); }, runs).medianMs;
    timing.roundMs = timedOnHost(
                         [&] {
                             search->find(0, {});
                             sweepsOf(*search);
                         },
                         runs)
                         .medianMs;
    timing.agreement = agreementOf(task, search->lists());
    return timing;
}

double tensorTflopsOf(const Device& device) {
    const Stream stream;
    const DeviceBuffer<float> sink(static_cast<std::size_t>(threadsOfHalves(device.multiprocessors)));
    const double ms =
        timed(stream, [&] { check(multiplyHalves(device.multiprocessors, sink.get(), stream.get()), "multiply"); }).medianMs;
    return 2e-9 * multiplyAddsOfHalves(device.multiprocessors) / ms;
}

/// Without their places, so that constant memory holds as many as in the paper.
std::vector<float> patchesOfPaper(const NlmTask& task) {
    constexpr std::size_t values = 125;
    const Patches patches = patchesAround(task.distance, task.elements, 0, task.threads);
    std::vector<float> rows(patches.count * values);
    for (std::size_t i = 0; i < patches.count; ++i)
        std::copy_n(patches.row(i), values, rows.begin() + static_cast<std::ptrdiff_t>(i * values));
    return rows;
}

void climbLadder(const NlmTask& task, const Device& device, const std::function<void(const NlmLadderTiming&)>& done) {
    const std::size_t elements = task.elements.size(), entries = elements * static_cast<std::size_t>(task.m);
    const Stream stream;
    const DeviceBuffer<float> patches = deviceCopy(patchesOfPaper(task)), squares(entries);
    const DeviceBuffer<std::uint32_t> numbers(entries);
    const Texture texture = textureOf(patches);
    const LadderTask ladder{patches.get(), texture.get(), static_cast<std::uint32_t>(elements),
                            task.m,        squares.get(), numbers.get()};
    for (const auto& [memory, name] :
         {std::pair{PatchMemory::constant, "constant"}, std::pair{PatchMemory::globalSmallCache, "global, small cache"},
          std::pair{PatchMemory::globalLargeCache, "global, large cache"}, std::pair{PatchMemory::texture, "texture"}}) {
        NlmLadderTiming timing{name, device.name, elements, task.m};
        timing.searchMs = timed(stream, [&, where = memory] {
                              check(searchAsInThePaper(ladder, where, stream.get()), "compare patches");
                          }).medianMs;
        timing.agreement = agreementOf(task, {task.m, hostCopy(numbers.get(), entries), hostCopy(squares.get(), entries)});
        done(timing);
    }
}

void writeRaw(const std::filesystem::path& folder, const NlmTask& task) {
    const Patches patches = patchesAround(task.distance, task.elements, 0, task.threads);
    std::filesystem::create_directories(folder);
    writeWhole(folder / ("patches_" + std::to_string(patches.count) + ".f32"),
               std::string(reinterpret_cast<const char*>(patches.rows.data()), patches.rows.size() * sizeof(float)));
}

}  // namespace

void benchmarkNlm(const NlmBenchOptions& options, const std::function<void(const NlmTiming&)>& done,
                  const std::function<void(const NlmLadderTiming&)>& stepDone) {
    std::vector<Device> usable = devices().devices;
    std::erase_if(usable, [](const Device& device) { return !device.unavailable.empty(); });
    for (const std::size_t count : options.elements) {
        const BenchBand band = bandOfBench(count, options.threads);
        const NlmTask task{band.distance, band.elements, NlmCandidates::all, 0, options.m, options.threads};
        if (!options.rawFolder.empty()) writeRaw(options.rawFolder, task);
        const int runs = count > 500'000 ? 1 : 9;
        if (!usable.empty()) {
            const Device& first = usable.front();
            first.makeCurrent();
            NlmTiming timing = timedWith(*directNlm({first}), task, runs);
            timing.tensorTflops = tensorTflopsOf(first);
            DeviceRows rows(task, {0, task.elements.size()}, first);
            rows.find(0, {});
            timing.doubtfulRows = rows.doubtfulRows();
            done(timing);
            if (count <= options.mostOnCpu) climbLadder(task, first, stepDone);
        }
        if (usable.size() > 1 && count >= fewestForSeveral) done(timedWith(*directNlm(usable), task, runs));
        if (count <= options.mostOnCpu) done(timedWith(*cpuSimdNlm(), task, 1));
    }
}

}  // namespace coarsen::gpu
