// SPDX-License-Identifier: GPL-3.0-or-later
// OME's words about several TIFFs in a file of their own, which each of these names as BinaryOnly.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/series/image_series.hpp"
#include "tests/core/series/small_series.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

namespace coarsen {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A TIFF of pages of one pixel, the first of this value, with a description in the first.
void writeDescribed(const std::filesystem::path& file, int pages, int firstPixel, const std::string& description) {
    TIFF* tiff = TIFFOpen(file.c_str(), "w");
    for (int page = 0; page < pages; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        if (page == 0) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
        auto value = static_cast<unsigned char>(firstPixel + page);
        TIFFWriteEncodedStrip(tiff, 0, &value, 1);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
}

std::string binaryOnly(const std::string& metadataFile) {
    return R"(<?xml version="1.0"?><OME><BinaryOnly MetadataFile=")" + metadataFile + R"(" UUID="urn:uuid:1"/></OME>)";
}

/// t over two files, the later times in the file that comes first by its name.
std::string companionOf(const std::string& earlier, const std::string& later) {
    const auto block = [](int t, int ifd, const std::string& file) {
        return "<TiffData FirstT=\"" + std::to_string(t) + "\" IFD=\"" + std::to_string(ifd) +
               R"(" PlaneCount="1"><UUID FileName=")" + file + R"(">urn:uuid:1</UUID></TiffData>)";
    };
    std::string xml = R"(<OME UUID="urn:uuid:0"><Image><Pixels DimensionOrder="XYZCT" SizeT="4" SizeZ="1" SizeC="1" )"
                      R"(PhysicalSizeX="0.5" PhysicalSizeY="0.5">)";
    xml += block(0, 0, earlier) + block(1, 1, earlier) + block(2, 0, later) + block(3, 1, later);
    for (const auto& [t, delta] : {std::pair{0, 0.0}, {1, 10.0}, {2, 25.0}, {3, 45.0}})
        xml += "<Plane TheT=\"" + std::to_string(t) + "\" TheZ=\"0\" TheC=\"0\" DeltaT=\"" + std::to_string(delta) + "\"/>";
    return xml + "</Pixels></Image></OME>";
}

class Companion : public testing::Test {
protected:
    void SetUp() override {
        writeDescribed(folder / "b.tif", 2, 10, binaryOnly("set.companion.ome"));
        writeDescribed(folder / "a.tif", 2, 20, binaryOnly("set.companion.ome"));
        writeWhole(folder / "set.companion.ome", companionOf("b.tif", "a.tif"));
    }
    static ImageSeries opened(const std::filesystem::path& input) {
        ImageSeries series = openSeries({input});
        assignTimes(series, {});
        return series;
    }
    static std::vector<int> pixelsOf(const ImageSeries& series) {
        std::vector<int> pixels;
        for (const FrameSource& frame : series.frames)
            pixels.push_back(static_cast<int>(decode(frame.file, frame.page).image.at(0, 0)));
        return pixels;
    }

