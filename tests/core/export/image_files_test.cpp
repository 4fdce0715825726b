// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/image_files.hpp"

#include "core/base/error.hpp"
#include "core/image/decode.hpp"
#include "core/image/write_png.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace coarsen {
namespace {

using testing::ElementsAre;

TEST(WriteMapTiff, PutsRowMinusRFirstAndTheCentreAtRR) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    // R = 1, the even half: Y0 = 0, then Y0 = 1, each from X0 = -1 to 1.
    const CorrelationMap map(1, true, {0.25, 1, 0.25, nan, -0.5, 0.75}, {9, 9, 9, 9, 9, 9});
    const TemporaryFolder folder;

    writeMapTiff(folder / "c2d.tif", map);

    const RawImage raw = decode(folder / "c2d.tif");
    ASSERT_EQ(raw.image.width(), 3);
    ASSERT_EQ(raw.image.height(), 3);
    EXPECT_EQ(raw.image.type(), PixelType::f32);
    EXPECT_EQ(raw.image.at(1, 1), 1);
    EXPECT_EQ(raw.image.at(1, 2), -0.5);  // X0 = 0, Y0 = 1
    EXPECT_EQ(raw.image.at(0, 0), 0.75);  // X0 = -1, Y0 = -1 by symmetry
    EXPECT_TRUE(std::isnan(raw.image.at(0, 2)));
}

TEST(WriteFloatTiff, ReadsBackToTheLastBit) {
    const std::vector<float> values{0.1f, -3e-38f, 1e38f, std::numeric_limits<float>::infinity(), -0.0f, 7};
    const TemporaryFolder folder;

    writeFloatTiff(folder / "a.tif", Image(3, 2, values));

    const RawImage raw = decode(folder / "a.tif");
    EXPECT_EQ(raw.image.width(), 3);
    EXPECT_THAT(raw.image.plane<float>(), testing::ElementsAreArray(values));
    EXPECT_EQ(raw.bitsPerSample, 32);
}

TEST(WriteFloatTiff, TurnsWholeNumbersIntoFloats) {
    const TemporaryFolder folder;

    writeFloatTiff(folder / "a.tif", Image(2, 1, std::vector<std::uint16_t>{1, 65535}));

    EXPECT_THAT(decode(folder / "a.tif").image.plane<float>(), ElementsAre(1, 65535));
}

TEST(WriteFloatTiff, HasAPageForEachChannel) {
    const TemporaryFolder folder;

    writeFloatTiff(folder / "a.tif", Image(2, 1, std::vector<float>{1, 2, 3, 4, 5, 6}, 3), 10);

    for (int page = 0; page < 3; ++page)
        EXPECT_THAT(decode(folder / "a.tif", page).image.plane<float>(), ElementsAre(10 * (2 * page + 1), 10 * (2 * page + 2)));
    EXPECT_EQ(imageHeader(folder / "a.tif").pages, 3);
}

TEST(WriteMaskPng, MarksDustWith255) {
    const TemporaryFolder folder;

    writeMaskPng(folder / "some.png", Mask(3, 1, {1, 0, 1}), 3, 1);
    writeMaskPng(folder / "none.png", Mask(), 2, 1);

    EXPECT_THAT(decode(folder / "some.png").image.plane<std::uint8_t>(), ElementsAre(0, 255, 0));
    EXPECT_THAT(decode(folder / "none.png").image.plane<std::uint8_t>(), ElementsAre(0, 0));
}

TEST(WriteGreyPng, KeepsValuesDepthAndPixelSize) {
    const TemporaryFolder folder;

    writeGreyPng(folder / "a.png", Image(2, 1, std::vector<std::uint16_t>{258, 65535}), 2.5);
    writeGreyPng(folder / "b.png", Image(2, 1, std::vector<std::uint8_t>{3, 255}));

    const RawImage wide = decode(folder / "a.png"), narrow = decode(folder / "b.png");
    EXPECT_THAT(wide.image.plane<std::uint16_t>(), ElementsAre(258, 65535));
    EXPECT_DOUBLE_EQ(statedSize(imageHeader(folder / "a.png"))->x, 2.5);
    EXPECT_THAT(narrow.image.plane<std::uint8_t>(), ElementsAre(3, 255));
    EXPECT_FALSE(statedSize(imageHeader(folder / "b.png")));
    EXPECT_THROW(writeGreyPng(folder / "c.png", Image(1, 1, std::vector<float>{1})), StorageError);
}

TEST(WriteFloatTiff, IntoAFolderThatIsNotThereSaysSo) {
    const TemporaryFolder folder;

    EXPECT_THROW(writeFloatTiff(folder / "missing" / "a.tif", Image(1, 1, std::vector<float>{1})), StorageError);
}

}  // namespace
}  // namespace coarsen
