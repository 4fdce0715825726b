// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/image.hpp"

#include "core/image/orientation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using testing::ElementsAre;

TEST(Image, KeepsWholeNumbersUntilFloatsAreAskedFor) {
    const Image image(2, 1, std::vector<std::uint16_t>{7, 65535});

    const Image floats = image.asFloat();

    EXPECT_EQ(image.type(), PixelType::u16);
    EXPECT_TRUE(image.holdsWholeNumbers());
    EXPECT_EQ(image.bytes(), 4u);
    EXPECT_EQ(floats.type(), PixelType::f32);
    EXPECT_THAT(floats.plane<float>(), ElementsAre(7, 65535));
}

TEST(Image, SharesItsPixelsWhenCopiedOrAlreadyFloat) {
    const Image image(1, 1, std::vector<float>{0.5f});

    const Image copy = image;

    EXPECT_TRUE(copy.sharesPixelsWith(image));
    EXPECT_TRUE(image.asFloat().sharesPixelsWith(image));
    EXPECT_FALSE(Image(1, 1, std::vector<float>{0.5f}).sharesPixelsWith(image));
}

TEST(Image, StandsPlaneByPlaneAndRowByRow) {
    const Image image(2, 2, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}, 2);

    EXPECT_THAT(image.plane<std::uint8_t>(1), ElementsAre(5, 6, 7, 8));
    EXPECT_EQ(image.at(1, 0), 2);
    EXPECT_EQ(image.at(0, 1, 1), 7);
}

TEST(Mask, WithoutPixelsIsValidEverywhere) {
    const Mask none;
    const Mask some(2, 1, {1, 0});

    EXPECT_TRUE(none.isAllValid());
    EXPECT_TRUE(none.isValid(100, 100));
    EXPECT_FALSE(some.isAllValid());
    EXPECT_TRUE(some.isValid(0, 0));
    EXPECT_FALSE(some.isValid(1, 0));
}

/// The picture 1 2 / 3 4 / 5 6 as each orientation stores it (EXIF 2.3, figure 3: which side of the scene row 0 and column 0
/// are).
struct Stored {
    int orientation, width, height;
    std::vector<std::uint8_t> pixels;
};
const std::vector<Stored> allStored{
    {0, 2, 3, {1, 2, 3, 4, 5, 6}}, {1, 2, 3, {1, 2, 3, 4, 5, 6}}, {2, 2, 3, {2, 1, 4, 3, 6, 5}}, {3, 2, 3, {6, 5, 4, 3, 2, 1}},
    {4, 2, 3, {5, 6, 3, 4, 1, 2}}, {5, 3, 2, {1, 3, 5, 2, 4, 6}}, {6, 3, 2, {2, 4, 6, 1, 3, 5}}, {7, 3, 2, {6, 4, 2, 5, 3, 1}},
    {8, 3, 2, {5, 3, 1, 6, 4, 2}}, {9, 2, 3, {1, 2, 3, 4, 5, 6}},
};

TEST(Upright, UndoesEveryOrientation) {
    for (const Stored& stored : allStored) {
        const Image image = upright(Image(stored.width, stored.height, stored.pixels), stored.orientation);

        EXPECT_EQ(image.width(), 2) << stored.orientation;
        EXPECT_EQ(image.height(), 3) << stored.orientation;
        EXPECT_THAT(image.plane<std::uint8_t>(), ElementsAre(1, 2, 3, 4, 5, 6)) << stored.orientation;
    }
}

}  // namespace
}  // namespace coarsen