    TemporaryFolder folder;
};

TEST_F(Companion, DescribesTheSetWhicheverOfItIsOpened) {
    for (const auto& input : {folder.path(), folder / "a.tif", folder / "b.tif", folder / "set.companion.ome"}) {
        const ImageSeries series = opened(input);
        SCOPED_TRACE(input);
        EXPECT_THAT(pixelsOf(series), ElementsAre(10, 11, 20, 21));
        EXPECT_THAT(timesOf(series), ElementsAre(0, 10, 25, 45));
        EXPECT_EQ(series.frames[1].timeSource, TimeSource::tiff);
        EXPECT_EQ(series.calibration.pixelWidthUm, 0.5);
        ASSERT_EQ(series.notes.size(), 1u) << "and it is not said to be no image";
        EXPECT_EQ(series.notes.front().code, "files.set");
    }
}

TEST_F(Companion, ThatNamesNoImageWhichIsThereIsRefused) {
    const auto refusal = [this](const std::string& text) {
        writeWhole(folder / "set.companion.ome", std::string_view(text));
        try {
            openSeries({folder / "set.companion.ome"});
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_THAT(refusal("hello"), HasSubstr("it holds no OME-XML"));
    EXPECT_THAT(refusal("<OME><Image><Pixels SizeT=\"1\"/></Image></OME>"), HasSubstr("it names no file"));
    EXPECT_THAT(refusal(companionOf("x.tif", "y.tif")), HasSubstr("(x.tif …) do not lie beside it"));
}

TEST_F(Companion, ThatIsNotThereIsSaidAndNothingIsTakenFromIt) {
    std::filesystem::remove(folder / "set.companion.ome");
    const ImageSeries one = opened(folder / "a.tif");
    EXPECT_THAT(pixelsOf(one), ElementsAre(20, 21));
    EXPECT_EQ(one.frames[1].timeSource, TimeSource::index);
    EXPECT_FALSE(one.calibration.isKnown());
    EXPECT_THAT(test::textsOf(one.notes), ElementsAre(HasSubstr("a.tif says that set.companion.ome describes it, and")));
    EXPECT_EQ(one.notes.front().code, "fact.unread");
}

TEST_F(Companion, ThatHoldsNoOmeOrIsDamagedIsSaid) {
    writeWhole(folder / "set.companion.ome", std::string_view("hello"));
    EXPECT_THAT(test::textsOf(opened(folder / "a.tif").notes), ElementsAre(HasSubstr("it holds no OME-XML")));
}

TEST_F(Companion, IsNeverReadFromAnotherFolder) {
    std::filesystem::create_directory(folder / "inside");
    for (const std::string& name : {std::string("../set.companion.ome"), folder.path().string() + "/set.companion.ome"}) {
        writeDescribed(folder / "inside" / "a.tif", 2, 20, binaryOnly(name));
        const ImageSeries series = opened(folder / "inside" / "a.tif");
        EXPECT_FALSE(series.calibration.isKnown()) << name;
        EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("set.companion.ome describes it, and"))) << name;
    }
    writeDescribed(folder / "inside" / "a.tif", 2, 20, binaryOnly(".."));
    EXPECT_THAT(test::textsOf(opened(folder / "inside" / "a.tif").notes),
                ElementsAre(HasSubstr("BinaryOnly, which names no file")));
}

TEST_F(Companion, NamesAFileThatIsNotThereWhichIsSaid) {
    std::filesystem::remove(folder / "b.tif");
    const ImageSeries series = opened(folder.path());
    EXPECT_THAT(pixelsOf(series), ElementsAre(20, 21));
    EXPECT_THAT(timesOf(series), ElementsAre(25, 45));
    EXPECT_THAT(test::textsOf(series.notes), Contains(HasSubstr("2 pictures of the set are not there: b.tif is missing")));
}

TEST_F(Companion, OfOthersIsLeftOutAndSaid) {
    writeWhole(folder / "other.companion.ome", companionOf("x.tif", "y.tif"));
    EXPECT_THAT(test::textsOf(opened(folder.path()).notes),
                Contains(HasSubstr("they belong to none of the images): other.companion.ome")));
}

TEST_F(Companion, MayGiveAnIdentifierWithoutANameWhichTellsNoFile) {
    writeWhole(folder / "set.companion.ome",
               std::string_view(R"(<OME UUID="urn:uuid:0"><Image><Pixels DimensionOrder="XYZCT" SizeT="2" SizeZ="1" SizeC="1">)"
                                R"(<TiffData FirstT="0" IFD="0"><UUID>urn:uuid:1</UUID></TiffData>)"
                                R"(<TiffData FirstT="1" IFD="0"><UUID>urn:uuid:2</UUID></TiffData></Pixels></Image></OME>)"));
    EXPECT_THROW(opened(folder / "a.tif"), InputError) << "else one page would stand for two times";
}

TEST_F(Companion, MayBeATiffOfTheSet) {
    writeDescribed(folder / "a.tif", 2, 20, companionOf("b.tif", "a.tif"));
    writeDescribed(folder / "b.tif", 2, 10, binaryOnly("a.tif"));
    std::filesystem::remove(folder / "set.companion.ome");
    for (const auto& input : {folder.path(), folder / "a.tif", folder / "b.tif"}) {
        const ImageSeries series = opened(input);
        EXPECT_THAT(pixelsOf(series), ElementsAre(10, 11, 20, 21)) << input;
        EXPECT_THAT(timesOf(series), ElementsAre(0, 10, 25, 45)) << input;
        EXPECT_EQ(series.calibration.pixelWidthUm, 0.5) << "though one of the files states no size itself: " << input;
    }
}

}  // namespace
}  // namespace coarsen
