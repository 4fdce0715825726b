// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/image/decode.hpp"
#include "tests/core/image/picture_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spng.h>

#include <algorithm>

namespace coarsen {
namespace {

using test::pngOf;
using test::PngRecipe;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Png, KeepsGreysOfEveryDepthAsTheyAreStored) {
    const RawImage one = decode(pngOf({.width = 3, .height = 2, .bits = 1, .samples = {0xA0, 0x40}}), "a.png");
    const RawImage two = decode(pngOf({.width = 5, .height = 1, .bits = 2, .samples = {0x1B, 0xC0}}), "a.png");
    const RawImage four = decode(pngOf({.width = 3, .height = 1, .bits = 4, .samples = {0x0F, 0x70}}), "a.png");
    const RawImage sixteen = decode(pngOf({.width = 2, .height = 1, .bits = 16, .samples = {0x01, 0x02, 0xFF, 0xFF}}), "a.png");

    EXPECT_THAT(one.image.plane<std::uint8_t>(), ElementsAre(1, 0, 1, 0, 1, 0));
    EXPECT_EQ(one.bitsPerSample, 1);
    EXPECT_THAT(two.image.plane<std::uint8_t>(), ElementsAre(0, 1, 2, 3, 3));
    EXPECT_THAT(four.image.plane<std::uint8_t>(), ElementsAre(0, 15, 7));
    EXPECT_THAT(sixteen.image.plane<std::uint16_t>(), ElementsAre(0x0201, 0xFFFF));  // the maker takes the machine's order
    EXPECT_EQ(sixteen.bitsPerSample, 16);
    EXPECT_EQ(sixteen.format, "PNG");
}

TEST(Png, ResolvesPalettesAndKeepsOpacityAsTheLastChannel) {
    const PngRecipe recipe{.width = 2,
                           .height = 1,
                           .colourType = SPNG_COLOR_TYPE_INDEXED,
                           .samples = {1, 0},
                           .palette = {{1, 2, 3}, {9, 8, 7}},
                           .paletteAlpha = {40}};

    const RawImage raw = decode(pngOf(recipe), "a.png");

    ASSERT_EQ(raw.image.channels(), 4);
    EXPECT_TRUE(raw.hasAlpha);
    EXPECT_THAT(raw.image.plane<std::uint8_t>(0), ElementsAre(9, 1));
    EXPECT_THAT(raw.image.plane<std::uint8_t>(2), ElementsAre(7, 3));
    EXPECT_THAT(raw.image.plane<std::uint8_t>(3), ElementsAre(255, 40));
}

TEST(Png, MakesAnAlphaPlaneOfATransparentGrey) {
    const RawImage raw = decode(pngOf({.width = 4, .height = 1, .bits = 2, .samples = {0x1B}, .transparentGrey = 2}), "a.png");

    ASSERT_EQ(raw.image.channels(), 2);
    EXPECT_TRUE(raw.hasAlpha);
    EXPECT_THAT(raw.image.plane<std::uint8_t>(0), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(raw.image.plane<std::uint8_t>(1), ElementsAre(3, 3, 0, 3));
}

TEST(Png, SeparatesColoursIntoPlanes) {
    const RawImage raw =
        decode(pngOf({.width = 2, .height = 1, .colourType = SPNG_COLOR_TYPE_TRUECOLOR, .samples = {1, 2, 3, 4, 5, 6}}), "a.png");

    ASSERT_EQ(raw.image.channels(), 3);
    EXPECT_FALSE(raw.hasAlpha);
    EXPECT_THAT(raw.image.plane<std::uint8_t>(0), ElementsAre(1, 4));
    EXPECT_THAT(raw.image.plane<std::uint8_t>(1), ElementsAre(2, 5));
    EXPECT_THAT(raw.image.plane<std::uint8_t>(2), ElementsAre(3, 6));
}

TEST(Png, StatesItsScaleUnlessItIsADotsPerInchHabit) {
    const auto sizeOfPng = [](std::uint32_t perMetre) {
        return statedSize(imageHeader(pngOf({.samples = {7}, .pixelsPerMetre = perMetre}), "a.png"));
    };
    EXPECT_DOUBLE_EQ(sizeOfPng(100000)->x, 10.0);
    for (const std::uint32_t dots : {2834u, 2835u, 3780u, 11811u, 5906u, 23622u})  // 72, 96, 300, 150, 600 per inch
        EXPECT_FALSE(sizeOfPng(dots)) << dots;
}

TEST(Png, ThatIsTruncatedSaysHowManyRowsItHolds) {
    PngRecipe recipe{.width = 400, .height = 400};
    for (unsigned i = 0, random = 1; i < 400 * 400; ++i)
        recipe.samples.push_back(static_cast<std::uint8_t>((random = random * 1664525u + 1013904223u) >> 24));
    test::Bytes bytes = pngOf(recipe);
    bytes.resize(bytes.size() / 2);

    try {
        decode(bytes, "photo.png");
        FAIL() << "half a picture was taken for a whole one";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), testing::MatchesRegex(
                                      "photo.png: it ends after about (1[789].|200) of 400 rows; copy it again from the camera"));
    }
}

