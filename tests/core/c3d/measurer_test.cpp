// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/c3d/volume_measurer.hpp"
#include "core/synth/bicontinuous.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

namespace coarsen {
namespace {

using testing::HasSubstr;

BicontinuousSettings cube(int side, double wavelengthPx, std::uint64_t seed = 1) {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth = side;
    settings.wavelengthFromPx = settings.wavelengthToPx = wavelengthPx;
    settings.frames = 1;
    settings.seed = seed;
    return settings;
}

TEST(VolumeMeasurer, FindsRMaxOfEightWavelengths) {
    const SyntheticVolume made = bicontinuousVolume(cube(96, 12), 0);
    VolumeMeasurer measurer({}, 2);
    const auto answer = measurer(made.volume, true);
    EXPECT_NEAR(made.rMaxPx, 12 * 1.2295, 1e-9);
    EXPECT_NEAR(answer.rMax.px, made.rMaxPx, 0.01 * made.rMaxPx);
    EXPECT_EQ(answer.rMax.quality, Quality::good) << answer.rMax.message;
    EXPECT_GT(answer.rMax.errorPx, 0);
    EXPECT_LT(answer.rMax.errorPx, 0.03 * made.rMaxPx);
    EXPECT_EQ(answer.profile.dimensions, 3);
    EXPECT_EQ(answer.engine, "cpu-fft");
}

}  // namespace
}  // namespace coarsen
