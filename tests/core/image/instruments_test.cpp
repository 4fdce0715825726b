// SPDX-License-Identifier: GPL-3.0-or-later
// Microscopes' words in private tags of a TIFF and beside it. Layouts are those of tifffile, rosettasciio and Bio-Formats.
#include "core/image/conventions/electron_microscopes.hpp"
#include "core/image/conventions/instrument_words.hpp"
#include "core/image/conventions/light_microscopes.hpp"
#include "core/image/conventions/sidecar_text.hpp"
#include "tests/support/instrument_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace coarsen {
namespace {

using conventions::feiFacts;
using conventions::gatanFacts;
using conventions::metaMorphFacts;
using conventions::olympusSisFacts;
using conventions::sidecarTextFacts;
using conventions::tvipsFacts;
using conventions::zeissLsmFacts;
using conventions::zeissSemFacts;
using test::clockS;
using test::gatanTags;
using test::instrumentTagsOf;
using test::LaidOut;
using test::lsmInfo;
using test::MadeTag;
using test::sisBlocks;
using test::stackTags;
using test::tvipsHeader;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::byte> bytesOfText(std::string_view text) {
    LaidOut laid;
    return laid.putText(text).bytes;
}

double widthIn(const std::optional<FileFacts>& facts) {
    return facts && !facts->sizes.empty() ? facts->sizes.front().value.x : 0;
}

double clockIn(const std::optional<FileFacts>& facts) {
    return facts && !facts->times.empty() ? facts->times.front().value.seconds : 0;
}

/// Requires that no beginning of the bytes, and none with a byte changed, gives more than facts or none.
template <typename FactsOf>
void damage(const std::vector<std::byte>& bytes, FactsOf factsOf) {
    for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 97)
        factsOf(std::vector<std::byte>(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)));
    for (std::size_t i = 0; i < bytes.size(); i += 1 + bytes.size() / 97) {
        std::vector<std::byte> changed = bytes;
        changed[i] ^= std::byte{0xFF};
        factsOf(changed);
    }
}

struct FeiCase {
    const char* name;
    std::string text;
    double widthUm, heightUm;
    int rows;       ///< 0: no info bar
    bool hasClock;  ///< of clockS
    const char* unread;
};

