// SPDX-License-Identifier: GPL-3.0-or-later
// Which maximum is R_max, when it is called good, and what its error is worth (science/definitions.md, limits.md): fields whose
// C1D is known, and images without structure. Committed answers: tests/studies/results/maximum.txt.
#include "core/analysis/analyse_frame.hpp"
#include "core/base/parallel.hpp"
#include "core/measure/maxima.hpp"
#include "core/synth/random_numbers.hpp"
#include "tests/studies/random_field.hpp"
#include "tests/support/run_by_hand.hpp"

#include <cmath>
#include <cstdio>
#include <functional>
#include <mutex>
#include <numbers>

namespace {

using namespace coarsen;

constexpr int width = 600, height = 300;

Measurer::Answer measured(const Image& image, bool withErrors) {
    thread_local std::optional<Measurer> measurer;
    if (!measurer) {
        EngineRequest engines;
        engines.engines = cpuEngines();
        engines.threads = 1;
        measurer.emplace(MeasureSettings{}, engines, Calibration{});
    }
    Frame frame;
    frame.image = image;
    return (*measurer)(frame, withErrors);
}

/// How far a length lies from its truth, in pixels and in its own errors.
struct Distances {
    int all = 0, withinOne = 0, withinTwo = 0;
    double sum = 0, squares = 0, errors = 0, zSquares = 0;

    void add(const LengthScale& length, double truth) {
        if (!length.isFound() || !(length.errorPx > 0)) return;
        const double off = length.px - truth, z = off / length.errorPx;
        ++all;
        withinOne += std::abs(z) <= 1;
        withinTwo += std::abs(z) <= 2;
        sum += off;
        squares += off * off;
        errors += length.errorPx;
        zSquares += z * z;
    }
    double bias() const { return sum / all; }
    double standardErrorOfBias() const { return std::sqrt((squares / all - bias() * bias()) / all); }
};

struct Tally {
    Distances rMax, rZero, rHalf;
    int images = 0, found = 0, good = 0;
};

/// The radius at which the closed form falls to `level` of its value at 0.
double crossing(const RingCorrelation& ring, double rMaxPx, double level) {
    double low = 0, high = ring.zMax() / 2;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (ring(middle) > level ? low : high) = middle;
    }
    return low * rMaxPx / ring.zMax();
}

Tally ofRings(const RingSpectrum& spectrum, double rMaxPx, int images, std::uint64_t seed) {
    const RingCorrelation ring(spectrum);
    const double zero = crossing(ring, rMaxPx, 0), half = crossing(ring, rMaxPx, 0.5);
    Tally tally;
    std::mutex mutex;
    parallelFor(static_cast<std::size_t>(images), 0, [&](std::size_t i) {
        const auto field = randomField(spectrum, ring.zMax(), width, height, rMaxPx, seed + i);
        const Measurer::Answer answer = measured(pictureOf(field, width, height, 1000, 0.2), true);
        const std::lock_guard lock(mutex);
        ++tally.images;
        tally.found += answer.rMax.isFound();
        tally.good += answer.rMax.quality == Quality::good;
        tally.rMax.add(answer.rMax, rMaxPx);
        tally.rZero.add(answer.lengths["r_zero"], zero);
        tally.rHalf.add(answer.lengths["r_half"], half);
    });
    return tally;
}

void studyErrors(int images, std::uint64_t seed) {
    std::printf("Errors: %d fields of %d x %d px each, seeds from %llu. z: distance from the truth in quoted errors\n\n", images,
                width, height, static_cast<unsigned long long>(seed));
    std::printf("%-12s %5s %6s %6s %8s %8s %9s %7s %6s %7s %6s\n", "ring", "R", "found", "good", "1 error", "2 errors",
                "bias/err", "rms z", "bias %", "r_zero", "r_half");
    std::vector<RingSpectrum> spectra;
    for (const double ringWidth : {0.05, 0.10, 0.15, 0.20, 0.25, 0.30})
        spectra.push_back(gaussianRing(ringWidth));
    spectra.push_back(furukawa(6));
    spectra.push_back(furukawa(4));
    for (const RingSpectrum& spectrum : spectra) {
        Distances all;
        for (const double R : {5.0, 8.0, 12.0, 20.0, 30.0, 45.0}) {
            const Tally tally = ofRings(spectrum, R, images, seed += 100000);
            const Distances& d = tally.rMax;
            std::printf("%-12s %5.0f %6d %6d %6.0f %% %6.0f %% %9.2f %7.2f %6.2f %5.0f %% %4.0f %%\n", spectrum.name.c_str(), R,
                        tally.found, tally.good, 100.0 * d.withinOne / d.all, 100.0 * d.withinTwo / d.all, d.sum / d.errors,
                        std::sqrt(d.zSquares / d.all), 100 * d.bias() / R, 100.0 * tally.rZero.withinOne / tally.rZero.all,
                        100.0 * tally.rHalf.withinOne / tally.rHalf.all);
            if (R < 8) continue;  // Furukawa's tail lies beyond what pixels of that size can hold
            all.all += d.all, all.withinOne += d.withinOne, all.withinTwo += d.withinTwo, all.zSquares += d.zSquares;
        }
        std::printf("%-12s   all               %6.1f %% %6.1f %% %9s %7.2f\n", spectrum.name.c_str(),
                    100.0 * all.withinOne / all.all, 100.0 * all.withinTwo / all.all, "", std::sqrt(all.zSquares / all.all));
    }
}

