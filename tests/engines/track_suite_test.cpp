// SPDX-License-Identifier: GPL-3.0-or-later
// Everything here that follows pictures, the CPU's Tracker and what GPUs do: known moves, refusals, and the Tracker's numbers.
#include "core/analysis/engines.hpp"
#include "core/correlate/engines.hpp"
#include "core/displace/tracker.hpp"
#include "core/synth/random_numbers.hpp"
#include "gpu/engines.hpp"
#include "tests/core/displace/moved_texture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <vector>

namespace coarsen {
namespace {

/// Makes plans in the name of an engine.
struct Follower {
    std::string name;
    std::shared_ptr<const TrackBackend> backend;  ///< empty: the Tracker

    std::unique_ptr<TrackPlan> plan(const PlanShape& shape, TrackReference reference = TrackReference::previous) const {
        if (backend) return backend->trackPlan(shape, reference);
        return std::make_unique<Tracker>(cpuFftEngine(), shape, reference);
    }
};

std::ostream& operator<<(std::ostream& out, const Follower& follower) {
    return out << follower.name;
}

const Follower judge{"cpu_fft", nullptr};

std::vector<Follower> onDevices() {
    std::vector<Follower> followers;
    for (const auto& backend : gpu::engines().tracking) {
        std::string name = backend->engine();
        std::ranges::replace(name, '-', '_');
        followers.push_back({name, backend});
    }
    return followers;
}

std::vector<Follower> all() {
    std::vector<Follower> followers = onDevices();
    followers.push_back(judge);
    return followers;
}

struct Place {
    double x, y;
};

/// A picture of that texture at a place, cut to a size, in grey levels of a type.
struct Scene {
    int width = 160, height = 120;
    PixelType type = PixelType::u8;
    double noise = 0;
    Texture texture = {2, 0};
    std::uint64_t seed = 5;

    PlanShape shape(int maxLag = 16) const {
        PlanShape shape;
        shape.width = width;
        shape.height = height;
        shape.maxLag = maxLag;
        shape.isAutocorrelation = false;
        shape.type = type;
        shape.threads = 1;
        return shape;
    }

