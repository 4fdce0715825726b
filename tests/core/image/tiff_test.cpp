// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/image/decode.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/image/refusal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {
namespace {

using test::refusalOf;
using test::tiffOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Writes `values` as the page's only strip.
template <typename T>
void writePixels(TIFF* tiff, std::vector<T> values, int bits, int format = SAMPLEFORMAT_UINT) {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 1000);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, format);
    TIFFWriteEncodedStrip(tiff, 0, values.data(), static_cast<tmsize_t>(values.size() * sizeof(T)));
}

template <typename T>
RawImage pictureOf(std::uint32_t width, std::uint32_t height, std::vector<T> values, int bits, int format = SAMPLEFORMAT_UINT,
                   const char* mode = "w") {
    return decode(tiffOf(
                      width, height, 1, [&](TIFF* tiff, int) { writePixels(tiff, values, bits, format); }, mode),
                  "a.tif");
}

TEST(Tiff, KeepsWholeNumbersOf8And16BitsInEitherByteOrder) {
    for (const char* mode : {"wl", "wb", "w8l", "w8b"}) {
        const RawImage wide = pictureOf<std::uint16_t>(2, 2, {1, 256, 65535, 7}, 16, SAMPLEFORMAT_UINT, mode);
        const RawImage narrow = pictureOf<std::uint8_t>(2, 2, {1, 25, 255, 7}, 8, SAMPLEFORMAT_UINT, mode);

        EXPECT_THAT(wide.image.plane<std::uint16_t>(), ElementsAre(1, 256, 65535, 7)) << mode;
        EXPECT_EQ(wide.bitsPerSample, 16) << mode;
        EXPECT_THAT(narrow.image.plane<std::uint8_t>(), ElementsAre(1, 25, 255, 7)) << mode;
        EXPECT_EQ(narrow.format, "TIFF") << mode;
    }
}

TEST(Tiff, UnpacksSamplesOfOddWidths) {
    EXPECT_THAT(pictureOf<std::uint8_t>(3, 1, {0xA0}, 1).image.plane<std::uint8_t>(), ElementsAre(1, 0, 1));
    EXPECT_THAT(pictureOf<std::uint8_t>(3, 2, {0x0F, 0x70, 0x12, 0x30}, 4).image.plane<std::uint8_t>(),
                ElementsAre(0, 15, 7, 1, 2, 3));
    EXPECT_THAT(pictureOf<std::uint8_t>(3, 1, {0xAB, 0xC1, 0x23, 0xFF, 0xF0}, 12).image.plane<std::uint16_t>(),
                ElementsAre(0xABC, 0x123, 0xFFF));
}

TEST(Tiff, MakesFloatsOfNumbersThatAreSignedOrWide) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto floats = pictureOf<float>(3, 1, {-1.5f, nan, 3e30f}, 32, SAMPLEFORMAT_IEEEFP).image;

    EXPECT_THAT(pictureOf<std::int16_t>(2, 1, {-1000, 1379}, 16, SAMPLEFORMAT_INT).image.plane<float>(),
                ElementsAre(-1000, 1379));
    EXPECT_THAT(pictureOf<std::int8_t>(2, 1, {-128, 127}, 8, SAMPLEFORMAT_INT).image.plane<float>(), ElementsAre(-128, 127));
    EXPECT_THAT(pictureOf<std::uint32_t>(2, 1, {0, 1u << 31}, 32).image.plane<float>(), ElementsAre(0, 2147483648.0f));
    EXPECT_THAT(pictureOf<double>(2, 1, {0.25, -8}, 64, SAMPLEFORMAT_IEEEFP).image.plane<float>(), ElementsAre(0.25f, -8));
    EXPECT_THAT(pictureOf<std::uint16_t>(4, 1, {0x3C00, 0xC000, 0x0001, 0x7BFF}, 16, SAMPLEFORMAT_IEEEFP).image.plane<float>(),
                ElementsAre(1, -2, std::ldexp(1.0f, -24), 65504));  // IEEE 754 binary16
    EXPECT_EQ(floats.at(0, 0), -1.5);
    EXPECT_TRUE(std::isnan(floats.at(1, 0)));  // kept: the dust step masks it
}

