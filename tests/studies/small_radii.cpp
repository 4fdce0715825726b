// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of a bias of R_max where it is a few pixels, by a cubic and by a polynomial of fifth degree (measure.refining), in
// errors of a frame of 1200 x 800 px, and how much either scatters. Committed answers: tests/studies/results/small_radii.txt.
#include "core/analysis/analyse_frame.hpp"
#include "core/base/parallel.hpp"
#include "core/measure/lengths.hpp"
#include "core/project/master_curve.hpp"
#include "core/synth/random_numbers.hpp"
#include "tests/studies/random_field.hpp"
#include "tests/support/run_by_hand.hpp"

#include <cmath>
#include <cstdio>
#include <functional>
#include <mutex>
#include <numbers>
#include <vector>

namespace {

using namespace coarsen;

constexpr int width = 1200, height = 800;
constexpr MeasureSettings coarseSettings{.refining = Refining::coarse};

struct Sums {
    int count = 0;
    double sum = 0, squares = 0;

    void add(double value) { ++count, sum += value, squares += value * value; }
    double mean() const { return sum / count; }
    double deviation() const { return std::sqrt(std::fmax(0, squares / count - mean() * mean())); }
};

struct Tally {
    Sums fine, coarse, error;
    int isGood[2] = {};
};

Tally measuredAll(int images, double truth, const std::function<std::vector<float>(int image)>& fieldOf) {
    Tally tally;
    std::mutex mutex;
    parallelFor(static_cast<std::size_t>(images), 0, [&](std::size_t i) {
        MeasureSettings settings;
        settings.maxLag = static_cast<int>(std::fmax(40, std::ceil(4 * truth)));
        Measurer measurer(settings, {.engines = cpuEngines(), .threads = 1}, {});
        Frame frame;
        frame.image = pictureOf(fieldOf(static_cast<int>(i)), width, height, 1000, 0.2);
        const Measurer::Answer answer = measurer(frame, true);
        const LengthScale coarse = rMax(answer.profile, coarseSettings);
        const std::lock_guard lock(mutex);
        tally.isGood[0] += answer.rMax.quality == Quality::good;
        tally.isGood[1] += coarse.quality == Quality::good;
        if (!answer.rMax.isFound() || !coarse.isFound()) return;
        tally.fine.add(answer.rMax.px - truth);
        tally.coarse.add(coarse.px - truth);
        tally.error.add(answer.rMax.errorPx);
    });
    return tally;
}

void print(const char* name, double R, const Tally& t) {
    const double of = t.error.mean(), unsure = t.fine.deviation() / std::sqrt(t.fine.count) / of;
    std::printf("%-26s %5.1f %4d %4d %4d %9.4f %9.4f %9.5f %8.2f %8.2f %8.2f %8.3f\n", name, R, t.fine.count, t.isGood[1],
                t.isGood[0], t.coarse.mean(), t.fine.mean(), of, t.coarse.mean() / of, t.fine.mean() / of, unsure,
                t.fine.deviation() / t.coarse.deviation());
}

void addNoise(std::vector<float>& field, double deviation, std::uint64_t seed) {
    RandomNumbers random(seed, 9);
    for (float& value : field)
        value += static_cast<float>(deviation * random.normal());
}

void studyRings(int images, std::uint64_t seed) {
    std::printf("%-26s %5s %4s %4s %4s %9s %9s %9s %8s %8s %8s %8s\n", "", "R", "all", "good", "good", "cubic px", "fifth px",
                "error px", "c/error", "5/error", "+-", "5:c sd");
    struct Kind {
        const char* name;
        RingSpectrum spectrum;
        double noise;
    };
    for (const Kind& kind :
         {Kind{"ring 0.05", gaussianRing(0.05), 0}, Kind{"ring 0.15", gaussianRing(0.15), 0},
          Kind{"ring 0.30", gaussianRing(0.30), 0}, Kind{"Furukawa 6", furukawa(6), 0}, Kind{"Furukawa 4", furukawa(4), 0},
          Kind{"ring 0.15, noise 0.5", gaussianRing(0.15), 0.5}, Kind{"ring 0.15, noise 1.5", gaussianRing(0.15), 1.5}}) {
        const RingCorrelation ring(kind.spectrum);
        for (const double R : {5.0, 6.0, 8.0, 10.0, 14.0, 19.5, 40.0, 60.0}) {
            seed += 1000;
            const int pictures = kind.noise == 0 && kind.spectrum.name.starts_with("gauss") && R <= 8 ? 5 * images : images;
            print(kind.name, R, measuredAll(pictures, R, [&](int i) {
                      const std::uint64_t own = seed + static_cast<std::uint64_t>(i);
                      std::vector<float> field = randomField(kind.spectrum, ring.zMax(), width, height, R, own);
                      if (kind.noise > 0) addNoise(field, kind.noise, own);
                      return field;
                  }));
        }
    }
}

/// Lamellae (one wave) and lattices (two or three), turned from picture to picture; R_max is the first side maximum of J0.
void studyLattices(int images, std::uint64_t seed) {
    for (const int waves : {1, 2, 3})
        for (const double R : {5.0, 8.0, 14.0, 40.0}) {
            RandomNumbers random(seed++, 3);
            std::vector<double> turns;
            for (int i = 0; i < images; ++i)
                turns.push_back(random.uniform(0, std::numbers::pi));
            const double q = 7.01558666981562 / R;
            print(waves == 1   ? "lamellae"
                  : waves == 2 ? "square lattice"
                               : "hexagonal lattice",
                  R, measuredAll(images, R, [&](int i) {
                      std::vector<float> field(static_cast<std::size_t>(width) * height);
                      for (int wave = 0; wave < waves; ++wave) {
                          const double angle = turns[static_cast<std::size_t>(i)] + std::numbers::pi * wave / waves;
                          for (int y = 0; y < height; ++y)
                              for (int x = 0; x < width; ++x)
                                  field[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)] += static_cast<float>(
                                      std::sqrt(2.0 / waves) * std::cos(q * (x * std::cos(angle) + y * std::sin(angle))));
                      }
                      return field;
                  }));
        }
}