    template <typename Pixel>
    MaskedImage scaled(const Place& place, double mean, double contrast) const {
        const Image whole = movedTexture(texture, std::max(width, height), seed, place.x, place.y, noise);
        std::vector<Pixel> pixels;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const double value = mean + contrast * whole.at(x, y);
                if constexpr (std::is_floating_point_v<Pixel>)
                    pixels.push_back(static_cast<Pixel>(value));
                else
                    pixels.push_back(static_cast<Pixel>(std::clamp(std::round(value), 0.0, sizeof(Pixel) > 1 ? 65535.0 : 255.0)));
            }
        return {Image(width, height, std::move(pixels)), {}};
    }
    MaskedImage at(const Place& place) const {
        return type == PixelType::u8    ? scaled<std::uint8_t>(place, 128, 30)
               : type == PixelType::u16 ? scaled<std::uint16_t>(place, 21000, 3000)
                                        : scaled<float>(place, 7, 0.3);
    }
    MaskedImage flat() const {
        const auto size = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
        if (type == PixelType::u8) return {Image(width, height, std::vector<std::uint8_t>(size, 93)), {}};
        if (type == PixelType::u16) return {Image(width, height, std::vector<std::uint16_t>(size, 4711)), {}};
        return {Image(width, height, std::vector<float>(size, 7.3F)), {}};
    }
};

const std::vector<Place> path{{0, 0}, {0.37, -0.21}, {1.8, 2.45}, {-3.2, 7.9}, {4.66, 9.5}, {-9.1, 0.25}};
const std::vector<PixelType> types{PixelType::u8, PixelType::u16, PixelType::f32};

/// Places behind each other that differ by up to `reach` along either axis.
std::vector<Place> wander(int steps, double reach, std::uint64_t seed) {
    RandomNumbers random(seed, 4);
    std::vector<Place> places{{0, 0}};
    for (int i = 1; i < steps; ++i)
        places.push_back({0.5 * reach * random.uniform(-1, 1), 0.5 * reach * random.uniform(-1, 1)});
    return places;
}

TEST(TrackBackendList, IsNotEmptyWhereAGpuIs) {  // else the suites of this file would be empty unseen
    const EngineList engines = gpu::engines().correlation;
    const bool hasGpu =
        std::ranges::any_of(engines, [](const auto& engine) { return engine->description().unavailable.empty(); });

    EXPECT_EQ(!onDevices().empty(), hasGpu);
}

const auto followerName = [](const testing::TestParamInfo<Follower>& instance) { return instance.param.name; };

class AFollower : public testing::TestWithParam<Follower> {};
INSTANTIATE_TEST_SUITE_P(All, AFollower, testing::ValuesIn(all()), followerName);

TEST_P(AFollower, FindsKnownMovesFromOnePictureToTheNext) {
    for (const PixelType type : types) {
        const Scene scene{.type = type};
        const auto plan = GetParam().plan(scene.shape());
        EXPECT_EQ(plan->next(scene.at(path[0])).shift.x, 0);
        for (std::size_t i = 1; i < path.size(); ++i) {
            const FoundShift found = plan->next(scene.at(path[i]));
            EXPECT_NEAR(found.shift.x, path[i].x - path[i - 1].x, 4e-3) << i;
            EXPECT_NEAR(found.shift.y, path[i].y - path[i - 1].y, 4e-3) << i;
            EXPECT_GT(found.shift.correlation, 0.99);
        }
    }
}

TEST_P(AFollower, FindsKnownMovesAgainstTheFirstPicture) {
    const Scene scene;
    const auto plan = GetParam().plan(scene.shape(), TrackReference::first);
    for (const Place& place : path) {
        const FoundShift found = plan->next(scene.at(place));
        EXPECT_NEAR(found.shift.x, place.x, 4e-3);
        EXPECT_NEAR(found.shift.y, place.y, 4e-3);
    }
}

TEST_P(AFollower, FindsThatNothingMoved) {
    const Scene scene{.noise = 0.1};
    const auto plan = GetParam().plan(scene.shape());
    const MaskedImage picture = scene.at(path[2]);
    plan->next(picture);
    const FoundShift found = plan->next(picture);
    EXPECT_NEAR(found.shift.x, 0, 1e-6);
    EXPECT_NEAR(found.shift.y, 0, 1e-6);
    EXPECT_NEAR(found.shift.correlation, 1, 1e-6);
}

TEST_P(AFollower, TellsItsErrorUnderNoise) {
    // Of the truths, 68 % lie within one error; of 40, with 4 on either side for chance.
    int inside = 0, count = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Scene scene{.width = 128, .height = 128, .noise = 0.5, .seed = seed};
        const Place place{0.1 * static_cast<double>(seed), 2 - 0.17 * static_cast<double>(seed)};
        const auto plan = GetParam().plan(scene.shape());
        plan->next(scene.at({0, 0}));
        const FoundShift found = plan->next(scene.at(place));
        inside += std::abs(found.shift.x - place.x) < found.error().xPx;
        inside += std::abs(found.shift.y - place.y) < found.error().yPx;
        count += 2;
    }
    EXPECT_GE(inside, count * 55 / 100);
    EXPECT_LE(inside, count * 85 / 100);
}