TEST(Fei, TagsAreReadWithTheirTraps) {
    const std::string image = "[Image]\r\nResolutionX=1024\r\nResolutionY=884\r\n", beam = "[Beam]\r\nBeam=IBeam\r\n";
    const FeiCase cases[] = {
        {"scan", image + "[Scan]\r\nPixelWidth=5e-09\r\nPixelHeight=6e-009\r\nFrameTime=12.5\r\n", 0.005, 0.006, 884, false, ""},
        {"field of view", image + "[EBeam]\nHFW=1.024e-05\nVFW=8.84e-06\n", 0.01, 0.01, 884, false, ""},
        {"infrared", image + "[IRBeam]\nHFW=2.048e-05\n[EBeam]\nHFW=1.024e-05\n", 0.02, 0.02, 884, false, ""},
        {"the beam in use", image + beam + "[EBeam]\nHFW=1.024e-05\n[IBeam]\nHFW=4.096e-05\n", 0.04, 0.04, 884, false, ""},
        {"resized", "[Image]\nResolutionX=2048\nResolutionY=884\n[Scan]\nPixelWidth=5e-09\n", 0, 0, 0, false, "2048 across"},
        {"no bar", "[Image]\nResolutionX=1024\nResolutionY=943\n[Scan]\nPixelWidth=5e-09\n", 0.005, 0.005, 0, false, ""},
        {"no number", "[Scan]\nPixelWidth=wide\n", 0, 0, 0, false, "PixelWidth=wide"},
        {"no size", "[Scan]\nPixelWidth=-5e-9\n", 0, 0, 0, false, "size of pixels"},
        {"no columns", "[EBeam]\nHFW=1e-5\n", 0, 0, 0, false, "ResolutionX is not there"},
        {"month first by its values", "[User]\nDate=03/19/2009\nTime=12:34:56 PM\n", 0, 0, 0, true, ""},
        {"day first by its values", "[User]\nDate=19/03/2009\nTime=12:34:56\n", 0, 0, 0, true, ""},
        {"day first by its points", "[User]\nDate=19.03.2009\nTime=12:34:56\n", 0, 0, 0, true, ""},
        {"neither", "[User]\nDate=03/04/2009\nTime=12:34:56\n", 0, 0, 0, false, "day and month"},
        {"no time of day", "[User]\nDate=19.03.2009\n", 0, 0, 0, false, "no time of day"},
        {"no date", "[User]\nDate=never\nTime=12:34:56\n", 0, 0, 0, false, "never"},
        {"xml", "<?xml version='1.0'?><FeiImage/>", 0, 0, 0, false, "XML"},
        {"xml of Titan",
         "<Metadata><Acquisition><AcquisitionDatetime>2009-03-19T12:34:56</AcquisitionDatetime></Acquisition><BinaryResult>"
         "<PixelSize><X unit=\"m\" unitPrefixPower=\"1\">5E-09</X><Y unit=\"m\" unitPrefixPower=\"1\">6E-09</Y></PixelSize>"
         "</BinaryResult></Metadata>",
         0.005, 0.006, 0, true, ""},
        {"xml in another unit", "<A><PixelSize><X unit='1/m'>5E-09</X><Y unit='1/m'>5E-09</Y></PixelSize></A>", 0, 0, 0, false,
         "no size of pixels in metres"},
        {"xml with a prefix", "<A><PixelSize><X unitPrefixPower='-9'>5</X><Y unitPrefixPower='-9'>5</Y></PixelSize></A>", 0, 0, 0,
         false, "no size of pixels in metres"},
        {"xml that was cut", "<A><PixelSize><X>5E-09", 0, 0, 0, false, "broken XML"},
    };
    for (const FeiCase& one : cases) {
        const auto facts = feiFacts(one.text, 1024, 943);
        ASSERT_TRUE(facts) << one.name;
        EXPECT_NEAR(widthIn(facts), one.widthUm, 1e-12) << one.name;
        EXPECT_NEAR(facts->sizes.empty() ? 0 : facts->sizes.front().value.y, one.heightUm, 1e-12) << one.name;
        EXPECT_EQ(facts->pictureRows ? facts->pictureRows->value : 0, one.rows) << one.name;
        EXPECT_EQ(clockIn(facts), one.hasClock ? clockS : 0) << one.name;
        EXPECT_THAT(facts->intervalsS, IsEmpty()) << "the time of one scan is none";
        if (std::string_view(one.unread).empty())
            EXPECT_THAT(facts->unread, IsEmpty()) << one.name;
        else
            EXPECT_THAT(facts->unread, ElementsAre(HasSubstr(one.unread))) << one.name;
    }
    const auto facts = feiFacts(image + "[Scan]\nPixelWidth=5e-09\n", 1024, 943);
    EXPECT_EQ(facts->sizes.front(), (Stated<PixelSize>{{5e-9 * 1e6, 5e-9 * 1e6, 0}, Trust::stated, "FEI PixelWidth=5e-09"}));
    EXPECT_EQ(facts->pictureRows->by, "FEI ResolutionY=884");
    for (const char* const none : {"", "\n\n", "no section", "[", "[]", "[Scan", "[System]\nType=SEM\n"})
        EXPECT_FALSE(feiFacts(none, 1024, 943)) << none;
}

