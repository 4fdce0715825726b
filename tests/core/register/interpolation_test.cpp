// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/interpolation.hpp"

#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

constexpr VolumeSize size{15, 12, 13};

class Interpolation : public testing::TestWithParam<Sampling> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Interpolation, testing::Values(Sampling::cubic, Sampling::linear),
                         [](const auto& each) { return each.param == Sampling::cubic ? "cubic" : "linear"; });

TEST_P(Interpolation, GoesThroughTheVoxels) {
    RandomNumbers random(7, 1);
    std::vector<float> values(size.voxels());
    for (float& value : values)
        value = static_cast<float>(random.normal());
    const InterpolatedVolume volume(values, size, GetParam(), 1);

    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                ASSERT_NEAR(volume.at(float(x), float(y), float(z)).value, values[size.index(x, y, z)], 2e-5);
    EXPECT_TRUE(volume.contains(14, 11, 12));
    EXPECT_FALSE(volume.contains(14.01F, 11, 12));
    EXPECT_FALSE(volume.contains(5, -0.01F, 12));
}

TEST_P(Interpolation, GivesTheSameNumbersAtManyPlacesAsAtEach) {
    RandomNumbers random(8, 1);
    std::vector<float> values(size.voxels());
    for (float& value : values)
        value = static_cast<float>(random.normal());
    const InterpolatedVolume volume(values, size, GetParam(), 1);

    for (const std::size_t count : {0, 1, 2, 7, 64, 65, 131}) {
        std::array<std::vector<float>, 3> places;
        for (auto [along, side] : {std::pair(&places[0], size.width), {&places[1], size.height}, {&places[2], size.depth}})
            for (std::size_t i = 0; i < count; ++i)
                along->push_back(i % 5 == 0 ? float(side - 1) : static_cast<float>(random.uniform() * (side - 1)));
        std::array<std::vector<float>, 4> answers;
        for (auto& numbers : answers)
            numbers.assign(count + 1, -7);
        volume.at({places[0].data(), places[1].data(), places[2].data(), count},
                  {answers[0].data(), answers[1].data(), answers[2].data(), answers[3].data()});

        for (std::size_t i = 0; i < count; ++i) {
            const auto here = volume.at(places[0][i], places[1][i], places[2][i]);
            ASSERT_EQ((std::array{answers[0][i], answers[1][i], answers[2][i], answers[3][i]}),
                      (std::array{here.value, here.x, here.y, here.z}))
                << i << " of " << count;
        }
        for (const auto& numbers : answers)
            EXPECT_EQ(numbers[count], -7) << "written behind the last of " << count;
    }
}

TEST_P(Interpolation, KnowsTheGradientOfARamp) {
    std::vector<float> values;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                values.push_back(0.3F * float(x) - 0.2F * float(y) + 0.5F * float(z));
    const InterpolatedVolume volume(values, size, GetParam(), 1);
    const auto at = volume.at(6.3F, 5.8F, 6.5F);

    EXPECT_NEAR(at.value, 0.3 * 6.3 - 0.2 * 5.8 + 0.5 * 6.5, 2e-3);  // the spline's mirror at the faces is still felt
    EXPECT_NEAR(at.x, 0.3, 2e-3);
    EXPECT_NEAR(at.y, -0.2, 2e-3);
    EXPECT_NEAR(at.z, 0.5, 2e-3);
}

TEST(Interpolation, ByTheSplineFollowsAWaveAndItsGradient) {
    const auto wave = [](double x) { return std::sin(0.6 * x); };
    std::vector<float> values;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                values.push_back(static_cast<float>(wave(y)));
    const InterpolatedVolume volume(values, size, Sampling::cubic, 2);

    for (const double y : {4.1, 5.25, 6.5, 7.9}) {
        const auto at = volume.at(3.2F, static_cast<float>(y), 4.7F);
        EXPECT_NEAR(at.value, wave(y), 3e-3);
        EXPECT_NEAR(at.y, 0.6 * std::cos(0.6 * y), 1.5e-2);
        EXPECT_NEAR(at.x, 0, 1e-5);
        EXPECT_NEAR(at.z, 0, 1e-5);
    }
}

TEST(Interpolation, OfOneSliceIsThatOfAPlane) {
    const VolumeSize plane{10, 9, 1};
    std::vector<float> values;
    for (int y = 0; y < 9; ++y)
        for (int x = 0; x < 10; ++x)
            values.push_back(std::sin(0.5F * float(x)) * std::cos(0.4F * float(y)));
    const auto at = InterpolatedVolume(values, plane, Sampling::cubic, 1).at(4.5F, 3.5F, 0);

    EXPECT_NEAR(at.value, std::sin(2.25) * std::cos(1.4), 3e-3);
    EXPECT_NEAR(at.z, 0, 1e-6);
}

}  // namespace
}  // namespace coarsen