/// A grey picture with everything beside its pixels that is read: transparency and a scale.
test::Bytes pngWithAllThatIsRead() {
    PngRecipe recipe{.width = 60, .height = 40, .transparentGrey = 3, .pixelsPerMetre = 200000};
    for (unsigned i = 0, random = 1; i < 60 * 40; ++i)
        recipe.samples.push_back(static_cast<std::uint8_t>((random = random * 1664525u + 1013904223u) >> 29));
    return pngOf(recipe);
}

/// True where `bytes` are refused in words, or give the very picture and scale that `whole` is.
bool isRefusedOrTheSame(const test::Bytes& bytes, const RawImage& whole) {
    try {
        const RawImage raw = decode(bytes, "a.png");
        const auto isSame = [&](int channel) {
            return std::ranges::equal(raw.image.plane<std::uint8_t>(channel), whole.image.plane<std::uint8_t>(channel));
        };
        return raw.image.planeSize() == whole.image.planeSize() && raw.image.channels() == 2 && isSame(0) && isSame(1) &&
               statedSize(imageHeader(bytes, "a.png")) == PixelSize{5, 5, 0, true};
    } catch (const InputError& error) {
        return std::string(error.what()).starts_with("a.png: ");
    }
}

TEST(Png, OfWhichAnyBitIsWrongIsRefusedOrGivesTheSamePicture) {
    const test::Bytes whole = pngWithAllThatIsRead();
    const RawImage picture = decode(whole, "a.png");
    ASSERT_EQ(picture.image.channels(), 2);
    for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
        test::Bytes bytes = whole;
        bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);

        EXPECT_TRUE(isRefusedOrTheSame(bytes, picture)) << "bit " << bit << " of " << 8 * whole.size();
    }
}

TEST(Png, CutAnywhereIsRefusedOrGivesTheSamePicture) {
    const test::Bytes whole = pngWithAllThatIsRead();
    const RawImage picture = decode(whole, "a.png");
    constexpr std::size_t end = 12;  // IEND: all pixels are there and checked
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const test::Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));

        EXPECT_TRUE(isRefusedOrTheSame(bytes, picture)) << length << " of " << whole.size() << " bytes";
        if (length < whole.size() - end) {
            EXPECT_THROW(decode(bytes, "a.png"), InputError) << length;
        } else {
            EXPECT_NO_THROW(decode(bytes, "a.png")) << length;
        }
    }
}

TEST(Png, WhoseLastChecksumIsWrongSaysWhere) {
    test::Bytes bytes = pngOf({.samples = {7}});
    bytes[bytes.size() - 13] ^= std::byte{1};  // the last byte before IEND

    try {
        decode(bytes, "a.png");
        FAIL() << "damaged pixels were taken";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(),
                    testing::MatchesRegex("a.png: it is damaged .the checksum of its bytes 33 to [0-9]+ is wrong.; copy "
                                          "it again from the camera"));
    }
}

TEST(Png, ThatPromisesMoreThanItsBytesCanHoldIsRefusedBeforeMemoryIsTaken) {
    test::Bytes bytes = pngOf({.samples = {7}});
    const test::Bytes size = test::bytesOf("00003FFF 00003FFF 0800000000 FEDA3577");  // 16383 x 16383
    std::copy(size.begin(), size.end(), bytes.begin() + 16);

    try {
        decode(bytes, "a.png");
        FAIL() << "268 million pixels were taken from 67 bytes";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("its header promises 16383 x 16383 pixels"));
    }
}

TEST(Png, ThatIsAnimatedIsRefusedInWords) {
    test::Bytes bytes = pngOf({.samples = {7}});
    const test::Bytes animation = test::bytesOf("00000008 6163544C 00000003 00000000 CEEDBAC0");  // acTL: 3 pictures, for ever
    bytes.insert(bytes.begin() + 33, animation.begin(), animation.end());

    try {
        decode(bytes, "film.png");
        FAIL() << "its first picture was taken for all of it";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("film.png: it is an animation of 3 pictures"));
    }
}

TEST(Png, ReadsInterlacedPictures) {
    // 10 20 30 / 40 50 60, Adam7; libspng does not write it.
    const test::Bytes bytes = test::bytesOf(
        "89504E470D0A1A0A 0000000D494844520000000300000002 0800000001CF180950"
        "0000001249444154 78DA63E06290631061D030B2010002B200D3E5A3A5AB 0000000049454E44AE426082");

    EXPECT_THAT(decode(bytes, "a.png").image.plane<std::uint8_t>(), ElementsAre(10, 20, 30, 40, 50, 60));
}

}  // namespace
}  // namespace coarsen