TEST(ZeissSem, TagHasItsSizeWithAUnitAndElseAsItsFourthNumber) {
    const std::string numbers = "0\r\n0\r\n0\r\n2.614514e-006\r\n0\r\n", screen = "AP_PIXEL_SIZE\r\nPixel Size = 99.99 nm\r\n",
                      clock = "AP_DATE\r\nDate :19 Mar 2009\r\nAP_TIME\r\nTime :12:34:56\r\n";
    const auto factsWith = [&](const std::string& size) {
        return zeissSemFacts(conventions::decodedText(bytesOfText(numbers + screen + size + clock)), 2048);
    };
    EXPECT_NEAR(widthIn(factsWith("AP_IMAGE_PIXEL_SIZE\r\nImage Pixel Size = 1.234 nm\r\n")), 0.001234, 1e-15);
    EXPECT_NEAR(widthIn(factsWith("AP_IMAGE_PIXEL_SIZE\r\nImage Pixel Size = 558.2 pm\r\n")), 5.582e-4, 1e-15);
    EXPECT_NEAR(widthIn(factsWith("AP_IMAGE_PIXEL_SIZE\r\nImage Pixel Size = 1.307 \xB5m\r\n")), 1.307, 1e-12);
    EXPECT_NEAR(widthIn(factsWith("")), 2.614514 / 2, 1e-12) << "metres at 1,024 pixels";
    EXPECT_THAT(factsWith("AP_IMAGE_PIXEL_SIZE\r\nImage Pixel Size = 2 furlong\r\n")->unread, ElementsAre(HasSubstr("furlong")));
    EXPECT_EQ(clockIn(factsWith("")), clockS);
    EXPECT_THAT(factsWith("")->unread, IsEmpty());
    EXPECT_EQ(factsWith("AP_IMAGE_PIXEL_SIZE\nImage Pixel Size = 1.307 \xB5m\n")->sizes.front().by, "Zeiss 1.307 \u00B5m");
    for (const char* const none : {"", "AP_MAG", "1\n2\n3", "\n"})
        EXPECT_FALSE(zeissSemFacts(none, 1024)) << none;
}

TEST(Gatan, TagsHaveUnitsOfLengthAndOthersAreNone) {
    const auto factsOf = [](std::string_view unit, double scale, bool isStack = false) {
        LaidOut beside;
        const auto tags = gatanTags(beside, unit, scale, isStack);
        return gatanFacts(instrumentTagsOf(tags, beside.bytes));
    };
    EXPECT_NEAR(widthIn(factsOf("nm", 0.5)), 0.0005, 1e-15);
    EXPECT_NEAR(widthIn(factsOf("\xB5m", 0.5)), 0.5, 1e-12);
    EXPECT_NEAR(factsOf("nm", 0.5)->sizes.front().value.y, 0.001, 1e-15);
    EXPECT_NEAR(factsOf("nm", 0.5, true)->sizes.front().value.z, 0.0015, 1e-15);
    EXPECT_EQ(factsOf("nm", 0.5)->sizes.front().by, "Gatan 0.5 nm");
    const auto film = factsOf("s", 0.5, true);
    EXPECT_EQ(film->intervalsS.front(), (Stated<double>{1.5, Trust::stated, "Gatan 1.5 s"})) << "the third axis is time";
    EXPECT_EQ(film->unread.size(), 2u) << "of the others none is";
    const auto diffraction = factsOf("1/nm", 0.5);
    EXPECT_THAT(diffraction->sizes, IsEmpty());
    EXPECT_THAT(diffraction->unread.front(), HasSubstr("no length"));
    EXPECT_THAT(factsOf("furlong", 0.5)->unread.front(), HasSubstr("Gatan's unit 'furlong'"));
    EXPECT_EQ(factsOf("", 0.5)->withoutUnit->value.x, 0.5);
    EXPECT_FALSE(factsOf("", 1)->withoutUnit) << "what stands there where nobody calibrated";
    EXPECT_THAT(factsOf("nm", std::nan(""))->sizes, IsEmpty());
    LaidOut beside;
    std::vector<MadeTag> tags = gatanTags(beside, "nm", 0.5);
    tags.erase(tags.begin());
    EXPECT_FALSE(gatanFacts(instrumentTagsOf(tags, beside.bytes))) << "JEOL's doubles have these numbers, too";
}

