// SPDX-License-Identifier: GPL-3.0-or-later
// What Micro-Manager and NDTiff write beside the pixels, read from their words alone.
#include "core/image/conventions/micro_manager.hpp"

#include "core/image/conventions/labelled_planes.hpp"
#include "core/image/decode.hpp"
#include "core/image/formats/tiff_facts.hpp"
#include "tests/support/nd_tiff.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using conventions::joinedFacts;
using conventions::microManagerFacts;
using conventions::microManagerPage;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using PagesOfFile = std::vector<std::optional<conventions::MicroManagerPage>>;

PagesOfFile pagesOf(const std::vector<std::string>& texts) {
    PagesOfFile pages;
    for (const std::string& text : texts)
        pages.push_back(microManagerPage(text));
    return pages;
}

/// "t z c page" of each plane that is there, in the order of the scene.
std::vector<std::string> placesIn(const SceneFacts& scene) {
    std::vector<std::string> places;
    for (const PlaneFacts& plane : scene.planes)
        places.push_back(std::to_string(plane.t) + " " + std::to_string(plane.z) + " " + std::to_string(plane.c) + " " +
                         std::to_string(plane.page));
    return places;
}

TEST(MicroManagerPage, SaysWhereItStandsInEachSpelling) {
    const auto axesOf = [](const char* json) { return microManagerPage(json)->axes; };
    EXPECT_THAT(axesOf(R"({"Axes": {"time": 3, "channel": "DAPI", "z": -2, "position": 1}})"),
                ElementsAre(Pair("channel", "DAPI"), Pair("position", "1"), Pair("time", "3"), Pair("z", "-2")));
    EXPECT_THAT(axesOf(R"({"completeCoords": {"time": 4, "channel": 1}, "Frame": 9})"),
                ElementsAre(Pair("channel", "1"), Pair("time", "4")));
    EXPECT_THAT(axesOf(R"({"FrameIndex": 5, "SliceIndex": 1, "ChannelIndex": "2", "PositionIndex": 0, "Channel": "Cy5"})"),
                ElementsAre(Pair("channel", "2"), Pair("position", "0"), Pair("time", "5"), Pair("z", "1")));
    EXPECT_THAT(axesOf(R"({"Frame": 6, "Slice": 2})"), ElementsAre(Pair("time", "6"), Pair("z", "2")));
}

TEST(MicroManagerPage, HasNumbersAlsoInQuotationMarksAndNoneOfADevice) {
    const auto page = *microManagerPage(
        R"({"ScopeData": {"ElapsedTime-ms": {"PropVal": "9"}, "PixelSizeUm": 7}, "PixelSizeUm": "0.65", "ElapsedTime-ms": 523.5,
            "BitDepth": 12, "ZPositionUm": 4.5, "Camera-Binning": "2"})");
    EXPECT_EQ(page.pixelSizeUm, 0.65);
    EXPECT_EQ(page.elapsedMs, 523.5);
    EXPECT_EQ(page.bits, 12);
    EXPECT_EQ(page.zUm, 4.5);
    for (const char* const none : {"", "[]", "{", "{}", R"({"Camera": "Andor"})", "{\"Axes\": {\"time\": 1}", "\xff", "12"})
        EXPECT_FALSE(microManagerPage(none)) << none;
    EXPECT_FALSE(microManagerPage(R"({"ElapsedTime-ms": 1, "PixelSizeUm": 1e999})")) << "no number of JSON's";
}

