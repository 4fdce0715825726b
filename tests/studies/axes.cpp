// SPDX-License-Identifier: GPL-3.0-or-later
// xi of axes that are found in pictures, against xi of the true axes at each pixel: how much longer it is, in scales of the
// averaging, and how often its error holds that. Committed answers: tests/studies/results/axes.txt.
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/engines.hpp"
#include "core/analysis/frame_measurer.hpp"
#include "core/base/parallel.hpp"
#include "core/synth/grains.hpp"
#include "core/synth/random_numbers.hpp"
#include "tests/support/run_by_hand.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace coarsen;

constexpr int width = 480, height = 400;
constexpr std::size_t count = std::size_t{width} * height;

using Plane = std::vector<double>;

Plane white(std::uint64_t seed, std::uint64_t stream) {
    RandomNumbers random(seed, stream);
    Plane plane(count);
    for (double& value : plane)
        value = random.normal();
    return plane;
}

/// Gaussian mean, at the edges of what is there.
Plane blurred(const Plane& plane, double sigmaPx) {
    const int reach = static_cast<int>(std::ceil(3 * sigmaPx));
    std::vector<double> weights;
    double sum = 0;
    for (int i = -reach; i <= reach; ++i)
        sum += weights.emplace_back(std::exp(-i * i / (2 * sigmaPx * sigmaPx)));
    const auto along = [&](const Plane& from, int dx, int dy) {
        Plane to(count, 0);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                for (int i = -reach; i <= reach; ++i) {
                    const int u = std::clamp(x + i * dx, 0, width - 1), v = std::clamp(y + i * dy, 0, height - 1);
                    to[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)] +=
                        weights[static_cast<std::size_t>(i + reach)] / sum *
                        from[static_cast<std::size_t>(v) * width + static_cast<std::size_t>(u)];
                }
        return to;
    };
    return along(along(plane, 1, 0), 0, 1);
}

enum class Shape { grains, smooth };     ///< of the field of axes: constant in each grain, or turning slowly
enum class Texture { stripes, fibres };  ///< that shows it; stripes are drawn in grains alone

GrainSettings grainsOfSize(double sizePx, std::uint64_t seed) {
    GrainSettings settings;
    settings.width = width, settings.height = height;
    settings.grainPx = sizePx;
    settings.periodPx = 8;
    settings.bits = 16;
    settings.seed = seed;
    return settings;
}

/// Angles of the axes, rad.
Plane trueAxes(Shape shape, double sizePx, std::uint64_t seed) {
    Plane axes(count);
    if (shape == Shape::grains) {
        const GrainSettings settings = grainsOfSize(sizePx, seed);
        const std::vector<Grain> grains = grainsOf(settings, 0);
        const std::vector<std::size_t> owners = grainMap(settings, grains);
        for (std::size_t i = 0; i < count; ++i)
            axes[i] = grains[owners[i]].axisDeg * std::numbers::pi / 180;
        return axes;
    }
    const double sigmaPx = grainXiPx(sizePx) / 2;
    const Plane real = blurred(white(seed, 21), sigmaPx), imaginary = blurred(white(seed, 22), sigmaPx);
    for (std::size_t i = 0; i < count; ++i)
        axes[i] = std::atan2(imaginary[i], real[i]) / 2;
    return axes;
}

/// Noise smeared along the axes over 25 px, and white noise of that deviation, in parts of its own.
Image fibres(const Plane& axes, double noise, std::uint64_t seed) {
    constexpr int reach = 12;
    const Plane grain = blurred(white(seed, 3), 1.5), own = white(seed, 4);
    Plane smeared(count, 0);
    double squares = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const std::size_t i = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
            for (int t = -reach; t <= reach; ++t) {
                const int u = std::clamp(x + static_cast<int>(std::lround(t * std::cos(axes[i]))), 0, width - 1);
                const int v = std::clamp(y + static_cast<int>(std::lround(t * std::sin(axes[i]))), 0, height - 1);
                smeared[i] += grain[static_cast<std::size_t>(v) * width + static_cast<std::size_t>(u)];
            }
            squares += smeared[i] * smeared[i] / count;
        }
    std::vector<std::uint16_t> pixels(count);
    for (std::size_t i = 0; i < count; ++i)
        pixels[i] = static_cast<std::uint16_t>(
            std::lround(std::clamp(30000 + 5000 * (smeared[i] / std::sqrt(squares) + noise * own[i]), 0.0, 65535.0)));
    return {width, height, std::move(pixels)};
}

