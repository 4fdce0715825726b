// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks of cameras and programs that give frames their times, and densities that are no sizes.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/series/image_series.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/series/small_series.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tiffio.h>

namespace coarsen {
namespace {

using test::JpegWords;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint16_t dateTime = 0x132, software = 0x131, original = 0x9003, digitised = 0x9004, offsetOfOriginal = 0x9011,
                        fractionOfOriginal = 0x9291;

ImageSeries seriesOf(const TemporaryFolder& folder, const std::vector<JpegWords>& pictures, const TimeChoice& choice = {}) {
    char name = 'a';
    for (const JpegWords& words : pictures)
        writeWhole(folder / (std::string("gel ") + name++ + ".jpg"), test::jpegOf(words));
    ImageSeries series = openSeries({folder.path()});
    assignTimes(series, choice);
    return series;
}

std::vector<std::string> codesOfClock(const ImageSeries& series) {
    std::vector<std::string> codes;
    for (const Said& said : series.notes)
        codes.push_back(said.code);
    return codes;
}

JpegWords takenAt(const std::string& clock, const std::string& fraction = {}, const std::string& zone = {}) {
    JpegWords words;
    words.photo[original] = "2026:03:01 " + clock;
    if (!fraction.empty()) words.photo[fractionOfOriginal] = fraction;
    if (!zone.empty()) words.photo[offsetOfOriginal] = zone;
    return words;
}

TEST(Clock, OfTheCameraGivesTimesWithTheirFraction) {
    const TemporaryFolder folder;
    const ImageSeries series = seriesOf(folder, {takenAt("12:00:00", "25"), takenAt("12:00:00", "75"), takenAt("12:00:01", "5")});
    EXPECT_THAT(timesOf(series), ElementsAre(0, 0.5, 1.25));
    EXPECT_EQ(series.frames[1].timeSource, TimeSource::exif);
    EXPECT_THAT(codesOfClock(series), IsEmpty());
}

TEST(Clock, ThatIsPutBackBetweenTwoPicturesIsNoInterval) {
    const TemporaryFolder folder;
    const ImageSeries series = seriesOf(folder, {takenAt("02:59:30", "", "+02:00"), takenAt("02:00:10", "", "+01:00")});
    EXPECT_THAT(timesOf(series), ElementsAre(0, 40));
    EXPECT_EQ(series.clockStartS, 1772333970.0) << "as the first picture's clock showed it";

    const TemporaryFolder other;
    const ImageSeries withoutOne = seriesOf(other, {takenAt("02:00:30", "", "+02:00"), takenAt("02:01:10")});
    EXPECT_THAT(timesOf(withoutOne), ElementsAre(0, 40)) << "where one says no zone the clock counts as it stands";
}

TEST(Clock, ThatCountsWholeSecondsAndRepeatsIsNoTime) {
    const TemporaryFolder folder;
    const ImageSeries series = seriesOf(folder, {takenAt("12:00:00"), takenAt("12:00:00"), takenAt("12:00:01")});
    EXPECT_EQ(series.frames[2].timeSource, TimeSource::index);
    EXPECT_THAT(
        test::textsOf(series.notes),
        ElementsAre("Times from EXIF DateTimeOriginal are not used: they count whole seconds, and several frames have the "
                    "same."));
    EXPECT_THAT(timesOf(seriesOf(folder, {}, timesFromText("clock"))), ElementsAre(0, 0, 1)) << "but where they are asked for";
}

TEST(Clock, OfEditingIsInheritedOrOnlyOffered) {
    const auto edited = [](const std::string& clock, const std::string& by) {
        JpegWords words;
        words.main[dateTime] = "2026:03:01 " + clock;
        if (!by.empty()) words.main[software] = by;
        return words;
    };
    const TemporaryFolder camera, editor;
    const ImageSeries inherited = seriesOf(camera, {edited("12:00:00", "Ver.1.02"), edited("12:01:00", "Ver.1.02")});
    EXPECT_THAT(timesOf(inherited), ElementsAre(0, 60));
    EXPECT_THAT(test::textsOf(inherited.notes), ElementsAre(HasSubstr("from EXIF DateTime, which may be that of saving")));

    const ImageSeries offered = seriesOf(editor, {edited("12:00:00", "GIMP 2.10"), edited("12:01:00", "GIMP 2.10")});
    EXPECT_EQ(offered.frames[1].timeSource, TimeSource::index);
    EXPECT_THAT(codesOfClock(offered), ElementsAre("time.save-date"));
    EXPECT_THAT(timesOf(seriesOf(editor, {}, timesFromText("date"))), ElementsAre(0, 60));
}

TEST(Clock, OfTakingComesBeforeThoseOfDigitisingAndEditing) {
    JpegWords first = takenAt("12:00:00"), second = takenAt("12:02:00");
    first.main[dateTime] = second.main[dateTime] = "2026:05:05 08:00:00";
    first.photo[digitised] = second.photo[digitised] = "2026:04:04 08:00:00";
    const TemporaryFolder folder, scanned;
    EXPECT_THAT(timesOf(seriesOf(folder, {first, second})), ElementsAre(0, 120));

    JpegWords one, other;
    one.photo[digitised] = "2026:04:04 08:00:00", other.photo[digitised] = "2026:04:04 08:00:30";
    const ImageSeries series = seriesOf(scanned, {one, other});
    EXPECT_THAT(timesOf(series), ElementsAre(0, 30));
    EXPECT_THAT(codesOfClock(series), ElementsAre("time.inherited"));
}

/// A TIFF of one pixel with texts in its tags.
void writeTagged(const std::filesystem::path& file, const std::string& description, const std::string& date,
                 const std::string& by = {}) {
    TIFF* tiff = TIFFOpen(file.c_str(), "w");
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    if (!description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
    if (!date.empty()) TIFFSetField(tiff, TIFFTAG_DATETIME, date.c_str());
    if (!by.empty()) TIFFSetField(tiff, TIFFTAG_SOFTWARE, by.c_str());
    unsigned char value = 1;
    TIFFWriteEncodedStrip(tiff, 0, &value, 1);
    TIFFWriteDirectory(tiff);
    TIFFClose(tiff);
}

ImageSeries seriesOfTagged(const std::vector<std::pair<std::string, std::string>>& wordsAndDates, const std::string& by = {}) {
    const TemporaryFolder folder;
    char name = 'a';
    for (const auto& [words, date] : wordsAndDates)
        writeTagged(folder / (std::string("gel ") + name++ + ".tif"), words, date, by);
    ImageSeries series = openSeries({folder.path()});
    assignTimes(series, {});
    return series;
}

TEST(Clock, OfOmeIsThatOfAcquisitionWhateverZoneItIsWrittenIn) {
    const auto ome = [](const std::string& date) {
        return std::pair{"<OME><Image><AcquisitionDate>" + date +
                             "</AcquisitionDate><Pixels SizeT=\"1\" SizeZ=\"1\" SizeC=\"1\"/></Image></OME>",
                         std::string("2026:06:01 09:00:00")};
    };
    const ImageSeries series = seriesOfTagged({ome("2026-03-01T12:00:00"), ome("2026-03-01T12:03:00")});
    EXPECT_THAT(timesOf(series), ElementsAre(0, 180));
    EXPECT_THAT(codesOfClock(series), IsEmpty());
    EXPECT_THAT(timesOf(seriesOfTagged({ome("2026-03-01T12:00:00Z"), ome("2026-03-01T13:00:20+01:00")})), ElementsAre(0, 20));
}

TEST(Clock, OfSavingIsOfferedOfEachProgramThatWritesIt) {
    const std::string one = "2026:03:01 12:00:00", next = "2026:03:01 12:00:07";
    for (const auto& [words, by] : {std::pair<std::string, std::string>{"ImageJ=1.53t\n", ""},
                                    {R"({"shape": [1, 1]})", "tifffile.py"},
                                    {"", "ImageMagick 6.9.11 https://imagemagick.org"}}) {
        const ImageSeries series = seriesOfTagged({{words, one}, {words, next}}, by);
        EXPECT_EQ(series.frames[1].timeSource, TimeSource::index) << by;
        EXPECT_THAT(codesOfClock(series), ElementsAre("time.save-date")) << by;
    }
    const ImageSeries camera = seriesOfTagged({{"", one}, {"", next}}, "pco.camware");
    EXPECT_THAT(timesOf(camera), ElementsAre(0, 7));
    EXPECT_THAT(codesOfClock(camera), ElementsAre("time.inherited"));
}

ImageSeries seriesOfJpeg(const JpegWords& words, SizeSource source = SizeSource::best) {
    const TemporaryFolder folder;
    writeWhole(folder / "gel.jpg", test::jpegOf(words));
    return openSeries({folder / "gel.jpg"}, {.sizes = source});
}

TEST(DensityOfJpeg, OfPrintsIsOfferedAndNeverUsedUnasked) {
    for (const int dots : {72, 96, 300}) {
        const ImageSeries jfif = seriesOfJpeg({.densityUnit = 1, .density = dots});
        const ImageSeries exif = seriesOfJpeg({.xResolution = double(dots), .yResolution = double(dots), .resolutionUnit = 2});
        for (const ImageSeries& series : {jfif, exif}) {
            EXPECT_FALSE(series.calibration.isKnown()) << dots;
            EXPECT_THAT(codesOfClock(series), ElementsAre("size.density")) << dots;
        }
        EXPECT_NEAR(seriesOfJpeg({.densityUnit = 1, .density = dots}, SizeSource::density).calibration.pixelWidthUm,
                    25400.0 / dots, 1e-6);
    }
}

TEST(DensityOfJpeg, ThatMayBeACalibrationIsInheritedAndSaid) {
    const ImageSeries perCentimetre = seriesOfJpeg({.densityUnit = 2, .density = 5000});
    EXPECT_NEAR(perCentimetre.calibration.pixelWidthUm, 2, 1e-9);
    EXPECT_THAT(codesOfClock(perCentimetre), ElementsAre("size.inherited"));
    EXPECT_NEAR(seriesOfJpeg({.densityUnit = 1, .density = 2540}).calibration.pixelWidthUm, 10, 1e-9);
    const ImageSeries exif = seriesOfJpeg({.xResolution = 10000, .yResolution = 10000, .resolutionUnit = 3});
    EXPECT_NEAR(exif.calibration.pixelWidthUm, 1, 1e-9);
    EXPECT_THAT(codesOfClock(exif), ElementsAre("size.inherited"));
    EXPECT_THAT(codesOfClock(seriesOfJpeg({.xResolution = 25400, .yResolution = 25400, .resolutionUnit = 2})),
                ElementsAre("size.density"))
        << "inches are what stands there where nobody said a unit";
}

TEST(DensityOfJpeg, WithoutAUnitIsTheShapeOfAPixelAndNothingSaid) {
    EXPECT_THAT(codesOfClock(seriesOfJpeg({.densityUnit = 0, .density = 1})), IsEmpty());
    EXPECT_THAT(codesOfClock(seriesOfJpeg({})), IsEmpty());
    EXPECT_THAT(codesOfClock(seriesOfJpeg({.xResolution = 72, .yResolution = 72, .resolutionUnit = 1})), IsEmpty());
}

TEST(NumberWithoutAUnit, IsSaidWithTheOptionThatGivesTheSize) {
    const auto sizedBy = [](const std::string& words, float resolution, int unit) {
        const TemporaryFolder folder;
        TIFF* tiff = TIFFOpen((folder / "a.tif").c_str(), "w");
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        TIFFSetField(tiff, TIFFTAG_XRESOLUTION, resolution);
        TIFFSetField(tiff, TIFFTAG_YRESOLUTION, resolution);
        TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, unit);
        TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, words.c_str());
        unsigned char value = 1;
        TIFFWriteEncodedStrip(tiff, 0, &value, 1);
        TIFFWriteDirectory(tiff);
        TIFFClose(tiff);
        return openSeries({folder / "a.tif"});
    };
    for (const char* const words :
         {"ImageJ=1.53t\n", R"({"shape": [1, 1]})", "SCIFIO=0.41\naxes=X,Y\nlengths=1,1\nscales=0.5,0.5\nunits=null,null\n",
          "SCIFIO=0.41\naxes=X,Y\nlengths=1,1\nscales=0.5,0.5\n"}) {
        const ImageSeries series = sizedBy(words, 2, 1);
        EXPECT_FALSE(series.calibration.isKnown()) << words;
        ASSERT_THAT(codesOfClock(series), ElementsAre("size.no-unit")) << words;
        EXPECT_THAT(series.notes.front().text, HasSubstr(" wrote 0.5 into a.tif without a unit.")) << words;
        EXPECT_THAT(series.notes.front().advice, HasSubstr("--pixel-size")) << words;
        EXPECT_EQ(series.notes.front().flag, "--pixel-size");
    }
    EXPECT_THAT(codesOfClock(sizedBy("ImageJ=1.53t\n", 1, 1)), IsEmpty()) << "as stands there where nobody said a size";
    EXPECT_THAT(codesOfClock(sizedBy("ImageJ=1.53t\nunit=pixel\n", 2, 1)), IsEmpty());
    EXPECT_THAT(codesOfClock(sizedBy("ImageJ=1.53t\n", 72, 2)), IsEmpty());
    EXPECT_EQ(sizedBy("ImageJ=1.53t\nunit=um\n", 2, 1).calibration.pixelWidthUm, 0.5);
}

}  // namespace
}  // namespace coarsen
