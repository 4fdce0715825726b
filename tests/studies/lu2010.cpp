// SPDX-License-Identifier: GPL-3.0-or-later
// What each choice of Lu et al. 2010 does to R_max on series whose R_max is known, and what the arithmetic of its Listing 1 does
// to C2D. Committed answers: tests/studies/results/lu2010.txt.
#include "core/analysis/run_series.hpp"
#include "core/base/parallel.hpp"
#include "core/correlate/engines.hpp"
#include "core/measure/level_crossing.hpp"
#include "core/recipe/presets.hpp"
#include "core/series/frame_times.hpp"
#include "tests/studies/random_field.hpp"
#include "tests/support/run_by_hand.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using namespace coarsen;

// The choices of the paper, alone and left out.

struct Variant {
    const char* name;
    const char* preset;
    std::vector<std::string> settings;  ///< "measure.mean=global"
};

const std::vector<Variant>& variants() {
    static const std::vector<Variant> list = {
        {"default", "default", {}},
        {"plain", "plain", {}},
        {"lu2010", "lu2010", {}},
        {"  bracket its own", "lu2010", {"measure.bracket=own"}},
        {"  mean subtracted", "lu2010", {"measure.mean=global"}},
        {"  per pair", "lu2010", {"measure.norm=count"}},
        {"  contrast not enhanced", "lu2010", {"contrast.apply=false"}},
        {"  contrast clipped, camera's grey values", "lu2010", {"contrast.scale=camera"}},
        {"  light as by default", "lu2010", {"flatten.method=auto"}},
        {"  dust as by default", "lu2010", {"dust.find=specks", "dust.treat=mask"}},
        {"lu2010-mean-off", "lu2010-mean-off", {}},
        {"  not stabilised", "lu2010-mean-off", {"stabilise.on=false"}},
        {"  per pair, mean off", "lu2010-mean-off", {"measure.norm=count"}},
        {"default with Overlay", "default", {"flatten.method=overlay"}},
        {"default with colour key and copy", "default", {"dust.find=thresholds", "dust.treat=copy"}},
        {"default with contrast of 8 bit", "default", {"contrast.apply=true", "contrast.scale=8-bit"}},
        {"default with norm by energy", "default", {"measure.norm=energy"}},
        {"default with mean left in, bracketed", "default", {"measure.mean=none", "measure.bracket=mean-free"}},
    };
    return list;
}

/// A series and its true R_max by frame, from the truth.csv above its images.
struct KnownSeries {
    ImageSeries series;
    std::vector<double> truth;
};

KnownSeries knownSeries(const std::string& folder, const std::string& column) {
    KnownSeries known{openSeries({folder}), {}};
    const TimeTable table = readTimeTable(known.series.folder.parent_path() / "truth.csv", column);
    for (const FrameSource& frame : known.series.frames) {
        const auto row = table.seconds.find({frame.file.filename().string(), frame.page});
        known.truth.push_back(row == table.seconds.end() ? std::nan("") : row->second);
    }
    return known;
}

void studyChoices(const std::string& name, const KnownSeries& known) {
    std::printf("%s, %zu frames of %d x %d px, R_max %.1f to %.1f px\n\n", name.c_str(), known.truth.size(),
                known.series.first.width, known.series.first.height, known.truth.front(), known.truth.back());
    std::printf("%-42s %6s %8s %10s\n", "recipe", "found", "mean %", "largest %");
    for (const Variant& variant : variants()) {
        RunRequest request;
        request.series = known.series;
        request.recipe = presetNamed(variant.preset).recipe();
        setText(request.recipe, "measure.errors", "none");
        for (const std::string& setting : variant.settings)
            setText(request.recipe, setting.substr(0, setting.find('=')), setting.substr(setting.find('=') + 1));
        request.engines.engines = cpuEngines();
        int found = 0;
        double sum = 0, largest = 0;
        for (const FrameResult& row : runSeries(request, {[](const SharedResult&, const RunProgress&) {}}).rows()) {
            if (row.status != FrameStatus::ok) continue;
            const double off = 100 * (row.rMax.px / known.truth[static_cast<std::size_t>(row.frame)] - 1);
            ++found;
            sum += off;
            if (std::abs(off) > std::abs(largest)) largest = off;
        }
        if (found > 0)
            std::printf("%-42s %6d %8.2f %10.2f\n", variant.name, found, sum / found, largest);
        else
            std::printf("%-42s %6d %8s %10s\n", variant.name, 0, "-", "-");
    }
    std::printf("\n");
}

// Listing 1's arithmetic.

constexpr int width = 750, height = 1500, maxLag = 250, lags = 2 * maxLag + 1;

/// The sums of coefficients that Listing 1 would add up if its integers had no end, by Y0 and X0: of every pair of rows the sum
/// of products in float32, times 100 over the overlap's width, rounded. `scale`: of a product, 1 / 255^2 where the texture is
/// read as 0 to 1.
struct ListingSums {
    std::vector<std::int64_t> bytes, units;
};

ListingSums listing1(std::span<const std::uint8_t> image) {
    ListingSums sums;
    sums.bytes.resize(static_cast<std::size_t>(lags) * (maxLag + 1));
    sums.units = sums.bytes;
    std::vector<std::vector<float>> rows;  // with zeros on both sides
    for (int y = 0; y < height; ++y) {
        std::vector<float> row(width + 2 * maxLag);
        std::copy_n(image.begin() + static_cast<std::ptrdiff_t>(y) * width, width, row.begin() + maxLag);
        rows.push_back(std::move(row));
    }
    parallelFor(maxLag + 1, 0, [&](std::size_t Y0) {
        std::int64_t* const bytes = &sums.bytes[Y0 * lags];
        std::int64_t* const units = &sums.units[Y0 * lags];
        std::vector<float> line(lags);
        for (std::size_t y = 0; y + Y0 < height; ++y) {
            std::ranges::fill(line, 0.0F);
            const float* const first = rows[y].data() + maxLag;
            for (int x = 0; x < width; ++x) {
                const float* const second = rows[y + Y0].data() + x;
                for (int i = 0; i < lags; ++i)
                    line[static_cast<std::size_t>(i)] += first[x] * second[i];
            }
            for (int i = 0; i < lags; ++i) {
                const double mean = 100.0 * line[static_cast<std::size_t>(i)] / (width - std::abs(i - maxLag));
                bytes[i] += std::lrint(mean);
                units[i] += std::lrint(mean / (255 * 255));
            }
        }
    });
    return sums;
}