Image pictureOf(Shape shape, Texture texture, double sizePx, double noise, std::uint64_t seed) {
    if (texture == Texture::fibres) return fibres(trueAxes(shape, sizePx, seed), noise, seed);
    GrainSettings settings = grainsOfSize(sizePx, seed);
    settings.faults.noise = noise;
    return grainFrame(settings, 0).image;
}

/// xi of the axes at each pixel, all of one length.
double trueXi(const Plane& axes) {
    std::vector<float> pixels(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
        pixels[i] = static_cast<float>(std::cos(2 * axes[i]));
        pixels[count + i] = static_cast<float>(std::sin(2 * axes[i]));
    }
    EngineRequest engines;
    engines.engines = cpuEngines();
    engines.threads = 1;
    Frame frame;
    frame.image = Image(width, height, std::move(pixels), 2);
    return Measurer(MeasureSettings{}, engines, Calibration{})(frame, false).lengths["xi"].px;
}

struct Tally {
    int all = 0, within = 0;
    double truth = 0, found = 0, taken = 0, error = 0, least = 1e9, most = -1e9;

    void add(double truePx, double foundPx, const LengthScale& xi, double scalePx) {
        ++all;
        within += std::abs(xi.px - truePx) <= xi.errorPx;
        truth += truePx, found += foundPx, taken += xi.px, error += xi.errorPx;
        least = std::min(least, (foundPx - truePx) / scalePx);
        most = std::max(most, (foundPx - truePx) / scalePx);
    }
};

void study(Shape shape, Texture texture, int images, std::uint64_t seed) {
    for (const double sizePx : {40.0, 70.0, 120.0})
        for (const double noise : {0.0, 1.0})
            for (const double scalePx : {6.0, 9.0}) {
                Tally tally;
                std::mutex mutex;
                parallelFor(static_cast<std::size_t>(images), 0, [&](std::size_t i) {
                    const double truth = trueXi(trueAxes(shape, sizePx, seed + i));
                    Recipe recipe = defaultRecipe();
                    setText(recipe, "channels.use", "orientation");
                    setText(recipe, "channels.scale", std::to_string(scalePx));
                    setText(recipe, "measure.xi_start", "noise-and-scale");
                    Recipe earlier = recipe;
                    setText(earlier, "measure.xi_start", "noise-by-shape");
                    earlier.measure.errors = ErrorMethod::none;
                    Frame raw;
                    raw.image = pictureOf(shape, texture, sizePx, noise, seed + i);
                    const EngineRequest engines{.engines = cpuEngines(), .threads = 1};
                    const LengthScale xi = FrameMeasurer(recipe, engines, {})(raw, {}, false).measured.lengths["xi"];
                    const LengthScale found = FrameMeasurer(earlier, engines, {})(raw, {}, false).measured.lengths["xi"];
                    const std::lock_guard lock(mutex);
                    tally.add(truth, found.px, xi, scalePx);
                });
                std::printf("%-7s %-7s %5.0f %6.1f %6.0f %8.2f %8.2f %8.2f %8.2f %6d of %d  %6.2f %6.2f\n",
                            shape == Shape::grains ? "grains" : "smooth", texture == Texture::stripes ? "stripes" : "fibres",
                            sizePx, noise, scalePx, tally.truth / tally.all, tally.found / tally.all, tally.taken / tally.all,
                            tally.error / tally.all, tally.within, tally.all, tally.least, tally.most);
                std::fflush(stdout);
            }
}

}  // namespace

int main(int argc, char** argv) {
    int images = 6;
    std::uint64_t seed = 1;
    CLI::App app{"xi of axes that are found in grains and smooth fields, against that of the true axes; minutes.", "axes_study"};
    app.add_option("IMAGES", images, "Images a case")->check(test::countFrom(1))->capture_default_str();
    std::string only;
    app.add_option("--only", only, "Fields whose name starts so: grains, smooth");
    app.add_option("--seed", seed, "First seed")->capture_default_str();
    return test::runByHand(app, argc, argv, [&] {
        std::printf("# %d pictures of %d x %d px a case, seeds from %llu; lengths in px\n", images, width, height,
                    static_cast<unsigned long long>(seed));
        std::printf("# axes    texture  size  noise  scale   true xi    found    taken    error  holds      longer by, scales\n");
        if (std::string("grains").starts_with(only)) {
            study(Shape::grains, Texture::stripes, images, seed);
            study(Shape::grains, Texture::fibres, images, seed);
        }
        if (std::string("smooth").starts_with(only)) study(Shape::smooth, Texture::fibres, images, seed);
        return 0;
    });
}
