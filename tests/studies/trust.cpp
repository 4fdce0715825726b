// SPDX-License-Identifier: GPL-3.0-or-later
// Three rules about errors that hold: what a loss of focus does to growth, errors of ensembles of few and unequal images, and
// correlation lengths in noise. Committed answers: tests/studies/results/trust.txt.
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/engines.hpp"
#include "core/base/parallel.hpp"
#include "core/ensemble/ensemble.hpp"
#include "core/growth/focus_change.hpp"
#include "core/image/opencv.hpp"
#include "core/measure/focus.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/studies/random_field.hpp"
#include "tests/support/run_by_hand.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace coarsen;

constexpr int width = 480, height = 360;

Frame frameOf(int frameWidth, int frameHeight, const std::vector<double>& field) {
    Frame frame;
    frame.image = Image(frameWidth, frameHeight, std::vector<float>(field.begin(), field.end()));
    return frame;
}

SharedResult rowOf(const Frame& frame, const MeasureSettings& settings) {
    Measurer measurer(settings, {.engines = cpuEngines(), .threads = 1}, {});
    return shared(frameResult({}, 0, imageFacts(frame), measurer(frame, true), {}, settings));
}

// --- focus ---

struct Series {
    std::string name;
    RingSpectrum spectrum;
    double fromPx, toPx, lastBlurPx, noise;
};

Frame ringFrame(const Series& series, double rMaxPx, double blurPx, std::uint64_t seed) {
    std::vector<float> field = randomField(series.spectrum, RingCorrelation(series.spectrum).zMax(), width, height, rMaxPx, seed);
    cv::Mat picture(height, width, CV_32F, field.data());
    if (blurPx > 0) cv::GaussianBlur(picture, picture, {}, blurPx);
    RandomNumbers random(seed, 2);
    std::vector<double> values;
    for (const float value : field)
        values.push_back(100 + 20 * (static_cast<double>(value) + series.noise * random.normal()));
    return frameOf(width, height, values);
}

void studyFocus(const Series& series, std::uint64_t seed) {
    constexpr int frames = 15;
    std::vector<GrowthPoint> points(frames);
    std::vector<double> sharpPx(frames);
    parallelFor(frames, 0, [&](std::size_t i) {
        const double part = static_cast<double>(i) / (frames - 1), rMaxPx = series.fromPx + part * (series.toPx - series.fromPx);
        const SharedResult row = rowOf(ringFrame(series, rMaxPx, part * series.lastBlurPx, seed + i), {});
        const Focus focus = focusOf(unpacked(row->profile), row->rMax.px);
        GrowthPoint& point = points[i];
        point.frame = static_cast<int>(i);
        point.time = static_cast<double>(i);
        point.length = row->rMax.px;
        point.error = row->rMax.errorPx;
        point.contrast = focus.contrast;
        point.waveWidth = focus.width;
        sharpPx[i] = rowOf(ringFrame(series, rMaxPx, 0, seed + i), {})->rMax.px;
    });
    double real = 0;
    for (std::size_t i = frames - 3; i < frames; ++i)
        real += std::log(points[i].length / sharpPx[i]) / 3;
    const auto change = focusChange(points);
    std::printf("%-44s contrast %6.2f to %6.2f  width %.3f  lost %5.1f %%  foretold %5.1f %%  real %5.1f %%\n",
                series.name.c_str(), points.front().contrast, points.back().contrast, points.back().waveWidth,
                change ? 100 * change->contrastLost : 0, change ? 100 * change->tooLong : 0, 100 * real);
    std::fflush(stdout);
}

// --- ensembles and xi ---

constexpr double xiPx = 8.28;

std::vector<double> exponentialOf(int index, int frameWidth, int frameHeight, double contrast, double noise) {
    ExponentialSettings settings;
    settings.width = frameWidth;
    settings.height = frameHeight;
    settings.xiPx = xiPx;
    std::vector<double> field = exponentialField(settings, index);
    RandomNumbers random(static_cast<std::uint64_t>(index), 5);
    for (double& value : field)
        value = contrast * (value + noise * random.normal());
    return field;
}

struct Held {
    int one = 0, two = 0, trials = 0;
    double squares = 0;

