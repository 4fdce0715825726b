// SPDX-License-Identifier: GPL-3.0-or-later
// Facts that others have published, found again by this program from images: the thin ring's constant, Eq. 1 losing its maximum,
// growth proportional to time, and t^(1/3) of Cahn and Hilliard.
// Committed answers: tests/studies/results/published_facts.txt.
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/pattern_sketch.hpp"
#include "core/analysis/run_series.hpp"
#include "core/base/parallel.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/studies/measured_frames.hpp"
#include "tests/studies/random_field.hpp"
#include "tests/support/run_by_hand.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <numbers>
#include <string>

namespace {

using namespace coarsen;

struct Mean {
    std::vector<double> values;
    void add(double value) { values.push_back(value); }
    double mean() const {
        double sum = 0;
        for (const double value : values)
            sum += value;
        return sum / static_cast<double>(values.size());
    }
    double deviation() const {
        double sum = 0;
        for (const double value : values)
            sum += std::pow(value - mean(), 2);
        return std::sqrt(sum / static_cast<double>(values.size() - 1));
    }
    double error() const { return deviation() / std::sqrt(static_cast<double>(values.size())); }
    double median() const {
        std::vector<double> sorted = values;
        std::sort(sorted.begin(), sorted.end());
        return (sorted[(sorted.size() - 1) / 2] + sorted[sorted.size() / 2]) / 2;
    }
};

EngineRequest oneThread() {
    EngineRequest request;
    request.engines = cpuEngines();
    request.threads = 1;
    return request;
}

MeasureSettings withoutErrors(int maxLag) {
    MeasureSettings settings;
    settings.errors = ErrorMethod::none;
    settings.maxLag = maxLag;
    return settings;
}

Frame frameOf(Image image) {
    Frame frame;
    frame.image = std::move(image);
    return frame;
}

/// Fills one Mean from `count` pictures, on all cores.
template <typename Body>
void overPictures(int count, const Body& body) {
    std::mutex mutex;
    parallelFor(static_cast<std::size_t>(count), 0, [&](std::size_t i) { body(static_cast<std::uint64_t>(i) + 1, mutex); });
}

// ---- R_max = 1.1166 wavelengths

void thinRing() {
    constexpr int width = 1500, height = 750, pictures = 12;
    constexpr double wavelength = 50;
    std::printf("R_max over the wavelength 2 pi / q0, %d pictures of %d x %d px, wavelength %.0f px\n\n", pictures, width, height,
                wavelength);
    std::printf("%-34s %9s %9s %9s\n", "pattern", "measured", "+-", "theory");
    const auto line = [&](const std::string& name, double theory, const std::function<std::vector<float>(std::uint64_t)>& field) {
        Mean ratio;
        overPictures(pictures, [&](std::uint64_t seed, std::mutex& mutex) {
            Measurer measure(withoutErrors(100), oneThread(), {});
            const double rMax = measure(frameOf(pictureOf(field(seed), width, height, 128, 0.24)), false).rMax.px;
            const std::lock_guard lock(mutex);
            ratio.add(rMax / wavelength);
        });
        std::printf("%-34s %9.4f %9.4f %9.4f\n", name.c_str(), ratio.mean(), ratio.error(), theory);
    };
    const double j1Zero = 7.0155866698;  // second zero of J1: the first side maximum of J0
    line("thin ring (400 plane waves)", j1Zero / (2 * std::numbers::pi),
         [&](std::uint64_t seed) { return thinRingField(width, height, wavelength, 400, seed); });
    for (const double relativeWidth : {0.05, 0.10, 0.15}) {
        const RingSpectrum spectrum = gaussianRing(relativeWidth);
        const double zMax = RingCorrelation(spectrum).zMax(), ratio = zMax / (2 * std::numbers::pi);
        line("Gaussian ring, width " + spectrum.name.substr(6), ratio,
             [&](std::uint64_t seed) { return randomField(spectrum, zMax, width, height, ratio * wavelength, seed); });
    }
    std::printf("\n");
}

// ---- Eq. 1 without mean removal

/// How far C1D rises above what lies before it, at most, about the true R_max. Below 0.001 no maximum is counted: float32
/// without centring is that rough.
constexpr double leastRise = 0.001;

struct SideMaximum {
    double rise = 0, r = 0;
    bool exists() const { return rise >= leastRise; }
};

SideMaximum sideMaximum(const std::vector<double>& c1d, double rMaxPx) {
    SideMaximum answer;
    auto place = static_cast<std::size_t>(0.4 * rMaxPx);
    double lowest = c1d[place];
    for (; place < std::min(c1d.size(), static_cast<std::size_t>(1.4 * rMaxPx)); ++place) {
        lowest = std::min(lowest, c1d[place]);
        if (c1d[place] - lowest > answer.rise) answer = {c1d[place] - lowest, static_cast<double>(place)};
    }
    return answer;
}

/// The contrast s/m above which `exists` holds, by bisection.
double threshold(const std::function<bool(double contrast)>& exists) {
    double low = 0.05, high = 3;
    while (high / low > 1.005) {
        const double middle = std::sqrt(low * high);
        (exists(middle) ? high : low) = middle;
    }
    return std::sqrt(low * high);
}

struct Geometry {
    int width, height;
    double rMaxPx;
};

std::vector<double> equationOne(const std::vector<float>& field, const Geometry& geometry, double contrast) {
    MeasureSettings settings = withoutErrors(static_cast<int>(1.45 * geometry.rMaxPx));
    settings.mean = MeanMode::none;
    settings.norm = NormMode::energy;
    Measurer measure(settings, oneThread(), {});
    return measure(frameOf(pictureOf(field, geometry.width, geometry.height, 128, contrast)), false).profile.value;
}

/// Section 4's formula: the overlap falls by (2/pi)(1/W + 1/H) a pixel, averaged over the circle, and has to be outrun.
double formulaThreshold(const RingCorrelation& rho, const Geometry& geometry) {
    const double step = 0.01;
    double steepest = 0, lowest = 1;
    for (double z = 1; z < 7; z += step) {
        const double here = rho(z);
        lowest = std::min(lowest, here);
        if (here > lowest) steepest = std::max(steepest, (rho(z + step) - here) / step);
    }
    const double slopePerPx = steepest * rho.zMax() / geometry.rMaxPx;
    const double needed =
        2 / std::numbers::pi * (1.0 / geometry.width + 1.0 / geometry.height) / slopePerPx;  // s^2 / (m^2 + s^2)
    return std::sqrt(needed / (1 - needed));
}

void equationOneLosesItsMaximum() {
    constexpr int pictures = 12;
    const std::array<Geometry, 4> geometries{{{1500, 750, 88}, {1500, 750, 200}, {300, 200, 25}, {300, 200, 60}}};
    struct Row {
        RingSpectrum spectrum;
        std::array<double, 4> published;
    };
    const std::array<Row, 5> rows{{{gaussianRing(0.10), {0.24, 0.37, 0.26, 0.42}},
                                   {gaussianRing(0.15), {0.26, 0.40, 0.28, 0.46}},
                                   {gaussianRing(0.20), {0.28, 0.45, 0.31, 0.51}},
                                   {gaussianRing(0.30), {0.35, 0.57, 0.38, 0.66}},
                                   {furukawa(6), {0.43, 0.74, 0.48, 0.89}}}};
    std::printf("Eq. 1 as printed (mean none, norm energy): the contrast s/m above which C1D has a secondary maximum at all\n");
    std::printf("images: median and range of %d; formula and table: science/eq1.md\n\n", pictures);
    std::printf("%-12s %14s %20s %9s %7s\n", "ring", "image, R_max", "images", "formula", "table");
    for (const Row& row : rows) {
        const RingCorrelation rho(row.spectrum);
        for (std::size_t g = 0; g < geometries.size(); ++g) {
            const Geometry& geometry = geometries[g];
            Mean found;
            overPictures(pictures, [&](std::uint64_t seed, std::mutex& mutex) {
                const auto field = randomField(row.spectrum, rho.zMax(), geometry.width, geometry.height, geometry.rMaxPx, seed);
                const double contrast =
                    threshold([&](double c) { return sideMaximum(equationOne(field, geometry, c), geometry.rMaxPx).exists(); });
                const std::lock_guard lock(mutex);
                found.add(contrast);
            });
            const auto [least, most] = std::minmax_element(found.values.begin(), found.values.end());
            std::printf("%-12s %4dx%-4d %4.0f px %6.2f (%.2f to %.2f) %8.2f %7.2f\n", row.spectrum.name.c_str(), geometry.width,
                        geometry.height, geometry.rMaxPx, found.median(), *least, *most, formulaThreshold(rho, geometry),
                        row.published[g]);
        }
    }

    const Geometry geometry = geometries[0];
    const RingSpectrum spectrum = gaussianRing(0.20);
    const RingCorrelation rho(spectrum);
    std::printf("\nWhere it exists it lies too low: %s, R_max %.0f px, %d pictures\n", spectrum.name.c_str(), geometry.rMaxPx,
                pictures);
    std::printf("%-8s %8s %16s %10s %26s\n", "s/m", "found", "against default", "published", "the default finds one in");
    struct Bias {
        double contrast;
        const char* published;
    };
    for (const Bias& bias : {Bias{0.2, "none"}, Bias{0.3, "-19 %"}, Bias{0.4, "-10 %"}, Bias{0.6, "-4.6 %"}}) {
        Mean shift;
        int byDefault = 0;
        overPictures(pictures, [&](std::uint64_t seed, std::mutex& mutex) {
            const auto field = randomField(spectrum, rho.zMax(), geometry.width, geometry.height, geometry.rMaxPx, seed);
            const SideMaximum raw = sideMaximum(equationOne(field, geometry, bias.contrast), geometry.rMaxPx);
            Measurer measure(withoutErrors(0), oneThread(), {});
            const LengthScale usual =
                measure(frameOf(pictureOf(field, geometry.width, geometry.height, 128, bias.contrast)), false).rMax;
            const std::lock_guard lock(mutex);
            byDefault += usual.isFound();
            if (raw.exists()) shift.add(100 * (raw.r / usual.px - 1));
        });
        char text[32] = "-";
        if (!shift.values.empty()) std::snprintf(text, sizeof text, "%.1f %%", shift.mean());
        std::printf("%-8.2f %3zu of %-2d %15s %10s %18d of %d\n", bias.contrast, shift.values.size(), pictures, text,
                    bias.published, byDefault, pictures);
    }
    std::printf("\n");
}

// ---- Growth proportional to time

const GrowthFit& fitOf(const std::vector<GrowthFit>& fits, const std::string& model) {
    return *std::find_if(fits.begin(), fits.end(), [&](const GrowthFit& fit) { return fit.model == model; });
}

void linearGrowth() {
    constexpr int series = 6;
    std::printf(
        "Growth proportional to the time since the quench: %d series of 24 frames, 1500 x 750 px, 8 bit, R_max 40 to 120 px,\n"
        "ring width 0.15, default recipe; mean and worst of the series; 'held': truths inside the 95 %% interval\n\n",
        series);
    std::printf("%-34s %18s %5s %20s %5s %18s %5s\n", "series", "v error, worst", "held", "R0 of a line, worst", "held",
                "exponent n, worst", "held");
    struct Kind {
        const char* name;
        bool zoom, faulty;
    };
    for (const Kind& kind : {Kind{"independent frames", false, false}, Kind{"light 40 %, 60 specks, noise 0.5", false, true},
                             Kind{"the same pattern growing", true, false}}) {
        Mean v, intercept, n, lateV, lateN;
        int vHeld = 0, interceptHeld = 0, nHeld = 0;
        overPictures(series, [&](std::uint64_t seed, std::mutex& mutex) {
            RingSettings settings;
            settings.width = 1500, settings.height = 750, settings.frames = 24;
            settings.seed = 500 + seed;
            settings.zoom = kind.zoom;
            if (kind.faulty) settings.faults = {.light = 0.4, .dust = 60, .driftPx = 0, .noise = 0.5};
            test::MeasuredFrames frames(defaultRecipe());
            for (int index = 0; index < settings.frames; ++index)
                frames.add(ringFrame(settings, index));
            const double truth = settings.rMaxFromPx / ringFrame(settings, 0).timeS;
            const GrowthSeries growth = growthSeries(frames.rows(), frames.neighbourCorrelations(), {});
            const auto fits = fitGrowth(growth, {});
            const FitParameter &speed = fitOf(fits, "origin-line").parameters[0], &start = fitOf(fits, "line").parameters[1],
                               &exponent = fitOf(fits, "power").parameters[1];
            FitSettings late;  // the first frame called t = 0
            late.t0S = frames.rows().front().timeS;
            late.weights = FitWeights::none;
            const auto lateFits = fitGrowth(growth, late);
            const std::lock_guard lock(mutex);
            v.add(100 * (speed.value / truth - 1));
            intercept.add(start.value);
            n.add(exponent.value);
            vHeld += speed.low95 <= truth && truth <= speed.high95;
            interceptHeld += start.low95 <= 0 && 0 <= start.high95;
            nHeld += exponent.low95 <= 1 && 1 <= exponent.high95;
            lateV.add(100 * (fitOf(lateFits, "origin-line").parameters[0].value / truth - 1));
            lateN.add(fitOf(lateFits, "power").parameters[1].value);
        });
        const auto worst = [](const Mean& mean, double truth) {
            return *std::max_element(mean.values.begin(), mean.values.end(),
                                     [&](double a, double b) { return std::abs(a - truth) < std::abs(b - truth); });
        };
        std::printf("%-34s %7.2f %%, %5.2f %% %2d/%d %9.2f px, %5.2f px %2d/%d %10.4f, %.4f %2d/%d\n", kind.name, v.mean(),
                    worst(v, 0), vHeld, series, intercept.mean(), worst(intercept, 0), interceptHeld, series, n.mean(),
                    worst(n, 1), nHeld, series);
        if (!kind.zoom && !kind.faulty)
            std::printf("%-34s %7.0f %%          (+62 %% published)          n = %.2f (0.48 published); equal weights\n",
                        "  first frame called t = 0", lateV.mean(), lateN.mean());
    }
    std::printf("\n");
}

// ---- t^(1/3)

struct Window {
    double from, to;
};

void cahnHilliardGrowth() {
    constexpr int runs = 12;
    CahnHilliardSettings common;
    common.width = common.height = 1024;
    common.dt = 0.2;  // 0.05 moves the exponents of the same runs by less than 0.01
    common.intervalS = 1;
    for (int i = 0; i <= 24; ++i)
        common.times.push_back(20 * std::pow(50.0, i / 24.0));
    common.frames = static_cast<int>(common.times.size());
    std::vector<std::vector<FrameResult>> rows(runs);
    std::vector<NeighbourCorrelations> neighbourCorrelations(runs);
    std::vector<std::vector<double>> truths(runs);
    parallelFor(runs, 0, [&](std::size_t run) {
        CahnHilliardSettings settings = common;
        settings.seed = 70 + run;
        test::MeasuredFrames frames(defaultRecipe());
        cahnHilliardFrames(settings, [&](int, const SyntheticFrame& frame) {
            frames.add(frame);
            truths[run].push_back(frame.rMaxPx);
        });
        rows[run] = frames.rows();
        neighbourCorrelations[run] = frames.neighbourCorrelations();
    });
    std::printf(
        "Spinodal decomposition by the Cahn-Hilliard equation, 50:50, %d runs of 1024 x 1024 px (a cell of the grid is 2 x 2 "
        "px),\n"
        "dt %.2f, %zu frames from t = 20 to 1000 in the equation's units, 8 bit, default recipe\n\n",
        runs, common.dt, common.times.size());
    std::printf("%8s %12s %12s %18s\n", "t", "R_max / px", "truth / px", "R_max / t^(1/3)");
    for (std::size_t i = 0; i < common.times.size(); i += 4) {
        Mean r, truth;
        for (std::size_t run = 0; run < runs; ++run)
            r.add(rows[run][i].rMax.px), truth.add(truths[run][i]);
        std::printf("%8.0f %12.2f %12.2f %18.3f\n", common.times[i], r.mean(), truth.mean(),
                    r.mean() / std::cbrt(common.times[i]));
    }
    std::printf(
        "\nExponent n of R_max = A t^n, t from the quench; +- is the 95 %% interval of the mean over the runs (Student)\n");
    std::printf("%-18s %22s %22s %26s\n", "window of times", "measured", "from the fields", "intervals of one run");
    constexpr double student = 2.201;  // 97.5 % with eleven degrees of freedom
    for (const Window& window : {Window{20, 100}, Window{50, 500}, Window{100, 1000}, Window{200, 1000}, Window{20, 1000}}) {
        Mean n, fromTruth, halfWidth;
        for (std::size_t run = 0; run < runs; ++run) {
            FitSettings settings;
            settings.fromS = 0.999 * window.from, settings.toS = 1.001 * window.to;
            settings.weights = FitWeights::none;  // a late frame says as much about the law as an early one
            const FitParameter exponent =
                fitOf(fitGrowth(growthSeries(rows[run], neighbourCorrelations[run], {}), settings), "power").parameters[1];
            GrowthSeries exact = growthSeries(rows[run], neighbourCorrelations[run], {});
            for (GrowthPoint& point : exact.points)
                point.length = truths[run][static_cast<std::size_t>(point.frame)];
            n.add(exponent.value);
            halfWidth.add((exponent.high95 - exponent.low95) / 2);
            fromTruth.add(fitOf(fitGrowth(exact, settings), "power").parameters[1].value);
        }
        std::printf("t = %4.0f to %-6.0f %12.3f +- %.3f %14.3f +- %.3f %17s +- %.3f\n", window.from, window.to, n.mean(),
                    student * n.error(), fromTruth.mean(), student * fromTruth.error(), "", halfWidth.mean());
    }
    std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::pair<std::string, void (*)()>> facts{{"ring", thinRing},
                                                                {"equation", equationOneLosesItsMaximum},
                                                                {"linear", linearGrowth},
                                                                {"cahn-hilliard", cahnHilliardGrowth}};
    std::vector<std::string> names;
    for (const auto& [name, find] : facts)
        names.push_back(name);
    std::string only;
    CLI::App app{
        "Facts that others have published, found again by this program from images: the thin ring's constant R_max/lambda, "
        "the contrast at which Eq. 1 loses its maximum, growth proportional to time, and t^(1/3) of Cahn and Hilliard.",
        "published_facts"};
    app.add_option("FACT", only, "Only this one [all of them, half an hour]")->check(CLI::IsMember(names));
    return test::runByHand(app, argc, argv, [&] {
        for (const auto& [name, find] : facts)
            if (only.empty() || only == name) find();
        return 0;
    });
}