TEST(Tiff, TurnsMinIsWhiteRound) {
    const auto inverted = [](std::vector<std::uint8_t> values, int bits, int format) {
        return decode(tiffOf(2, 1, 1,
                             [&](TIFF* tiff, int) {
                                 TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
                                 writePixels(tiff, values, bits, format);
                             }),
                      "a.tif")
            .image;
    };

    EXPECT_THAT(inverted({0, 200}, 8, SAMPLEFORMAT_UINT).plane<std::uint8_t>(), ElementsAre(255, 55));
    EXPECT_THAT(inverted({0x0F}, 4, SAMPLEFORMAT_UINT).plane<std::uint8_t>(), ElementsAre(15, 0));
    EXPECT_THAT(inverted({0x80, 127}, 8, SAMPLEFORMAT_INT).plane<float>(), ElementsAre(127, -128));
}

TEST(Tiff, ResolvesPalettesAndCallsGreyOnesGrey) {
    const auto withPalette = [](int green) {
        std::vector<std::uint16_t> red(256), other(256);
        for (std::size_t i = 0; i < 256; ++i) {
            red[i] = static_cast<std::uint16_t>(257 * (255 - i));
            other[i] = static_cast<std::uint16_t>(green < 0 ? red[i] : 257 * green);
        }
        return decode(tiffOf(2, 1, 1,
                             [&](TIFF* tiff, int) {
                                 TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_PALETTE);
                                 TIFFSetField(tiff, TIFFTAG_COLORMAP, red.data(), other.data(), other.data());
                                 writePixels<std::uint8_t>(tiff, {0, 200}, 8);
                             }),
                      "a.tif")
            .image;
    };

    EXPECT_EQ(withPalette(-1).channels(), 1);
    EXPECT_THAT(withPalette(-1).plane<std::uint8_t>(), ElementsAre(255, 55));
    EXPECT_EQ(withPalette(9).channels(), 3);
    EXPECT_THAT(withPalette(9).plane<std::uint8_t>(1), ElementsAre(9, 9));
}

TEST(Tiff, ReadsTilesAndStripsOfAnyCompressionAlike) {
    constexpr std::uint32_t width = 37, height = 29;
    const auto value = [](std::uint32_t x, std::uint32_t y) { return static_cast<std::uint8_t>(3 * x + 5 * y); };
    for (const int compression : {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS})
        for (const bool isTiled : {false, true}) {
            const auto write = [&](TIFF* tiff, int) {
                TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression);
                if (isTiled) {
                    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, 16);
                    TIFFSetField(tiff, TIFFTAG_TILELENGTH, 32);
                }
                const std::uint32_t partWidth = isTiled ? 16 : width, partHeight = isTiled ? 32 : 2;
                for (std::uint32_t y = 0; y < height; y += partHeight)
                    for (std::uint32_t x = 0; x < width; x += partWidth) {
                        std::vector<std::uint8_t> part;
                        const std::uint32_t rows = isTiled ? partHeight : std::min(partHeight, height - y);
                        for (std::uint32_t r = 0; r < rows; ++r)
                            for (std::uint32_t c = 0; c < partWidth; ++c)
                                part.push_back(value(x + c, y + r));
                        const auto size = static_cast<tmsize_t>(part.size());
                        if (isTiled)
                            TIFFWriteEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, 0), part.data(), size);
                        else
                            TIFFWriteEncodedStrip(tiff, TIFFComputeStrip(tiff, y, 0), part.data(), size);
                    }
            };

            const Image image = decode(tiffOf(width, height, 1, write), "a.tif").image;

            ASSERT_EQ(image.width(), 37);
            ASSERT_EQ(image.height(), 29);
            for (std::uint32_t y = 0; y < height; ++y)
                for (std::uint32_t x = 0; x < width; ++x)
                    ASSERT_EQ(image.at(static_cast<int>(x), static_cast<int>(y)), value(x, y)) << compression << isTiled;
        }
}

TEST(Tiff, KeepsColoursAndOpacityWhetherInterleavedOrNot) {
    for (const bool isPlanar : {false, true}) {
        const auto write = [&](TIFF* tiff, int) {
            const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
            TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 4);
            TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
            TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, isPlanar ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
            if (isPlanar) {
                for (std::uint16_t plane = 0; plane < 4; ++plane) {
                    std::vector<std::uint8_t> values{static_cast<std::uint8_t>(plane), static_cast<std::uint8_t>(10 + plane)};
                    TIFFWriteEncodedStrip(tiff, plane, values.data(), 2);
                }
            } else {
                writePixels<std::uint8_t>(tiff, {0, 1, 2, 3, 10, 11, 12, 13}, 8);
            }
        };

        const RawImage raw = decode(tiffOf(2, 1, 1, write), "a.tif");

        ASSERT_EQ(raw.image.channels(), 4) << isPlanar;
        EXPECT_TRUE(raw.hasAlpha) << isPlanar;
        for (int channel = 0; channel < 4; ++channel)
            EXPECT_THAT(raw.image.plane<std::uint8_t>(channel), ElementsAre(channel, 10 + channel)) << isPlanar;
    }
}

