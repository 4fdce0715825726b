// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/ranked_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace coarsen {
namespace {

TEST(RankedSample, SaysWhatWouldStandThereIfItWereSorted) {
    std::mt19937 random(3);
    std::normal_distribution<float> noise(0, 1);
    constexpr float infinity = std::numeric_limits<float>::infinity(), least = std::numeric_limits<float>::denorm_min();
    std::vector<float> numbers{0, -infinity, infinity, least, -least, 1e38F, -1e38F, 7, 7, 7};
    for (int i = 0; i < 3000; ++i)
        numbers.push_back(i % 3 == 0 ? 120 + 30 * noise(random) : i % 3 == 1 ? 1e-3F * noise(random) : -5e6F * noise(random));
    const RankedSample sample(numbers);
    std::ranges::sort(numbers);

    ASSERT_EQ(sample.size(), numbers.size());
    for (std::size_t place = 0; place < numbers.size(); ++place)
        EXPECT_EQ(sample.at(place), numbers[place]) << place;
}

}  // namespace
}  // namespace coarsen
