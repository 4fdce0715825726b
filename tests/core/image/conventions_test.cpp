// SPDX-License-Identifier: GPL-3.0-or-later
// What programs write beside the pixels of a TIFF, read from its words alone.
#include "core/image/conventions/density.hpp"
#include "core/image/conventions/described_axes.hpp"
#include "core/image/conventions/imagej.hpp"
#include "core/image/conventions/ome.hpp"
#include "core/image/raw_image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using conventions::imageJFacts;
using conventions::omeFacts;
using testing::ElementsAre;
using testing::HasSubstr;

/// Header of a file with these facts.
ImageHeader headerOfFacts(std::optional<FileFacts> facts, int pages = 1) {
    ImageHeader header;
    header.pages = pages;
    header.facts = facts.value_or(FileFacts{});
    takeScene(header, 0);
    return header;
}

double widthByImageJ(const std::string& lines, double resolution, int unit) {
    const auto size = statedSize(headerOfFacts(imageJFacts("ImageJ=1.53t\n" + lines, {resolution, resolution, unit}, 1)));
    return size ? size->x : 0;
}

TEST(ImageJ, SizesArePixelsInItsUnit) {
    EXPECT_NEAR(widthByImageJ("unit=micron\nfinterval=1.0\n", 1.538461, 1), 0.65, 1e-6);
    for (const char* const micrometre :
         {"unit=\\u00B5m\n", "unit=um\n", "unit=\xB5m\n", "unit=\xC2\xB5m\n", "unit=micrometre\n", "unit=microns\n"})
        EXPECT_NEAR(widthByImageJ(micrometre, 2, 1), 0.5, 1e-12) << micrometre;
    EXPECT_NEAR(widthByImageJ("unit=nm\n", 0.1, 1), 0.01, 1e-12);
    EXPECT_NEAR(widthByImageJ("unit=A\n", 2, 1), 5e-5, 1e-15);
    EXPECT_EQ(widthByImageJ("unit=pixel\n", 2, 1), 0);
    EXPECT_EQ(widthByImageJ("unit=micron\n", 0, 1), 0);
    EXPECT_EQ(widthByImageJ("unit=inch\n", 300, 2), 0) << "what scanners count in";
    EXPECT_THAT(imageJFacts("ImageJ=1\nunit=furlong\n", {2, 2, 1}, 1)->unread, ElementsAre(HasSubstr("furlong")));
    const FileFacts perCentimetre = *imageJFacts("ImageJ=1\nunit=um\n", {20000, 20000, 3}, 1);
    EXPECT_TRUE(perCentimetre.isPerCentimetre);
    EXPECT_NEAR(perCentimetre.sizes.front().value.x, 0.5, 1e-12);
}

TEST(ImageJ, IntervalsAreInItsUnitOfTimeAndReplayIsNone) {
    const auto intervalOf = [](const std::string& lines) {
        const FileFacts facts = *imageJFacts("ImageJ=1.53t\n" + lines, {0, 0, 1}, 1);
        return facts.intervalsS.empty() ? 0 : facts.intervalsS.front().value;
    };
    EXPECT_EQ(intervalOf("finterval=2.5\n"), 2.5);
    EXPECT_EQ(intervalOf("finterval=5\ntunit=min\n"), 300);
    EXPECT_EQ(intervalOf("finterval=2\ntunit=hours\n"), 7200);
    EXPECT_EQ(intervalOf("finterval=250\ntunit=ms\n"), 0.25);
    for (const char* const none :
         {"fps=4\n", "finterval=0\n", "finterval=-3\n", "finterval=nan\n", "finterval=2\ntunit=fortnight\n"})
        EXPECT_EQ(intervalOf(none), 0) << none;
    EXPECT_EQ(imageJFacts("ImageJ=1\nfps=4\n", {}, 1)->replayPerS, 4);
    EXPECT_THAT(imageJFacts("ImageJ=1\nfinterval=2\ntunit=fortnight\n", {}, 1)->unread, ElementsAre(HasSubstr("fortnight")));
}