/// A TIFF of one row of two pixels, whose samples stand in planes.
test::Bytes planesOfTiff(std::uint16_t samples, std::uint16_t photometric, bool isLsm) {
    return tiffOf(2, 1, 1, [&](TIFF* tiff, int) {
        static const TIFFFieldInfo lsm{34412, TIFF_VARIABLE,           TIFF_VARIABLE, TIFF_BYTE, FIELD_CUSTOM, 1,
                                       1,     const_cast<char*>("LSM")};
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, photometric);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples);
        TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_SEPARATE);
        std::array<std::uint8_t, 200> words{};
        if (isLsm) {
            TIFFMergeFieldInfo(tiff, &lsm, 1);
            TIFFSetField(tiff, 34412, static_cast<int>(words.size()), words.data());
        }
        for (std::uint16_t plane = 0; plane < samples; ++plane) {
            std::vector<std::uint8_t> values{static_cast<std::uint8_t>(plane), static_cast<std::uint8_t>(10 + plane)};
            TIFFWriteEncodedStrip(tiff, plane, values.data(), 2);
        }
    });
}

/// The first is the picture; a recipe picks among them, and the series says it.
TEST(Tiff, PlanesOfGreyAreChannelsAsThoseOfLsmAre) {
    for (const std::uint16_t samples : std::initializer_list<std::uint16_t>{2, 3, 4})
        for (const bool isLsm : {false, true}) {
            const std::uint16_t photometric = isLsm && samples != 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
            const test::Bytes bytes = planesOfTiff(samples, photometric, isLsm);
            const RawImage raw = decode(bytes, "a.lsm");
            ASSERT_EQ(raw.image.channels(), 1) << samples << isLsm;
            EXPECT_THAT(raw.image.plane<std::uint8_t>(), ElementsAre(0, 10));
            ASSERT_EQ(raw.furtherChannels.size(), samples - 1u);
            for (std::uint8_t channel = 1; channel < samples; ++channel)
                EXPECT_THAT(raw.furtherChannels[channel - 1u].plane<std::uint8_t>(), ElementsAre(channel, 10 + channel));
            const ImageHeader header = imageHeader(bytes, "a.lsm");
            EXPECT_EQ(header.channels, 1);
            EXPECT_EQ(header.remarkCode, "pages.channels");
            EXPECT_THAT(header.remark, HasSubstr("hold " + std::to_string(samples) + " channels each; the first is measured"));
        }
    const test::Bytes colours = planesOfTiff(3, PHOTOMETRIC_RGB, true);
    EXPECT_EQ(decode(colours, "a.lsm").image.channels(), 3);
    EXPECT_THAT(imageHeader(colours, "a.lsm").remark, HasSubstr("calls red, green and blue"));
    EXPECT_EQ(imageHeader(planesOfTiff(3, PHOTOMETRIC_RGB, false), "a.tif").remark, "") << "a picture in colours";
}

TEST(Tiff, OpensEachPageAndNamesOneThatIsNotThere) {
    const test::Bytes bytes = tiffOf(2, 1, 3, [](TIFF* tiff, int page) {
        writePixels<std::uint8_t>(tiff, {static_cast<std::uint8_t>(page), 9}, 8);
    });

    EXPECT_THAT(decode(bytes, "a.tif", 2).image.plane<std::uint8_t>(), ElementsAre(2, 9));
    EXPECT_THROW(decode(bytes, "a.tif", 3), InputError);
}

