// SPDX-License-Identifier: GPL-3.0-or-later
// Axes found in stripes whose grains are known: how much longer the correlation length of the field found is than that of the
// true axes, against the scale over which axes are averaged. C1D without subtracted means, pooled over the frames.
#include "core/synth/grains.hpp"

#include "core/base/parallel.hpp"
#include "core/correlate/correlate.hpp"
#include "core/correlate/engines.hpp"
#include "core/measure/radial_profile.hpp"
#include "core/preprocess/channels.hpp"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <mutex>
#include <numbers>
#include <vector>

using namespace coarsen;

namespace {

struct Case {
    double grainPx, periodPx, scalePx;
    OrientationWeight weight;
};

/// First R where the profile has fallen to 1/e of its first value; NaN beyond its end.
double xiOf(const std::vector<double>& profile) {
    const double level = profile[0] / std::numbers::e;
    for (std::size_t r = 1; r < profile.size(); ++r)
        if (profile[r] <= level) return static_cast<double>(r) - (level - profile[r]) / (profile[r - 1] - profile[r]);
    return std::nan("");
}

struct Found {
    double xiPx, trueXiPx, coherence, angleErrorDeg;
};

Found found(const Case& one, int side, int frames) {
    GrainSettings settings;
    settings.width = settings.height = side;
    settings.grainPx = one.grainPx;
    settings.periodPx = one.periodPx;
    settings.bits = 16;
    PlanShape shape;
    shape.width = shape.height = side;
    shape.channels = 2;
    shape.maxLag = static_cast<int>(2.5 * one.grainPx);
    shape.type = PixelType::f32;
    shape.threads = 1;
    const auto averager = AzimuthalAverager::shared(shape.maxLag, AzimuthRule::bilinear, 1);
    std::vector<double> pooled(static_cast<std::size_t>(shape.maxLag) + 1), pooledTruth = pooled;
    double coherence = 0, squares = 0, pixels = 0;
    std::mutex mutex;
    parallelFor(static_cast<std::size_t>(frames), 0, [&](std::size_t index) {
        const int number = static_cast<int>(index);
        Frame frame;
        frame.image = grainFrame(settings, number).image;
        const Frame field =
            Channels{.use = ChannelUse::orientation, .sigmaPx = 1.5, .scalePx = one.scalePx, .weight = one.weight}(frame);
        Correlator correlator(cpuFftEngine(), shape, MeanMode::none, NormMode::count);
        const auto profileOf = [&](const MaskedImage& axes) {
            return (*averager)(correlator.autocorrelation(std::span(&axes, 1)).front());
        };
        const RadialProfile profile = profileOf({field.image, field.mask});
        const std::vector<Grain> grains = grainsOf(settings, number);
        const std::vector<std::size_t> owners = grainMap(settings, grains);
        std::vector<float> axes(2 * owners.size());
        double off2 = 0;
        for (std::size_t i = 0; i < owners.size(); ++i) {
            const double angle =
                std::atan2(field.image.plane<float>(1)[i], field.image.plane<float>(0)[i]) * 90 / std::numbers::pi;
            const double doubled = grains[owners[i]].axisDeg * std::numbers::pi / 90;
            axes[i] = static_cast<float>(std::cos(doubled)), axes[owners.size() + i] = static_cast<float>(std::sin(doubled));
            off2 += std::pow(std::remainder(angle - grains[owners[i]].axisDeg, 180), 2);
        }
        const RadialProfile truth = profileOf({Image(side, side, std::move(axes), 2), {}});
        const std::lock_guard lock(mutex);
        for (std::size_t r = 0; r < pooled.size(); ++r)
            pooled[r] += profile.value[r], pooledTruth[r] += truth.value[r];
        coherence += field.orientation->coherenceMean / frames;
        squares += off2;
        pixels += static_cast<double>(owners.size());
    });
    return {xiOf(pooled), xiOf(pooledTruth), coherence, std::sqrt(squares / pixels)};
}

}  // namespace

int main(int count, char** arguments) {
    CLI::App app("The axes found in grains of stripes");
    int side = 900, frames = 12;
    app.add_option("--side", side, "Of a frame, px")->capture_default_str();
    app.add_option("--frames", frames, "A case")->capture_default_str();
    CLI11_PARSE(app, count, arguments);

    std::printf("# %d frames of %d x %d px a case, sigma 1.5 px; for ever many grains xi = %.4f grain\n", frames, side, side,
                grainXiPx(1));
    std::printf("# grain_px period_px scale_px weight scale/grain xi_found/xi_of_true_axes coherence rms_angle_deg\n");
    for (const OrientationWeight weight : {OrientationWeight::coherence, OrientationWeight::none})
        for (const auto& [grain, period] : {std::pair{120.0, 3.0}, {120.0, 6.0}, {60.0, 6.0}, {60.0, 10.0}})
            for (const double scale : {1.5, 2.0, 3.0, 4.0, 6.0, 9.0}) {
                const Found answer = found({grain, period, scale, weight}, side, frames);
                std::printf("%8.0f %8.0f %8.1f %10s %11.4f %15.3f %9.3f %9.1f\n", grain, period, scale,
                            weight == OrientationWeight::coherence ? "coherence" : "none", scale / grain,
                            answer.xiPx / answer.trueXiPx, answer.coherence, answer.angleErrorDeg);
                std::fflush(stdout);
            }
    return 0;
}
