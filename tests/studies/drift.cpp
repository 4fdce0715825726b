// SPDX-License-Identifier: GPL-3.0-or-later
// How often the error of a drift holds the truth, on synthetic series of known drift.
// Committed answers: tests/studies/results/drift.txt.
#include "core/analysis/drift.hpp"

#include "core/base/parallel.hpp"
#include "core/synth/camera_faults.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/run_by_hand.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace coarsen;

struct Case {
    std::string name;
    RingSettings ring;
    std::optional<CahnHilliardSettings> mixture = {};  ///< instead of the ring
};

std::vector<Case> cases() {
    RingSettings ring;
    ring.width = 360, ring.height = 260, ring.frames = 12;
    ring.law = RingLaw::constant;
    ring.rMaxFromPx = ring.rMaxToPx = 22;
    ring.zoom = true;  // the same pattern in every frame
    ring.faults = {.driftPx = 9, .noise = 0.5};
    std::vector<Case> all = {{"still, noise", ring}};
    ring.faults = {.light = 0.3, .dust = 25, .driftPx = 9, .noise = 0.4};
    all.push_back({"still, light, dust, noise", ring});
    ring.kept = 0.97;
    all.push_back({"changing", ring});
    RingSettings growing = all.front().ring;
    growing.law = RingLaw::linear;
    for (const double toPx : {24.0, 28.0}) {
        growing.rMaxToPx = toPx;
        growing.faults = {.driftPx = 9, .noise = 0.2};
        all.push_back({"growing to " + std::to_string(std::lround(toPx)) + " px", growing});
    }
    CahnHilliardSettings mixture;
    mixture.width = 320, mixture.height = 240, mixture.frames = 8;
    mixture.faults = {.driftPx = 9};
    all.push_back({"Cahn-Hilliard", {}, mixture});
    mixture.faults = ring.faults;
    mixture.faults.dust = 10;
    all.push_back({"Cahn-Hilliard, light, dust, noise", {}, mixture});
    return all;
}

struct Tally {
    int all = 0, within = 0, unknown = 0, flowing = 0;
    double zz = 0, squares = 0, errors = 0;

    void add(double off, double error) {
        if (!(error > 0)) {
            ++unknown;
            return;
        }
        ++all;
        within += std::abs(off) <= error;
        zz += off * off / (error * error);
        squares += off * off;
        errors += error * error;
    }
};

/// Recipe that stabilises; of a mixture its middle alone: its box is periodic, and the whole box's material stays where it is.
Recipe stabilising(const char* reference, bool isMixture) {
    Recipe recipe = defaultRecipe();
    setText(recipe, "stabilise.on", "true");
    setText(recipe, "stabilise.reference", reference);
    if (isMixture)
        for (const auto& [key, value] :
             {std::pair{"crop.on", "true"}, {"crop.x", "60"}, {"crop.y", "45"}, {"crop.width", "200"}, {"crop.height", "150"}})
            setText(recipe, key, value);
    return recipe;
}

void write(const std::filesystem::path& folder, const Case& one, std::uint64_t seed) {
    RingSettings ring = one.ring;
    ring.seed = seed;
    if (!one.mixture) return writeRingSeries(folder, ring);
    CahnHilliardSettings mixture = *one.mixture;
    mixture.seed = seed;
    mixture.times = {};
    for (int frame = 0; frame < mixture.frames; ++frame)
        mixture.times.push_back(100 * std::pow(1.05, frame));
    writeCahnHilliardSeries(folder, mixture);
}

void study(int seriesEach, std::uint64_t seed, const std::string& only) {
    std::printf("%-28s %-9s %6s %8s %8s %10s %10s %8s %6s\n", "series", "against", "shifts", "1 error", "rms z", "rms off px",
                "error px", "unknown", "flows");
    for (const Case& one : cases()) {
        if (!one.name.starts_with(only)) continue;
        std::vector<Tally> tallies(3);
        std::mutex mutex;
        parallelFor(static_cast<std::size_t>(seriesEach), 0, [&](std::size_t i) {
            SynthSettings settings = one.mixture ? static_cast<const SynthSettings&>(*one.mixture) : one.ring;
            settings.seed = seed + i;
            const TemporaryFolder folder;
            write(folder.path(), one, seed + i);
            std::filesystem::remove(folder / "truth.csv");
            std::filesystem::remove(folder / "truth.json");
            const ImageSeries series = openSeries({folder.path()});
            int k = 0;
            for (const char* reference : {"previous", "first", "mean"}) {
                const Drift drift = findDrift(series, stabilising(reference, one.mixture.has_value()), 1);
                const std::lock_guard lock(mutex);
                for (const std::string& note : drift.notes)
                    tallies[static_cast<std::size_t>(k)].flowing += note.starts_with("Parts of the frame");
                for (int frame = 1; frame < settings.frames; ++frame) {
                    const auto at = static_cast<std::size_t>(frame);
                    const auto [x, y] = driftOf(settings, frame);
                    tallies[static_cast<std::size_t>(k)].add(drift.shifts[at].x - x, drift.errors[at].xPx);
                    tallies[static_cast<std::size_t>(k)].add(drift.shifts[at].y - y, drift.errors[at].yPx);
                }
                ++k;
            }
        });
        int k = 0;
        for (const char* reference : {"previous", "first", "mean"}) {
            const Tally& t = tallies[static_cast<std::size_t>(k++)];
            std::printf("%-28s %-9s %6d %6.0f %% %8.2f %10.4f %10.4f %8d %6d\n", one.name.c_str(), reference, t.all,
                        100.0 * t.within / t.all, std::sqrt(t.zz / t.all), std::sqrt(t.squares / t.all),
                        std::sqrt(t.errors / t.all), t.unknown, t.flowing);
        }
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    int series = 20;
    std::uint64_t seed = 1;
    std::string only;
    CLI::App app{"How often the error of a drift holds the truth; a minute.", "drift_study"};
    app.add_option("SERIES", series, "How many of each kind")->check(coarsen::test::countFrom(1))->capture_default_str();
    app.add_option("--seed", seed, "First seed")->capture_default_str();
    app.add_option("--only", only, "Kinds whose name starts so");
    return coarsen::test::runByHand(app, argc, argv, [&] {
        study(series, seed, only);
        return 0;
    });
}