    void add(double z) {
        ++trials;
        one += std::abs(z) <= 1 ? 1 : 0;
        two += std::abs(z) <= 2 ? 1 : 0;
        squares += z * z;
    }
    void print(const char* name) const {
        std::printf("  %-8s 1 error %3d %%  2 errors %3d %%  rms z %5.2f", name, 100 * one / trials, 100 * two / trials,
                    std::sqrt(squares / trials));
    }
};

void studyEnsemble(const char* name, int images, int trials, int first, const std::function<Frame(int index, int image)>& frame) {
    std::vector<std::pair<double, double>> z(static_cast<std::size_t>(trials));
    parallelFor(z.size(), 0, [&](std::size_t trial) {
        std::vector<SharedResult> rows;
        for (int image = 0; image < images; ++image)
            rows.push_back(rowOf(frame(first + static_cast<int>(trial) * images + image, image), {}));
        const auto off = [&](EnsembleErrors errors) {
            const EnsembleLength xi = *ensembleOf(rows, {.ensembleErrors = errors}).length("xi");
            return (xi.valuePx - xiPx) / xi.errorPx;
        };
        z[trial] = {off(EnsembleErrors::between), off(EnsembleErrors::pooled)};
    });
    Held between, pooled;
    for (const auto& [bare, mended] : z) {
        between.add(bare);
        pooled.add(mended);
    }
    std::printf("%-34s M = %2d", name, images);
    between.print("between");
    pooled.print("pooled");
    std::printf("\n");
    std::fflush(stdout);
}

/// A Gaussian correlation whose xi is xiPx, or an exponential field cut at 0: C = 2/pi asin(exp(-R/xiPx)), xi = 0.6046 xiPx.
std::vector<double> gaussianOf(int index, double noise) {
    RandomNumbers random(static_cast<std::uint64_t>(index), 6);
    cv::Mat field(height, width, CV_64F);
    for (double& value : cv::Mat_<double>(field))
        value = random.normal();
    const double sigma = xiPx / 2;
    cv::GaussianBlur(field, field, {}, sigma, sigma, cv::BORDER_REFLECT);
    field *= 2 * sigma * std::sqrt(std::numbers::pi);  // to a variance of 1
    std::vector<double> values(field.begin<double>(), field.end<double>());
    for (double& value : values)
        value += noise * random.normal();
    return values;
}

std::vector<double> cutOf(int index, double noise) {
    std::vector<double> values = exponentialOf(index, width, height, 1, 0);
    RandomNumbers random(static_cast<std::uint64_t>(index), 7);
    for (double& value : values)
        value = (value > 0 ? 1 : -1) + noise * random.normal();
    return values;
}
constexpr double cutXiPx = 0.6046 * xiPx;

void studyXi(const char* name, int trials, int first, double truthPx,
             const std::function<std::vector<double>(int index)>& field) {
    const char* const keys[] = {"xi", "xi_fit", "xi_integral"};
    std::vector<SharedResult> earlier(static_cast<std::size_t>(trials)), now(earlier.size());
    parallelFor(now.size(), 0, [&](std::size_t trial) {
        const Frame frame = frameOf(width, height, field(first + static_cast<int>(trial)));
        earlier[trial] = rowOf(frame, {.xiStart = XiStart::zero});
        now[trial] = rowOf(frame, {});
    });
    std::printf("%-34s", name);
    for (const char* const key : keys) {
        const auto meanOf = [&](const std::vector<SharedResult>& rows) {
            double sum = 0;
            for (const SharedResult& row : rows)
                sum += row->length(key).px;
            return sum / trials;
        };
        int holds = 0;
        for (const SharedResult& row : now)
            holds += std::abs(row->length(key).px - truthPx) <= row->length(key).errorPx ? 1 : 0;
        std::printf("  %s %5.2f -> %5.2f px (%3d %%)", key, meanOf(earlier), meanOf(now), 100 * holds / trials);
    }
    std::printf("\n");
    std::fflush(stdout);
}

