// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/gaussian.hpp"

#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {
namespace {

class Smoothing : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Sigmas, Smoothing, testing::Values(0.7, 1.0, 2.5, 3.5, 5.6, 14.0));

TEST_P(Smoothing, OfAPointIsTheGaussian) {
    const double sigma = GetParam();
    const int side = 2 * static_cast<int>(4.5 * sigma) + 3, middle = side / 2;
    const VolumeSize size{side, 5, 1};
    std::vector<float> values(size.voxels());
    for (int y = 0; y < 5; ++y)
        values[size.index(middle, y, 0)] = 1;  // the same in every row, so only rows are smoothed
    GaussianSmoothing{sigma}(values, size, 1);

    double area = 0;
    for (int x = 0; x < side; ++x)
        area += std::exp(-0.5 * std::pow((x - middle) / sigma, 2));
    for (int x = 0; x < side; ++x)
        EXPECT_NEAR(values[size.index(x, 2, 0)] * area, std::exp(-0.5 * std::pow((x - middle) / sigma, 2)), 2e-3) << x;
}

TEST_P(Smoothing, KeepsAConstantAndIsTheSameAlongEachAxis) {
    const VolumeSize size{21, 21, 21};
    RandomNumbers random(5, 1);
    std::vector<float> values(size.voxels(), 3), turned(size.voxels());
    GaussianSmoothing{GetParam()}(values, size, 1);
    for (const float value : values)
        ASSERT_NEAR(value, 3, 2e-5);

    for (float& value : values)
        value = static_cast<float>(random.normal());
    for (int z = 0; z < 21; ++z)
        for (int y = 0; y < 21; ++y)
            for (int x = 0; x < 21; ++x)
                turned[size.index(y, z, x)] = values[size.index(x, y, z)];
    GaussianSmoothing{GetParam()}(values, size, 1);
    GaussianSmoothing{GetParam()}(turned, size, 2);
    for (int z = 0; z < 21; ++z)
        for (int y = 0; y < 21; ++y)
            for (int x = 0; x < 21; ++x)
                ASSERT_NEAR(turned[size.index(y, z, x)], values[size.index(x, y, z)], 1e-5);
}

TEST(Smoothing, LeavesOutWhatIsMasked) {
    const VolumeSize size{16, 16, 16};
    std::vector<float> values(size.voxels(), 2);
    std::vector<std::uint8_t> valid(size.voxels(), 1);
    for (int y = 4; y < 8; ++y)
        for (int x = 4; x < 8; ++x)
            values[size.index(x, y, 5)] = 1e6F, valid[size.index(x, y, 5)] = 0;
    smoothValid(values, valid, size, 1, 1);

    const auto [least, most] = std::ranges::minmax(values);
    EXPECT_NEAR(least, 2, 1e-4);
    EXPECT_NEAR(most, 2, 1e-4);
}

}  // namespace
}  // namespace coarsen