TEST(ImageJ, PagesAreWhatAHyperstackSaysAndElseTimes) {
    const StackLayout plain = headerOfFacts(imageJFacts("ImageJ=1.53t\nimages=40\nslices=40\nfinterval=2.5\n", {}, 40), 40).stack;
    EXPECT_EQ(plain, (StackLayout{.times = 40, .intervalS = 2.5}));
    EXPECT_TRUE(imageJFacts("ImageJ=1.53t\nimages=40\nslices=40\n", {}, 40)->callsAllSlices);
    const StackLayout hyper =
        headerOfFacts(imageJFacts("ImageJ=\nimages=15\nchannels=3\nslices=5\nhyperstack=true\n", {}, 15), 15).stack;
    EXPECT_EQ(hyper, (StackLayout{.channels = 3, .slices = 5, .times = 1}));
    EXPECT_TRUE(imageJFacts("ImageJ=1\nimages=0\nframes=-4\n", {}, 3)->scenes.empty());
    EXPECT_FALSE(imageJFacts("made by hand", {}, 3));
    EXPECT_EQ(conventions::imageJPictures("ImageJ=1\nimages=6\n"), 6);
}

const std::string omeBegin = "<?xml version=\"1.0\"?><OME><Image Name=\"a\"><Pixels ", omeEnd = "</Pixels></Image></OME>";

TEST(Ome, UnitsAreReadInEveryEncoding) {
    const auto widthOf = [](const std::string& attributes) {
        const auto size = statedSize(headerOfFacts(omeFacts(omeBegin + attributes + ">" + omeEnd, 1, "a.tif")));
        return size ? size->x : 0;
    };
    EXPECT_NEAR(widthOf("PhysicalSizeX=\"0.2\" PhysicalSizeY=\"0.3\""), 0.2, 1e-12);
    for (const char* const unit : {"\xC2\xB5m", "\xCE\xBCm", "&#181;m", "&#xB5;m", "um"})
        EXPECT_NEAR(widthOf("PhysicalSizeX='0.2' PhysicalSizeXUnit='" + std::string(unit) + "'"), 0.2, 1e-12) << unit;
    EXPECT_NEAR(widthOf("PhysicalSizeX=\"200\" PhysicalSizeXUnit=\"nm\""), 0.2, 1e-12);
    EXPECT_EQ(widthOf("PhysicalSizeX=\"2\" PhysicalSizeXUnit=\"pixel\""), 0);
    EXPECT_THAT(omeFacts(omeBegin + "PhysicalSizeX='2' PhysicalSizeXUnit='furlong'>" + omeEnd, 1, "")->unread,
                ElementsAre("PhysicalSizeXUnit 'furlong'"));
}

TEST(Ome, PagesAreWhereTiffDataPutsThem) {
    const std::string sides =
        "DimensionOrder=\"XYZCT\" SizeT=\"3\" SizeZ=\"1\" SizeC=\"1\" TimeIncrement='250' TimeIncrementUnit='ms'>";
    const ImageHeader reversed = headerOfFacts(
        omeFacts(omeBegin + sides + "<TiffData FirstT='0' IFD='2'/><TiffData FirstT='1' IFD='1'/><TiffData FirstT='2' IFD='0'/>" +
                     omeEnd,
                 3, ""),
        3);
    EXPECT_THAT(reversed.stack.table, ElementsAre(2, 1, 0));
    EXPECT_EQ(reversed.stack.intervalS, 0.25);
    const ImageHeader plain =
        headerOfFacts(omeFacts("<o:OME xmlns:o='x'><o:Image><o:Pixels " + sides + "</o:Pixels></o:Image></o:OME>", 3, ""), 3);
    EXPECT_EQ(plain.stack, (StackLayout{.times = 3, .order = plain.stack.order, .intervalS = 0.25}));
    const ImageHeader missing = headerOfFacts(omeFacts(omeBegin + sides + omeEnd, 2, ""), 2);
    EXPECT_THAT(missing.stack.table, ElementsAre(0, 1, -1));
    const FileFacts set = *omeFacts(omeBegin + sides +
                                        "<TiffData FirstT='0' IFD='0'><UUID FileName='here.tif'>u</UUID></TiffData>"
                                        "<TiffData FirstT='1' IFD='0'><UUID FileName='there.tif'>u</UUID></TiffData>" +
                                        omeEnd,
                                    1, "here.tif");
    EXPECT_EQ(set.scenes.front().planes[0].file, "");
    EXPECT_EQ(set.scenes.front().planes[1].file, "there.tif");
    EXPECT_EQ(set.scenes.front().planes[2].page, -1);
}