void studyFocusOfSeries() {
    std::printf("Focus, series of 15 frames; 0: nothing is said; real: of the last three frames\n");
    std::uint64_t seed = 49200000;
    for (const double blur : {0.0, 4.0, 8.0})
        for (const auto& [name, spectrum] :
             {std::pair{"ring 0.05", gaussianRing(0.05)}, {"ring 0.15", gaussianRing(0.15)}, {"Furukawa 4", furukawa(4)}})
            for (const double last : {28.0, 40.0})
                studyFocus({name + std::string(", 28 to ") + std::to_string(static_cast<int>(last)) + " px, blur to " +
                                std::to_string(static_cast<int>(blur)) + " px",
                            spectrum, 28, last, blur, 0.2},
                           seed += 100);
}

void studyEnsembles(int trials, int first) {
    std::printf("\nEnsembles of exponential fields, xi of %.2f px, 220 x 180 px, %d trials\n", xiPx, trials);
    for (const int images : {2, 3, 5, 10}) {
        studyEnsemble("equal", images, trials, first,
                      [](int index, int) { return frameOf(220, 180, exponentialOf(index, 220, 180, 1, 0)); });
        studyEnsemble("contrasts 1 and 0.15", images, trials, first, [](int index, int image) {
            return frameOf(220, 180, exponentialOf(index, 220, 180, image == 0 ? 1 : 0.15, 0));
        });
        studyEnsemble("one image of 110 x 90 px", images, trials, first, [](int index, int image) {
            const int w = image == 0 ? 110 : 220, h = image == 0 ? 90 : 180;
            return frameOf(w, h, exponentialOf(index, w, h, 1, 0));
        });
    }
}

void studyXiOfFields(int trials, int first) {
    std::printf("\nxi of %.2f px in white noise, with C1D(0) and without its spike; held within one error\n", xiPx);
    for (const double noise : {0.0, 0.1, 0.25, 0.5, 1.0}) {
        const std::string tail = ", noise of " + std::to_string(noise).substr(0, 4);
        studyXi(("exponential" + tail).c_str(), trials, first, xiPx,
                [noise](int index) { return exponentialOf(index, width, height, 1, noise); });
        studyXi(("Gaussian" + tail).c_str(), trials, first, xiPx, [noise](int index) { return gaussianOf(index, noise); });
        studyXi(("thresholded, 5.01 px" + tail).c_str(), trials, first, cutXiPx,
                [noise](int index) { return cutOf(index, noise); });
    }
}

// --- what falls fastest at R = 0 ---

/// A field without noise whose C1D falls to 1/e at `xiPx`, of variance 1.
using FieldOf = std::function<std::vector<double>(double xiPx, int index)>;

std::vector<double> exponentialField(double lengthPx, int index) {
    ExponentialSettings settings;
    settings.width = width;
    settings.height = height;
    settings.xiPx = lengthPx;
    return exponentialField(settings, index);
}

std::vector<double> gaussianField(double lengthPx, int index) {
    RandomNumbers random(static_cast<std::uint64_t>(index), 6);
    const double sigma = lengthPx / 2;
    const int margin = static_cast<int>(4 * sigma) + 1;
    cv::Mat field(height + 2 * margin, width + 2 * margin, CV_64F);
    for (double& value : cv::Mat_<double>(field))
        value = random.normal();
    cv::GaussianBlur(field, field, {}, sigma, sigma, cv::BORDER_REFLECT);
    field *= 2 * sigma * std::sqrt(std::numbers::pi);  // to a variance of 1
    const cv::Mat_<double> inner = field(cv::Rect(margin, margin, width, height));
    return {inner.begin(), inner.end()};
}

std::vector<double> halves(std::vector<double> field) {
    for (double& value : field)
        value = value > 0 ? 1 : -1;
    return field;
}

std::vector<double> waves(const RingSpectrum& spectrum, double lengthPx, int index) {
    const RingCorrelation correlation(spectrum);
    double inside = 0, outside = correlation.zMax();
    while (outside - inside > 1e-6) {
        const double middle = (inside + outside) / 2;
        // its first fall to 1/e lies before the minimum, where it is below
        (correlation(middle) > correlation(0) / std::numbers::e && middle < correlation.zMax() / 2 ? inside : outside) = middle;
    }
    const std::vector<float> field = randomField(spectrum, correlation.zMax(), width, height,
                                                 lengthPx * correlation.zMax() / inside, static_cast<std::uint64_t>(index));
    return {field.begin(), field.end()};
}

