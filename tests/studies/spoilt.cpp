// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that look like a length and are none, or not the only one: how often each fault is flagged, and that clean pictures are
// not. Committed answers: tests/studies/results/spoilt.txt.
#include "core/analysis/engines.hpp"
#include "core/analysis/featureless.hpp"
#include "core/analysis/frame_measurer.hpp"
#include "core/analysis/shared_lines.hpp"
#include "core/base/parallel.hpp"
#include "core/measure/bracket.hpp"
#include "core/measure/spectral_peak.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/studies/spoilt_kinds.hpp"
#include "tests/support/run_by_hand.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace coarsen;

constexpr std::array<const char*, 8> faultWords{"is a comb",        "differ as wholes", "false colour", "no peak at",
                                                "shows no pattern", "second length",    "flat blocks",  "single steps of grey"};
constexpr std::size_t statistics = 6;

constexpr std::array everyFault{&MeasureSettings::comb,     &MeasureSettings::bands,    &MeasureSettings::falseColour,
                                &MeasureSettings::spectrum, &MeasureSettings::surround, &MeasureSettings::twoLengths};

bool mayBeGood(const Frame& raw, FrameMeasurer& quick) {
    try {
        return quick(raw, {}, false).measured.rMax.quality == Quality::good;
    } catch (const InputError&) {
        return false;
    }
}

struct Range {
    double least = std::numeric_limits<double>::infinity(), most = -least;

    void add(double value) {
        least = std::fmin(least, value);
        most = std::fmax(most, value);
    }
    void add(const Range& more) {
        if (more.least > more.most) return;
        add(more.least);
        add(more.most);
    }
};

struct Tally {
    int frames = 0, goodBefore = 0, good = 0;
    std::array<int, faultWords.size()> said{};
    std::array<Range, statistics> ranges{};  ///< of frames that were good before: comb, bands, spectrum, surround; what
                                             ///< lines share, W / R_max times; its ripple, sqrt(W H) / R_max times
    double rMaxPx = 0;

    void add(const Frame& raw, FrameMeasurer& measurer) {
        ++frames;
        try {
            const FrameMeasurer::Answer answer = measurer(raw, {}, false);
            const LengthScale& found = answer.measured.rMax;
            const RadialProfile& profile = answer.measured.profile;
            MeasureSettings earlier;
            for (Fault MeasureSettings::*const fault : everyFault)
                earlier.*fault = Fault::ignored;
            LengthScale before = rMax(profile, earlier);
            before.errorPx = found.errorPx;
            flagUncertain(before, earlier);
            flagNearEnd(before, definedPart(profile).r.back());
            rMaxPx += found.isFound() ? found.px : 0;
            good += found.quality == Quality::good ? 1 : 0;
            for (std::size_t fault = 0; fault < said.size(); ++fault)
                said[fault] += found.message.find(faultWords[fault]) != std::string::npos ? 1 : 0;
            if (before.quality != Quality::good) return;
            ++goodBefore;
            ranges[0].add(std::fmax(profile.rows.comb, profile.columns.comb));
            ranges[1].add(std::fmax(profile.rows.bands, profile.columns.bands));
            ranges[2].add(levelSpectrum(definedPart(profile), found.px));
            ranges[3].add(featurelessPart(answer.sketch, found.px));
            const auto range = static_cast<double>(profile.size());
            const auto [byRows, byColumns] = sharedLines(answer.sketch, range);
            const bool rows = byRows.share * raw.image.width() > byColumns.share * raw.image.height();
            const SharedLine shared = rows ? byRows : byColumns;
            const double share = shared.share, side = rows ? raw.image.width() : raw.image.height();
            ranges[4].add(share * side / found.px);
            ranges[5].add(shared.ripple * std::sqrt(double{test::studyWidth} * test::studyHeight) / found.px);
        } catch (const InputError&) {  // nothing to correlate: no frame of this study, and it would show in the counts
        }
    }
    void add(const Tally& more) {
        frames += more.frames, goodBefore += more.goodBefore, good += more.good;
        for (std::size_t fault = 0; fault < said.size(); ++fault)
            said[fault] += more.said[fault];
        for (std::size_t i = 0; i < ranges.size(); ++i)
            ranges[i].add(more.ranges[i]);
        rMaxPx += more.rMaxPx;
    }
    void print(const std::string& name) const {
        std::printf("%-44s %5d %5d %5d  ", name.c_str(), frames, goodBefore, good);
        for (const int count : said)
            std::printf(" %4d", count);
        std::printf(" %7.2f ", rMaxPx / frames);
        for (const Range& range : ranges)
            std::printf(" %6.3f %6.3f", range.least, range.most);
        std::printf("\n");
        std::fflush(stdout);
    }
};

