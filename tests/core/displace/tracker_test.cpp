// SPDX-License-Identifier: GPL-3.0-or-later
// What it alone does; what all do that follow pictures is in tests/engines/track_suite_test.cpp.
#include "core/displace/tracker.hpp"

#include "core/correlate/engines.hpp"
#include "core/displace/refinement.hpp"
#include "tests/core/displace/moved_texture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace coarsen {
namespace {

constexpr int size = 128;

struct Place {
    double x, y;
};
const std::vector<Place> path{{0, 0}, {0.37, -0.21}, {1.8, 2.45}, {-3.2, 7.9}, {4.66, 9.5}};  // steps of up to 7.9 px

MaskedImage at(const Place& place, double noise = 0) {
    return {movedTexture({2, 0}, size, 5, place.x, place.y, noise), {}};
}

Tracker tracker(int threads = 1) {
    PlanShape shape;
    shape.width = shape.height = size;
    shape.maxLag = 16;
    shape.threads = threads;
    return {cpuFftEngine(), shape, TrackReference::previous};
}

TEST(Tracker, AnswersTheSameOnAnyNumberOfThreads) {
    Tracker one = tracker(1), four = tracker(4);
    for (const Place& place : path) {
        const FoundShift byOne = one.next(at(place, 0.3)), byFour = four.next(at(place, 0.3));
        EXPECT_EQ(byOne.shift.x, byFour.shift.x);
        EXPECT_EQ(byOne.error().yPx, byFour.error().yPx);
    }
}

TEST(Tracker, LeavesOutWhatIsMasked) {
    // A bright bar that stays where it is would hold the picture back.
    std::vector<std::uint8_t> valid(size * size, 1);
    for (int y = 0; y < size; ++y)
        std::fill_n(valid.begin() + y * size + 50, 20, std::uint8_t{0});
    const Mask mask(size, size, valid);
    const auto withBar = [&](const Place& place) {
        const MaskedImage picture = at(place);
        std::vector<float> pixels(picture.image.plane<float>().begin(), picture.image.plane<float>().end());
        for (std::size_t i = 0; i < pixels.size(); ++i)
            if (!valid[i]) pixels[i] = 50;
        return MaskedImage{Image(size, size, std::move(pixels)), mask};
    };
    Tracker follows = tracker();
    follows.next(withBar(path[0]));
    const FoundShift found = follows.next(withBar(path[3]));
    EXPECT_NEAR(found.shift.x, path[3].x, 5e-3);
    EXPECT_NEAR(found.shift.y, path[3].y, 5e-3);
}

TEST(Refinement, OfEveryFourthRowEndsAsThatOfAll) {
    for (const double noise : {0.0, 0.3, 1.0}) {
        const PreparedPicture here = preparedPicture({movedTexture({2, 0}, 320, 3, 0, 0, noise), {}});
        const PreparedPicture there = preparedPicture({movedTexture({2, 0}, 320, 3, 1.3, -2.6, noise), {}});
        RefinementLimits limits;
        const FoundShift all = Refinement(here, there, limits).from({1, -3});
        limits.everyRow = 4;
        const FoundShift some = Refinement(here, there, limits).from({1, -3});
        EXPECT_NEAR(some.shift.x, all.shift.x, 0.2 * all.error().xPx);
        EXPECT_NEAR(some.shift.y, all.shift.y, 0.2 * all.error().yPx);
        EXPECT_NEAR(some.error().xPx, all.error().xPx, 0.1 * all.error().xPx);
        EXPECT_NEAR(some.shift.correlation, all.shift.correlation, 1e-3);
    }
}

}  // namespace
}  // namespace coarsen
