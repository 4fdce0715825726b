// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/image/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace coarsen {
namespace {

using test::dngOf;
using test::DngRecipe;
using test::refusalOf;
using testing::AnyOf;
using testing::Each;
using testing::HasSubstr;

constexpr std::uint32_t width = 64, height = 48;
constexpr std::uint32_t black = 500, white = 4500;

/// Light that differs from pixel to pixel, at most half of what the sensor can hold.
DngRecipe pattern() {
    DngRecipe recipe{.width = width, .height = height, .black = black, .white = white};
    for (std::uint32_t i = 0, random = 1; i < width * height; ++i) {
        random = random * 1664525u + 1013904223u;
        recipe.samples.push_back(static_cast<std::uint16_t>(black + (random >> 16) % 2000));
    }
    return recipe;
}

DngRecipe evenLight(std::uint32_t value) {
    return {.width = width,
            .height = height,
            .samples = std::vector<std::uint16_t>(width * height, static_cast<std::uint16_t>(value)),
            .black = black,
            .white = white};
}

TEST(CameraRaw, OfTwiceTheLightIsTwiceAsBright) {
    DngRecipe twice = pattern();
    for (std::uint16_t& sample : twice.samples)
        sample = static_cast<std::uint16_t>(black + 2 * (sample - black));

    const Image dim = decode(dngOf(pattern()), "a.dng").image, bright = decode(dngOf(twice), "b.dng").image;

    ASSERT_EQ(dim.channels(), 3);
    ASSERT_EQ(dim.type(), PixelType::u16);
    int worst = 0;
    for (int channel = 0; channel < 3; ++channel) {
        const auto a = dim.plane<std::uint16_t>(channel), b = bright.plane<std::uint16_t>(channel);
        for (std::size_t i = 0; i < a.size(); ++i)
            worst = std::max(worst, std::abs(b[i] - 2 * a[i]));
    }
    EXPECT_LE(worst, 3);  // whole numbers of a scale of 65535
}

TEST(CameraRaw, IsNotBrightenedAndItsColoursAreNotBalanced) {
    for (const auto& [value, expected] : {std::pair{black, 0}, {black + 1000, 16384}, {black + 2000, 32768}, {white, 65535}}) {
        const RawImage raw = decode(dngOf(evenLight(value)), "a.dng");

        EXPECT_EQ(raw.bitsPerSample, 16);
        for (int channel = 0; channel < 3; ++channel)
            EXPECT_THAT(raw.image.plane<std::uint16_t>(channel),
                        Each(testing::Truly([e = expected](int v) { return std::abs(v - e) <= 1; })))
                << value << " channel " << channel;
    }
}

TEST(CameraRaw, OfAMonochromeSensorHasOneChannelOfItsOwnPixels) {
    DngRecipe recipe = pattern();
    recipe.isMonochrome = true;

    const RawImage raw = decode(dngOf(recipe), "a.dng");

    ASSERT_EQ(raw.image.channels(), 1);
    ASSERT_EQ(raw.image.planeSize(), recipe.samples.size());
    const auto plane = raw.image.plane<std::uint16_t>();
    for (std::size_t i = 0; i < plane.size(); ++i)
        EXPECT_NEAR(plane[i], (recipe.samples[i] - black) * 65535.0 / (white - black), 1) << i;
}

TEST(CameraRaw, IsTurnedUprightAndTellsItsTimeInItsHeaderToo) {
    DngRecipe recipe = evenLight(black);
    std::fill_n(recipe.samples.begin(), width * height / 2, static_cast<std::uint16_t>(white));
    recipe.orientation = 6;  // row 0 of the file is the right side of the scene
    const TemporaryFolder folder;
    writeWhole(folder / "a.dng", dngOf(recipe));

    const RawImage raw = decode(folder / "a.dng");
    const ImageHeader header = imageHeader(folder / "a.dng");

    ASSERT_EQ(raw.image.width(), static_cast<int>(height));
    ASSERT_EQ(raw.image.height(), static_cast<int>(width));
    EXPECT_EQ(raw.image.at(height - 4, 30), 65535);
    EXPECT_EQ(raw.image.at(4, 30), 0);
    EXPECT_EQ(header.width, raw.image.width());
    EXPECT_EQ(header.height, raw.image.height());
    EXPECT_EQ(header.channels, 3);
    EXPECT_EQ(header.bitsPerSample, 16);
    EXPECT_EQ(header.format, raw.format);
    ASSERT_EQ(header.facts.times.size(), 1u);
    EXPECT_EQ(header.facts.times.front().value, (Moment{1237212000.25, true}));  // 2009-03-16 14:00:00.25
}

TEST(CameraRaw, LargerThanItsStartTellsItsHeaderWithoutBeingReadWhole) {
    DngRecipe recipe{.width = 512, .height = 256, .samples = std::vector<std::uint16_t>(512 * 256, 1000)};
    test::Bytes bytes = dngOf(recipe);
    ASSERT_GT(bytes.size(), 200'000u);
    const TemporaryFolder folder;
    writeWhole(folder / "a.dng", bytes);

    const ImageHeader header = imageHeader(folder / "a.dng");

    EXPECT_EQ(header.width, 512);
    EXPECT_EQ(header.height, 256);
    EXPECT_EQ(header.facts.times.front().value, (Moment{1237212000.25, true}));
}

TEST(CameraRaw, ThatIsTruncatedSaysSo) {
    const test::Bytes whole = dngOf(evenLight(1000));
    test::Bytes bytes = whole;
    bytes.resize(bytes.size() - 3000);

    EXPECT_EQ(refusalOf(bytes, "a.dng"), "a.dng: it ends before its picture does; copy it again from the camera");
    for (std::size_t length = 0; length < 1100; length += 7)
        EXPECT_THAT(refusalOf(test::Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)), "a.dng"),
                    testing::StartsWith("a.dng: "))
            << length;
}

TEST(CameraRaw, LeavesAnOrdinaryTiffOfACameraToTheTiffReader) {
    const auto tiff = test::tiffOf(width, height, 1, [](TIFF* handle, int) {
        TIFFSetField(handle, TIFFTAG_MAKE, "Canon");
        TIFFSetField(handle, TIFFTAG_ROWSPERSTRIP, height);
        std::vector<std::uint8_t> values(width * height, 7);
        TIFFWriteEncodedStrip(handle, 0, values.data(), static_cast<tmsize_t>(values.size()));
    });

    EXPECT_EQ(decode(tiff, "a.tif").format, "TIFF");
    EXPECT_THAT(refusalOf(tiff, "a.NEF"), HasSubstr("it is no camera's raw picture that LibRaw"));
}

TEST(CameraRaw, IsRecognisedByItsContentWhateverItsName) {
    EXPECT_EQ(decode(dngOf(evenLight(1000)), "a.tif").format, "Camera raw");
    EXPECT_TRUE(hasImageExtension("IMG_0001.CR2"));
    EXPECT_TRUE(hasImageExtension("a.dng"));
    for (const char* magic : {"FUJIFILMCCD-RAW 0201", "IIRO\x08", "FOVb"}) {
        test::Bytes bytes(reinterpret_cast<const std::byte*>(magic),
                          reinterpret_cast<const std::byte*>(magic) + std::strlen(magic));
        bytes.resize(4000);
        EXPECT_THAT(refusalOf(bytes, "a.dng"),
                    AnyOf(HasSubstr("LibRaw"), HasSubstr("it ends before"), HasSubstr("it is damaged")))
            << magic;
    }
}

}  // namespace
}  // namespace coarsen
