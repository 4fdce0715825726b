// SPDX-License-Identifier: GPL-3.0-or-later
// R_max of bicontinuous volumes of known length: bias, the k of sd / R = k / sqrt(Nd), Nd = V / R^3, how often the errors hold
// the truth; and what is found in volumes without a structure.
#include "core/base/parallel.hpp"
#include "core/measure/bracket.hpp"
#include "core/measure/maxima.hpp"
#include "core/measure/uncertainty.hpp"
#include "core/measure/volume_measurer.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/synth/random_numbers.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

using namespace coarsen;

namespace {

struct Case {
    int side;
    double wavelengthPx, ringWidth;
    double noise = 0;
    double spacingZ = 1;  ///< of x and y
};

Volume volumeOf(const Case& one, std::uint64_t seed, double& truthPx) {
    BicontinuousSettings settings;
    settings.width = settings.height = one.side;
    settings.depth = static_cast<int>(one.side / one.spacingZ);
    settings.spacing = {1, 1, one.spacingZ};
    settings.wavelengthFromPx = settings.wavelengthToPx = one.wavelengthPx / settings.spacing.perPx();
    settings.ringWidth = one.ringWidth;
    settings.faults.noise = one.noise;
    settings.frames = 1;
    settings.bits = 16;
    settings.seed = seed;
    SyntheticVolume made = bicontinuousVolume(settings, 0);
    truthPx = made.rMaxPx;
    return made.volume;
}

struct Found {
    double off = 0, rise = 0, error = 0, limit = 0;  ///< all but the rise relative to the truth
    bool isFound = false;
};

void study(const Case& one, int volumes, std::uint64_t seed) {
    std::vector<Found> all(static_cast<std::size_t>(volumes));
    double domains = 0;
    parallelFor(all.size(), 0, [&](std::size_t i) {
        double truth = 0;
        const Volume volume = volumeOf(one, seed + i, truth);
        if (i == 0) domains = static_cast<double>(volume.size().voxels()) / (truth * truth * truth);
        const auto answer = VolumeMeasurer(MeasureSettings{}, 1)(volume, true);
        Found& found = all[i];
        found.isFound = answer.rMax.isFound() && std::abs(answer.rMax.px / truth - 1) < 0.3;
        if (!found.isFound) return;
        found.off = answer.rMax.px / truth - 1;
        found.rise = relativeRise(answer.profile, answer.rMax.px);
        found.error = answer.rMax.errorPx / truth;
        const double R = answer.rMax.px;
        found.limit = relativeErrorLimit(found.rise, static_cast<double>(volume.size().voxels()) / (R * R * R), 3) * R / truth;
    });
    double count = 0, sum = 0, squares = 0, rise = 0, errors = 0, limits = 0, jackknifes = 0, within = 0, within2 = 0,
           byBlocks = 0;
    for (const Found& found : all) {
        if (!found.isFound) continue;
        const double jackknife2 = std::max(0.0, 2 * found.error * found.error - found.limit * found.limit);
        ++count;
        sum += found.off;
        squares += found.off * found.off;
        rise += found.rise;
        errors += found.error * found.error;
        limits += found.limit * found.limit;
        jackknifes += jackknife2;
        within += std::abs(found.off) <= found.error;
        within2 += std::abs(found.off) <= 2 * found.error;
        byBlocks += found.off * found.off <= jackknife2;
    }
    const double mean = sum / count, sd = std::sqrt(std::max(0.0, squares / count - mean * mean) * count / (count - 1));
    std::printf("%4d %5.1f %5.2f %5.2f %4.1f %6.0f %5.0f  %5.3f %+6.2f %6.2f %6.3f  %5.2f %5.2f %5.2f  %4.0f %4.0f  %4.0f\n",
                one.side, one.wavelengthPx, one.ringWidth, one.noise, one.spacingZ, domains, count, rise / count, 100 * mean,
                100 * sd, sd * std::sqrt(domains), std::sqrt(errors / count) / sd, std::sqrt(jackknifes / count) / sd,
                std::sqrt(limits / count) / sd, 100 * within / count, 100 * within2 / count, 100 * byBlocks / count);
    std::fflush(stdout);
}

constexpr const char* lengthKeys[] = {"xi", "xi_integral", "xi_fit"};

/// The closed form read off by the same estimator.
double truthOf(const LengthEstimator& estimator, const Case& one) {
    const double rMax = rMaxOfWavelength * one.wavelengthPx / std::cbrt(one.spacingZ);
    const double q0 = bicontinuousRMaxPx(1, one.ringWidth) / rMax;  // R_max is that of the wavelength whatever the ring
    RadialProfile exact;
    exact.dimensions = 3;
    for (int r = 0; r <= one.side / 3; ++r) {
        exact.r.push_back(r);
        exact.value.push_back(bicontinuousC1d(r, q0, one.ringWidth));
        exact.pairs.push_back(1e9);
    }
    for (int i = 0; i <= 4 * 24 && i <= 4 * (one.side / 3); ++i) {
        exact.fine.r.push_back(i / 4.0);
        exact.fine.value.push_back(bicontinuousC1d(i / 4.0, q0, one.ringWidth));
    }
    return estimator.fromProfile(exact, MeasureSettings{}).px;
}

/// The other lengths: k of sd / L = k / sqrt(V / L^3) and what the blocks' error is of the scatter.
void studyLengths(const Case& one, int volumes, std::uint64_t seed) {
    std::vector<VolumeMeasurer::Answer> all(static_cast<std::size_t>(volumes));
    parallelFor(all.size(), 0, [&](std::size_t i) {
        double ignored = 0;
        all[i] = VolumeMeasurer(MeasureSettings{}, 1)(volumeOf(one, seed + i, ignored), true);
        all[i].map = {};
    });
    const double voxels = one.side * one.side * std::floor(one.side / one.spacingZ);
    for (const char* const key : lengthKeys) {
        const double truth = truthOf(*lengthEstimator(key), one);
        double count = 0, sum = 0, squares = 0, errors = 0, within = 0;
        for (const auto& answer : all) {
            const LengthScale& length = answer.lengths[key];
            if (!length.isFound()) continue;
            const double off = length.px / truth - 1, error = length.errorPx / truth;
            ++count;
            sum += off;
            squares += off * off;
            errors += error * error;
            within += std::abs(off) <= error;
        }
        const double mean = sum / count, sd = std::sqrt(std::max(0.0, squares / count - mean * mean) * count / (count - 1));
        const double volumesOfLength = voxels / (truth * truth * truth);
        std::printf("%4d %5.1f %5.2f %5.2f %4.1f  %-8s %6.2f %7.0f %5.0f %+6.2f %6.3f %6.2f  %5.2f %4.0f\n", one.side,
                    one.wavelengthPx, one.ringWidth, one.noise, one.spacingZ, key, truth, volumesOfLength, count, 100 * mean,
                    100 * sd, sd * std::sqrt(volumesOfLength), std::sqrt(errors / count) / sd, 100 * within / count);
    }
    std::fflush(stdout);
}

/// White noise, smoothed by `passes` running means of 3 voxels along each axis.
Volume structureless(int side, int passes, std::uint64_t seed) {
    const VolumeSize size{side, side, side};
    RandomNumbers random(seed, 7);
    std::vector<float> values(size.voxels());
    for (float& value : values)
        value = static_cast<float>(random.normal());
    for (int pass = 0; pass < passes; ++pass)
        for (const std::size_t step : {std::size_t{1}, size.index(0, 1, 0), size.slice()}) {
            const std::vector<float> before = values;
            for (std::size_t i = step; i + step < values.size(); ++i)
                values[i] = (before[i - step] + before[i] + before[i + step]) / 3;
        }
    return {size, {}, std::move(values)};
}

void studyNothing(int side, int passes, int volumes, std::uint64_t seed) {
    std::vector<double> highest(static_cast<std::size_t>(volumes));
    std::vector<Quality> quality(highest.size());
    parallelFor(highest.size(), 0, [&](std::size_t i) {
        const auto answer = VolumeMeasurer(MeasureSettings{}, 1)(structureless(side, passes, seed + i), true);
        for (const ProfileMaximum& maximum : maximaOf(definedPart(answer.profile), MeasureSettings{}.prominence))
            highest[i] = std::max(highest[i], maximum.significance);
        quality[i] = answer.rMax.quality;
    });
    std::printf("%4d %6d %7d   %5.2f  %4d %4d\n", side, passes, volumes, *std::ranges::max_element(highest),
                static_cast<int>(std::ranges::count(quality, Quality::good)),
                static_cast<int>(std::ranges::count_if(highest, [](double T) { return T >= significantRise; })));
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"R_max of volumes: bias, scatter and errors"};
    int volumes = 100;
    std::uint64_t seed = 50000;  // k was chosen by 1000
    app.add_option("--volumes", volumes, "Independent volumes a case")->capture_default_str();
    app.add_option("--seed", seed, "The same seed gives the same volumes")->capture_default_str();
    bool lengths = false;
    app.add_flag("--lengths", lengths, "The other lengths instead of R_max");
    int largest = 96;
    app.add_option("--largest", largest, "Leaves out volumes of more voxels a side")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    if (lengths) {
        std::printf(
            "# %d independent volumes a case, seed %llu; percentages of the closed form's length L; k = sd sqrt(V / L^3)\n",
            volumes, static_cast<unsigned long long>(seed));
        std::printf("# error: root mean square over the real scatter; within: %% of truths within one error\n");
        std::printf("side     L  ring noise   sz  length       px   V/L^3 found   bias     sd      k  error within\n");
        for (const Case& one : {Case{48, 8, 0.05}, Case{64, 12, 0.05}, Case{48, 8, 0.1}, Case{64, 12, 0.1}, Case{48, 8, 0.2},
                                Case{64, 12, 0.2}, Case{48, 8, 0.3}, Case{48, 8, 0.1, 0.5}, Case{64, 12, 0.1, 0, 2}})
            if (one.side <= largest) studyLengths(one, volumes, seed);
        return 0;
    }
    std::printf("# %d independent volumes a case, seed %llu; percentages of R_max; k = sd sqrt(Nd), Nd = V / R_max^3\n", volumes,
                static_cast<unsigned long long>(seed));
    std::printf(
        "# error, jack-knife, limit: root mean squares over the real scatter; within 1, 2: %% of truths within so many\n");
    std::printf("# errors; by blocks: within one of the jack-knife's alone\n");
    std::printf(
        "side     L  ring noise   sz     Nd found   rise   bias     sd      k  error jackk limit  within 1,2  by blocks\n");
    for (const Case& one :
         {Case{64, 8, 0.02}, Case{96, 12, 0.02},  Case{64, 8, 0.05},      Case{96, 8, 0.05},       Case{48, 8, 0.1},
          Case{64, 8, 0.1},  Case{96, 8, 0.1},    Case{64, 12, 0.1},      Case{96, 12, 0.1},       Case{64, 8, 0.15},
          Case{96, 8, 0.15}, Case{64, 8, 0.2},    Case{96, 8, 0.2},       Case{64, 12, 0.2},       Case{96, 8, 0.25},
          Case{96, 8, 0.3},  Case{64, 8, 0.1, 1}, Case{96, 12, 0.1, 0.5}, Case{96, 12, 0.1, 0, 2}, Case{96, 12, 0.1, 0, 3}})
        if (one.side <= largest) study(one, volumes, seed);
    std::printf("# without a structure: white noise and %s\n# side passes volumes  highest T  good  T >= 1\n",
                "running means of 3 voxels along each axis, passes times");
    for (const int side : {48, 64, 96})
        for (const int passes : {0, 1, 4, 12})
            if (side <= largest) studyNothing(side, passes, volumes / 2, seed);
}
