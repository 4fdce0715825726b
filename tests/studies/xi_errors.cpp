// SPDX-License-Identifier: GPL-3.0-or-later
// Which error the correlation lengths of pictures and volumes should have: the jack-knife's with Student's factor for so few
// parts, as it is quoted, the statistical limit k / sqrt(areas or volumes), the larger one, or both variances pooled. Random
// fields of several correlations, with noise and thresholded; each is held against the mean of its kind, so that what counts is
// the scatter.
#include "core/analysis/analyse_frame.hpp"
#include "core/base/parallel.hpp"
#include "core/measure/volume_measurer.hpp"
#include "core/synth/fourier_volume.hpp"
#include "core/synth/random_numbers.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace coarsen;

namespace {

constexpr std::array keys{"xi", "xi_integral", "xi_fit"};

/// A field by its structure factor, of x = q xi, in that many dimensions.
struct Kind {
    std::string name;
    std::function<double(double x, int axes)> s;
    double noise = 0;  ///< of the field's deviation
    bool isThresholded = false;
};

const std::vector<Kind> kinds{
    {"exponential", [](double x, int axes) { return std::pow(1 + x * x, axes == 3 ? -2.0 : -1.5); }},
    {"exp + noise", [](double x, int axes) { return std::pow(1 + x * x, axes == 3 ? -2.0 : -1.5); }, 0.5},
    {"two phases", [](double x, int axes) { return std::pow(1 + x * x, axes == 3 ? -2.0 : -1.5); }, 0, true},
    {"gaussian", [](double x, int) { return std::exp(-x * x / 4); }},
    {"ring", [](double x, int) { return std::exp(-0.5 * std::pow((x - 2) / 0.4, 2)); }},
};

/// The cut-out of a periodic box that is half as long again along each axis.
std::vector<float> fieldIn(const VolumeSize& full, const Kind& kind, double xiPx, const VolumeSize& cut, std::uint64_t seed) {
    const FourierVolume box(full);
    const int axes = full.depth > 1 ? 3 : 2;
    RandomNumbers random(seed, 1);
    std::vector<double> field(full.voxels());
    for (double& value : field)
        value = random.normal();
    auto spectrum = box.forward(std::move(field));
    const auto wave = [](int place, int side) { return FourierVolume::wavenumber(place, side); };
    std::size_t i = 0;
    for (int z = 0; z < full.depth; ++z)
        for (int y = 0; y < full.height; ++y)
            for (int x = 0; x < full.width / 2 + 1; ++x, ++i) {
                const double q = std::hypot(wave(x, full.width), wave(y, full.height), wave(z, full.depth));
                spectrum[i] *= std::sqrt(kind.s(q * xiPx, axes));
            }
    spectrum.front() = 0;
    field = box.backward(std::move(spectrum));
    double squares = 0;
    for (const double value : field)
        squares += value * value;
    const double deviation = std::sqrt(squares / static_cast<double>(field.size()));
    std::vector<float> part;
    part.reserve(cut.voxels());
    for (int z = 0; z < cut.depth; ++z)
        for (int y = 0; y < cut.height; ++y)
            for (int x = 0; x < cut.width; ++x) {
                const double value = field[full.index(x, y, z)] / deviation + kind.noise * random.normal();
                part.push_back(static_cast<float>(100 + 20 * (kind.isThresholded ? (value > 0 ? 1 : -1) : value)));
            }
    return part;
}

struct Case {
    VolumeSize size;  ///< depth 1: a picture
    double xiPx;

    bool isVolume() const { return size.depth > 1; }
    VolumeSize box() const { return {size.width * 3 / 2, size.height * 3 / 2, isVolume() ? size.depth * 3 / 2 : 1}; }
};

/// The lengths with the errors of both methods.
struct Measured {
    Lengths quoted, limits;
};

Measured measured(const Kind& kind, const Case& one, std::uint64_t seed) {
    MeasureSettings limitAlone;
    limitAlone.errors = ErrorMethod::floor;
    if (one.isVolume()) {
        const Volume volume(one.size, {}, fieldIn(one.box(), kind, one.xiPx, one.size, seed));
        return {VolumeMeasurer({}, 1)(volume, true).lengths, VolumeMeasurer(limitAlone, 1)(volume, true).lengths};
    }
    Frame frame;
    frame.image = Image(one.size.width, one.size.height, fieldIn(one.box(), kind, one.xiPx, one.size, seed));
    const EngineRequest engines{.engines = cpuEngines(), .threads = 1};
    return {Measurer({}, engines, {})(frame, true).lengths, Measurer(limitAlone, engines, {})(frame, true).lengths};
}

void study(const Kind& kind, const Case& one, int count, std::uint64_t seed) {
    std::vector<Measured> all(static_cast<std::size_t>(count));
    parallelFor(all.size(), 0, [&](std::size_t i) { all[i] = measured(kind, one, seed + i); });
    for (const char* key : keys) {
        double sum = 0, squares = 0, found = 0;
        for (const Measured& each : all)
            if (const double px = each.quoted[key].px; std::isfinite(px)) sum += px, squares += px * px, ++found;
        const double mean = sum / found, deviation = std::sqrt(squares / found - mean * mean);
        std::array<double, 4> within{}, squaredErrors{};  // quoted, larger, pooled, limit
        for (const Measured& each : all) {
            const double px = each.quoted[key].px, quoted = each.quoted[key].errorPx, limit = each.limits[key].errorPx;
            if (!std::isfinite(px)) continue;
            const std::array errors{quoted, std::max(quoted, limit), std::sqrt((quoted * quoted + limit * limit) / 2), limit};
            for (std::size_t rule = 0; rule < errors.size(); ++rule) {
                within[rule] += std::abs(px - mean) <= errors[rule];
                squaredErrors[rule] += errors[rule] * errors[rule];
            }
        }
        std::printf("%-12s %4d x %-4d x %-3d %5.1f  %-12s %4.0f %7.2f %6.2f ", kind.name.c_str(), one.size.width, one.size.height,
                    one.size.depth, one.xiPx, key, found, mean, 100 * deviation / mean);
        for (std::size_t rule = 0; rule < within.size(); ++rule)
            std::printf("  %4.0f %5.2f", 100 * within[rule] / found, std::sqrt(squaredErrors[rule] / found) / deviation);
        std::printf("\n");
    }
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Errors of correlation lengths by four rules, on random fields in two and three dimensions", "xi_errors_study"};
    int count = 60;
    app.add_option("--fields", count, "Independent fields a case")->capture_default_str();
    std::uint64_t seed = 9000;
    app.add_option("--seed", seed, "The same seed gives the same fields")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    std::printf("# %d independent fields a case, seed %d; sd: their real scatter, %% of the mean\n", count,
                static_cast<int>(seed));
    std::printf("# of each rule: %% of fields within one error of the mean of all, and error (rms) over sd\n");
    std::printf(
        "field                size        xi  length          n    mean     sd      quoted      larger      pooled"
        "       limit\n");
    for (const Kind& kind : kinds)
        for (const Case& one : {Case{{600, 400, 1}, 6}, Case{{600, 400, 1}, 15}, Case{{240, 180, 1}, 8}, Case{{64, 64, 64}, 4},
                                Case{{64, 64, 64}, 8}, Case{{96, 80, 40}, 5}})
            study(kind, one, count, seed);
}