TEST_P(AFollower, SaysNothingOfAPictureWithoutContrastAndGoesOnBehindIt) {
    for (const PixelType type : types) {
        const Scene scene{.type = type};
        const auto plan = GetParam().plan(scene.shape());
        plan->next(scene.flat());
        EXPECT_FALSE(plan->isReadable());
        EXPECT_EQ(plan->next(scene.at(path[0])).shift.x, 0);
        EXPECT_TRUE(plan->isReadable());
        EXPECT_FALSE(plan->next(scene.flat()).shift.isFound());
        EXPECT_FALSE(plan->isReadable());
        EXPECT_EQ(plan->next(scene.at(path[1])).shift.x, 0);  // a new first one
        EXPECT_NEAR(plan->next(scene.at(path[2])).shift.x, path[2].x - path[1].x, 4e-3);
        EXPECT_TRUE(plan->isReadable());
    }
}

TEST_P(AFollower, KeepsItsFirstPictureBehindOneWithoutContrast) {
    const Scene scene;
    const auto plan = GetParam().plan(scene.shape(), TrackReference::first);
    plan->next(scene.at(path[0]));
    EXPECT_FALSE(plan->next(scene.flat()).shift.isFound());
    EXPECT_NEAR(plan->next(scene.at(path[2])).shift.y, path[2].y, 4e-3);
}

TEST_P(AFollower, FindsNothingInAnotherSceneAndGoesOnFromIt) {
    const Scene scene, other{.seed = 6};
    const auto plan = GetParam().plan(scene.shape());
    plan->next(scene.at(path[0]));
    EXPECT_FALSE(plan->next(other.at(path[0])).shift.isFound());
    EXPECT_TRUE(plan->isReadable());
    EXPECT_NEAR(plan->next(other.at(path[1])).shift.x, path[1].x, 4e-3);
}

TEST_P(AFollower, FindsNothingBeyondItsRange) {
    const Scene scene;
    const auto plan = GetParam().plan(scene.shape(6));
    plan->next(scene.at({0, 0}));
    EXPECT_FALSE(plan->next(scene.at({20, 0})).shift.isFound());
    EXPECT_TRUE(plan->isReadable());
}

TEST_P(AFollower, RefusesWhatSettlesFarFromWhereItLooked) {
    // So coarse that least squares, from the edge of the range on, would end at the truth far beyond it.
    const Scene scene{.texture = {10, 0}};
    const auto plan = GetParam().plan(scene.shape(1));
    plan->next(scene.at({0, 0}));
    EXPECT_NEAR(plan->next(scene.at({2, 0})).shift.x, 2, 4e-3);
    EXPECT_FALSE(plan->next(scene.at({9, 0})).shift.isFound());
}

TEST_P(AFollower, SeesNoMoveAlongStripes) {
    Scene scene{.width = 96, .height = 96};
    const auto stripes = [&](double phase) {
        std::vector<std::uint8_t> pixels;
        for (int y = 0; y < scene.height; ++y)
            for (int x = 0; x < scene.width; ++x)
                pixels.push_back(static_cast<std::uint8_t>(std::lround(128 + 60 * std::sin(0.5 * x + phase))));
        return MaskedImage{Image(scene.width, scene.height, std::move(pixels)), {}};
    };
    const auto plan = GetParam().plan(scene.shape(4));
    plan->next(stripes(0));
    EXPECT_FALSE(plan->next(stripes(0.3)).shift.isFound());
}

TEST_P(AFollower, GivesTheSameBytesAgain) {
    const Scene scene{.noise = 0.3};
    const auto one = GetParam().plan(scene.shape()), other = GetParam().plan(scene.shape());
    for (const Place& place : path) {
        const FoundShift first = one->next(scene.at(place)), second = other->next(scene.at(place));
        EXPECT_EQ(first.shift.x, second.shift.x);
        EXPECT_EQ(first.shift.correlation, second.shift.correlation);
        EXPECT_EQ(first.error().yPx, second.error().yPx);
    }
}

/// Case of what is followed, by each device beside the CPU.
struct TrackCase {
    std::string name;
    Scene scene;
    int maxLag = 16;
    double reach = 12;
};

std::ostream& operator<<(std::ostream& out, const TrackCase& which) {
    return out << which.name;
}