TEST(Tvips, HeaderHasNanometresAndInDiffractionNone) {
    const std::vector<MadeTag> tags{{37706, 4, 1, 0}};
    const auto factsOf = [&](const LaidOut& header) { return tvipsFacts(instrumentTagsOf(tags, header.bytes)); };
    LaidOut header = tvipsHeader();
    EXPECT_EQ(factsOf(header)->sizes.front().value, (PixelSize{0.0005, 0.00075, 0}));
    EXPECT_EQ(clockIn(factsOf(header)), clockS);
    header.putAt(244 + 3288, std::int32_t{3});
    EXPECT_THAT(factsOf(header)->sizes, IsEmpty());
    EXPECT_THAT(factsOf(header)->unread, ElementsAre(HasSubstr("1/nm")));
    header.putAt(244 + 340, std::int32_t{-1});
    EXPECT_THAT(factsOf(header)->times, IsEmpty());
    header.putAt(0, std::int32_t{1});
    EXPECT_FALSE(factsOf(header));
    EXPECT_FALSE(tvipsFacts({}));
    damage(tvipsHeader().bytes, [&](const auto& bytes) { tvipsFacts(instrumentTagsOf(tags, bytes)); });
}

TEST(OlympusSis, BlockHasMetresTimesAPowerOfTen) {
    const std::vector<MadeTag> tags{{33560, 4, 1, 0}};
    const auto facts = olympusSisFacts(instrumentTagsOf(tags, sisBlocks().bytes));
    EXPECT_NEAR(widthIn(facts), 0.125, 1e-12);
    EXPECT_NEAR(facts->sizes.front().value.y, 0.13, 1e-12);
    EXPECT_EQ(clockIn(facts), clockS - 56) << "to the minute";
    LaidOut noDate = sisBlocks();
    noDate.putAt(16, std::int16_t{12});
    EXPECT_THAT(olympusSisFacts(instrumentTagsOf(tags, noDate.bytes))->unread, ElementsAre(HasSubstr("date")));
    LaidOut far = sisBlocks();
    far.putAt(110, std::int16_t{30000});
    EXPECT_THAT(olympusSisFacts(instrumentTagsOf(tags, far.bytes))->unread, ElementsAre(HasSubstr("size of pixels")));
    EXPECT_FALSE(olympusSisFacts(instrumentTagsOf(tags, bytesOfText("SIS1"))));
    damage(sisBlocks().bytes, [&](const auto& bytes) { olympusSisFacts(instrumentTagsOf(tags, bytes)); });
}

/// "times slices channels, page of the last plane" of the scene.
std::string sceneText(const std::optional<FileFacts>& facts) {
    if (!facts || facts->scenes.empty()) return "none";
    const SceneFacts& scene = facts->scenes.front();
    return std::to_string(scene.times) + " " + std::to_string(scene.slices) + " " + std::to_string(scene.channels) + ", " +
           std::to_string(scene.planes.back().page);
}

