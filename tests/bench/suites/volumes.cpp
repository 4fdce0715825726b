// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/suites/volumes.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/correlate/volume/lag_transform.hpp"
#include "core/fourier/double_lines.hpp"
#include "core/fourier/fftw.hpp"
#include "core/measure/spherical_mean.hpp"
#include "core/measure/volume_measurer.hpp"
#include "tests/bench/gpu/benchmark.hpp"
#include "tests/bench/suites/cpu_clock.hpp"
#include "tests/bench/suites/rows.hpp"
#include "tests/bench/suites/volume_rows.hpp"
#include "tests/bench/suites/volume_series_timing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::bench {

namespace {

constexpr double meanOfGrey = 127.5, allowedError = 1e-10;

Volume randomVolume(const VolumeSize& size) {
    std::mt19937 random(20120705);
    std::vector<float> values(size.voxels());
    for (float& value : values)
        value = static_cast<float>(random() >> 24);
    return {size, {}, std::move(values)};
}

/// Error of a few offsets against plain sums, as a part of N(0, 0, 0).
double errorOf(const VolumeLagSums& sums, const Volume& volume) {
    const VolumeSize& size = volume.size();
    const LagReach& reach = sums.reach;
    double worst = 0;
    for (const auto& [X, Y, Z] : {std::array{0, 0, 0}, std::array{1, -2, 3}, std::array{-reach.x, reach.y, reach.z},
                                  std::array{reach.x, -reach.y, 0}, std::array{-3, 0, reach.z / 2}}) {
        double sum = 0;
        for (int z = Z; z < size.depth; ++z)
            for (int y = std::max(0, Y); y < std::min(size.height, size.height + Y); ++y)
                for (int x = std::max(0, X); x < std::min(size.width, size.width + X); ++x)
                    sum += (static_cast<double>(volume.at(x, y, z)) - meanOfGrey) *
                           (static_cast<double>(volume.at(x - X, y - Y, z - Z)) - meanOfGrey);
        worst = std::max(worst, std::abs(sums.at(X, Y, Z) - sum));
    }
    return worst / sums.at(0, 0, 0);
}

/// One real transform forward and one back, in one thread, ms.
double transformsMs(const VolumeSize& padded, double seconds) {
    const RealBox box(padded.width, padded.height, padded.depth);
    const auto numbers = alignedRoom<double>(padded.voxels());
    const auto spectrum =
        alignedRoom<std::complex<double>>(static_cast<std::size_t>(padded.width / 2 + 1) *
                                          static_cast<std::size_t>(padded.height) * static_cast<std::size_t>(padded.depth));
    std::fill_n(numbers.get(), padded.voxels(), 0.0);  // the way back multiplies by their count: others would overflow
    return medianMs(seconds, [&] {
        box.forward(numbers.get(), spectrum.get());
        box.backward(spectrum.get(), numbers.get());
    });
}

std::string textOf(const VolumeSize& size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height) + "x" + std::to_string(size.depth);
}

/// All columns, those that do not apply empty.
Json rowOfSize(const VolumeSize& size, int threads) {
    Json row;
    for (const char* const column :
         {"size", "max_lag_px", "padded", "threads", "c3d_ms", "transforms_one_thread_ms", "ratio_transforms",
          "measure_with_errors_ms", "memory_mb", "max_error", "engine", "series_volumes", "reading_one_thread_ms", "reading_ms",
          "series_ms", "ratio_reading", "ratio_reading_one_thread", "reading"})
        row[column] = nullptr;
    row["size"] = textOf(size);
    row["threads"] = threads;
    return row;
}

