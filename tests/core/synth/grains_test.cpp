// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/grains.hpp"

#include "core/correlate/correlate.hpp"
#include "core/correlate/engines.hpp"
#include "core/measure/radial_profile.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <set>
#include <string>

namespace coarsen {
namespace {

GrainSettings smallGrains() {
    GrainSettings settings;
    settings.width = 260, settings.height = 240, settings.grainPx = 12, settings.periodPx = 6;
    return settings;
}

/// The axes that the grains have, as two channels.
Image trueAxes(const GrainSettings& settings, int frame) {
    const std::vector<Grain> grains = grainsOf(settings, frame);
    const std::vector<std::size_t> owners = grainMap(settings, grains);
    std::vector<float> channels(2 * owners.size());
    for (std::size_t i = 0; i < owners.size(); ++i) {
        const double doubled = grains[owners[i]].axisDeg * std::numbers::pi / 90;
        channels[i] = static_cast<float>(std::cos(doubled));
        channels[owners.size() + i] = static_cast<float>(std::sin(doubled));
    }
    return {settings.width, settings.height, std::move(channels), 2};
}

TEST(ShareOfGrains, IsThatOfPoissonVoronoiCells) {
    EXPECT_NEAR(shareOfGrains(0, 1), 1, 1e-4);
    // Near 0 it falls by 4 / pi of R: a mean boundary of 2 grains a grain's area (Meijering 1953), crossed at random.
    EXPECT_NEAR((1 - shareOfGrains(0.01, 1)) / 0.01, 4 / std::numbers::pi, 0.01);
    EXPECT_NEAR(shareOfGrains(24, 12), shareOfGrains(2, 1), 1e-12);
    EXPECT_LT(shareOfGrains(3, 1), 0.01);
    EXPECT_NEAR(shareOfGrains(grainXiPx(40), 40), std::exp(-1), 1e-6);
}

/// The known answer of correlated axes: 24 frames of 400 grains and more.
TEST(Grains, WhoseAxesAreCorrelatedGiveTheShareOfGrains) {
    const GrainSettings settings = smallGrains();
    PlanShape shape;
    shape.width = settings.width, shape.height = settings.height, shape.channels = 2, shape.maxLag = 40;
    shape.type = PixelType::f32;
    Correlator correlator(cpuFftEngine(), shape, MeanMode::none, NormMode::count);
    const auto averager = AzimuthalAverager::shared(shape.maxLag, AzimuthRule::bilinear, 1);
    std::vector<double> pooled(static_cast<std::size_t>(shape.maxLag) + 1);
    constexpr int frames = 24;
    for (int frame = 0; frame < frames; ++frame) {
        const std::vector<std::size_t> owners = grainMap(settings, grainsOf(settings, frame));
        ASSERT_GE(std::set(owners.begin(), owners.end()).size(), 400u);
        const MaskedImage axes{trueAxes(settings, frame), {}};
        const RadialProfile profile = (*averager)(correlator.autocorrelation(std::span(&axes, 1)).front());
        for (std::size_t r = 0; r < pooled.size(); ++r)
            pooled[r] += profile.value[r] / profile.value[0] / frames;
    }

    double xi = 0;
    for (std::size_t r = 0; r < pooled.size(); ++r) {
        EXPECT_NEAR(pooled[r], shareOfGrains(static_cast<double>(r), settings.grainPx), 0.01) << r;
        if (r > 0 && xi == 0 && pooled[r] <= std::exp(-1))
            xi = static_cast<double>(r) - (std::exp(-1) - pooled[r]) / (pooled[r - 1] - pooled[r]);
    }
    EXPECT_NEAR(xi, grainXiPx(settings.grainPx), 0.03 * grainXiPx(settings.grainPx));
}

TEST(Grains, OwnThePixelsNearestToThem) {
    const GrainSettings settings = smallGrains();
    const std::vector<Grain> grains = grainsOf(settings, 3);
    const std::vector<std::size_t> owners = grainMap(settings, grains);

    for (int y = 0; y < settings.height; y += 7)
        for (int x = 0; x < settings.width; x += 7) {
            const Grain& owner = grains[owners[static_cast<std::size_t>(y * settings.width + x)]];
            const double distance = std::hypot(owner.x - x, owner.y - y);
            for (const Grain& other : grains)
                ASSERT_LE(distance, std::hypot(other.x - x, other.y - y)) << x << ", " << y;
        }
    EXPECT_NE(grainsOf(settings, 3).front().x, grainsOf(settings, 4).front().x);
}

TEST(Grains, AreWrittenWithTheirTruth) {
    const TemporaryFolder folder;
    GrainSettings settings = smallGrains();
    settings.width = 64, settings.height = 48, settings.frames = 2;

    writeGrainSeries(folder / "series", settings);

    std::ifstream truth(folder / "series" / "truth.csv"), axes(folder / "series" / "grains.csv");
    std::string line;
    std::getline(truth, line);
    EXPECT_TRUE(line.ends_with(",xi_px"));
    std::getline(truth, line);
    EXPECT_NEAR(std::stod(line.substr(line.rfind(',') + 1)), grainXiPx(12), 1e-9);
    std::getline(axes, line);
    EXPECT_EQ(line, "frame,x_px,y_px,axis_deg");
    std::getline(axes, line);
    EXPECT_TRUE(line.starts_with("0,"));
}

}  // namespace
}  // namespace coarsen