TEST(MicroManagerFacts, PutPagesWhereTheySayAndGiveThemTheirTimes) {
    const FileFacts facts = *microManagerFacts(
        pagesOf({R"({"Axes": {"time": 500, "channel": "DAPI"}, "ElapsedTime-ms": 100, "PixelSizeUm": 0.5, "BitDepth": 12})",
                 R"({"Axes": {"time": 500, "channel": "FITC"}, "ElapsedTime-ms": 150, "PixelSizeUm": 0.5, "BitDepth": 12})",
                 R"({"Axes": {"time": 502, "channel": "FITC"}, "ElapsedTime-ms": 900, "PixelSizeUm": 0.5, "BitDepth": 12})",
                 R"({"Axes": {"time": 502, "channel": "DAPI"}, "ElapsedTime-ms": 850, "PixelSizeUm": 0.5, "BitDepth": 12})",
                 R"({"Axes": {"time": 501, "channel": "DAPI"}, "ElapsedTime-ms": 500, "PixelSizeUm": 0.5, "BitDepth": 12})"}));
    ASSERT_EQ(facts.scenes.size(), 1u);
    const SceneFacts& scene = facts.scenes.front();
    EXPECT_THAT(placesIn(scene), ElementsAre("0 0 0 0", "0 0 1 1", "1 0 0 4", "1 0 1 -1", "2 0 0 3", "2 0 1 2"));
    EXPECT_THAT(scene.labels[0], ElementsAre("500", "501", "502"));
    EXPECT_THAT(scene.labels[2], ElementsAre("DAPI", "FITC"));
    EXPECT_EQ(scene.planes[4].times.front(), (Stated<Moment>{{0.85, false}, Trust::stated, "Micro-Manager ElapsedTime-ms"}));
    EXPECT_EQ(scene.sizes.front().value, (PixelSize{0.5, 0.5, 0}));
    EXPECT_EQ(scene.sizes.front().trust, Trust::stated);
    EXPECT_EQ(facts.bitsInUse, 12);
    EXPECT_THAT(facts.unread, IsEmpty());
}

TEST(MicroManagerFacts, TakePositionsAndOtherAxesForScenes) {
    const auto scenesOf = [](const std::vector<std::string>& texts) {
        std::vector<std::string> names;
        const FileFacts facts = *microManagerFacts(pagesOf(texts));
        for (const SceneFacts& scene : facts.scenes)
            names.push_back(scene.name);
        return names;
    };
    EXPECT_THAT(scenesOf({R"({"Axes": {"position": 10}})", R"({"Axes": {"position": 9}})"}), ElementsAre("9", "10"));
    EXPECT_THAT(scenesOf({R"({"Axes": {"position": "Pos-B"}})", R"({"Axes": {"position": "Pos-A"}})"}),
                ElementsAre("Pos-B", "Pos-A"));
    EXPECT_THAT(scenesOf({R"({"Axes": {"row": 0, "column": 0, "z": 1}})", R"({"Axes": {"row": 0, "column": 1, "z": 1}})"}),
                ElementsAre("column 0", "column 1"))
        << "which the column alone tells apart";
    const FileFacts arcs = *microManagerFacts(pagesOf({R"({"Axes": {"arc": 0}})", R"({"Axes": {"arc": 1}})"}));
    EXPECT_EQ(arcs.scenes.size(), 2u);
    EXPECT_THAT(arcs.unread, ElementsAre(HasSubstr("'arc'")));
}

TEST(MicroManagerFacts, OfPagesThatNothingTellsApartAreTimes) {
    const FileFacts facts = *microManagerFacts(
        pagesOf({R"({"FrameIndex": 0, "ElapsedTime-ms": 0})", R"({"FrameIndex": 0, "ElapsedTime-ms": 2000})"}));
    EXPECT_EQ(facts.scenes.front().times, 2);
    EXPECT_FALSE(facts.scenes.front().isStated);
    EXPECT_EQ(facts.scenes.front().planes[1].times.front().value.seconds, 2);
    const FileFacts some = *microManagerFacts(pagesOf({R"({"FrameIndex": 0})", "", R"({"FrameIndex": 1})"}));
    EXPECT_TRUE(some.scenes.empty());
    EXPECT_THAT(some.unread, ElementsAre(HasSubstr("2 of 3 pages")));
    EXPECT_FALSE(microManagerFacts(pagesOf({"", ""})));
}

