// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/volume_series_timing.hpp"

#include "core/analysis/run_series.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/base/scratch_folder.hpp"
#include "core/base/sha256.hpp"
#include "core/series/image_series.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/volume_tiff.hpp"
#include "tests/bench/suites/cpu_clock.hpp"

#include <algorithm>
#include <filesystem>

namespace coarsen::bench {

namespace {

constexpr int fewestVolumes = 10, volumesAThread = 2, repeats = 3;

/// One volume under many names: each is read, hashed and measured for itself, and the disk holds it once.
ImageSeries writtenSeries(const std::filesystem::path& folder, const VolumeSize& size, int count) {
    BicontinuousSettings settings;
    settings.width = size.width;
    settings.height = size.height;
    settings.depth = size.depth;
    settings.bits = 16;
    const std::filesystem::path first = folder / "0000.tif";
    writeVolumeTiff(first, bicontinuousVolume(settings, 0).volume, settings.bits);
    for (int i = 1; i < count; ++i) {
        std::string name = std::to_string(i);
        name.insert(0, 4 - name.size(), '0');
        std::filesystem::create_hard_link(first, folder / (name + ".tif"));
    }
    SeriesOpening opening;
    opening.areVolumes = true;
    return openSeries({folder}, opening);
}

/// The best of some runs, as what disturbs one only makes it longer.
template <typename Work>
double bestMs(Work work) {
    double best = 0;
    for (int i = 0; i < repeats; ++i) {
        const auto start = Clock::now();
        work();
        const double ms = 1e3 * secondsSince(start);
        best = i == 0 ? ms : std::min(best, ms);
    }
    return best;
}

double readingMs(const ImageSeries& series, int threads) {
    return bestMs([&] {
        parallelFor(series.frames.size(), threads, [&](std::size_t i) {
            const std::filesystem::path& file = series.frames[i].file;
            if (sha256OfFile(file).empty() || readVolume(file).isEmpty()) throw InputError(file.string(), "it holds no volume");
        });
    });
}

}  // namespace

VolumeSeriesTiming timedVolumeSeries(const VolumeSize& size, const Engines& engines, int threads) {
    const ScratchFolder folder;
    VolumeSeriesTiming timing;
    timing.volumes = std::max(fewestVolumes, volumesAThread * threadCount(threads));
    RunRequest request;
    request.series = writtenSeries(folder.path(), size, timing.volumes);
    request.recipe = recipeForVolumes(defaultRecipe());
    request.engines.engines = engines;
    request.threads = threads;
    timing.readingOneThread = readingMs(request.series, 1) / timing.volumes;
    timing.reading = readingMs(request.series, threads) / timing.volumes;
    timing.series = bestMs([&] {
                        const FrameResults rows = runSeries(request, {}).results;
                        timing.engine = rows.empty() ? "" : rows.begin()->second->engine;
                    }) /
                    timing.volumes;
    return timing;
}

}  // namespace coarsen::bench
