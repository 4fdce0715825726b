// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/refinement.hpp"

#include "core/displace/shift_finder.hpp"
#include "core/synth/random_numbers.hpp"
#include "tests/core/displace/moved_texture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stop_token>
#include <vector>

namespace coarsen {
namespace {

struct Case {
    const char* name;
    Texture texture;
    double worstPx;  ///< root mean square without noise
};

/// Move that is found less what was done, with its standard error.
struct Trial {
    double dx, dy;
    ShiftError error;
};

class OfTextures : public testing::TestWithParam<Case> {
protected:
    /// A shift of up to 5 px, looked for from the nearest whole pixel on.
    Trial trial(std::uint64_t seed, double noise) const {
        RandomNumbers random(seed, 9);
        const double dx = random.uniform(-5, 5), dy = random.uniform(-5, 5);
        const PreparedPicture here = preparedPicture({movedTexture(GetParam().texture, 128, seed, 0, 0, noise), {}});
        const PreparedPicture there = preparedPicture({movedTexture(GetParam().texture, 128, seed, dx, dy, noise), {}});
        const FoundShift found = Refinement(here, there, {}).from({std::round(dx), std::round(dy)});
        EXPECT_TRUE(found.shift.isFound());
        return {found.shift.x - dx, found.shift.y - dy, found.error()};
    }
};

TEST_P(OfTextures, ShiftIsRightWithoutNoise) {
    constexpr int trials = 12;
    double squares = 0;
    for (std::uint64_t seed = 1; seed <= trials; ++seed) {
        const Trial one = trial(seed, 0);
        squares += one.dx * one.dx + one.dy * one.dy;
    }
    EXPECT_LT(std::sqrt(squares / (2 * trials)), GetParam().worstPx);
}

TEST_P(OfTextures, ErrorCoversWithNoise) {
    constexpr int trials = 60;
    int within = 0;
    for (std::uint64_t seed = 101; seed < 101 + trials; ++seed) {
        const Trial one = trial(seed, 0.5);
        within += (std::abs(one.dx) < one.error.xPx) + (std::abs(one.dy) < one.error.yPx);
    }
    EXPECT_GT(within, 0.55 * 2 * trials);
    EXPECT_LT(within, 0.82 * 2 * trials);
}

TEST(Refinement, FindsNothingAfterAStop) {
    std::stop_source stop;
    stop.request_stop();
    const PreparedPicture here = preparedPicture({movedTexture({2, 0}, 128, 1, 0, 0, 0), {}});
    const PreparedPicture there = preparedPicture({movedTexture({2, 0}, 128, 1, 1.3, -2.6, 0), {}});
    for (const int everyRow : {1, 3}) {
        RefinementLimits limits;
        limits.everyRow = everyRow;
        EXPECT_TRUE(Refinement(here, there, limits).from({1, -3}).shift.isFound());
        limits.threads.stop = stop.get_token();
        EXPECT_FALSE(Refinement(here, there, limits).from({1, -3}).shift.isFound());
    }
    ShiftFinder finder(128, 128);
    EXPECT_TRUE(finder.shiftBetween(here, there).shift.isFound());
    EXPECT_FALSE(finder.shiftBetween(here, there, false, stop.get_token()).shift.isFound());
}

INSTANTIATE_TEST_SUITE_P(Refinement, OfTextures,
                         testing::Values(Case{"Points", {0.5}, 0.006}, Case{"Fine", {0.7}, 0.005}, Case{"Smooth", {1.0}, 0.003},
                                         Case{"Smoother", {2.0}, 0.001}, Case{"Smoothest", {4.0}, 0.0005},
                                         Case{"NarrowRing", {0, 6}, 0.004}, Case{"Ring", {0, 12}, 0.0005},
                                         Case{"WideRing", {0, 20}, 0.0005}),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace coarsen