/// The chain is broken once the pages' places are known: no page is looked for along it.
TEST(Tiff, PagesOfASharedFileAreReachedWithoutTheChain) {
    for (const char* const mode : {"wl", "wb", "wl8", "wb8"}) {
        test::Bytes bytes = tiffOf(
            2, 1, 9,
            [](TIFF* tiff, int page) {
                TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
                writePixels<std::uint8_t>(tiff, {static_cast<std::uint8_t>(page), 9}, 8);
            },
            mode);
        SharedFile shared(SharedBytes{nullptr, bytes});
        for (int page = 0; page < 9; ++page)
            EXPECT_THAT(decode(shared, "a.tif", page).image.plane<std::uint8_t>(), ElementsAre(page, 9)) << mode;
        EXPECT_THROW(decode(shared, "a.tif", 9), InputError);

        const std::ptrdiff_t link = mode[2] == '8' ? 8 : 4;
        std::fill_n(bytes.begin() + link, link, std::byte{0x7F});
        EXPECT_THROW(decode(shared, "a.tif", 0), InputError);
        EXPECT_THAT(decode(shared, "a.tif", 7).image.plane<std::uint8_t>(), ElementsAre(7, 9)) << mode;
    }
}

/// Chains that go round or lead out end there.
TEST(Tiff, PagesOfADamagedChainAreThoseThatCanBeReached) {
    test::Bytes bytes = tiffOf(2, 1, 3, [](TIFF* tiff, int page) {
        writePixels<std::uint8_t>(tiff, {static_cast<std::uint8_t>(page), 9}, 8);
    });
    const auto number = [&](std::size_t at) {
        std::size_t value = 0;
        for (std::size_t i = 4; i-- > 0;)
            value = value << 8 | std::to_integer<std::size_t>(bytes[at + i]);
        return value;
    };
    const auto linkOf = [&](std::size_t directory) {
        return directory + 2 + 12 * std::to_integer<std::size_t>(bytes[directory]);
    };
    const std::size_t second = number(linkOf(number(4)));
    for (const std::size_t target : {number(4), bytes.size() + 100, bytes.size() - 1}) {
        test::Bytes damaged = bytes;
        for (std::size_t i = 0; i < 4; ++i)
            damaged[linkOf(second) + i] = static_cast<std::byte>(target >> 8 * i);
        const SharedFile shared(damaged);
        EXPECT_THAT(decode(shared, "a.tif", 1).image.plane<std::uint8_t>(), ElementsAre(1, 9)) << target;
        EXPECT_THROW(decode(shared, "a.tif", 2), InputError) << target;
    }
}

TEST(Tiff, OpensEachPageOfEitherOrderAndSize) {
    for (const char* const mode : {"wl", "wb", "wl8", "wb8"}) {
        const test::Bytes bytes = tiffOf(
            2, 1, 40,
            [](TIFF* tiff, int page) {
                TIFFSetField(tiff, TIFFTAG_COMPRESSION, page % 2 == 0 ? COMPRESSION_LZW : COMPRESSION_ADOBE_DEFLATE);
                writePixels<std::uint8_t>(tiff, {static_cast<std::uint8_t>(page), 9}, 8);
            },
            mode);
        for (const int page : {39, 0, 1, 20})
            EXPECT_THAT(decode(bytes, "a.tif", page).image.plane<std::uint8_t>(), ElementsAre(page, 9)) << mode;
        EXPECT_THROW(decode(bytes, "a.tif", 40), InputError) << mode;
    }
}

TEST(Tiff, IsTurnedUprightByItsOrientation) {
    const auto write = [](TIFF* tiff, int) {
        TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_RIGHTTOP);
        writePixels<std::uint8_t>(tiff, {2, 4, 6, 1, 3, 5}, 8);
    };

    const Image image = decode(tiffOf(3, 2, 1, write), "a.tif").image;

    EXPECT_EQ(image.width(), 2);
    EXPECT_THAT(image.plane<std::uint8_t>(), ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Tiff, ThatIsTruncatedSaysHowMuchIsThere) {
    test::Bytes bytes = tiffOf(100, 200, 1, [](TIFF* tiff, int) { writePixels(tiff, std::vector<std::uint8_t>(20000, 7), 8); });
    const test::Bytes directoryFirst = [&] {  // as cameras write: the directory before the pixels
        const std::size_t directory = std::to_integer<std::size_t>(bytes[4]) + 256 * std::to_integer<std::size_t>(bytes[5]);
        const std::size_t shift = bytes.size() - directory;
        test::Bytes moved(bytes.begin(), bytes.begin() + 8);
        moved[4] = std::byte{8}, moved[5] = std::byte{0};
        moved.insert(moved.end(), bytes.begin() + static_cast<std::ptrdiff_t>(directory), bytes.end());
        moved.insert(moved.end(), bytes.begin() + 8, bytes.begin() + static_cast<std::ptrdiff_t>(directory));
        for (std::size_t entry = 10; entry + 12 < 8 + shift; entry += 12)
            if (moved[entry] == std::byte{0x11} && moved[entry + 1] == std::byte{1})
                moved[entry + 8] = static_cast<std::byte>(8 + shift);
        return moved;
    }();
    ASSERT_EQ(refusalOf(directoryFirst, "a.tif"), "");

    const test::Bytes cut(directoryFirst.begin(), directoryFirst.begin() + 12000);
    bytes.resize(12000);

    EXPECT_EQ(refusalOf(cut, "a.tif"), "a.tif: it ends after 12 of 20 kB; copy it again from the camera");
    EXPECT_THAT(refusalOf(bytes, "a.tif"), HasSubstr("it ends before the directory"));
}

