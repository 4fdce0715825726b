// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/bits_in_use.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace coarsen {
namespace {

/// 100 x 100 pixels of which the first so many have one value and the others a lesser one.
Image pictureOf(int white, int count) {
    std::vector<std::uint16_t> pixels(10'000, 300);
    for (int i = 0; i < count; ++i)
        pixels[static_cast<std::size_t>(i)] = static_cast<std::uint16_t>(white);
    return Image(100, 100, std::move(pixels));
}

TEST(BitsInUse, AreSeenWhereThePictureIsAtACamerasLimit) {
    for (const int bits : {10, 12, 14}) {
        const int white = (1 << bits) - 1;
        const auto low = shownBits(pictureOf(white, 10), 16), high = shownBits(pictureOf(white << (16 - bits), 40), 16);
        ASSERT_TRUE(low && high) << bits;
        EXPECT_EQ(low->bits, bits);
        EXPECT_EQ(low->white, white);
        EXPECT_DOUBLE_EQ(low->share, 1e-3);
        EXPECT_EQ(high->bits, bits);
        EXPECT_EQ(high->white, white << (16 - bits));
        EXPECT_DOUBLE_EQ(high->share, 4e-3);
    }
}

TEST(BitsInUse, AreNotSeenOtherwise) {
    EXPECT_FALSE(shownBits(pictureOf(4095, 9), 16)) << "a few pixels may be there by chance";
    EXPECT_FALSE(shownBits(pictureOf(4094, 100), 16));
    EXPECT_FALSE(shownBits(pictureOf(65535, 100), 16)) << "all 16 are in use";
    EXPECT_FALSE(shownBits(pictureOf(4095, 100), 12)) << "stored as 12 bits";
    EXPECT_FALSE(shownBits(Image(10, 10, std::vector<float>(100, 4095)), 16));
    EXPECT_FALSE(shownBits({}, 16));
}

TEST(BitsInUse, TellWhereACameraSaturates) {
    EXPECT_EQ(whiteOf(16, std::nullopt, 4095), 65535);
    EXPECT_EQ(whiteOf(16, 12, 4095), 4095);
    EXPECT_EQ(whiteOf(16, 12, 300), 4095);
    EXPECT_EQ(whiteOf(16, 12, 65520), 65520) << "twelve bits at the top";
    EXPECT_EQ(whiteOf(16, 12, 40000), 65520) << "these are multiples of 16";
    EXPECT_EQ(whiteOf(16, 12, 40001), 65535) << "which twelve bits do not give";
    EXPECT_EQ(whiteOf(8, 12, 255), 255) << "more than are stored";
    EXPECT_EQ(whiteOf(16, 0, 255), 65535);
}

}  // namespace
}  // namespace coarsen