/// The collapsed curve at R of 10 px against the closed form.
void studyCollapse(int images, std::uint64_t seed) {
    const RingSpectrum spectrum = gaussianRing(0.15);
    const RingCorrelation ring(spectrum);
    std::vector<FrameResult> rows;
    for (int i = 0; i < images; ++i) {
        Frame frame;
        frame.image = pictureOf(randomField(spectrum, ring.zMax(), width, height, 10, seed + static_cast<std::uint64_t>(i)),
                                width, height, 1000, 0.2);
        MeasureSettings settings;
        settings.maxLag = 60;
        Measurer measurer(settings, {.engines = cpuEngines(), .threads = 2}, {});
        rows.push_back(frameResult({}, i, imageFacts(frame), measurer(frame, true), std::nullopt, settings));
    }
    const MasterCurve fine = masterCurveOf(rows, "r_max", Refining::fine),
                      coarse = masterCurveOf(rows, "r_max", Refining::coarse);
    std::printf("\ncollapse.csv of %d rings of 0.15 at R = 10 px, less the closed form\n R/R_max   whole  quarter\n", images);
    for (const std::size_t i : {2UL, 5UL, 10UL, 20UL, 30UL, 50UL, 70UL, 100UL, 110UL, 120UL, 140UL}) {
        const double closed = ring(ring.zMax() * fine.ratio[i]);
        std::printf("%8.2f %+7.4f %+8.4f\n", fine.ratio[i], coarse.value[i] - closed, fine.value[i] - closed);
    }
}

}  // namespace

int main(int argc, char** argv) {
    int images = 12;
    std::uint64_t seed = 31000000;
    CLI::App app{"The bias of R_max of few pixels, by a cubic and by a polynomial of fifth degree; minutes.",
                 "small_radii_study"};
    app.add_option("IMAGES", images, "Images a case")->check(test::countFrom(2))->capture_default_str();
    app.add_option("SEED", seed, "First seed")->capture_default_str();
    return test::runByHand(app, argc, argv, [&] {
        std::printf("%d pictures of %d x %d px a case (of rings without noise up to 8 px five times as many), seeds from %llu\n",
                    images, width, height, static_cast<unsigned long long>(seed));
        studyRings(images, seed);
        studyLattices(images, seed + 1000000);
        studyCollapse(images, seed + 2000000);
        return 0;
    });
}