TEST(ZeissLsm, ScanTypeSaysWhatThePagesAre) {
    const std::vector<MadeTag> tags{{34412, 1, 500, 0}};
    const auto factsOf = [&](const LaidOut& info, int pages) { return zeissLsmFacts(instrumentTagsOf(tags, info.bytes, pages)); };
    const auto series = factsOf(lsmInfo(4, 1, 1, 3), 4);
    EXPECT_EQ(sceneText(series), "4 1 1, 3");
    EXPECT_EQ(series->scenes.front().planes[2].times.front(),
              (Stated<Moment>{{5, false}, Trust::stated, "Zeiss LSM TimeStamps"}));
    EXPECT_EQ(series->scenes.front().intervalsS.front().value, 1.5);
    ASSERT_EQ(series->sizes.size(), 1u);
    EXPECT_NEAR(series->sizes.front().value.x, 0.1, 1e-12);
    EXPECT_NEAR(series->sizes.front().value.y, 0.2, 1e-12);
    EXPECT_NEAR(series->sizes.front().value.z, 0.5, 1e-12);

    EXPECT_EQ(sceneText(factsOf(lsmInfo(1, 5, 2, 0), 5)), "1 5 1, 4") << "channels are samples of a page";
    EXPECT_EQ(sceneText(factsOf(lsmInfo(3, 5, 1, 6), 15)), "3 5 1, 14");
    EXPECT_EQ(factsOf(lsmInfo(3, 5, 1, 6), 15)->scenes.front().planes[6].z, 1) << "slices of one time follow each other";
    EXPECT_EQ(sceneText(factsOf(lsmInfo(3, 1, 2, 3), 6)), "3 1 2, 5") << "channels are pages";
    EXPECT_EQ(sceneText(factsOf(lsmInfo(4, 1, 1, 3), 3)), "4 1 1, -1") << "it was cut";
    EXPECT_EQ(sceneText(factsOf(lsmInfo(1, 1, 1, 0), 1)), "none");
    const auto positions = factsOf(lsmInfo(3, 1, 1, 3), 12);
    EXPECT_EQ(sceneText(positions), "none");
    EXPECT_THAT(positions->unread, ElementsAre(HasSubstr("12 pages")));

    const auto alongZ = factsOf(lsmInfo(3, 200, 1, 4), 3);
    EXPECT_EQ(sceneText(alongZ), "3 1 1, 2");
    EXPECT_NEAR(alongZ->sizes.front().value.y, 0.5, 1e-12) << "its rows are slices";
    EXPECT_THAT(factsOf(lsmInfo(300, 1, 1, 2), 1)->unread, ElementsAre(HasSubstr("rows of a line scan")));
    EXPECT_THAT(factsOf(lsmInfo(1, 1, 1, 77), 1)->unread, ElementsAre(HasSubstr("ScanType 77")));
    LaidOut older = lsmInfo(4, 1, 1, 3);
    older.putAt(0, std::uint32_t{50350412});
    EXPECT_THAT(factsOf(older, 4)->unread, ElementsAre(HasSubstr("release 1.3")));
    LaidOut otherStamps = lsmInfo(4, 1, 1, 3);
    otherStamps.putAt(404, 3);
    EXPECT_THAT(factsOf(otherStamps, 4)->scenes.front().planes[1].times, IsEmpty());
    EXPECT_FALSE(zeissLsmFacts({}));
    damage(lsmInfo(4, 1, 1, 3).bytes, [&](const auto& bytes) { zeissLsmFacts(instrumentTagsOf(tags, bytes, 4)); });
}