TEST(Tiff, PackedByDeflateWithAnyBitWrongIsRefusedOrGivesTheSamePicture) {
    std::vector<std::uint16_t> values;
    for (unsigned i = 0, random = 1; i < 24 * 16; ++i)
        values.push_back(static_cast<std::uint16_t>((random = random * 1664525u + 1013904223u) >> 28));
    for (const char* mode : {"wl", "wb"})
        for (const auto& [predictor, order] : {std::pair(PREDICTOR_NONE, FILLORDER_MSB2LSB),
                                               {PREDICTOR_HORIZONTAL, FILLORDER_MSB2LSB},
                                               {PREDICTOR_NONE, FILLORDER_LSB2MSB}}) {
            const test::Bytes whole = tiffOf(
                24, 16, 1,
                [&, predictor = predictor, order = order](TIFF* tiff, int) {
                    TIFFSetField(tiff, TIFFTAG_FILLORDER, order);
                    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
                    TIFFSetField(tiff, TIFFTAG_PREDICTOR, predictor);
                    writePixels(tiff, values, 16);
                },
                mode);
            const RawImage picture = decode(whole, "a.tif");
            std::size_t directory = 0;  // stands behind the pixels
            for (int i = 0; i < 4; ++i)
                directory = directory << 8 |
                            std::to_integer<std::size_t>(whole[static_cast<std::size_t>(mode[1] == 'b' ? 4 + i : 7 - i)]);
            ASSERT_THAT(picture.image.plane<std::uint16_t>(), testing::ElementsAreArray(values));
            for (std::size_t bit = 8 * 8; bit < 8 * directory; ++bit) {
                test::Bytes bytes = whole;
                bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
                try {
                    const RawImage read = decode(bytes, "a.tif");

                    EXPECT_TRUE(std::ranges::equal(read.image.plane<std::uint16_t>(), values))
                        << "bit " << bit << ", predictor " << predictor << ", " << mode;
                } catch (const InputError& error) {
                    EXPECT_THAT(error.what(), testing::StartsWith("a.tif: it is damaged ("));
                }
            }
        }
}

TEST(Tiff, OfAKindThatIsNotReadIsRefusedInWords) {
    const auto withPhotometric = [](int kind, int samples) {
        return tiffOf(1, 1, 1, [&](TIFF* tiff, int) {
            TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, kind);
            TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, samples);
            writePixels(tiff, std::vector<std::uint8_t>(static_cast<std::size_t>(samples), 7), 8);
        });
    };

    EXPECT_THAT(refusalOf(withPhotometric(PHOTOMETRIC_SEPARATED, 4), "a.tif"),
                HasSubstr("printing (CMYK), which Coarsen does not read; save it as"));
    EXPECT_THAT(refusalOf(withPhotometric(PHOTOMETRIC_CFA, 1), "a.tif"), HasSubstr("raw picture"));
    EXPECT_THAT(refusalOf(withPhotometric(PHOTOMETRIC_CIELAB, 3), "a.tif"), HasSubstr("photometric"));
}

TEST(StackLayout, FindsThePageOfATimeInAnyOrder) {
    EXPECT_EQ((StackLayout{.channels = 3, .slices = 5, .times = 9, .order = "CZT"}).pageOf(2), 30);
    EXPECT_EQ((StackLayout{.channels = 3, .slices = 5, .times = 9, .order = "TCZ"}).pageOf(2), 2);
    EXPECT_EQ((StackLayout{.channels = 3, .slices = 5, .times = 9, .order = "CTZ"}).pageOf(2), 6);
}

}  // namespace
}  // namespace coarsen