void study(const char* title, const std::vector<test::Kind>& kinds, const Recipe& recipe, int images, std::uint64_t seed) {
    std::printf(
        "\n%s: %d pictures of %d x %d px a kind, seeds from %llu\n%-44s %5s %5s %5s   %4s %4s %4s %4s %4s %4s %4s %4s %7s  %13s "
        "%13s "
        "%13s %13s %13s %13s\n",
        title, images, test::studyWidth, test::studyHeight, static_cast<unsigned long long>(seed), "", "all", "before", "good",
        "comb", "band", "colr", "spec", "surr", "two", "jpeg", "step", "mean px", "comb", "bands", "level", "featureless",
        "shared", "ripple");
    Tally all;
    for (const test::Kind& kind : kinds) {
        Tally tally;
        std::mutex mutex;
        parallelFor(static_cast<std::size_t>(images), 0, [&](std::size_t i) {
            thread_local std::optional<FrameMeasurer> measurer;
            if (!measurer) measurer.emplace(recipe, EngineRequest{.engines = cpuEngines(), .threads = 1}, Calibration{});
            Frame raw;
            raw.image = kind.picture(seed + i);
            Tally one;
            one.add(raw, *measurer);
            const std::lock_guard lock(mutex);
            tally.add(one);
        });
        tally.print(kind.name);
        all.add(tally);
    }
    all.print("all");
}

/// Nulls by the thousand: how many are called good. Only those that are good with every fault ignored are measured in full.
void studyNullRates(const std::vector<test::Kind>& kinds, int images, std::uint64_t seed) {
    std::printf("\nHow many nulls are good: %d pictures of %d x %d px a kind, seeds from %llu\n%-44s %6s %6s  ", images,
                test::studyWidth, test::studyHeight, static_cast<unsigned long long>(seed), "", "before", "good");
    for (const char* word : {"comb", "band", "colr", "spec", "surr", "two", "jpeg", "step"})
        std::printf(" %5s", word);
    std::printf("\n");
    Recipe plain = defaultRecipe();
    plain.measure.errors = ErrorMethod::none;
    for (Fault MeasureSettings::*const fault : everyFault)
        plain.measure.*fault = Fault::ignored;
    for (const test::Kind& kind : kinds) {
        Tally tally;
        std::mutex mutex;
        parallelFor(static_cast<std::size_t>(images), 0, [&](std::size_t i) {
            thread_local std::optional<FrameMeasurer> quick, full;
            const EngineRequest engines{.engines = cpuEngines(), .threads = 1};
            if (!quick) quick.emplace(plain, engines, Calibration{});
            if (!full) full.emplace(defaultRecipe(), engines, Calibration{});
            Frame raw;
            raw.image = kind.picture(seed + i);
            Tally one;
            if (mayBeGood(raw, *quick)) one.add(raw, *full);
            const std::lock_guard lock(mutex);
            tally.add(one);
        });
        std::printf("%-44s %6d %6d  ", kind.name.c_str(), tally.goodBefore, tally.good);
        for (const int count : tally.said)
            std::printf(" %5d", count);
        for (const Range& range : tally.ranges)
            if (range.least <= range.most) std::printf(" %6.3f %6.3f", range.least, range.most);
        std::printf("\n");
        std::fflush(stdout);
    }
}

void studyCahnHilliard(const Recipe& recipe, std::uint64_t seed) {
    CahnHilliardSettings settings;
    settings.width = test::studyWidth;
    settings.height = test::studyHeight;
    settings.frames = 20;
    settings.seed = seed;
    FrameMeasurer measurer(recipe, EngineRequest{.engines = cpuEngines()}, Calibration{});
    Tally tally;
    cahnHilliardFrames(settings, [&](int, const SyntheticFrame& frame) {
        Frame raw;
        raw.image = frame.image;
        tally.add(raw, measurer);
    });
    tally.print("Cahn-Hilliard, one run");
}

