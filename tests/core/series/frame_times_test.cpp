// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/series/image_series.hpp"
#include "tests/core/series/small_series.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

constexpr double march16at14h = 1237212000;  // 2009-03-16 14:00:00 UTC, by `date`

ImageSeries seriesOf(const std::vector<std::string>& names) {
    ImageSeries series;
    series.name = "series";
    for (const std::string& name : names) {
        FrameSource frame;
        frame.file = name;
        frame.name = name;
        series.frames.push_back(frame);
    }
    return series;
}

TEST(TimeFromName, ReadsDatesInTheUsualSpellings) {
    for (const char* stem :
         {"2009-03-16T14-00-00", "20090316_140000", "2009-03-16 14.00.00", "IMG_20090316_140000", "run3_2009-03-16T14-00-00_a",
          "20090316T140000Z", "20090316140000", "2009.03.16-14:00:00", "2009-03-16_14h00m00"}) {
        const auto time = timeFromName(stem);
        ASSERT_TRUE(time) << stem;
        EXPECT_TRUE(time->isClock) << stem;
        EXPECT_EQ(time->seconds, march16at14h) << stem;
    }
}

TEST(TimeFromName, KeepsFractionsOfASecond) {
    EXPECT_DOUBLE_EQ(timeFromName("2009-03-16T14-00-00.25")->seconds, march16at14h + 0.25);
    EXPECT_DOUBLE_EQ(timeFromName("2009-03-16 14.00.01,5")->seconds, march16at14h + 1.5);
    EXPECT_DOUBLE_EQ(timeFromName("PXL_20090316_140000123")->seconds, march16at14h + 0.123);
}

TEST(TimeFromName, ReadsElapsedTimesThatHaveAUnit) {
    const auto expect = [](const char* stem, double seconds) {
        const auto time = timeFromName(stem);
        ASSERT_TRUE(time) << stem;
        EXPECT_FALSE(time->isClock) << stem;
        EXPECT_DOUBLE_EQ(time->seconds, seconds) << stem;
    };
    expect("frame_t0012.5s", 12.5);
    expect("img_0007_12.5s", 12.5);
    expect("img_90min", 5400);
    expect("img_2h_x", 7200);
    expect("img_1.5d", 129600);
    expect("exposure_20ms_t0012s_0001", 12);
}

TEST(TimeFromName, TakesNoOtherNumberForATime) {
    for (const char* stem : {"spin_0000",
                             "image12",
                             "frame_12.5",
                             "20090316",
                             "2009-13-16T14-00-00",
                             "2009-02-30T14-00-00",
                             "2009-03-16T25-00-00",
                             "2009-03-16",
                             "run2_s3",
                             "test12",
                             "spot12s",
                             "sample_12mm",
                             "img_12sx",
                             "120090316_140000",
                             "20090316_1400001",
                             "",
                             "t",
                             "_t_",
                             "img_t90",
                             "img_t=90"})
        EXPECT_FALSE(timeFromName(stem)) << stem;
    const std::string endless = "img_" + std::string(308, '9') + "d";
    EXPECT_FALSE(timeFromName(endless)) << "more seconds than a number holds";
}

TEST(AssignTimes, CountsClockTimesFromTheFirstFrame) {
    ImageSeries series = seriesOf({"a_20090316_140000.png", "a_20090316_140130.png"});

    assignTimes(series, {});

    EXPECT_THAT(timesOf(series), ElementsAre(0, 90));
    EXPECT_EQ(nameOf(series.frames[1].timeSource), "filename");
}

TEST(AssignTimes, KeepsElapsedTimesAsTheyAre) {
    ImageSeries series = seriesOf({"a_t0010.0s.png", "a_t0012.5s.png"});

    assignTimes(series, {});

    EXPECT_THAT(timesOf(series), ElementsAre(10, 12.5));
}

TEST(AssignTimes, FallsBackToTheFrameNumberUnlessEveryNameTells) {
    const std::vector<std::vector<std::string>> useless{
        {"a_t1s.png", "b.png"}, {"a_t1s.png", "20090316_140000.png"}, {"a_5s_1.png", "a_5s_2.png"}};
    for (const auto& names : useless) {
        ImageSeries series = seriesOf(names);

        assignTimes(series, {});

        EXPECT_THAT(timesOf(series), ElementsAre(0, 1)) << names[0];
        EXPECT_EQ(series.frames[0].timeSource, TimeSource::index) << names[0];
    }
}

TEST(AssignTimes, SpacesFramesByTheInterval) {
    ImageSeries series = seriesOf({"a_t1s.png", "b.png", "c.png"});

    assignTimes(series, {TimeChoice::Kind::interval, 2.5, {}});

    EXPECT_THAT(timesOf(series), ElementsAre(0, 2.5, 5));
    EXPECT_EQ(nameOf(series.frames[0].timeSource), "interval");
    EXPECT_THROW(assignTimes(series, {TimeChoice::Kind::interval, 0, {}}), SettingError);
}

