// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/region.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/imagej_roi.hpp"
#include "core/image/zip.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numbers>

namespace coarsen {
namespace {

using testing::HasSubstr;

Region region(const char* text) {
    return regionFrom(text, "crop.shapes");
}

std::ptrdiff_t pixelsIn(const Region& region, int width, int height) {
    return std::ranges::count(maskOf(region, width, height).pixels(), 1);
}

TEST(Region, IsReadAsItIsWritten) {
    for (const char* text :
         {"", "+polygon 10,10 200,10 100,180", "+rectangle 1.5,2 3,4; -ellipse 50,50 20,10.25; +polygon -1,0 5,0 0,9",
          "+rectangle @0 1,2 3,4; -ellipse @12 50,50 20,10"})
        EXPECT_EQ(textOf(region(text)), text);
}

TEST(Region, RefusesWhatIsNoShape) {
    for (const char* text : {"polygon 1,1 2,2 3,1", "+star 1,1 2,2", "+polygon 1,1 2,2", "+polygon 1,1 2,2 3,x", "+rectangle 1,1",
                             "+ellipse 5,5 0,3", "+polygon 1,1 2,1 3,1", "+polygon 1,1 nan,2 3,1", "+rectangle 0,0 1e7,2",
                             "+rectangle @-2 1,1 2,2", "+rectangle @1.5 1,1 2,2", "+rectangle @x 1,1 2,2"})
        EXPECT_THROW(region(text), SettingError) << text;
}

TEST(Region, HoldsThePixelsWhoseCentresAreInIt) {
    const Mask rectangle = maskOf(region("+rectangle 10,20 5,3"), 100, 100);
    EXPECT_EQ(std::ranges::count(rectangle.pixels(), 1), 15);
    EXPECT_TRUE(rectangle.isValid(10, 20) && rectangle.isValid(14, 22));
    EXPECT_FALSE(rectangle.isValid(9, 20) || rectangle.isValid(15, 22) || rectangle.isValid(10, 23));
    EXPECT_TRUE(std::ranges::equal(maskOf(region("+polygon 10,20 15,20 15,23 10,23"), 100, 100).pixels(), rectangle.pixels()));
    EXPECT_NEAR(static_cast<double>(pixelsIn(region("+ellipse 250,200 150,100"), 500, 400)), std::numbers::pi * 15000, 150);
    EXPECT_EQ(pixelsIn(region("+polygon 0,0 40,0 0,40"), 100, 100), 40 * 39 / 2) << "half of the square less the diagonal";
    EXPECT_EQ(pixelsIn(region("+rectangle -50,-50 80,1000"), 100, 100), 3000) << "what lies beyond the picture is nothing";
}

TEST(Region, AddsAndTakesAwayInTurn) {
    EXPECT_EQ(pixelsIn(region("+rectangle 10,10 20,20; -rectangle 15,15 10,10"), 50, 50), 300);
    EXPECT_EQ(pixelsIn(region("+rectangle 10,10 20,20; -rectangle 15,15 10,10; +rectangle 18,18 4,4"), 50, 50), 316);
    EXPECT_EQ(pixelsIn(region("-rectangle 15,15 10,10"), 50, 50), 2400) << "taken away from all";
    EXPECT_TRUE(maskOf({}, 50, 50).isAllValid());
    const PixelBox box = boxOf(region("+rectangle 10,10 20,20; -rectangle 0,0 5,5; +ellipse 50,20 10,5"), 55, 50);
    EXPECT_EQ(box.x, 10);
    EXPECT_EQ(box.width, 45);
    EXPECT_EQ(box.y, 10);
    EXPECT_EQ(box.height, 20);
}

TEST(Region, OfOneFrameHoldsForItAlone) {
    const Region own = region("+rectangle @0 10,10 20,20; +rectangle @2 0,0 5,30; -rectangle 0,0 50,12");
    EXPECT_TRUE(differsByFrame(own));
    EXPECT_TRUE(isDrawnFor(1, own)) << "by the shape of every frame";
    EXPECT_FALSE(isDrawnFor(1, region("+rectangle @0 10,10 20,20")));
    EXPECT_TRUE(isDrawnFor(1, {}));
    const auto pixels = [](const Region& all, int frame) { return std::ranges::count(maskOf(all, 50, 50, frame).pixels(), 1); };
    EXPECT_EQ(pixels(own, 0), 20 * 18);
    EXPECT_EQ(pixels(own, 2), 5 * 18);
    EXPECT_EQ(pixels(own, 1), 2500 - 50 * 12) << "what takes away first begins with all";
    EXPECT_TRUE(maskOf(region("+rectangle @0 10,10 20,20"), 50, 50, 1).isAllValid());
    EXPECT_EQ(boxOf(own, 50, 50, 0).width, 20);
    EXPECT_EQ(boxOf(own, 50, 50, 2).height, 30);
    EXPECT_EQ(boxOf(own, 50, 50, 1).width, 50);
    std::vector<int> widths;
    for (const PixelBox& box : boxesOf(region("+rectangle 10,10 5,5; +rectangle @7 20,0 10,9; +ellipse @3 30,30 10,10"), 50, 50))
        widths.push_back(box.width);
    EXPECT_THAT(widths, testing::ElementsAre(5, 30, 20)) << "of every other frame, of 3, of 7";
}

/// The bytes of ij.io.RoiEncoder's head, and numbers behind it.
class RoiWriter {
public:
    explicit RoiWriter(int type, int version = 227) : bytes_(64) {
        put(0, "Iout");
        put16(4, version);
        bytes_[6] = static_cast<std::byte>(type);
    }
    RoiWriter& box(int top, int left, int bottom, int right) {
        put16(8, top), put16(10, left), put16(12, bottom), put16(14, right);
        return *this;
    }
    RoiWriter& put16(std::size_t at, int value) {
        bytes_.resize(std::max(bytes_.size(), at + 2));
        bytes_[at] = static_cast<std::byte>(value >> 8 & 0xff);
        bytes_[at + 1] = static_cast<std::byte>(value & 0xff);
        return *this;
    }
    RoiWriter& put32(std::size_t at, std::uint32_t value) {
        return put16(at, static_cast<int>(value >> 16)).put16(at + 2, static_cast<int>(value & 0xffff));
    }
    RoiWriter& putFloat(std::size_t at, float value) { return put32(at, std::bit_cast<std::uint32_t>(value)); }
    RoiWriter& shorts(const std::vector<int>& values) {
        for (const int value : values)
            put16(bytes_.size(), value);
        return *this;
    }
    RoiWriter& floats(const std::vector<float>& values) {
        for (const float value : values)
            putFloat(bytes_.size(), value);
        return *this;
    }
    std::string text() const { return textOf(unionOf(roisFromBytes(bytes_, "a.roi"))); }
    RoiPosition position(const std::string& name = "a.roi") const {
        return roisFromBytes(bytes_, name).selections.at(0).position;
    }
    const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    void put(std::size_t at, std::string_view letters) {
        for (const char c : letters)
            bytes_[at++] = static_cast<std::byte>(c);
    }
    std::vector<std::byte> bytes_;
};

TEST(ImageJRoi, ReadsSelectionsAsTheFormatHasThem) {
    EXPECT_EQ(RoiWriter(1).box(20, 10, 120, 210).text(), "+rectangle 10,20 200,100");
    EXPECT_EQ(RoiWriter(2).box(20, 10, 120, 210).text(), "+ellipse 110,70 100,50");
    EXPECT_EQ(RoiWriter(2)
                  .box(20, 10, 121, 211)
                  .put16(50, 128)
                  .putFloat(18, 10.5F)
                  .putFloat(22, 20.5F)
                  .putFloat(26, 200)
                  .putFloat(30, 100)
                  .text(),
              "+ellipse 110.5,70.5 100,50");
    for (const int type : {0, 7, 8})  // polygon, freehand, traced
        EXPECT_EQ(RoiWriter(type).box(20, 10, 120, 210).put16(16, 3).shorts({0, 200, 100, 0, 10, 100}).text(),
                  "+polygon 10,20 210,30 110,120");
    EXPECT_EQ(RoiWriter(0)
                  .box(20, 10, 120, 210)
                  .put16(16, 3)
                  .put16(50, 128)
                  .shorts({0, 200, 100, 0, 10, 100})
                  .floats({10.25F, 210.5F, 110, 20, 30, 119.5F})
                  .text(),
              "+polygon 10.25,20 210.5,30 110,119.5");
}

TEST(ImageJRoi, ReadsACompositeWithItsHole) {
    RoiWriter composite(1);
    composite.box(0, 0, 100, 100).put32(36, 2 * (3 * 4 + 1));
    for (const float corner : {20.0F, 0.0F}) {
        const float other = 100 - corner;
        composite.floats({0, corner, corner, 1, other, corner, 1, other, other, 1, corner, other, 4});
    }
    EXPECT_EQ(composite.text(), "+polygon 0,0 100,0 100,100 0,100; -polygon 20,20 80,20 80,80 20,80");
}

TEST(ImageJRoi, RefusesWhatHasNoAreaOrIsDamaged) {
    const auto refusal = [](const std::vector<std::byte>& bytes) {
        try {
            roisFromBytes(bytes, "a.roi");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(refusal(RoiWriter(3).box(0, 0, 9, 9).bytes()), HasSubstr("a.roi: the selection is a line, an angle or points"));
    EXPECT_THAT(refusal(RoiWriter(0).box(0, 0, 9, 9).put16(16, 3).shorts({0, 9}).bytes()),
                HasSubstr("a.roi: the selection is cut short"));
    EXPECT_THAT(refusal(RoiWriter(0).box(0, 0, 9, 9).put16(16, 2).shorts({0, 9, 0, 9}).bytes()),
                HasSubstr("a polygon has 2 points"));
    EXPECT_THAT(refusal(RoiWriter(1).box(9, 9, 9, 9).bytes()), HasSubstr("has no extent"));
    EXPECT_THAT(refusal(RoiWriter(1).put32(36, 0xffffffff).bytes()), HasSubstr("damaged"));
    EXPECT_THAT(refusal(std::vector<std::byte>(100)), HasSubstr("it is no selection of ImageJ"));
    std::vector<std::byte> cut = RoiWriter(1).box(0, 0, 9, 9).bytes();
    cut.resize(30);
    EXPECT_THAT(refusal(cut), HasSubstr("cut short"));
}

TEST(ImageJRoi, ReadsWhereASelectionBelongs) {
    EXPECT_EQ(RoiWriter(1).box(0, 0, 9, 9).position(), RoiPosition{});
    EXPECT_EQ(RoiWriter(1).box(0, 0, 9, 9).put32(56, 7).position().image, 7);
    const RoiPosition hyper =
        RoiWriter(1).box(0, 0, 9, 9).put32(60, 64).put32(68, 2).put32(72, 3).put32(76, 5).put32(124, 0).position();
    EXPECT_EQ(hyper, (RoiPosition{0, 2, 3, 5}));
    EXPECT_EQ(RoiWriter(1).box(0, 0, 9, 9).put32(60, 5000).position(), RoiPosition{}) << "a second head that is not there";
    EXPECT_EQ(RoiWriter(1).box(0, 0, 9, 9).put32(56, 0xffffffff).position(), RoiPosition{});
    const auto named = [](const std::string& name) { return RoiWriter(1).box(0, 0, 9, 9).position(name).image; };
    EXPECT_EQ(named("0003-0123-0456.roi"), 3);
    EXPECT_EQ(named("set/00012-00123-00456-1.roi"), 12);
    EXPECT_EQ(named("000120-000123-000456.roi"), 120);
    for (const char* other : {"0123-0456.roi", "0002-ellipse.roi", "0003-0123-045.roi", "3-4-5.roi", "a003-0123-0456.roi"})
        EXPECT_EQ(named(other), 0) << other;
    EXPECT_EQ(RoiWriter(1).box(0, 0, 9, 9).put32(56, 7).position("0003-0123-0456.roi").image, 7)
        << "what the file says goes first";
}

TEST(ImageJRoi, WritesTheFrameOfAShapeAsItsImage) {
    const RoiFile set = roisFromBytes(regionFile(region("+rectangle @4 1,2 3,4; +ellipse 9,9 2,2"), false), "a.zip");
    ASSERT_EQ(set.selections.size(), 2u);
    EXPECT_EQ(set.selections[0].position.image, 5);
    EXPECT_EQ(set.selections[1].position, RoiPosition{});
    EXPECT_EQ(textOf(unionOf(set)), "+rectangle 1,2 3,4; +ellipse 9,9 2,2");
}

TEST(ImageJRoi, WritesWhatItReads) {
    const TemporaryFolder folder;
    for (const char* text :
         {"+rectangle 10,20 200,100", "+ellipse 110.5,70.25 100,50", "+polygon 10,20 210,30 110,120",
          "+polygon -10.25,20 210.5,30 110,119.5",
          "+rectangle 10,20 200,100; -ellipse 110,70 10,5; +polygon 10,20 210,30 110,120", "-rectangle 1,2 3,4"}) {
        const std::vector<std::byte> bytes = regionFile(region(text), false);
        EXPECT_EQ(textOf(unionOf(roisFromBytes(bytes, "a"))), text);
        EXPECT_EQ(isZip(bytes), region(text).size() > 1 || text[0] == '-') << text;
        writeWhole(folder / "a.roi", bytes);
        EXPECT_EQ(unionOf(readRois(folder / "a.roi")), region(text));
    }
    EXPECT_THROW(regionFile(region("+rectangle 0,0 40000,20"), false), SettingError);
    EXPECT_THROW(regionFile({}, false), SettingError);
}

TEST(Zip, ReadsDeflatedFilesAndRefusesDamage) {
    // Made by Python's zipfile: a.txt with 200 letters 'a', deflated.
    const unsigned char letters[] = {
        0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x00, 0x58, 0xf0, 0x9a, 0x59, 0x06,
        0x00, 0x00, 0x00, 0xc8, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x61, 0x2e, 0x74, 0x78, 0x74, 0x4b, 0x4c, 0x1c,
        0x1e, 0x00, 0x00, 0x50, 0x4b, 0x01, 0x02, 0x14, 0x03, 0x14, 0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x21, 0x00,
        0x58, 0xf0, 0x9a, 0x59, 0x06, 0x00, 0x00, 0x00, 0xc8, 0x00, 0x00, 0x00, 0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x61, 0x2e, 0x74, 0x78, 0x74, 0x50, 0x4b, 0x05,
        0x06, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01, 0x00, 0x33, 0x00, 0x00, 0x00, 0x29, 0x00, 0x00, 0x00, 0x00, 0x00};
    std::vector<std::byte> bytes;
    for (const unsigned char letter : letters)
        bytes.push_back(static_cast<std::byte>(letter));

    const std::vector<ZipEntry> entries = zipEntries(bytes, "a.zip");
    ASSERT_EQ(entries.size(), 1u);
    EXPECT_EQ(entries[0].name, "a.txt");
    EXPECT_EQ(entries[0].bytes, std::vector<std::byte>(200, std::byte{'a'}));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW(zipEntries(std::span(bytes).first(size), "a.zip"), InputError) << size;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::vector<std::byte> damaged = bytes;
        damaged[at] ^= std::byte{0x55};
        try {
            zipEntries(damaged, "a.zip");  // a name, a date or a comment may be other letters
        } catch (const InputError&) {
        }
    }
}

}  // namespace
}  // namespace coarsen