struct Reading {
    int holds = 0, trials = 0;
    double sum = 0, errors = 0;

    void add(const LengthScale& xi, double truthPx) {
        ++trials;
        holds += std::abs(xi.px - truthPx) <= xi.errorPx ? 1 : 0;
        sum += xi.px;
        errors += xi.errorPx;
    }
    void print(const char* name) const {
        std::printf("  %s %6.2f +- %5.2f px (%3d %%)", name, sum / trials, errors / trials, 100 * holds / trials);
    }
};

void studyCusps(int trials, int first) {
    const double cutAt = std::sin(std::numbers::pi / 2 / std::numbers::e);  // C of the field where that of its sign is 1/e
    const std::pair<const char*, FieldOf> fields[] = {
        {"exponential", [](double px, int index) { return exponentialField(px, index); }},
        {"exponential cut at 0", [=](double px, int index) { return halves(exponentialField(px / -std::log(cutAt), index)); }},
        {"Gaussian", gaussianField},
        {"Gaussian cut at 0",
         [=](double px, int index) { return halves(gaussianField(px / std::sqrt(-std::log(cutAt)), index)); }},
        {"ring 0.15", [](double px, int index) { return waves(gaussianRing(0.15), px, index); }},
        {"Furukawa 4", [](double px, int index) { return waves(furukawa(4), px, index); }},
    };
    std::printf("\nxi of fields of %d x %d px in white noise; within one error of the truth\n", width, height);
    const double shares[] = {0.0, 0.05, 0.1, 0.2, 0.4};
    for (const auto& [name, fieldOf] : fields)
        for (const double xiPx : {3.0, 5.0, 8.0, 12.0, 20.0}) {
            struct Rows {
                SharedResult earlier, now;
            };
            std::vector<std::vector<Rows>> rows(static_cast<std::size_t>(trials));  // of each field, by share of noise
            parallelFor(rows.size(), 0, [&](std::size_t trial) {
                const int index = first + static_cast<int>(trial);
                const std::vector<double> field = fieldOf(xiPx, index);
                for (const double share : shares) {
                    std::vector<double> values = field;
                    RandomNumbers random(static_cast<std::uint64_t>(index), 8);
                    for (double& value : values)
                        value += std::sqrt(share) * random.normal();
                    const Frame frame = frameOf(width, height, values);
                    rows[trial].push_back({rowOf(frame, {.xiStart = XiStart::noiseOrCusp}), rowOf(frame, {})});
                }
            });
            for (std::size_t share = 0; share < std::size(shares); ++share) {
                Reading earlier, now;
                for (const std::vector<Rows>& ofField : rows) {
                    earlier.add(ofField[share].earlier->length("xi"), xiPx);
                    now.add(ofField[share].now->length("xi"), xiPx);
                }
                std::printf("%-21s %4.0f px, noise %2.0f %%", name, xiPx, 100 * shares[share]);
                earlier.print("noise-or-cusp");
                now.print("now");
                std::printf("\n");
                std::fflush(stdout);
            }
        }
}

}  // namespace

int main(int argc, char** argv) {
    int trials = 50;
    CLI::App app{"What loss of focus does, errors of ensembles, and xi in noise; minutes.", "trust_study"};
    int first = 0;
    std::string part = "all";
    app.add_option("--first", first, "First of the fields of ensembles and of xi")->capture_default_str();
    app.add_option("--part", part, "Which study")
        ->check(CLI::IsMember({"all", "focus", "ensembles", "xi", "cusps"}))
        ->capture_default_str();
    app.add_option("TRIALS", trials, "Of each ensemble and each field")->check(test::countFrom(2))->capture_default_str();
    return test::runByHand(app, argc, argv, [&] {
        if (part == "all" || part == "focus") studyFocusOfSeries();
        if (part == "all" || part == "ensembles") studyEnsembles(trials, first);
        if (part == "all" || part == "xi") studyXiOfFields(trials, first);
        if (part == "all" || part == "cusps") studyCusps(trials, first);
        return 0;
    });
}