TEST(AssignTimes, WarnsOnceWhenTimesGoBackAndKeepsTheOrderOfNames) {
    ImageSeries series = seriesOf({"a_t5s.png", "b_t3s.png", "c_t9s.png"});

    assignTimes(series, {});
    assignTimes(series, {});

    EXPECT_THAT(timesOf(series), ElementsAre(5, 3, 9));
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("first at b_t3s.png")));
}

TEST(AssignTimes, SaysThatNumbersAreMissingAndLetsThemCount) {
    ImageSeries series =
        seriesOf({"run2_0000.png", "run2_0001.png", "run2_0002.png", "run2_0005.png", "run2_0006.png", "run2_0009.png"});

    assignTimes(series, {TimeChoice::Kind::interval, 60, {}});
    EXPECT_THAT(timesOf(series), ElementsAre(0, 60, 120, 180, 240, 300));
    ASSERT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("numbers are missing in the names: 3, 4, 7, 8.")));
    assignTimes(series, {TimeChoice::Kind::index, 1, {}});
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("3, 4, 7, 8.")));

    assignTimes(series, {TimeChoice::Kind::interval, 60, {}, true});
    EXPECT_THAT(timesOf(series), ElementsAre(0, 60, 120, 300, 360, 540));
    EXPECT_THAT(test::textsOf(series.notes), IsEmpty());
    assignTimes(series, {TimeChoice::Kind::index, 1, {}, true});
    EXPECT_THAT(timesOf(series), ElementsAre(0, 1, 2, 5, 6, 9));
    EXPECT_EQ(series.frames[0].timeSource, TimeSource::index);
}

TEST(AssignTimes, CountNumbersInTheirCommonStepFromTheFirst) {
    ImageSeries series = seriesOf({"f_110.tif", "f_120.tif", "f_150.tif"});

    assignTimes(series, {TimeChoice::Kind::interval, 2, {}, true});
    EXPECT_THAT(timesOf(series), ElementsAre(0, 2, 8));
    assignTimes(series, {TimeChoice::Kind::interval, 2, {}});
    EXPECT_THAT(test::textsOf(series.notes), ElementsAre(HasSubstr("130, 140.")));
}

TEST(AssignTimes, KnowNoNumberWhereSeveralDifferOrNone) {
    for (const auto& names : std::vector<std::vector<std::string>>{
             {"a1_b7.png", "a2_b9.png", "a5_b1.png"}, {"a.png", "b.png", "c.png"}, {"a1.png", "a2.png", "a3.png"}}) {
        ImageSeries series = seriesOf(names);

        assignTimes(series, {TimeChoice::Kind::interval, 2, {}});

        EXPECT_THAT(test::textsOf(series.notes), IsEmpty()) << names[0];
    }
    ImageSeries letters = seriesOf({"a.png", "b.png"}), mixed = seriesOf({"a1.png", "a2.png", "a4.png", "other.png"});
    EXPECT_THROW(assignTimes(letters, {TimeChoice::Kind::interval, 2, {}, true}), InputError);
    assignTimes(mixed, {TimeChoice::Kind::interval, 2, {}, true});
    EXPECT_EQ(mixed.frames[2].timeS, 6);
    EXPECT_THAT(mixed.frames[3].problem, HasSubstr("its name has no number"));
}

TEST(AssignTimes, SayThatTimesRepeatOrWhyTheyAreNotUsed) {
    const auto notesOf = [](const std::vector<std::string>& names) {
        ImageSeries series = seriesOf(names);
        assignTimes(series, {});
        return test::textsOf(series.notes);
    };
    EXPECT_THAT(
        notesOf({"a_t1s.png", "b_t1s.png", "c_t2s.png", "d_t2s.png"}),
        ElementsAre("Times repeat at 2 frames, first at b_t1s.png; a clock that counts whole seconds, or a copied file?"));
    EXPECT_THAT(notesOf({"a_t1s.png", "b.png"}), ElementsAre("Times from file names are not used: only 1 of 2 frames have one."));
    EXPECT_THAT(notesOf({"a_5s_1.png", "a_5s_2.png"}),
                ElementsAre("Times from file names are not used: they are the same for all frames."));
}

TEST(ReadTimeTable, RefusesARowWithMoreFieldsThanTheHeader) {
    const TemporaryFolder folder;
    writeWhole(folder / "times.csv", "file,time_s\na.png,0\nb.png,0,5\n");

    try {
        readTimeTable(folder / "times.csv");
        FAIL() << "0,5 was taken for 0";
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "times.csv: line 3 has 3 fields, the header 2; are these decimal commas? write 0.5, or separate "
                     "the columns by semicolons");
    }
    writeWhole(folder / "times.csv", "file,time_s\na.png,0,,\nb.png,0.5,\n");  // empty columns of a spreadsheet
    EXPECT_EQ(readTimeTable(folder / "times.csv").seconds.at({"b.png", 0}), 0.5);
}

