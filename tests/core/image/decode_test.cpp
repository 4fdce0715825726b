// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/decode.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/image/refusal.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

namespace coarsen {
namespace {

using test::bytesOf;
using test::jpegOf;
using test::refusalOf;
using testing::ElementsAre;
using testing::HasSubstr;

test::Bytes textBytes(const std::string& text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

TEST(Decode, SaysWhatAFileIsThatIsNoPicture) {
    EXPECT_EQ(refusalOf({}, "frame.png"), "frame.png: the file is empty (0 bytes); copy it again from the camera");
    EXPECT_EQ(refusalOf(textBytes("frame,time_s\n0,1\n"), "frame.png"),
              "frame.png: it begins with text, not with an image; is it the right file?");
    EXPECT_THAT(refusalOf(textBytes("8BPS\x01"), "frame.png"),
                HasSubstr("it is a Photoshop document, which Coarsen does not read; convert it"));
    EXPECT_THAT(refusalOf(bytesOf("0102030405060708"), "frame.png"), HasSubstr("unsupported or damaged image"));
}

TEST(Decode, NamesWhatOthersWriteAndHowToExportIt) {
    EXPECT_THAT(refusalOf(textBytes("\xDA\xCE\xBE\x0A"), "a.tif"),
                HasSubstr("it is a Nikon ND2 file, which Coarsen does not read; save it "
                          "as OME-TIFF in NIS-Elements or Fiji"));
    EXPECT_THAT(refusalOf(textBytes("ZISRAWFILE"), "a.tif"), HasSubstr("a Zeiss CZI file"));
    EXPECT_THAT(refusalOf(textBytes("version https://git-lfs.github.com/spec/v1\n"), "a.tif"), HasSubstr("run git lfs pull"));
    EXPECT_THAT(refusalOf(textBytes("<!DOCTYPE html><html>"), "a.png"), HasSubstr("it is a web page"));
    EXPECT_THAT(refusalOf(textBytes("\\*File list\r\n"), "a.001"), HasSubstr("export GSF from Gwyddion"));
    EXPECT_THAT(refusalOf(textBytes("<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\">"), "a.vti"),
                HasSubstr("it is a VTK file"));
    EXPECT_THAT(refusalOf(textBytes("{\nHeaderID = EH:000001"), "a.edf"), HasSubstr("an EDF file of a synchrotron"));
    EXPECT_THAT(refusalOf(bytesOf("0500b2a1"), "wave.ibw"), HasSubstr("by its name it is an Igor file (.ibw)"));
    EXPECT_THAT(refusalOf(bytesOf("700000001e0000002a"), "a.lif"), HasSubstr("a Leica LIF file"));
}

TEST(Decode, GoesByContentNotByName) {
    EXPECT_EQ(decode(jpegOf(16, 16, 1, 0), "frame.png").format, "JPEG");
}

TEST(Decode, NamesAFolderAndAMissingFile) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "a.png");

