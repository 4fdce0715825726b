// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/grey_scale.hpp"

#include "core/synth/random_numbers.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace coarsen {
namespace {

TEST(PhaseMeans, AreThoseOfTwoHumps) {
    RandomNumbers random(2, 1);
    std::vector<float> values;
    for (int i = 0; i < 20000; ++i)
        values.push_back(static_cast<float>((i % 4 == 0 ? 900 : 100) + 20 * random.normal()));
    values[7] = 1e7F;  // a hot voxel
    const PhaseMeans means = phaseMeans(values, {});

    EXPECT_NEAR(means.dark, 100, 2);
    EXPECT_NEAR(means.bright, 900, 2);
}

TEST(PhaseMeans, OfOneGreyAreOneAndMaskedVoxelsDoNotCount) {
    std::vector<float> values(100, 5);
    std::vector<std::uint8_t> valid(100, 1);
    values[50] = 9, valid[50] = 0;

    EXPECT_TRUE(phaseMeans(values, valid).areOne());
    EXPECT_TRUE(phaseMeans({}, {}).areOne());
    EXPECT_FALSE(phaseMeans(std::vector<float>{1, 1, 1, 2, 2}, {}).areOne());
}

}  // namespace
}  // namespace coarsen