TEST(MicroManagerFacts, CountOfTwoPagesInOnePlaceTheLater) {
    const FileFacts facts =
        *microManagerFacts(pagesOf({R"({"Axes": {"z": 0}})", R"({"Axes": {"z": 1}})", R"({"Axes": {"z": 0}})"}));
    EXPECT_THAT(placesIn(facts.scenes.front()), ElementsAre("0 0 0 2", "0 1 0 1"));
}

TEST(MicroManagerFacts, HaveASizeOnlyWhereSomebodyCalibrated) {
    const auto sizeOf = [](const std::string& um, const std::string& other = {}) {
        const FileFacts facts =
            *microManagerFacts(pagesOf({R"({"FrameIndex": 0, "PixelSizeUm": )" + um + "}",
                                        R"({"FrameIndex": 1, "PixelSizeUm": )" + (other.empty() ? um : other) + "}"}));
        const auto& sizes = facts.scenes.front().sizes;
        return sizes.empty() ? std::optional<Stated<PixelSize>>() : std::optional(sizes.front());
    };
    EXPECT_FALSE(sizeOf("0"));
    EXPECT_EQ(sizeOf("1")->trust, Trust::inherited);
    EXPECT_EQ(sizeOf("0.1625")->trust, Trust::stated);
    EXPECT_FALSE(sizeOf("0.5", "0.25"));
    const FileFacts differing =
        *microManagerFacts(pagesOf({R"({"FrameIndex": 0, "PixelSizeUm": 0.5})", R"({"FrameIndex": 1, "PixelSizeUm": 0.25})"}));
    EXPECT_THAT(differing.unread, ElementsAre(HasSubstr("differs from page to page (0.5, 0.25)")));
    const FileFacts tall = *microManagerFacts(pagesOf({R"({"FrameIndex": 0, "PixelSizeUm": 0.5, "PixelAspect": 2})"}));
    EXPECT_EQ(tall.scenes.front().sizes.front().value, (PixelSize{0.5, 1, 0}));
    const FileFacts bySummary = *microManagerFacts(pagesOf({R"({"FrameIndex": 0})"}), {.pixelSizeUm = 0.4});
    EXPECT_EQ(bySummary.scenes.front().sizes.front().value.x, 0.4);
}

TEST(MicroManagerFacts, HaveTheDistanceOfSlicesWhereTheStageWasAndNotWhereItWasSent) {
    const auto facts = [](const std::string& key, const std::string& last) {
        return *microManagerFacts(pagesOf({R"({"SliceIndex": 0, "PixelSizeUm": 0.5, ")" + key + R"(": 10})",
                                           R"({"SliceIndex": 1, "PixelSizeUm": 0.5, ")" + key + R"(": 9.25})",
                                           R"({"SliceIndex": 2, "PixelSizeUm": 0.5, ")" + key + "\": " + last + "}"}),
                                  {.zStepUm = 0.7});
    };
    EXPECT_EQ(facts("ZPositionUm", "8.5").scenes.front().sizes.front().value.z, 0.75);
    EXPECT_THAT(facts("ZPositionUm", "8.5").unread, IsEmpty());
    EXPECT_EQ(facts("ZPositionUm", "7").scenes.front().sizes.front().value.z, 0) << "not equally far from each other";
    EXPECT_EQ(facts("ZPosition_um_Intended", "8.5").scenes.front().sizes.front().value.z, 0);
    EXPECT_THAT(facts("ZPosition_um_Intended", "8.5").unread, ElementsAre(HasSubstr("z-step_um 0.7")));
}

