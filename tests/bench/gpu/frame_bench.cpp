// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/gpu/frame_bench.hpp"

#include "core/measure/radial_profile.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/recipe/recipe.hpp"
#include "core/synth/synthetic_series.hpp"
#include "gpu/analysis/device_frame_plan.hpp"
#include "gpu/measure/circle_tables.hpp"
#include "gpu/preprocess/kernels/final_image.hpp"
#include "tests/bench/gpu/stopwatch.hpp"

#include <string>
#include <utility>
#include <vector>

namespace coarsen::gpu {

namespace {

constexpr int width = 1500, height = 750, maxLag = 250;

GpuTiming timing(const std::string& name, const std::string& engine, const Times& times) {
    return {name, engine, times.medianMs, times.minMs, {}, 0, ""};
}

Frame photograph() {
    RingSettings settings;
    settings.width = width;
    settings.height = height;
    settings.rMaxFromPx = settings.rMaxToPx = 88;
    settings.faults = {.light = 0.4, .dust = 150, .driftPx = 0, .noise = 0.3};
    Frame raw;
    raw.image = ringFrame(settings, 0).image;
    return raw;
}

void averages(const std::function<void(const GpuTiming&)>& done) {
    const std::string name = "azimuthal average, R" + std::to_string(maxLag);
    const std::size_t size = static_cast<std::size_t>(2 * maxLag + 1) * (maxLag + 1);
    const std::vector<double> values(size, 0.5), counts(size, 1000);
    const CorrelationMap map(maxLag, true, values, counts);
    const AzimuthalAverager averager(maxLag);
    const GpuTiming onHost = timing(name, "CPU, one thread, weights ready", timedOnHost([&] { averager(map); }, 50));
    done(onHost);

    const Stream stream;
    const CircleTables circles(maxLag, 1, false);
    const DeviceBuffer<float> sums = deviceCopy(std::vector<float>(size, 0.5F));
    const DeviceBuffer<ImageStatistics> statistics = deviceCopy(std::vector<ImageStatistics>{{width * height, 0, 1, 0, 1}});
    const DeviceBuffer<double> folded(foldedSize(maxLag, wholeLanes)), profile(5 * (maxLag + 1));
    AveragesTask task{};
    task.whole = {sums.get(), nullptr, width, height, maxLag, 32, true, statistics.get()};
    task.aspect = 1;
    task.rows = circles.rows();
    task.foldedWhole = folded.get();
    task.values = profile.get();
    task.pairs = task.values + maxLag + 1;
    task.scatter = task.pairs + maxLag + 1;
    task.axes = task.scatter + maxLag + 1;
    GpuTiming onDevice = timing(name, "GPU, of lag sums that lie there",
                                timed(stream, [&] { check(launchAverages(task, stream.get()), "average over circles"); }));
    onDevice.ratioTo["CPU"] = onHost.medianMs / onDevice.medianMs;
    done(onDevice);
}

/// Milliseconds of a frame without the jack-knife; `former`: those of the default recipe, 0 where this is it.
double wholeFrames(const std::string& steps, Recipe recipe, double former, const Device& device,
                   const std::function<void(const GpuTiming&)>& done) {
    setText(recipe, "measure.max_lag", std::to_string(maxLag));
    const Frame raw = photograph();
    const std::string name = "1500x750 R250 u8, " + steps + ", decoded picture to C1D";
    const auto timedWith = [&](const char* errors) {
        setText(recipe, "measure.errors", errors);
        const auto plan = deviceFramePlan({width, height, PixelType::u8, 8}, deviceRecipe(recipe).value(), 1.0, device);
        return timedOnHost([&] { plan->measure(raw, false); }, 100);
    };
    done(timing(name, "the CPU's steps alone, one thread", timedOnHost([&] { finalFrame(raw, recipe.steps); })));
    GpuTiming whole = timing(name, "gpu-fft, all of it", timedWith("none"));
    if (former > 0) whole.ratioTo["default recipe"] = former / whole.medianMs;
    done(whole);
    done(timing(name, "gpu-fft, all of it and the jack-knife", timedWith("jackknife")));
    return whole.medianMs;
}

}  // namespace

void benchmarkFrames(const Device& device, const std::function<void(const GpuTiming&)>& done) {
    averages(done);
    Recipe recipe = defaultRecipe();
    const double former = wholeFrames("default recipe", recipe, 0, device, done);
    for (const auto& [name, method] : {std::pair{"blur", "blur"}, {"Overlay", "overlay"}}) {
        Recipe blurred = recipe;
        setText(blurred, "flatten.method", method);
        setText(blurred, "dust.treat", "copy");
        wholeFrames(std::string(name) + " and dust copied over", blurred, former, device, done);
    }
    setText(recipe, "flatten.method", "polynomial");
    setText(recipe, "dust.find", "outliers");
    wholeFrames("polynomial and outliers", recipe, former, device, done);
}

}  // namespace coarsen::gpu