const std::vector<TrackCase> trackCases{
    {"Bytes", {}},
    {"Words", {.type = PixelType::u16}},
    {"Floats", {.type = PixelType::f32}},
    {"Noise", {.noise = 0.3}},
    {"AsMuchNoiseAsContrast", {.noise = 1}},
    {"OddSides", {.width = 163, .height = 117, .noise = 0.1}},
    {"Standing", {.width = 61, .height = 240, .noise = 0.1}, 8, 6},
    {"Narrow", {.width = 19, .height = 97}, 3, 2},
    {"Smallest", {.width = 16, .height = 16, .texture = {1, 0}}, 2, 1},
    {"Camera", {.width = 640, .height = 480, .noise = 0.1, .texture = {3, 0}}},
    {"LongLags", {.width = 220, .height = 180, .noise = 0.1}, 41, 60},
    {"Coarse", {.noise = 0.1, .texture = {5, 0}}},
    {"Rings", {.noise = 0.2, .texture = {0, 12}}, 5, 4},
};

/// A follower on a device, and a case.
class AFollowerOnADevice : public testing::TestWithParam<std::tuple<Follower, TrackCase>> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AFollowerOnADevice);
INSTANTIATE_TEST_SUITE_P(All, AFollowerOnADevice, testing::Combine(testing::ValuesIn(onDevices()), testing::ValuesIn(trackCases)),
                         [](const auto& instance) {
                             return std::get<0>(instance.param).name + "_" + std::get<1>(instance.param).name;
                         });

TEST_P(AFollowerOnADevice, GivesTheNumbersOfTheTracker) {
    constexpr double shiftPx = 1e-3, partOfError = 0.01, correlation = 1e-5;
    const auto& [follower, which] = GetParam();
    for (const TrackReference reference : {TrackReference::previous, TrackReference::first}) {
        const auto device = follower.plan(which.scene.shape(which.maxLag), reference);
        const auto cpu = judge.plan(which.scene.shape(which.maxLag), reference);
        ASSERT_NE(device, nullptr);
        int found = 0;
        for (const Place& place : wander(7, which.reach, 11)) {
            const MaskedImage picture = which.scene.at(place);
            const FoundShift answer = device->next(picture), expected = cpu->next(picture);
            ASSERT_EQ(answer.shift.isFound(), expected.shift.isFound());
            EXPECT_EQ(device->isReadable(), cpu->isReadable());
            if (!expected.shift.isFound()) continue;
            ++found;
            EXPECT_NEAR(answer.shift.x, expected.shift.x, shiftPx);
            EXPECT_NEAR(answer.shift.y, expected.shift.y, shiftPx);
            EXPECT_NEAR(answer.shift.correlation, expected.shift.correlation, correlation);
            ASSERT_EQ(answer.withoutBlock.size(), expected.withoutBlock.size());
            if (expected.withoutBlock.empty()) continue;
            EXPECT_NEAR(answer.error().xPx, expected.error().xPx, partOfError * expected.error().xPx);
            EXPECT_NEAR(answer.error().yPx, expected.error().yPx, partOfError * expected.error().yPx);
        }
        EXPECT_GT(found, 4);
    }
}

class ATrackBackend : public testing::TestWithParam<Follower> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ATrackBackend);
INSTANTIATE_TEST_SUITE_P(All, ATrackBackend, testing::ValuesIn(onDevices()), followerName);

TEST_P(ATrackBackend, LeavesPicturesToTheCpuThatAreTooSmallOrHaveTooManyLags) {
    EXPECT_EQ(GetParam().plan(Scene{.width = 15, .height = 100}.shape(4)), nullptr);
    EXPECT_EQ(GetParam().plan(Scene{.width = 4096, .height = 4096}.shape(1000)), nullptr);
    EXPECT_NE(GetParam().plan(Scene{}.shape(100)), nullptr);
}

}  // namespace
}  // namespace coarsen