TEST(MicroManagerFacts, OfferTheIntervalThatWasAskedForWhereNoTimeIsKept) {
    const conventions::MicroManagerSummary summary{.intervalMs = 5000};
    const FileFacts facts = *microManagerFacts(pagesOf({R"({"FrameIndex": 0})", R"({"FrameIndex": 1})"}), summary);
    ASSERT_EQ(facts.intervalsS.size(), 1u);
    EXPECT_EQ(facts.intervalsS.front().value, 5);
    EXPECT_EQ(facts.intervalsS.front().trust, Trust::offered);
    ImageHeader header;
    header.facts = facts;
    takeScene(header, 0);
    EXPECT_FALSE(header.stack.intervalS);
    EXPECT_THAT(microManagerFacts(pagesOf({R"({"FrameIndex": 0, "ElapsedTime-ms": 3})"}), summary)->intervalsS, IsEmpty());
}

TEST(MicroManagerFacts, AreBoundedWhateverTheAxesSpan) {
    std::vector<std::string> texts;
    for (int i = 0; i < 1500; ++i)
        texts.push_back(R"({"Axes": {"time": )" + std::to_string(i) + R"(, "z": )" + std::to_string(i) + "}}");
    const FileFacts facts = *microManagerFacts(pagesOf(texts));
    EXPECT_TRUE(facts.scenes.empty());
    EXPECT_THAT(facts.unread, ElementsAre(HasSubstr("more places than")));
}

TEST(MicroManagerFacts, StandBesideThoseOfItsOme) {
    const auto factsWith = [](const std::string& ome, const std::string& um) {
        formats::TiffWords words;
        words.description = "<OME><Image><Pixels SizeT='2' SizeZ='1' SizeC='1' " + ome + "/></Image></OME>";
        words.resolution = {10000, 10000, 3};
        for (const int ms : {0, 700})
            words.pages.push_back({false, false, "",
                                   microManagerPage(R"({"FrameIndex": )" + std::to_string(ms / 700) + R"(, "ElapsedTime-ms": )" +
                                                    std::to_string(ms) + R"(, "PixelSizeUm": )" + um + R"(, "BitDepth": 14})")});
        return formats::tiffFacts(words);
    };
    const FileFacts facts = factsWith("PhysicalSizeX='0.5'", "0.5");
    EXPECT_EQ(facts.writer, "OME-XML");
    EXPECT_EQ(facts.scenes.front().planes[1].times.front().value.seconds, 0.7);
    EXPECT_EQ(facts.bitsInUse, 14);
    EXPECT_EQ(facts.scenes.front().sizes.front().trust, Trust::stated);
    EXPECT_EQ(factsWith("", "0.4").sizes.front().value.x, 0.4) << "where OME says none";
    EXPECT_THAT(factsWith("", "0").sizes, IsEmpty()) << "nor is it the density";
    EXPECT_EQ(factsWith("PhysicalSizeX='1'", "1").scenes.front().sizes.front().trust, Trust::inherited);
    EXPECT_EQ(factsWith("PhysicalSizeX='0.5'", "1").scenes.front().sizes.front().trust, Trust::stated);
}

TEST(NdTiff, FilesOfASetAreKnownByTheirNames) {
    EXPECT_EQ(conventions::dataSetOf("gel_NDTiffStack.tif"), "gel_NDTiffStack");
    EXPECT_EQ(conventions::dataSetOf("gel_NDTiffStack_12.tif"), "gel_NDTiffStack");
    EXPECT_EQ(conventions::dataSetOf("NDTiffStack_1.tif"), "NDTiffStack");
    for (const char* const other : {"gel_1.tif", "NDTiffStack_.tif", "NDTiffStack_a.tif", "NDTiffStack2.tif", "", "_1.tif"})
        EXPECT_EQ(conventions::dataSetOf(other), "") << other;
}

TEST(NdTiff, IndexNamesFilesAsFarAsItCanBeRead) {
    std::vector<std::byte> index =
        test::ndTiffIndexOf({"a_NDTiffStack.tif", "a_NDTiffStack.tif", "../../etc/a_NDTiffStack_1.tif"});
    EXPECT_THAT(conventions::filesOfIndex(index), ElementsAre("a_NDTiffStack.tif", "a_NDTiffStack_1.tif"));
    index.resize(index.size() - 1);
    EXPECT_THAT(conventions::filesOfIndex(index), ElementsAre("a_NDTiffStack.tif"));
    EXPECT_THAT(conventions::filesOfIndex({}), IsEmpty());
}

