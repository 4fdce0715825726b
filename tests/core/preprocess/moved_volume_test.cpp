// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/moved_volume.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

namespace coarsen {
namespace {

constexpr VolumeSize size{20, 18, 16};

Volume drawn(const std::function<double(double, double, double)>& grey, std::vector<std::uint8_t> valid = {}) {
    std::vector<float> values;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                values.push_back(static_cast<float>(grey(x, y, z)));
    return {size, {1, 2, 3, true}, std::move(values), std::move(valid)};
}

double wavesAt(double x, double y, double z) {
    const double q = 2 * std::numbers::pi / 12;
    return std::cos(q * x) + std::sin(q * y + 0.4) + std::cos(q * z + 1.1) * std::cos(q * x);
}

int validVoxels(const Volume& volume) {
    int count = 0;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                count += volume.isValid(x, y, z);
    return count;
}

TEST(MovedBack, KeepsTheValuesOfAWholeShift) {
    const Volume moved = drawn([](double x, double y, double z) { return x + 100 * y + 10000 * z; });

    const Volume back = movedBack(moved, {2, -3, 1}, 2);

    EXPECT_EQ(back.at(5, 6, 7), moved.at(7, 3, 8));
    EXPECT_EQ(validVoxels(back), 18 * 15 * 15);
    EXPECT_FALSE(back.isValid(18, 9, 9));
    EXPECT_FALSE(back.isValid(9, 2, 9));
    EXPECT_EQ(back.spacing(), moved.spacing());
}

TEST(MovedBack, TakesWhatCannotBeSeenForNoShift) {
    const Volume still = drawn(wavesAt);
    for (const double little : {1e-20, -1e-20, 1e-9, -9e-7}) {
        const Volume same = movedBack(still, {little, -little, little}, 1);
        EXPECT_TRUE(same.isAllValid()) << little;
        EXPECT_EQ(same.values().data(), still.values().data());
        const Volume whole = movedBack(still, {2 + little, 0, -1 - little}, 1);
        EXPECT_EQ(whole.at(5, 6, 7), still.at(7, 6, 6));
        EXPECT_EQ(validVoxels(whole), 18 * 18 * 15);
    }
    EXPECT_EQ(validVoxels(movedBack(still, {1e-5, 0, 0}, 1)), 17 * 18 * 16);
}

TEST(MovedBack, FindsWavesAgainBetweenVoxels) {
    const Volume moved = drawn([](double x, double y, double z) { return wavesAt(x - 1.37, y + 0.5, z - 0.81); });

    const Volume back = movedBack(moved, {1.37, -0.5, 0.81}, 2);

    double worst = 0;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                if (back.isValid(x, y, z)) worst = std::max(worst, std::abs(back.at(x, y, z) - wavesAt(x, y, z)));
    EXPECT_LT(worst, 0.02);
    EXPECT_EQ(validVoxels(back), 17 * 15 * 13);  // what four neighbours along each axis can tell
}

TEST(MovedBack, MasksTheNeighboursOfMaskedVoxels) {
    std::vector<std::uint8_t> valid(size.voxels(), 1);
    valid[size.index(9, 9, 9)] = 0;
    const Volume holed = drawn([](double x, double y, double z) { return x == 9 && y == 9 && z == 9 ? std::nan("") : 1; }, valid);

    const Volume back = movedBack(holed, {0.5, 0, 0}, 1);

    for (const int x : {7, 8, 9, 10})
        EXPECT_FALSE(back.isValid(x, 9, 9)) << x;
    EXPECT_TRUE(back.isValid(6, 9, 9));
    EXPECT_FLOAT_EQ(back.at(6, 9, 9), 1);
    EXPECT_TRUE(back.isValid(9, 8, 9));
}

TEST(MovedBack, IsTheVolumeItselfWhereNothingMoves) {
    const Volume still = drawn(wavesAt);

    EXPECT_EQ(movedBack(still, {0, 0, 0}, 1).values().data(), still.values().data());
    EXPECT_EQ(movedBack(still, {std::nan(""), 0, 0}, 1).values().data(), still.values().data());
}

}  // namespace
}  // namespace coarsen