/// R_max of pictures with parts that show no pattern, as they are and with these masked as the program offers it; and what the
/// mask does where there is nothing to mask.
void studySurrounds(int images, std::uint64_t seed) {
    std::printf(
        "\nMasked by surround.circle as it is offered (clean kinds: 1.5 R_max): seeds from %llu\n%-44s %5s %8s %8s %5s %8s\n",
        static_cast<unsigned long long>(seed), "", "named", "before", "masked", "good", "part");
    std::vector<test::Kind> kinds = test::spoiltKinds();
    std::erase_if(kinds, [](const test::Kind& kind) {
        return kind.name.find("disc on") == std::string::npos && kind.name.find("info bar") == std::string::npos &&
               kind.name.find("bubbles") == std::string::npos;
    });
    for (const test::Kind& clean : test::cleanKinds())
        kinds.push_back(clean);
    for (const test::Kind& kind : kinds) {
        int named = 0, good = 0;
        double before = 0, after = 0, part = 0;
        std::mutex mutex;
        parallelFor(static_cast<std::size_t>(images), 0, [&](std::size_t i) {
            const EngineRequest engines{.engines = cpuEngines(), .threads = 1};
            Frame raw;
            raw.image = kind.picture(seed + i);
            Recipe recipe = defaultRecipe();
            const FrameMeasurer::Answer plain = FrameMeasurer(recipe, engines, {})(raw, {}, false);
            const LengthScale& found = plain.measured.rMax;
            for (const Warning& warning : warnings(recipe, found.px, found.px, raw.image.width(), raw.image.height(), 0,
                                                   found.isFound() ? PictureFault::surround : found.fault))
                if (warning.remedyKey == "surround.circle") setText(recipe, warning.remedyKey, warning.remedyValue);
            const FrameMeasurer::Answer masked = FrameMeasurer(recipe, engines, {})(raw, {}, false);
            const std::lock_guard lock(mutex);
            named += found.fault == PictureFault::surround ? 1 : 0;
            good += masked.measured.rMax.quality == Quality::good ? 1 : 0;
            before += (found.isFound() ? found.px : 0) / images;
            after += (masked.measured.rMax.isFound() ? masked.measured.rMax.px : 0) / images;
            part += (plain.image.validFraction - masked.image.validFraction) / images;
        });
        std::printf("%-44s %5d %8.2f %8.2f %5d %8.3f\n", kind.name.c_str(), named, before, after, good, part);
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    int images = 12;
    std::uint64_t seed = 49000000;
    CLI::App app{"How often faults of pictures are flagged, and clean pictures not; minutes.", "spoilt_study"};
    app.add_option("IMAGES", images, "Images of each kind")->check(test::countFrom(2))->capture_default_str();
    app.add_option("SEED", seed, "First seed")->capture_default_str();
    bool onlySurrounds = false, onlyNulls = false, onlyShades = false, isQuick = false;
    std::string named;
    app.add_flag("--nulls", onlyNulls, "Only how many nulls are good");
    app.add_flag("--shades", onlyShades, "Only smooth round shades, and how faint patterns stay good beside them");
    app.add_flag("--quick", isQuick, "Without standard errors, which alone make some frames weak; no masks of surrounds");
    app.add_option("--kinds", named, "Only kinds with this in their name");
    app.add_flag("--surrounds", onlySurrounds, "Only what the mask of surrounds does");
    return test::runByHand(app, argc, argv, [&] {
        const auto chosen = [&](std::vector<test::Kind> kinds) {
            std::erase_if(kinds, [&](const test::Kind& kind) { return kind.name.find(named) == std::string::npos; });
            return kinds;
        };
        if (onlyNulls) {
            studyNullRates(chosen(test::nullKinds()), images, seed + 5000000);
            return 0;
        }
        if (onlyShades) {
            studyNullRates(chosen(test::shadeKinds()), images, seed + 6000000);
            study("Faint", chosen(test::faintKinds()), defaultRecipe(), std::max(2, images / 50), seed + 7000000);
            return 0;
        }
        if (onlySurrounds) {
            studySurrounds(images, seed + 4000000);
            return 0;
        }
        std::printf(
            "before: good with every fault ignored; then how often each fault is said, and the ranges of what it is told by\n");
        Recipe recipe = defaultRecipe();
        if (isQuick) recipe.measure.errors = ErrorMethod::none;
        study("Clean", chosen(test::cleanKinds()), recipe, images, seed);
        studyCahnHilliard(recipe, seed + 2000000);
        study("Spoilt", chosen(test::spoiltKinds()), recipe, images, seed + 1000000);
        study("Nulls", chosen(test::nullKinds()), recipe, images, seed + 3000000);
        if (!isQuick) studySurrounds(images, seed + 4000000);
        return 0;
    });
}