TEST(NdTiff, FilesJoinByTheirOwnWords) {
    const FileFacts first = *microManagerFacts(pagesOf({R"({"Axes": {"time": 0, "channel": "B"}, "PixelSizeUm": 0.5})",
                                                        R"({"Axes": {"time": 0, "channel": "A"}, "PixelSizeUm": 0.5})"}));
    FileFacts second = *microManagerFacts(pagesOf({R"({"Axes": {"time": 1, "channel": "A"}, "PixelSizeUm": 0.5})",
                                                   R"({"Axes": {"time": 1, "channel": "B"}, "PixelSizeUm": 0.5})"}));
    const std::vector<conventions::NamedFacts> files{{"a.tif", first}, {"a_1.tif", second}};
    const FileFacts joined = joinedFacts(files);
    ASSERT_EQ(joined.scenes.size(), 1u);
    EXPECT_THAT(placesIn(joined.scenes.front()), ElementsAre("0 0 0 0", "0 0 1 1", "1 0 0 1", "1 0 1 0"));
    EXPECT_EQ(joined.scenes.front().planes[2].file, "a_1.tif");
    EXPECT_EQ(joined.scenes.front().sizes.front().value.x, 0.5);
    second.scenes.front().sizes.front().value.x = 0.25;
    const FileFacts differing = joinedFacts(std::vector<conventions::NamedFacts>{{"a.tif", first}, {"a_1.tif", second}});
    EXPECT_THAT(differing.scenes.front().sizes, IsEmpty());
    EXPECT_THAT(differing.unread, ElementsAre(HasSubstr("differ from file to file")));
}

TEST(NdTiff, FileIsReadWithItsSummaryAndIgnoresItsDensity) {
    const auto bytes = test::ndTiffOf(R"({"Interval_ms": 3000, "PixelSizeUm": 0})",
                                      {{R"({"Axes": {"time": 0}})", 1}, {R"({"Axes": {"time": 1}})", 2}});
    const ImageHeader header = imageHeader(bytes, "a_NDTiffStack.tif");
    EXPECT_EQ(header.facts.writer, "Micro-Manager");
    EXPECT_EQ(header.stack.times, 2);
    EXPECT_FALSE(statedSize(header)) << "10000 pixels a centimetre stand there where no size is known";
    EXPECT_EQ(header.facts.intervalsS.front().value, 3);
    EXPECT_EQ(decode(bytes, "a_NDTiffStack.tif", 1).image.at(0, 0), 2);
}

TEST(NdTiff, SummaryStandsBehindTheHeaderOfEachVersion) {
    const auto placeIn = [](std::size_t at, std::uint32_t kind) {
        std::vector<std::byte> start(40);
        const auto put = [&](std::size_t offset, std::uint32_t value) {
            for (std::size_t i = 0; i < 4; ++i)
                start[offset + i] = static_cast<std::byte>(value >> 8 * i);
        };
        start[0] = start[1] = std::byte{'I'};
        put(8, kind), put(at, 2355492), put(at + 4, 77);
        return conventions::placeOfSummary(start);
    };
    EXPECT_EQ(placeIn(20, 483729), (std::pair<std::size_t, std::size_t>{28, 77}));
    EXPECT_EQ(placeIn(16, 483729), (std::pair<std::size_t, std::size_t>{24, 77}));
    EXPECT_EQ(placeIn(32, 54773648), (std::pair<std::size_t, std::size_t>{40, 77}));
    EXPECT_FALSE(placeIn(20, 1));
    EXPECT_FALSE(conventions::placeOfSummary({}));
}

}  // namespace
}  // namespace coarsen