TEST(MetaMorph, StacksAreTimesOrSlicesByTheirDistanceInZ) {
    const auto factsOf = [](const test::StackRecipe& recipe, int pictures) {
        LaidOut beside;
        const auto tags = stackTags(beside, recipe);
        return metaMorphFacts(instrumentTagsOf(tags, beside.bytes, pictures));
    };
    const auto series = factsOf({}, 4);
    EXPECT_EQ(sceneText(series), "4 1 1, 3");
    EXPECT_EQ(series->scenes.front().planes[2].times.front(),
              (Stated<Moment>{{clockS + 5, true}, Trust::stated, "MetaMorph time of creation"}));
    EXPECT_EQ(series->sizes.front(), (Stated<PixelSize>{{0.13, 0.26, 0}, Trust::stated, "MetaMorph XCalibration=0.13 um"}));
    EXPECT_TRUE(series->scenes.front().isStated);
    EXPECT_THAT(series->unread, IsEmpty());

    const auto slices = factsOf({.stepAbove = 5}, 4);
    EXPECT_EQ(sceneText(slices), "1 4 1, 3") << "the first may have no distance";
    EXPECT_THAT(slices->unread, ElementsAre(HasSubstr("distances in z (0.5), which have no unit")));
    EXPECT_FALSE(factsOf({.stepMs = 0}, 4)->scenes.front().isStated) << "nothing says what they are";
    EXPECT_EQ(sceneText(factsOf({}, 3)), "4 1 1, -1") << "it was cut";
    EXPECT_EQ(clockIn(factsOf({.planes = 1}, 1)), clockS);

    EXPECT_THAT(factsOf({.unit = "pixel"}, 4)->sizes, IsEmpty());
    EXPECT_THAT(factsOf({.isCalibrated = 0}, 4)->sizes, IsEmpty());
    EXPECT_THAT(factsOf({.unit = "furlong"}, 4)->unread, ElementsAre("MetaMorph's unit 'furlong'"));
    EXPECT_EQ(factsOf({.unit = ""}, 4)->withoutUnit->value.x, 0.13);
    EXPECT_NEAR(widthIn(factsOf({.unit = "nm"}, 4)), 0.00013, 1e-15);
}

TEST(MetaMorph, DamagedTagsPromiseNothing) {
    LaidOut beside;
    std::vector<MadeTag> tags = stackTags(beside);
    tags[1].count = 4000000000;
    EXPECT_EQ(conventions::metaMorphPlanes(instrumentTagsOf({tags[0]}, beside.bytes)), 1);
    conventions::InstrumentTags many = instrumentTagsOf({tags[0]}, beside.bytes);
    many.tags[33629] = {5, 900000, 8 + tags[1].offset, {}};
    EXPECT_EQ(conventions::metaMorphPlanes(many), 1) << "so many are not in the file";
    EXPECT_THAT(metaMorphFacts(many)->unread, ElementsAre(HasSubstr("damaged")));
    tags[1].count = 4;
    damage(beside.bytes, [&](const auto& bytes) { metaMorphFacts(instrumentTagsOf(tags, bytes, 4)); });
    EXPECT_FALSE(metaMorphFacts({}));
}

const std::string hitachi =
                      "[SemImageFile]\r\nInstructName=S-4800\r\nImageName=a.tif\r\nDataSize=1280x960\r\nPixelSize=24.8\r\n"
                      "Date=03/19/2009\r\nTime=12:34:56\r\n",
                  jeol =
                      "$CM_FORMAT JEOL/SEM\n$CM_FULL_SIZE 1280 960\n$CM_DATE 2009/03/19\n$CM_TIME 12:34:56\n"
                      "$$SM_MICRON_BAR 160\n$$SM_MICRON_MARKER 5um\n";

TEST(Sidecar, HitachisIsReadInEachEncoding) {
    const auto facts = sidecarTextFacts(bytesOfText(hitachi), 1280, 1040);
    EXPECT_EQ(facts->sizes.front().by, "Hitachi PixelSize=24.8");
    EXPECT_TRUE(facts->sizes.front().value.isOfSidecar);
    EXPECT_NEAR(widthIn(facts), 0.0248, 1e-15);
    EXPECT_EQ(clockIn(facts), clockS);
    EXPECT_EQ(facts->pictureRows->value, 960);
    EXPECT_THAT(facts->unread, IsEmpty());
    for (const bool hasMark : {true, false})
        for (const bool isLittle : {true, false}) {
            LaidOut wide;
            for (const char c : (hasMark ? "\xFF" : "") + hitachi) {
                const char above = c == '\xFF' ? '\xFE' : '\0';
                wide.putText(isLittle ? std::string{c, above} : std::string{above, c});
            }
            EXPECT_NEAR(widthIn(sidecarTextFacts(wide.bytes, 1280, 960)), 0.0248, 1e-15) << hasMark << isLittle;
        }
    EXPECT_NEAR(widthIn(sidecarTextFacts(bytesOfText("\xEF\xBB\xBF" + hitachi), 1280, 960)), 0.0248, 1e-15);
    damage(bytesOfText(hitachi), [](const auto& bytes) { sidecarTextFacts(bytes, 1280, 960); });
}