TEST(ReadTimeTable, ReadsColumnsSeparatedBySemicolonsOrTabsWithDecimalCommas) {
    const TemporaryFolder folder;
    for (const char* text : {"file;time_s;note, in words\na.png;0;x\nb.png;0,5;y, z\n", "file\ttime_s\na.png\t0\nb.png\t0,5\n",
                             "# of today\nfile;time_s\n\"a.png\";0\nb.png;0.5\n"}) {
        writeWhole(folder / "times.csv", text);

        EXPECT_EQ(readTimeTable(folder / "times.csv").seconds.at({"b.png", 0}), 0.5) << text;
    }
    writeWhole(folder / "times.csv", "file;time_s\na.png;1.000,5\n");
    EXPECT_THROW(readTimeTable(folder / "times.csv"), InputError);
}

TEST(AssignTimes, FromATableNamesFramesWithoutARow) {
    const TemporaryFolder folder;
    writeWhole(folder / "times.csv", "file,time_s\na.png,72000\nc.png,78711.9\n");
    ImageSeries series = seriesOf({"a.png", "b.png", "c.png"});

    assignTimes(series, {TimeChoice::Kind::table, 1, folder / "times.csv"});

    EXPECT_EQ(series.frames[0].timeS, 72000);
    EXPECT_EQ(series.frames[2].timeS, 78711.9);
    EXPECT_TRUE(std::isnan(series.frames[1].timeS));
    EXPECT_THAT(series.frames[1].problem, HasSubstr("times.csv has no row for it"));
    EXPECT_THAT(series.frames[0].problem, IsEmpty());
    EXPECT_EQ(nameOf(series.frames[0].timeSource), "table");
}

TEST(AssignTimes, ByNameMarksFramesWhoseNamesCarryNone) {
    ImageSeries series = seriesOf({"a_t4s.png", "b.png"});

    assignTimes(series, {TimeChoice::Kind::filename, 1, {}});

    EXPECT_EQ(series.frames[0].timeS, 4);
    EXPECT_THAT(series.frames[1].problem, HasSubstr("no time"));
    ImageSeries silent = seriesOf({"a.png"});
    EXPECT_THROW(assignTimes(silent, {TimeChoice::Kind::filename, 1, {}}), InputError);
}

TEST(ReadTimeTable, TakesQuotesPagesOtherColumnsAndAnyLineEnd) {
    const TemporaryFolder folder;
    writeWhole(folder / "t.csv",
               "\xEF\xBB\xBF# made by hand\r\nframe, time_s ,file,page\r\n0, 1.5 ,\"a, "
               "\"\"b\"\".tif\",3\r\n\r\n1,-2e3,sub/c.tif,\r\n2,4,d.tif,0");

    const auto table = readTimeTable(folder / "t.csv").seconds;

    EXPECT_EQ(table.size(), 3u);
    EXPECT_EQ(table.at({"a, \"b\".tif", 3}), 1.5);
    EXPECT_EQ(table.at({"c.tif", 0}), -2000);
    EXPECT_EQ(table.at({"d.tif", 0}), 4);
}

TEST(ReadTimeTable, NamesTheLineThatItCannotRead) {
    const TemporaryFolder folder;
    const auto messageFor = [&](const char* text) {
        writeWhole(folder / "t.csv", text);
        try {
            readTimeTable(folder / "t.csv");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };

    EXPECT_THAT(messageFor(""), StartsWith("t.csv: the time table is empty"));
    EXPECT_THAT(messageFor("name,time_s\na,1\n"), HasSubstr("line 1 has no column 'file'"));
    EXPECT_THAT(messageFor("file,seconds\na,1\n"), HasSubstr("line 1 has no column 'time_s'"));
    EXPECT_THAT(messageFor("file,time_s\na,1\nb,2;5\n"), HasSubstr("line 3 has the time '2;5'"));
    EXPECT_THAT(messageFor("file,time_s\na\n"), HasSubstr("line 2 has the time ''"));
    EXPECT_THAT(messageFor("file,time_s\n,1\n"), HasSubstr("line 2 names no file"));
    EXPECT_THAT(messageFor("file,time_s,page\na,1,-1\n"), HasSubstr("line 2 has the page '-1'"));
    EXPECT_THAT(messageFor("file,time_s\na,1\na,2\n"), HasSubstr("line 3 gives a a second time"));
    EXPECT_THAT(messageFor("file,time_s\n\"a,1\n"), HasSubstr("line 2 opens a quotation mark"));
    EXPECT_THAT(messageFor("file,time_s\na,nan\n"), HasSubstr("line 2"));
}

}  // namespace
}  // namespace coarsen
