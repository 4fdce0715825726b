// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/tracker.hpp"

#include "core/correlate/engines.hpp"
#include "core/displace/refinement.hpp"
#include "tests/core/displace/moved_texture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

/// The same in 8 bits, 40 grey levels around 128.
MaskedImage inBytes(const MaskedImage& picture) {
    std::vector<std::uint8_t> pixels;
    for (const float value : picture.image.plane<float>())
        pixels.push_back(static_cast<std::uint8_t>(std::clamp(std::lround(128 + 30 * value), 0L, 255L)));
    return {Image(size, size, std::move(pixels)), picture.mask};
}

Tracker tracker(TrackReference reference = TrackReference::previous, int threads = 1, PixelType type = PixelType::f32,
                int maxLag = 16) {
    PlanShape shape;
    shape.width = shape.height = size;
    shape.maxLag = maxLag;
    shape.type = type;
    shape.threads = threads;
    return {cpuFftEngine(), shape, reference};
}

TEST(Tracker, FollowsFromOnePictureToTheNext) {
    Tracker follows = tracker();
    EXPECT_EQ(follows.next(at(path[0])).shift.x, 0);
    for (std::size_t i = 1; i < path.size(); ++i) {
        const FoundShift found = follows.next(at(path[i]));
        EXPECT_NEAR(found.shift.x, path[i].x - path[i - 1].x, 2e-3);
        EXPECT_NEAR(found.shift.y, path[i].y - path[i - 1].y, 2e-3);
        EXPECT_GT(found.shift.likeness, 0.99);
    }
}

TEST(Tracker, FollowsAgainstTheFirstPictureInBytes) {
    Tracker follows = tracker(TrackReference::first, 1, PixelType::u8);
    for (const Place& place : path) {
        const FoundShift found = follows.next(inBytes(at(place)));
        EXPECT_NEAR(found.shift.x, place.x, 4e-3);
        EXPECT_NEAR(found.shift.y, place.y, 4e-3);
    }
}

TEST(Tracker, TellsItsErrorUnderNoise) {
    // Of the truths, 68 % lie within one error; of 40, with 4 on either side for chance.
    int inside = 0, count = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const double dx = 0.1 * static_cast<double>(seed), dy = 2 - 0.17 * static_cast<double>(seed);
        Tracker follows = tracker();
        follows.next({movedTexture({2, 0}, size, seed, 0, 0, 0.5), {}});
        const FoundShift found = follows.next({movedTexture({2, 0}, size, seed, dx, dy, 0.5), {}});
        inside += std::abs(found.shift.x - dx) < found.error().xPx;
        inside += std::abs(found.shift.y - dy) < found.error().yPx;
        count += 2;
    }
    EXPECT_GE(inside, count * 55 / 100);
    EXPECT_LE(inside, count * 85 / 100);
}

TEST(Tracker, AnswersTheSameOnAnyNumberOfThreads) {
    Tracker one = tracker(TrackReference::previous, 1), four = tracker(TrackReference::previous, 4);
    for (const Place& place : path) {
        const FoundShift byOne = one.next(at(place, 0.3)), byFour = four.next(at(place, 0.3));
        EXPECT_EQ(byOne.shift.x, byFour.shift.x);
        EXPECT_EQ(byOne.error().yPx, byFour.error().yPx);
    }
}

TEST(Tracker, SaysNothingOfAPictureWithoutContrastAndGoesOnBehindIt) {
    Tracker follows = tracker();
    follows.next(at(path[0]));
    const FoundShift flat = follows.next({Image(size, size, std::vector<float>(size * size, 7.3F)), {}});
    EXPECT_FALSE(flat.shift.isFound());
    EXPECT_FALSE(follows.isReadable());
    EXPECT_EQ(follows.next(at(path[1])).shift.x, 0);  // a new first one
    EXPECT_NEAR(follows.next(at(path[2])).shift.x, path[2].x - path[1].x, 2e-3);
    EXPECT_TRUE(follows.isReadable());
}

TEST(Tracker, FindsNothingInAnotherScene) {
    Tracker follows = tracker();
    follows.next(at(path[0]));
    EXPECT_FALSE(follows.next({movedTexture({2, 0}, size, 6, 0, 0, 0), {}}).shift.isFound());
    EXPECT_TRUE(follows.isReadable());
}

TEST(Tracker, FindsNothingBeyondItsRange) {
    Tracker follows = tracker(TrackReference::previous, 1, PixelType::f32, 6);
    follows.next(at({0, 0}));
    EXPECT_FALSE(follows.next(at({20, 0})).shift.isFound());
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
        EXPECT_NEAR(some.shift.likeness, all.shift.likeness, 1e-3);
    }
}

}  // namespace
}  // namespace coarsen