TEST(Sidecar, JeolsBarIsOfWholePixels) {
    const auto facts = sidecarTextFacts(bytesOfText(jeol), 1280, 1024);
    EXPECT_NEAR(widthIn(facts), 5.0 / 160, 1e-15);
    EXPECT_EQ(facts->sizes.front().by, "JEOL bar, 5um over 160 px, whole pixels: to 0.62 %");
    EXPECT_EQ(clockIn(facts), clockS);
    EXPECT_EQ(facts->pictureRows->value, 960);
    EXPECT_FALSE(sidecarTextFacts(bytesOfText(jeol), 1280, 960)->pictureRows);
    EXPECT_NEAR(widthIn(sidecarTextFacts(bytesOfText("$CM_MAG 5\n$SM_MICRON_BAR 90\n$SM_MICRON_MARKER 100nm\n"), 9, 9)), 0.1 / 90,
                1e-15);
    for (const char* const bad : {"$$SM_MICRON_BAR 0\n$$SM_MICRON_MARKER 5um\n", "$$SM_MICRON_BAR 160\n$$SM_MICRON_MARKER 5\n",
                                  "$$SM_MICRON_BAR 160\n$$SM_MICRON_MARKER 5furlong\n", "$$SM_MICRON_MARKER 5um\n"}) {
        const auto none = sidecarTextFacts(bytesOfText(bad), 1280, 960);
        EXPECT_THAT(none->sizes, IsEmpty()) << bad;
        EXPECT_THAT(none->unread, ElementsAre(HasSubstr("JEOL's bar"))) << bad;
    }
}

TEST(Sidecar, OfAPictureThatWasResizedOrOfAnotherTextIsNone) {
    for (const std::string& text : {hitachi, jeol})
        for (const int width : {640, 2560}) {
            const auto facts = sidecarTextFacts(bytesOfText(text), width, 1040);
            EXPECT_THAT(facts->sizes, IsEmpty());
            EXPECT_FALSE(facts->pictureRows);
            EXPECT_THAT(facts->unread, ElementsAre(HasSubstr("1280 \u00D7 960")));
        }
    for (const char* const other : {"", "PixelSize=24.8\n", "my notes: $5 a picture", "[SemImageFile]", "[Scan]\nPixelSize=1\n"})
        EXPECT_FALSE(sidecarTextFacts(bytesOfText(other), 1280, 960)) << other;
    EXPECT_THAT(sidecarTextFacts(bytesOfText("[SemImageFile]\nPixelSize=2 furlong\n"), 9, 9)->unread,
                ElementsAre("Hitachi's unit 'furlong'"));
}

TEST(InstrumentWords, FindSectionsKeysAndNumbers) {
    using namespace conventions;
    EXPECT_EQ(iniValue(sectionIn("[A]\nx=1\n[B]\r\n x = 2 \r\n[C]\nx=3", "B"), "x"), "2");
    EXPECT_EQ(iniValue(sectionIn("[A]\nx=1\n", "B"), "x"), "");
    EXPECT_EQ(iniValue("xy=1\nx=", "x"), "");
    EXPECT_EQ(numberWithUnit("5um")->unit, "um");
    EXPECT_EQ(numberWithUnit(" 1.5e-3 \xB5m ")->number, 1.5e-3);
    EXPECT_EQ(numberWithUnit("7e")->unit, "e");
    EXPECT_FALSE(numberWithUnit("um"));
    EXPECT_EQ(shortly(std::string(60, 'a')), std::string(40, 'a') + "\u2026");
    EXPECT_EQ(decodedText(bytesOfText(std::string("a\0b", 3))), "a");
}

}  // namespace
}  // namespace coarsen