TEST(Ome, FilesOfASetLieBesideItWhateverFolderTheTextNames) {
    const auto fileOf = [](const std::string& name) {
        return omeFacts(omeBegin + "SizeT='1'><TiffData IFD='0'><UUID FileName='" + name + "'>u</UUID></TiffData>" + omeEnd, 1,
                        "")
            ->scenes.front()
            .planes.front()
            .file;
    };
    EXPECT_EQ(fileOf("/dev/zero"), "zero");
    EXPECT_EQ(fileOf("../../a.tif"), "a.tif");
    EXPECT_EQ(fileOf("C:\\data\\a.tif"), "a.tif");
    EXPECT_EQ(fileOf(".."), "");
    EXPECT_EQ(omeFacts("<OME><BinaryOnly MetadataFile='/etc/master.ome.tif'/></OME>", 1, "")->describedBy, "master.ome.tif");
}

TEST(Ome, DamagedOrEndlessTextsAreReadAsFarAsTheyMakeSense) {
    EXPECT_FALSE(omeFacts("", 1, ""));
    EXPECT_FALSE(omeFacts("not xml", 1, ""));
    EXPECT_FALSE(omeFacts("<html/>", 1, ""));
    EXPECT_TRUE(omeFacts("<OME><Image><Pixels SizeT=\"3\"", 3, "").has_value());
    const FileFacts huge = *omeFacts("<OME><Image><Pixels SizeT='999999' SizeZ='999999' SizeC='9'/></Image></OME>", 3, "");
    EXPECT_EQ(huge.scenes.front().planes.size(), 1u);
    EXPECT_FALSE(huge.unread.empty());
    std::string deep = "<OME>";
    for (int i = 0; i < 200000; ++i)
        deep += "<a>";
    EXPECT_TRUE(omeFacts(deep, 1, "").has_value());
}

TEST(Shaped, GivesPagesTheirAxesWhereTheyAreNotMoreThanItSays) {
    const auto layoutOf = [](const char* text, int pages) {
        return headerOfFacts(conventions::shapedFacts(text, pages), pages).stack;
    };
    EXPECT_EQ(layoutOf(R"({"axes": "TCYX", "shape": [6, 2, 96, 96]})", 12),
              (StackLayout{.channels = 2, .times = 6, .order = "CZT"}));
    EXPECT_EQ(layoutOf(R"({"axes": "ZTYX", "shape": [4, 3, 9, 9]})", 12).pageOf(1, 2), 2 * 3 + 1);
    EXPECT_EQ(layoutOf(R"({"axes": "TCYX", "shape": [6, 2, 96, 96]})", 11).pageOf(5, 0, 1), -1) << "promised, and not there";
    EXPECT_EQ(layoutOf(R"({"axes": "TCYX", "shape": [6, 2, 96, 96]})", 13), StackLayout{}) << "it speaks of other pages";
    EXPECT_EQ(layoutOf(R"({"shape": [12, 96, 96]})", 12), StackLayout{});
    EXPECT_FALSE(conventions::shapedFacts("[[[[", 3));
}

TEST(Scifio, GivesAxesLengthsScalesAndUnits) {
    const FileFacts facts = *conventions::scifioFacts(
        "SCIFIO=0.41\naxes=X,Y,Channel,Time\nlengths=96,96,2,3\nscales=0.5,0.5,1.0,2.0\nunits=micron,micron,null,min\n", 6);
    EXPECT_EQ(facts.sizes.front().value.x, 0.5);
    EXPECT_EQ(facts.intervalsS.front().value, 120);
    EXPECT_EQ(facts.scenes.front().channels, 2);
    EXPECT_EQ(facts.scenes.front().times, 3);
}

TEST(Density, OfPrintsAndScannersIsOffered) {
    const auto trustOf = [](double perMetre) { return conventions::sizeOfDensity(perMetre, perMetre, "PNG pHYs")->trust; };
    EXPECT_EQ(trustOf(1e5), Trust::inherited);     // 10 µm
    EXPECT_EQ(trustOf(120482), Trust::inherited);  // 8.3 µm
    EXPECT_EQ(trustOf(1e6), Trust::inherited);
    for (const double dots : {72.0, 96.0, 300.0, 1200.0, 2400.0, 4800.0, 12800.0})
        EXPECT_EQ(trustOf(dots / 0.0254), Trust::offered) << dots;
    EXPECT_EQ(trustOf(20000), Trust::offered);  // 50 µm
    EXPECT_FALSE(conventions::sizeOfDensity(0, 5, ""));
    FileFacts inches, centimetres;
    conventions::addDensity({72, 72, 2}, "the TIFF's resolution", inches);
    conventions::addDensity({20000, 20000, 3}, "the TIFF's resolution", centimetres);
    EXPECT_TRUE(inches.sizes.empty());
    EXPECT_EQ(centimetres.sizes.front().value.x, 0.5);
}

}  // namespace
}  // namespace coarsen