void studyRangeEnd(int images, std::uint64_t seed) {
    std::printf("\nThe end of the range (%d px): gauss 0.15, %d fields each, seeds from %llu\n\n", height / 3, images,
                static_cast<unsigned long long>(seed));
    std::printf("%5s %6s %6s %8s %8s\n", "R", "found", "good", "bias %", "1 error");
    for (const double R : {70.0, 80.0, 88.0, 92.0, 96.0, 100.0}) {
        const Tally tally = ofRings(gaussianRing(0.15), R, images, seed += 100000);
        std::printf("%5.0f %6d %6d %5.2f(%.2f) %6.0f %%\n", R, tally.found, tally.good, 100 * tally.rMax.bias() / R,
                    100 * tally.rMax.standardErrorOfBias() / R, 100.0 * tally.rMax.withinOne / tally.rMax.all);
    }
}

/// A kind of image without a length.
struct Structureless {
    const char* name;
    std::function<Image(std::uint64_t seed)> image;
};

Image imageOf(int w, int h, const std::function<double(int, int)>& value) {
    std::vector<float> pixels;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            pixels.push_back(static_cast<float>(value(x, y)));
    return {w, h, std::move(pixels)};
}

/// A field whose S(q) falls from q = 0 on: no ring.
Image smooth(std::uint64_t seed, const std::function<double(double)>& s) {
    RandomNumbers random(seed, 5);
    const double size = 3 * std::pow(10, random.uniform());  // 3 to 30 px
    const RingSpectrum spectrum{"", [&](double x) { return s(x); }};
    return pictureOf(randomField(spectrum, size, 300, 240, size, seed), 300, 240, 1000, 0.2);
}

std::vector<Structureless> structureless() {
    return {
        {"white noise",
         [](std::uint64_t seed) {
             RandomNumbers random(seed, 3);
             return imageOf(300, 240, [&](int, int) { return 100 + 10 * random.normal(); });
         }},
        {"smooth noise", [](std::uint64_t seed) { return smooth(seed, [](double x) { return std::exp(-x * x); }); }},
        {"exponential correlation",
         [](std::uint64_t seed) { return smooth(seed, [](double x) { return std::pow(1 + x * x, -1.5); }); }},
        {"1/f", [](std::uint64_t seed) { return smooth(seed, [](double x) { return 1 / (0.01 + x * x); }); }},
        {"discs at random",
         [](std::uint64_t seed) {
             RandomNumbers random(seed, 4);
             const double radius = 3 + 17 * random.uniform(), share = 0.05 + 0.5 * random.uniform();
             const int count = static_cast<int>(share * 300 * 240 / (std::numbers::pi * radius * radius));
             std::vector<std::pair<double, double>> centres;
             for (int i = 0; i < count; ++i)
                 centres.emplace_back(random.uniform(-20, 320), random.uniform(-20, 260));
             return imageOf(300, 240, [&](int x, int y) {
                 for (const auto& [cx, cy] : centres)
                     if (std::hypot(x - cx, y - cy) < radius) return 200;
                 return 50;
             });
         }},
        {"ramps in whole grey levels",
         [](std::uint64_t seed) {
             RandomNumbers random(seed, 6);
             const double angle = random.uniform(0, 2 * std::numbers::pi), slope = 0.02 + 0.3 * random.uniform();
             return imageOf(300, 240, [&](int x, int y) {
                 return std::floor(100 + slope * (std::cos(angle) * (x - 150) + std::sin(angle) * (y - 120)));
             });
         }},
        {"round shades in whole levels",
         [](std::uint64_t seed) {
             RandomNumbers random(seed, 7);
             const double x0 = random.uniform(0, 300), y0 = random.uniform(0, 240), slope = 0.02 + 0.3 * random.uniform();
             return imageOf(300, 240, [&](int x, int y) { return std::floor(200 - slope * std::hypot(x - x0, y - y0)); });
         }},
    };
}

void studyStructureless(int images, std::uint64_t seed) {
    std::printf("\nImages without a length, 300 x 240 px, %d each, seeds from %llu\n\n", images,
                static_cast<unsigned long long>(seed));
    std::printf("%-30s %6s %6s %10s\n", "", "found", "good", "largest T");
    int allGood = 0, all = 0;
    for (const Structureless& kind : structureless()) {
        int found = 0, good = 0;
        double largest = 0;
        std::mutex mutex;
        parallelFor(static_cast<std::size_t>(images), 0, [&](std::size_t i) {
            const Measurer::Answer answer = measured(kind.image(seed + i), true);
            const std::lock_guard lock(mutex);
            found += answer.rMax.isFound();
            good += answer.rMax.quality == Quality::good;
            for (const ProfileMaximum& maximum : maximaOf(answer.profile, MeasureSettings{}.prominence))
                if (!maximum.isAtEnd) largest = std::max(largest, maximum.significance);
        });
        std::printf("%-30s %6d %6d %10.2f\n", kind.name, found, good, largest);
        allGood += good;
        all += images;
    }
    std::printf("%-30s %6s %6d of %d\n", "all", "", allGood, all);
}

}  // namespace

int main(int argc, char** argv) {
    int images = 100;
    std::uint64_t seed = 77000000;
    CLI::App app{"Errors, bias and quality of R_max over fields whose C1D is known, and over images without structure; minutes.",
                 "maximum_study"};
    app.add_option("IMAGES", images, "Images of each kind")->check(test::countFrom(10))->capture_default_str();
    app.add_option("SEED", seed, "First seed")->capture_default_str();
    return test::runByHand(app, argc, argv, [&] {
        studyErrors(images, seed);
        studyRangeEnd(images, seed + 50000000);
        studyStructureless(3 * images, seed + 60000000);
        return 0;
    });
}