    EXPECT_THROW(decode(folder / "a.png"), InputError);
    EXPECT_THROW(decode(folder / "b.png"), InputError);
    EXPECT_THROW(imageHeader(folder / "a.png"), InputError);
    EXPECT_THROW(imageHeader(folder / "b.png"), InputError);
}

TEST(HasImageExtension, KnowsTheListInAnyCase) {
    for (const char* name : {"a.png", "a.PNG", "a.tif", "a.TIFF", "a.jpg", "a.Jpeg", "a.bmp"})
        EXPECT_TRUE(hasImageExtension(name)) << name;
    for (const char* name : {"a.txt", "png", ".png", "a.png.bak", "a"})
        EXPECT_FALSE(hasImageExtension(name)) << name;
}

TEST(CheckDeclaredSize, RefusesWhatIsAbsurd) {
    EXPECT_NO_THROW(checkDeclaredSize("a", 16384, 16384, 4, 4));
    EXPECT_THROW(checkDeclaredSize("a", 16384, 16385, 1, 1), InputError);
    EXPECT_THROW(checkDeclaredSize("a", 100000, 100000, 1, 1), InputError);
    EXPECT_THROW(checkDeclaredSize("a", 16384, 16384, 5, 4), InputError);
    EXPECT_THROW(checkDeclaredSize("a", 0, 5, 1, 1), InputError);
    EXPECT_THROW(checkDeclaredSize("a", 5, -1, 1, 1), InputError);
    EXPECT_THROW(checkDeclaredSize("a", 1LL << 62, 1LL << 62, 1, 1), InputError);
}

TEST(ImageHeader, OfAFileThatIsLongerThanItsStartIsReadWithoutTheRest) {
    const TemporaryFolder folder;
    test::PngRecipe recipe{.width = 500, .height = 300, .bits = 16, .pixelsPerMetre = 200000};
    for (unsigned i = 0, random = 1; i < 2 * 500 * 300; ++i)
        recipe.samples.push_back(static_cast<std::uint8_t>((random = random * 1664525u + 1013904223u) >> 24));
    test::Bytes bytes = test::pngOf(recipe);
    ASSERT_GT(bytes.size(), 100000u);
    bytes.resize(70000);
    writeWhole(folder / "a.png", bytes);

    const ImageHeader header = imageHeader(folder / "a.png");

    EXPECT_EQ(header.width, 500);
    EXPECT_EQ(header.height, 300);
    EXPECT_EQ(header.bitsPerSample, 16);
    EXPECT_DOUBLE_EQ(statedSize(header)->x, 5);
}

TEST(Jpeg, IsTurnedUprightAndTellsItsTime) {
    const test::Bytes bytes = jpegOf(32, 16, 1, 6);  // row 0 of the file is the right side of the scene
    const TemporaryFolder folder;
    writeWhole(folder / "a.jpg", bytes);

    const RawImage raw = decode(bytes, "a.jpg");
    const ImageHeader header = imageHeader(folder / "a.jpg");

    ASSERT_EQ(raw.image.width(), 16);
    ASSERT_EQ(raw.image.height(), 32);
    EXPECT_GT(raw.image.at(14, 2), 200);
    EXPECT_LT(raw.image.at(2, 2), 50);
    EXPECT_LT(raw.image.at(14, 30), 50);
    EXPECT_EQ(header.width, 16);
    EXPECT_EQ(header.height, 32);
    ASSERT_EQ(header.facts.times.size(), 1u);
    EXPECT_EQ(header.facts.times.front().value, (Moment{1237212000.25, true}));  // 2009-03-16 14:00:00.25
}

TEST(Jpeg, OfColoursHasThreeChannelsAndForPrintingIsRefused) {
    const RawImage raw = decode(jpegOf(16, 16, 3, 0), "a.jpg");

    EXPECT_EQ(raw.image.channels(), 3);
    EXPECT_EQ(raw.bitsPerSample, 8);
    EXPECT_TRUE(imageHeader(jpegOf(16, 16, 3, 0), "a.jpg").facts.times.empty());
    EXPECT_THAT(refusalOf(jpegOf(16, 16, 4, 0), "frame.png"), HasSubstr("printing (CMYK)"));
}

TEST(Jpeg, ThatIsTruncatedSaysSo) {
    test::Bytes bytes = jpegOf(256, 256, 1, 0);
    bytes.resize(bytes.size() * 3 / 4);

    EXPECT_THAT(refusalOf(bytes, "frame.png"),
                testing::MatchesRegex("frame.png: it ends after [0-9]+ of 256 rows; copy it again from the camera"));
}

TEST(Jpeg, WhosePixelsLeaveBytesOverIsDamagedButNotOneThatIsFilledUp) {
    const test::Bytes whole = jpegOf(64, 64, 1, 0);  // ends with FFD9
    const auto withBefore = [&](const std::string& hexadecimal) {
        test::Bytes bytes = whole;
        const test::Bytes more = bytesOf(hexadecimal);
        bytes.insert(bytes.end() - 2, more.begin(), more.end());
        return bytes;
    };
    ASSERT_EQ(whole.back(), std::byte{0xD9});

    EXPECT_THAT(refusalOf(withBefore("0123456789ABCDEF 0123456789ABCDEF"), "frame.png"),
                HasSubstr("it is damaged (Corrupt JPEG data: "));
    EXPECT_EQ(refusalOf(withBefore("0000000000000000 0000000000000000"), "frame.png"), "");  // as some cameras do
}

TEST(Bmp, ReadsBottomUpColoursTopDownOnesAndPalettes) {
    const char* const size2x2 = "02000000 02000000 0100";
    const auto head = [&](const std::string& offset, const std::string& size, const std::string& bits) {
        return "424D 00000000 00000000 " + offset + " 28000000 " + size + bits + " 00000000 00000000 204E0000 204E0000 ";
    };
    const RawImage colour =
        decode(bytesOf(head("36000000", size2x2, "1800") + "00000000 00000000 010203 040506 0000 070809 0A0B0C 0000"), "a.bmp");
    const RawImage topDown = decode(
        bytesOf(head("36000000", "02000000 FEFFFFFF 0100", "2000") + "00000000 00000000 01020300 04050600 07080900 0A0B0C00"),
        "a.bmp");
    const RawImage bits =
        decode(bytesOf(head("3E000000", size2x2, "0100") + "02000000 00000000 0A0A0A00 FFFFFF00 80000000 40000000"), "a.bmp");
    const RawImage nibbles = decode(
        bytesOf(head("42000000", size2x2, "0400") + "03000000 00000000 00000000 0102FF00 11111100 12000000 2F000000"), "a.bmp");

    EXPECT_THAT(colour.image.plane<std::uint8_t>(0), ElementsAre(9, 12, 3, 6));  // red
    EXPECT_THAT(colour.image.plane<std::uint8_t>(2), ElementsAre(7, 10, 1, 4));  // blue
    EXPECT_THAT(topDown.image.plane<std::uint8_t>(0), ElementsAre(3, 6, 9, 12));
    EXPECT_EQ(topDown.image.channels(), 3);
    EXPECT_EQ(bits.image.channels(), 1);  // a palette of greys
    EXPECT_THAT(bits.image.plane<std::uint8_t>(), ElementsAre(10, 255, 255, 10));
    EXPECT_THAT(nibbles.image.plane<std::uint8_t>(0), ElementsAre(0x11, 0, 0xFF, 0x11));  // index 15 is beyond the palette
}

TEST(Bmp, ThatIsTruncatedCompressedOrNonsenseIsRefusedInWords) {
    const auto head = [](const std::string& width, const std::string& bits, const std::string& compression) {
        return bytesOf("424D 00000000 00000000 36000000 28000000 " + width + " 02000000 0100 " + bits + compression +
                       "00000000 00000000 00000000 00000000 00000000 0102");
    };

    EXPECT_EQ(refusalOf(head("02000000", "1800", "00000000"), "frame.png"),
              "frame.png: it ends after 56 of 70 bytes; copy it again from the camera");
    EXPECT_THAT(refusalOf(head("02000000", "0800", "01000000"), "frame.png"), HasSubstr("compressed by run lengths (RLE)"));
    EXPECT_THAT(refusalOf(head("02000000", "1000", "00000000"), "frame.png"), HasSubstr("16 bits a pixel"));
    EXPECT_THAT(refusalOf(head("FFFFFF7F", "1800", "00000000"), "frame.png"),
                HasSubstr("its header declares 2147483647 x 2 pixels"));
}

TEST(Picture, CutAnywhereIsDecodedOrRefusedButNeverMore) {
    const test::Bytes png = test::pngOf({.width = 3, .height = 1, .samples = {1, 2, 3}});
    const test::Bytes tiff = test::tiffOf(3, 1, 1, [](TIFF* handle, int) {
        std::uint8_t values[] = {1, 2, 3};
        TIFFWriteEncodedStrip(handle, 0, values, 3);
    });
    for (const test::Bytes& whole : {jpegOf(32, 16, 3, 6), png, tiff})
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const std::string refusal =
                refusalOf(test::Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)), "frame.png");

            EXPECT_TRUE(refusal.empty() || refusal.starts_with("frame.png: ")) << length;
        }
}

}  // namespace
}  // namespace coarsen
