// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/natural_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {
namespace {

using testing::ElementsAreArray;

TEST(NaturalOrder, SortsByValue) {
    const std::vector<std::vector<std::string>> sorted{
        {"frame_2", "frame_10", "frame_011"},
        {"t_0.5.png", "t_1.png", "t_1.5.png", "t_2.png", "t_10.png"},
        {"t_-30s.png", "t_-20s.png", "t_-10s.png", "t_0s.png", "t_10s.png"},
        {"t=-1.5", "t=-1.25", "t=0", "t=1.25", "t=1.5"},
        {"-20", "-10", "-1", "1", "10"},
        {"t−20s", "t−10s", "t0s", "t10s"},
        {"gel (-2)", "gel (-1)", "gel (1)"},
        {"a/-2", "a/-1", "a/0", "a/1"},
        {"t0.25", "t0.5", "t12.5"},
        {"0.5wt_10s", "1wt_5s", "1.5wt_1s"},
        {"t=0,25h", "t=0,5h", "t=1,0h", "t=1,5h", "t=10,0h"},
        {"x_0,25h", "x_0,5h", "x_1h"},
        {"x_0.5", "x_0.50", "x_0.500", "x_0.6"},
    };
    for (const auto& names : sorted) {
        auto shuffled = names;
        std::ranges::shuffle(shuffled, std::mt19937(7));
        std::ranges::sort(shuffled, naturalLess);
        EXPECT_THAT(shuffled, ElementsAreArray(names));
    }
}

TEST(NaturalOrder, CountsNumbersThatOnlyStandBesideEachOther) {
    const std::vector<std::vector<std::string>> sorted{
        {"gel-1", "gel-2", "gel-10"},
        {"run1-2", "run1-10"},
        {"2026-03-01", "2026-03-02", "2026-03-10", "2026-04-01"},
        {"2026-03-01.2", "2026-03-01.10"},
        {"2026_03_01.2", "2026_03_01.10"},
        {"01.03.2026", "02.03.2026"},
        {"1.2.3", "1.2.10", "1.10.1"},
        {"v1.2", "v1.10"},
        {"run1.2", "run1.10"},
        {"tile_1,2", "tile_1,10"},
        {"scan_1.001", "scan_2.001", "scan_10.001"},
        {"clip_1.mp4", "clip_2.mp4", "clip_10.mp4"},
        {"2009-03-16T14-00-00.25", "2009-03-16T14-00-00.75", "2009-03-16T14-00-01.25"},
        {"img_1", "img_1_2", "img_2", "img__"},
    };
    for (const auto& names : sorted) {
        auto shuffled = names;
        std::ranges::shuffle(shuffled, std::mt19937(7));
        std::ranges::sort(shuffled, naturalLess);
        EXPECT_THAT(shuffled, ElementsAreArray(names));
    }
}

/// Names of few signs, so that many are alike.
std::vector<std::string> randomNames(std::size_t count) {
    constexpr std::string_view signs[] = {"0", "1", "2", "10", ".", ",", "-", "\xE2\x88\x92",
                                          "_", " ", "t", "T",  "=", "/", "a", "x"};
    std::mt19937 random(42);
    std::vector<std::string> names(count);
    for (std::string& name : names)
        for (std::size_t left = 1 + random() % 6; left > 0; --left)
            name += signs[random() % std::size(signs)];
    return names;
}

TEST(NaturalOrder, IsAStrictOrderOfAnyNames) {
    const auto names = randomNames(160);
    for (const std::string& a : names) {
        ASSERT_FALSE(naturalLess(a, a)) << a;
        for (const std::string& b : names) {
            ASSERT_EQ(naturalLess(a, b) || naturalLess(b, a), a != b) << a << " and " << b;
            ASSERT_FALSE(naturalLess(a, b) && naturalLess(b, a)) << a << " and " << b;
            for (const std::string& c : names)
                if (naturalLess(a, b) && naturalLess(b, c)) {
                    ASSERT_TRUE(naturalLess(a, c)) << a << ", " << b << ", " << c;
                }
        }
    }
}

}  // namespace
}  // namespace coarsen