Json rowOf(const Volume& volume, int threads, double transforms, double seconds) {
    const MeasureSettings settings;
    const int maxLag = maxLagFor(settings, volume.size(), volume.spacing());
    const LagReach reach = reachFor(maxLag, volume.size(), volume.spacing(), settings.smallRadii);
    LagTransform transform(volume.size(), reach, threads);
    const FieldRows field = centredRows(volume, meanOfGrey, wholeOf(volume.size()));
    const double error = errorOf(*transform.ofItself(field), volume);
    if (!(error <= allowedError))
        throw EngineError("cpu-fft", "its answer is wrong by " + std::to_string(error) + " of N(0, 0, 0)", "tell the authors");
    const double correlating = medianMs(seconds, [&] { transform.ofItself(field); });
    VolumeMeasurer measurer(settings, threads);
    const double measuring = medianMs(0, [&] { measurer(volume, true); });
    constexpr double bytesPerMegabyte = 1e6;
    Json row = rowOfSize(volume.size(), threads);
    row["max_lag_px"] = maxLag;
    row["padded"] = textOf(transform.padded());
    row["c3d_ms"] = known(correlating);
    row["transforms_one_thread_ms"] = known(transforms);
    row["ratio_transforms"] = known(correlating / (transforms / threads));
    row["measure_with_errors_ms"] = known(measuring);
    row["memory_mb"] = known(static_cast<double>(bytesToMeasure(volume.size(), settings, volume.spacing())) / bytesPerMegabyte);
    row["max_error"] = known(error);
    return row;
}

/// From files to rows of a table.
Json rowOfSeries(const VolumeSize& size, const Engines& engines, int threads) {
    const VolumeSeriesTiming timing = timedVolumeSeries(size, engines, threads);
    Json row = rowOfSize(size, threads);
    row["engine"] = timing.engine;
    row["series_volumes"] = timing.volumes;
    row["reading_one_thread_ms"] = known(timing.readingOneThread);
    row["reading_ms"] = known(timing.reading);
    row["series_ms"] = known(timing.series);
    row["ratio_reading"] = known(timing.reading / timing.series);
    row["ratio_reading_one_thread"] = known(timing.readingOneThread / timing.series);
    row["reading"] =
        "files in the page cache, read, hashed (SHA-256) and decoded: one after the other (one_thread), "
        "or as many at a time as there are threads";
    return row;
}

/// Tables of what a GPU does; empty where there is none.
std::vector<Table> tablesOfGpu(const VolumesBenchOptions& options) {
    Json registrations = Json::array(), rounds = Json::array();
    std::vector<RegulariserTiming> ladder;
    std::vector<NlmLadderTiming> nlmLadder;
    if (!gpu::gpuName().empty()) {
        gpu::benchmarkRegistration(options.registered, "local",
                                   [&](const RegistrationTiming& timing) { registrations.push_back(registrationRow(timing)); });
        gpu::benchmarkRegistrationLadder(options.ladder, [&](const RegulariserTiming& timing) { ladder.push_back(timing); });
        NlmBenchOptions nlm;
        nlm.elements = {nlm.mostOnCpu};
        nlm.threads = options.threads;
        gpu::benchmarkNlm(
            nlm, [&](const NlmTiming& timing) { rounds.push_back(nlmRow(timing)); },
            [&](const NlmLadderTiming& timing) { nlmLadder.push_back(timing); });
    }
    return {{"registration", registrations},
            {"registration_ladder", regulariserRows(ladder)},
            {"non_local_means", rounds},
            {"non_local_means_ladder", nlmLadderRows(nlmLadder)}};
}

}  // namespace

void benchVolumes(const Engines& engines, const VolumesBenchOptions& options) {
    std::vector<int> threads{1};
    if (threadCount() > 1) threads.push_back(threadCount());
    if (options.threads > 0) threads = {options.threads};
    Json rows = Json::array();
    for (const VolumeSize& size : options.sizes) {
        const Volume volume = randomVolume(size);
        const MeasureSettings settings;
        const LagReach reach = reachFor(maxLagFor(settings, size, volume.spacing()), size, volume.spacing(), settings.smallRadii);
        const double transforms = transformsMs(LagTransform(size, reach, 1).padded(), options.seconds);
        for (const int count : threads)
            rows.push_back(rowOf(volume, count, transforms, options.seconds));
    }
    for (const VolumeSize& size : options.sizes)
        rows.push_back(rowOfSeries(size, engines, threads.back()));
    std::vector<Table> tables{{"cases", rows}};
    std::ranges::move(tablesOfGpu(options), std::back_inserter(tables));
    printTables("volumes", Json::object(), tables, options.asJson);
}

}  // namespace coarsen::bench