/// C2D as those sums have it, by rows' pairs and over its value at the origin.
CorrelationMap mapOf(const std::vector<std::int64_t>& sums, const CorrelationMap& exact) {
    std::vector<double> values;
    const double origin = static_cast<double>(sums[maxLag]) / height;
    for (int Y0 = 0; Y0 <= maxLag; ++Y0)
        for (int i = 0; i < lags; ++i)
            values.push_back(static_cast<double>(sums[static_cast<std::size_t>(Y0 * lags + i)]) / (height - Y0) / origin);
    return {maxLag, true, std::move(values), exact.sharedPairCounts()};
}

double largestDifference(const CorrelationMap& a, const CorrelationMap& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.values().size(); ++i)
        largest = std::max(largest, std::abs(a.values()[i] - b.values()[i]));
    return largest;
}

void studyArithmetic(std::uint64_t seed) {
    std::printf(
        "Listing 1's arithmetic: %d x %d px, R = %d, 8 bit, gauss 0.15, mean left in, all overlapping rows; against exact sums "
        "over the\nsame pairs. R_max: between 2 and 4 zeros of the map about the mean. Pixels as 0 to 255, or as 0 to 1 as a "
        "normalised texture has them.\n'beyond int32': part of the offsets whose sum does not fit.\n\n",
        width, height, maxLag);
    std::printf("%5s %5s %5s %9s   %-32s   %s\n", "", "", "", "", "pixels 0 to 255", "pixels 0 to 1");
    std::printf("%5s %5s %5s %9s   %10s %9s %11s   %10s %9s\n", "R_max", "mean", "sd", "R exact", "C2D off", "R off px",
                "int32 lost", "C2D off", "R off px");
    const RingCorrelation ring(gaussianRing(0.15));
    const AzimuthalAverager average(maxLag);
    MeasureSettings settings;
    settings.mean = MeanMode::none;
    settings.bracket = BracketSource::meanFree;
    for (const double rMaxPx : {30.0, 60.0, 88.0}) {
        const auto field = randomField(gaussianRing(0.15), ring.zMax(), width, height, rMaxPx, seed++);
        for (const auto& [mean, deviation] : {std::pair{128.0, 31.0}, {110.0, 45.0}, {64.0, 25.0}}) {
            std::vector<std::uint8_t> pixels;
            for (const float value : field)
                pixels.push_back(static_cast<std::uint8_t>(std::clamp(std::round(mean + deviation * value), 0.0, 255.0)));
            const ListingSums sums = listing1(pixels);
            const MaskedImage image{Image(width, height, std::move(pixels)), {}};
            const auto engine = cpuSimdEngine();
            const CorrelationMap exact = correlate(image, {}, MeanMode::none, NormMode::count, maxLag, engine);
            const CorrelationMap meanFree = correlate(image, {}, MeanMode::global, NormMode::count, maxLag, engine);
            const double zero = firstCrossing(average(meanFree), 0);
            const auto lengthOf = [&](const CorrelationMap& map) {
                RadialProfile profile = average(map);
                profile.patternPart = meanFree.variance / exact.variance;
                profile.meanFreeZeroPx = zero;
                return rMax(profile, settings).px;
            };
            const CorrelationMap bytes = mapOf(sums.bytes, exact), units = mapOf(sums.units, exact);
            const auto beyond = std::ranges::count_if(sums.bytes, [](std::int64_t sum) { return sum > INT32_MAX; });
            const double truth = lengthOf(exact);
            std::printf("%5.0f %5.0f %5.0f %9.3f   %10.1e %9.4f %9.0f %%   %10.1e %9.4f\n", rMaxPx, mean, deviation, truth,
                        largestDifference(bytes, exact), lengthOf(bytes) - truth,
                        100 * static_cast<double>(beyond) / static_cast<double>(sums.bytes.size()),
                        largestDifference(units, exact), lengthOf(units) - truth);
        }
    }
    std::printf(
        "\n100 sum I^2 / %d fits into int32 up to a root mean square of the grey values of %.1f (%d rows), %.1f (the %d rows "
        "that it is launched with)\n",
        width, std::sqrt(INT32_MAX / (100.0 * height)), height, std::sqrt(INT32_MAX / (100.0 * (height - maxLag + 2))),
        height - maxLag + 2);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> folders;
    std::string column = "r_max_px";
    CLI::App app{
        "What each choice of Lu et al. 2010 does to R_max on series whose truth.csv stands above their folder of frames, and, "
        "without a series, what the arithmetic of its Listing 1 does; some minutes.",
        "lu2010_study"};
    app.add_option("FRAMES", folders, "Folders of frames");
    app.add_option("--column", column, "Of truth.csv, with R_max in px")->capture_default_str();
    return test::runByHand(app, argc, argv, [&] {
        for (const std::string& folder : folders) {
            const KnownSeries known = knownSeries(folder, column);
            studyChoices(known.series.folder.parent_path().filename().string(), known);
        }
        if (folders.empty()) studyArithmetic(20100705);
        return 0;
    });
}
