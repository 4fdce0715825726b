// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of times that were written for other programs.
#include "core/series/time_table.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/texts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ImageSeries threeFrames() {
    ImageSeries series;
    series.name = "series";
    for (const char* name : {"a.png", "b.png", "c.png"}) {
        FrameSource frame;
        frame.file = frame.name = name;
        series.frames.push_back(frame);
    }
    return series;
}

class TimeTableTest : public testing::Test {
protected:
    /// The frames' times by a table of that text; NaN where it has none.
    std::vector<double> times(const std::string& text, const std::string& columns = {}) {
        writeWhole(folder_ / "t.csv", text);
        series_ = threeFrames();
        TimeChoice choice{TimeChoice::Kind::table, 1, folder_ / "t.csv"};
        choice.columns = timeColumnsFrom(columns);
        assignTimes(series_, choice);
        std::vector<double> seconds;
        for (const FrameSource& frame : series_.frames)
            seconds.push_back(frame.timeS);
        return seconds;
    }
    /// Text of a table with those values under that header, beside the frames' names.
    static std::string tableOf(const std::string& header, const std::vector<std::string>& values,
                               const std::string& between = ",") {
        std::string text = "file" + between + header + "\n";
        const char* const names[] = {"a.png", "b.png", "c.png"};
        for (std::size_t i = 0; i < values.size(); ++i)
            text += names[i] + between + values[i] + "\n";
        return text;
    }
    std::string refusal(const std::string& text, const std::string& columns = {}) {
        try {
            times(text, columns);
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    }

    TemporaryFolder folder_;
    ImageSeries series_;
};

TEST_F(TimeTableTest, HeadersTellColumnsAndUnits) {
    for (const char* header :
         {"Filename,time (h)", "image,t/h", "Name,Elapsed time [hours]", "picture,Time_h", "file,h", "File Name,time in h"})
        EXPECT_THAT(times(std::string(header) + "\na.png,0\nb.png,0.5\nc.png,2\n"), ElementsAre(0, 1800, 7200)) << header;
    EXPECT_THAT(times("file,t/ms\na.png,0\nb.png,500\nc.png,1500\n"), ElementsAre(0, 0.5, 1.5));
    EXPECT_THAT(times("file,t/min\na.png,0\nb.png,1\nc.png,2\n"), ElementsAre(0, 60, 120));
    EXPECT_THAT(times("what,file,t\n1,a.png,0\n2,b.png,5\n3,c.png,9\n"), ElementsAre(0, 5, 9));
    EXPECT_THAT(times("Bild;Zeit (min);x\na.png;0;1\nb.png;0,5;1\nc.png;1,5;1\n"), ElementsAre(0, 30, 90))
        << "the column of images shows by its values, and semicolons let commas be decimal";
    EXPECT_THAT(times("frame,t\n0,0\n1,5\n2,9\n"), ElementsAre(0, 5, 9)) << "frames are counted";
    EXPECT_THAT(times("frame,t\n1,0\n2,5\n3,9\n", "from=1"), ElementsAre(0, 5, 9)) << "from the number that is typed";
}

TEST_F(TimeTableTest, ATrueMinusIsOne) {
    EXPECT_THAT(times(tableOf("time_s", {"\u22121.5", "0", "1.5"})), ElementsAre(-1.5, 0, 1.5));
    EXPECT_THAT(times(tableOf("time (s)", {"\u22121,5", "0", "1,5"}, ";")), ElementsAre(-1.5, 0, 1.5));
    EXPECT_THAT(refusal(tableOf("time_s", {"1\u22125", "0", "1"})), HasSubstr("no number"));
}

TEST_F(TimeTableTest, OurOwnHeaderGoesBeforeOthers) {
    EXPECT_THAT(times("frame,file,time,time_s\n7,a.png,9,0\n8,b.png,9,1\n9,c.png,9,2\n"), ElementsAre(0, 1, 2));
}

TEST_F(TimeTableTest, ColumnsAreTakenAsAsked) {
    const std::string text = "Sample,N,when [h],time_s\na.png,1,1,7\nb.png,2,2,7\nc.png,3,4,7\n";
    EXPECT_THAT(times(text, "file=Sample,time=when [h]"), ElementsAre(3600, 7200, 14400));
    EXPECT_THAT(times(text, "file=Sample,time=when [h],unit=min"), ElementsAre(60, 120, 240));
    EXPECT_THAT(times(text, "number=N,from=1,time=#3"), ElementsAre(3600, 7200, 14400));
    EXPECT_THAT(times("\"t, so\";f\n0;a\n1;b\n2;c\n", "time=\"t, so\",file=f"), ElementsAre(0, 1, 2))
        << "names without extensions";
    EXPECT_THAT(times("0\n5\n9\n", "rows=yes,time=#1,header=no"), ElementsAre(0, 5, 9));
    EXPECT_THAT(times("a.png\t1,5\nb.png\t2,5\nc.png\t4\n", "file=#1,time=#2,header=no,unit=min"), ElementsAre(90, 150, 240));
}

TEST_F(TimeTableTest, DatesAreAClockThatBeginsWithTheFirstFrame) {
    EXPECT_THAT(times("file,Date\na.png,2026-03-01 14:05\nb.png,2026-03-01 14:06\nc.png,2026-03-02 14:05\n"),
                ElementsAre(0, 60, 86400));
    EXPECT_EQ(series_.clockStartS, 1772373900.0);
    EXPECT_THAT(times("file,t\na.png,2026-03-01T14:05:00+01:00\nb.png,2026-03-01T13:06:00Z\nc.png,2026-03-01T14:07:00+01:00\n"),
                ElementsAre(0, 60, 120));
    EXPECT_EQ(series_.clockStartS, 1772373900.0) << "on the first row's clock";
    EXPECT_THAT(refusal("file,Date\na.png,2026-03-01 14:05\nb.png,3/1/2026 14:06\n"),
                HasSubstr("line 3 has the time '3/1/2026 14:06', which is no date and time"));
}

TEST_F(TimeTableTest, ADateAndATimeOfDayInTwoColumnsAreOneTime) {
    const std::string rows = "a.png,2026-03-01,23:59:00\nb.png,2026-03-02,0:00:30.5\nc.png,2026-03-02,14:05\n";
    for (const char* header : {"file,Date,Time\n", "file,date,timestamp\n"}) {
        EXPECT_THAT(times(header + rows), ElementsAre(0, 90.5, 50760)) << "headers and the first row tell it: " << header;
        EXPECT_EQ(series_.clockStartS, 1772409540.0) << header;
    }
    EXPECT_THAT(times("Time;Date;file\n23:59;1.3.2026;a.png\n0:01;2.3.2026;b.png\n0:02;2.3.2026;c.png\n"),
                ElementsAre(0, 120, 180));
    EXPECT_THAT(times("file,day,clock\n" + rows, "time=day+clock"), ElementsAre(0, 90.5, 50760));
    EXPECT_THAT(times(rows, "file=#1,time=#2+#3,header=no"), ElementsAre(0, 90.5, 50760));
    EXPECT_THAT(
        times("file,a+b,c,a+b+c\na.png,2026-03-01,0:01,7\nb.png,2026-03-01,0:02,8\nc.png,2026-03-01,0:03,9\n", "time=a+b+c"),
        ElementsAre(7, 8, 9))
        << "a column of that whole name goes before two";
    EXPECT_THAT(times("file,a+b,c\na.png,2026-03-01,0:01\nb.png,2026-03-01,0:02\nc.png,2026-03-01,0:03\n", "time=a+b+c"),
                ElementsAre(0, 60, 120));
    EXPECT_THAT(times("file,Date,time (h)\na.png,2026-03-01,1\nb.png,2026-03-01,2\nc.png,2026-03-01,3\n", "time=time (h)"),
                ElementsAre(3600, 7200, 10800));
}

TEST_F(TimeTableTest, TwoColumnsThatAreNoDateAndTimeOfDayAreRefused) {
    const std::string table = "file,Date,Time\na.png,2026-03-01,14:05\nb.png,2026-03-01,noon\n";
    EXPECT_THAT(refusal(table), HasSubstr("line 3 has the time '2026-03-01 noon', which is no date and time"));
    EXPECT_THAT(refusal(table, "time=Date+clock"), HasSubstr("has no column 'Date+clock'"));
    EXPECT_THAT(refusal(table, "time=Date+Time,unit=h"), HasSubstr("two columns of times, 'Date+Time', in h"));
}

TEST_F(TimeTableTest, WhatCannotBeUsedIsNamed) {
    EXPECT_THAT(refusal("file,note\na.png,x\n"), HasSubstr("line 1 has no column of times; "));
    EXPECT_THAT(refusal("x,time_s\n1,2\n"), HasSubstr("line 1 has no column of files; "));
    EXPECT_THAT(refusal("file,time_s\na.png,2\n", "file=Name"), HasSubstr("line 1 has no column 'Name'"));
    EXPECT_THAT(refusal("no,t\nx,2\n"), HasSubstr("line 2 has the number 'x'"));
    EXPECT_THAT(refusal("no,t\n7,2\n"), HasSubstr("none of its rows is of a frame"));
    EXPECT_THAT(refusal("no,t\n1,2\n1,3\n"), HasSubstr("line 3 gives frame 1 a second time"));
}

TEST(TimeColumns, AreReadAsTheyAreWritten) {
    for (const char* text : {"", "file=Name,time=t [h]", "number=N,from=1,time=#3,unit=ms", "from=1", "file=Name,from=7",
                             "number=N", "unit=wk", "unit=us", "unit=h:mm:ss", "unit=mm:ss",
                             "rows=yes,time=#1,header=no,separator=tab", "file=\"a, \"\"b\"\"\",unit=date", "time=Date+Time"})
        EXPECT_EQ(textOf(timeColumnsFrom(text)), text);
    EXPECT_EQ(timeColumnsFrom("file=Name,from=7,rows=yes"), timeColumnsFrom("rows=yes"));
    for (const auto& [typed, kept] : std::vector<std::pair<std::string, std::string>>{{"unit=weeks", "unit=wk"},
                                                                                      {"unit=\u00B5s", "unit=us"},
                                                                                      {"unit=Min.", "unit=min"},
                                                                                      {"unit=H", "unit=h"},
                                                                                      {"unit=hh:mm:ss", "unit=h:mm:ss"},
                                                                                      {"unit=hh:mm", "unit=h:mm"},
                                                                                      {"unit=m:ss", "unit=mm:ss"}})
        EXPECT_EQ(textOf(timeColumnsFrom(typed)), kept);
    for (const char* text : {"file", "unit=fortnight", "unit=m", "unit=month", "unit=Std", "unit=ss:mm", "header=maybe",
                             "separator=x", "from=x", "colour=red", "file=\"a"})
        EXPECT_THROW(timeColumnsFrom(text), SettingError) << text;
}

TEST_F(TimeTableTest, AnyUnitStandsInAHeaderInAnyWay) {
    const std::vector<std::pair<double, std::vector<std::string>>> units{
        {1e-9, {"ns", "nanoseconds"}},
        {1e-6, {"\u00B5s", "\u03BCs", "\xB5s", "us", "microseconds"}},
        {1e-3, {"ms", "msec", "Milliseconds"}},
        {1, {"s", "S", "sec", "sec.", "seconds"}},
        {60, {"min", "min.", "Min", "MIN", "mins", "minutes"}},
        {3600, {"h", "H", "hr", "hrs.", "hours"}},
        {86400, {"d", "days"}},
        {604800, {"wk", "weeks"}}};
    for (const auto& [size, words] : units)
        for (const std::string& word : words)
            for (const auto& [before, behind] : std::vector<std::pair<std::string, std::string>>{{"time (", ")"},
                                                                                                 {"Time [", "]"},
                                                                                                 {"t/", ""},
                                                                                                 {"t / ", ""},
                                                                                                 {"time_", ""},
                                                                                                 {"\"time, ", "\""},
                                                                                                 {"time in ", ""},
                                                                                                 {"TIME(", ")"},
                                                                                                 {"Elapsed time { ", " }"},
                                                                                                 {"time ", ""}})
                EXPECT_THAT(times(tableOf(before + word + behind, {"0", "1", "4"})), ElementsAre(0, size, 4 * size))
                    << before + word + behind;
}

TEST_F(TimeTableTest, AUnitThatIsNoneIsRefusedInWords) {
    for (const char* unit : {"fortnight", "m", "months", "years", "Std", "px", "frames", "1/s", "min s"}) {
        const std::string sentence = "'" + std::string(unit) + "' in 'time (" + unit +
                                     ")' is not a known unit: write ns, \u00B5s, ms, s, min, h, d or wk, or say "
                                     "--time-columns unit=s";
        const std::string table = tableOf("time (" + std::string(unit) + ")", {"0", "1", "4"});
        EXPECT_THAT(refusal(table), HasSubstr(sentence));
        EXPECT_THAT(times(table, "unit=min"), ElementsAre(0, 60, 240)) << "said by hand";
    }
    EXPECT_THAT(refusal(tableOf("t/fortnight", {"0", "1", "4"})), HasSubstr("'fortnight' in 't/fortnight' is not a known unit"));
    EXPECT_THAT(times(tableOf("Date (UTC)", {"2026-03-01 14:05", "2026-03-01 14:06", "2026-03-01 14:07"})),
                ElementsAre(0, 60, 120))
        << "dates need no unit";
    EXPECT_THAT(times(tableOf("date/time", {"0:00:01", "0:00:02", "0:00:03"})), ElementsAre(1, 2, 3)) << "nor durations";
}

TEST_F(TimeTableTest, DurationsAreTimes) {
    struct Row {
        std::string header;
        std::vector<std::string> values;
        std::vector<double> seconds;
        std::string columns = {};
    };
    for (const Row& row : std::vector<Row>{{"time", {"0:00:00", "0:01:30", "25:00:00.5"}, {0, 90, 90000.5}},
                                           {"time (hh:mm:ss)", {"-00:00:10", "00:00:00", "01:00:00"}, {-10, 0, 3600}},
                                           {"t [h]", {"0:30:00", "1:00:00", "1:30:00"}, {1800, 3600, 5400}},
                                           {"time (mm:ss)", {"00:30", "59:30", "1:00:10"}, {30, 3570, 3610}},
                                           {"time (min)", {"0:30", "1:00", "90:30"}, {30, 60, 5430}},
                                           {"time (h)", {"0:30", "1:00", "26:30"}, {1800, 3600, 95400}},
                                           {"time (h:mm)", {"0:30", "1:00", "1:30"}, {1800, 3600, 5400}},
                                           {"time", {"0:30", "1:00", "1:30"}, {30, 60, 90}, "unit=mm:ss"},
                                           {"time", {"0:30", "1:00", "1:30"}, {1800, 3600, 5400}, "unit=h:mm"}})
        EXPECT_THAT(times(tableOf(row.header, row.values), row.columns), testing::ElementsAreArray(row.seconds)) << row.header;
    EXPECT_THAT(times(tableOf("time", {"0:00:00,5", "0:00:01", "0:00:02"}, ";")), ElementsAre(0.5, 1, 2));
    EXPECT_THAT(refusal(tableOf("time", {"0:30", "1:00", "1:30"})),
                HasSubstr("its times, '0:30', may be hours and minutes, or minutes and seconds; say --time-columns unit=h:mm or "
                          "unit=mm:ss"));
    for (const char* value : {"0:60:00", "0:5:00", "1::00", "0:00:00:00", "0:00:61", "5", "0:00:1e1", ":00:00"})
        EXPECT_THAT(refusal(tableOf("time", {"0:00:00", value})), HasSubstr("which is no duration")) << value;
}

TEST_F(TimeTableTest, DatesOfDaysAndMonthsAreReadWhereOneOrderFits) {
    const double day = 86400;
    EXPECT_THAT(times(tableOf("Date", {"01/03/2026", "13/03/2026", "02/04/2026 12:00"})), ElementsAre(0, 12 * day, 32.5 * day));
    EXPECT_THAT(times(tableOf("Date", {"03/01/2026", "03/13/2026", "04/02/2026 12:00 PM"})),
                ElementsAre(0, 12 * day, 32.5 * day));
    EXPECT_THAT(times(tableOf("Date", {"25-01-2026 12:00", "25-01-2026 12:01", "25-01-2026 12:02"})), ElementsAre(0, 60, 120));
    EXPECT_THAT(times(tableOf("Date", {"03/03/2026 10:00", "03/03/2026 11:00", "04/04/2026"})),
                ElementsAre(0, 3600, 32 * day - 36000))
        << "either order says the same";
    EXPECT_THAT(times(tableOf("Date,Time", {"13/03/2026,11:59:00 PM", "14/03/2026,12:01:00 AM", "14/03/2026,1:01:00 PM"})),
                ElementsAre(0, 120, 46920));
    EXPECT_THAT(refusal(tableOf("Date", {"01/03/2026", "02/03/2026", "04/03/2026"})),
                HasSubstr("line 2 has the time '01/03/2026', which is no date and time: which number is its day cannot be told"));
    EXPECT_THAT(refusal(tableOf("Date", {"13/03/2026", "03/14/2026"})),
                HasSubstr("line 2 has the time '13/03/2026', which is no"));
    EXPECT_THAT(refusal(tableOf("Date", {"13/03/2026", "14/03/26"})), HasSubstr("line 3 has the time '14/03/26', which is no"));
}

TEST_F(TimeTableTest, ASpreadsheetsDaysAreNoDates) {
    for (const char* header : {"date", "Date", "DateTime"}) {
        const std::string table = tableOf(header, {"46082.5", "46083", "46084"});
        EXPECT_THAT(refusal(table), HasSubstr("is a number, such as a spreadsheet counts days by, and no date")) << header;
        EXPECT_THAT(times(table, "unit=d"), ElementsAre(46082.5 * 86400, 46083.0 * 86400, 46084.0 * 86400)) << header;
    }
    EXPECT_THAT(times(tableOf("Date,time (s)", {"46082.5,0", "46083,1", "46084,2"})), ElementsAre(0, 1, 2))
        << "where another column is the time";
    EXPECT_THAT(times(tableOf("date_s", {"0", "1", "2"})), ElementsAre(0, 1, 2));
}

TEST_F(TimeTableTest, FramesThatAreCountedFromOneAreSeen) {
    EXPECT_THAT(times("frame,t\n1,0\n2,5\n3,9\n"), ElementsAre(0, 5, 9));
    EXPECT_THAT(test::textsOf(series_.notes),
                testing::Contains(HasSubstr("count the frames from 1: its column 'frame' has no 0")));
    const TableOfTimes table(folder_ / "t.csv", {});
    const std::vector<Said> said = table.saidOf(series_);
    ASSERT_EQ(said.size(), 1u);
    EXPECT_EQ(said[0].code, "table.counts-from-1");
    EXPECT_EQ(said[0].flag, "--time-columns from=0");
    EXPECT_EQ(previewOf(folder_ / "t.csv", {}, series_).columns.firstNumber, 1);

    EXPECT_THAT(times("frame,t\n3,9\n1,0\n"), ElementsAre(0, testing::IsNan(), 9)) << "its last number is that of the last frame";
    EXPECT_THAT(times("frame,t\n1,0\n2,5\n"), ElementsAre(testing::IsNan(), 0, 5));
    EXPECT_THAT(test::textsOf(series_.notes), testing::Not(testing::Contains(HasSubstr("from 1"))));
    EXPECT_THAT(times("frame,t\n1,0\n2,5\n3,9\n", "from=0"), ElementsAre(testing::IsNan(), 0, 5)) << "as it is said";
    EXPECT_THAT(times("frame,t\n0,0\n1,5\n2,9\n"), ElementsAre(0, 5, 9));
    EXPECT_TRUE(TableOfTimes(folder_ / "t.csv", {}).saidOf(series_).empty());
}

TEST_F(TimeTableTest, DecimalCommasAreReadWhereTheyAreCertain) {
    EXPECT_THAT(times(tableOf("t", {"0,5", "1,250", "2"}, ";")), ElementsAre(0.5, 1.25, 2));
    EXPECT_THAT(times(tableOf("t", {"0,000", "1,250", "2,500"}, "\t")), ElementsAre(0, 1.25, 2.5));
    EXPECT_THAT(times("0,5;1,5\n1,5;2,5\n2,5;3,5\n", "rows=yes,time=#1,header=no"), ElementsAre(0.5, 1.5, 2.5));
    EXPECT_THAT(refusal(tableOf("t", {"0", "1,000", "2,000"}, ";")),
                HasSubstr("line 3 has the time '1,000', whose comma may be decimal or group thousands"));
    EXPECT_THAT(refusal(tableOf("t", {"0,5", "1,5", "2,5"})), HasSubstr("line 2 has 3 fields, the header 2"));
    EXPECT_THAT(refusal(tableOf("t", {"\"0,5\""})), HasSubstr("which is no number"));
}

TEST_F(TimeTableTest, AColumnThatVariesGoesBeforeOneThatDoesNot) {
    EXPECT_THAT(times(tableOf("T,Uhrzeit (min)", {"25,0", "25,1", "25,4"})), ElementsAre(0, 60, 240));
    EXPECT_THAT(times(tableOf("T,time (min)", {"25,0", "30,1", "35,4"})), ElementsAre(0, 60, 240)) << "T is a temperature";
    EXPECT_THAT(times(tableOf("time,t (h)", {"7,0", "7,1", "7,4"})), ElementsAre(0, 3600, 14400));
    EXPECT_THAT(times(tableOf("T", {"0", "1", "4"})), ElementsAre(0, 1, 4)) << "nothing else may be it";
    EXPECT_THAT(times(tableOf("t,exposure (ms)", {"0,5", "1,5", "4,6"})), ElementsAre(0, 1, 4));
    const std::string constant = tableOf("T,Dauer (min)", {"25,0", "25,1", "25,4"});
    EXPECT_THAT(refusal(constant), HasSubstr("its column 'T' never changes; 'Dauer (min)' does; say which is the time: "
                                             "--time-columns \"time=Dauer (min)\""));
    EXPECT_THAT(times(constant, "time=Dauer (min)"), ElementsAre(0, 60, 240));
    EXPECT_THAT(refusal(tableOf("T,Dauer (min)", {"25,0", "26,1", "27,4"})),
                HasSubstr("its column 'T' may be the time, and so may 'Dauer (min)'"));
    EXPECT_THAT(refusal(tableOf("Area,Min,Max", {"9,1,2", "9,3,4", "9,5,6"})), HasSubstr("has no column of times"))
        << "minima, as ImageJ measures them";
}

TEST_F(TimeTableTest, PreviewShowsRowsAndWhoIsLeftOut) {
    writeWhole(folder_ / "t.csv", "Name;t (h);x\na.png;1;2\nc.png;2;3\n");

    const TimeTablePreview preview = previewOf(folder_ / "t.csv", {}, threeFrames());

    EXPECT_THAT(preview.names, ElementsAre("Name", "t (h)", "x"));
    EXPECT_THAT(preview.rows, ElementsAre(ElementsAre("a.png", "1", "2"), ElementsAre("c.png", "2", "3")));
    EXPECT_EQ(preview.columns.frame, "Name");
    EXPECT_EQ(preview.columns.time, "t (h)");
    EXPECT_EQ(preview.columns.unit, ColumnUnit::hour);
    EXPECT_EQ(preview.matched, 2u);
    EXPECT_THAT(preview.unmatched, ElementsAre("b.png"));
    EXPECT_THAT(preview.problem, IsEmpty());
    EXPECT_THAT(previewOf(folder_ / "t.csv", timeColumnsFrom("file=x"), threeFrames()).matched, 0u);
    EXPECT_THAT(previewOf(folder_ / "t.csv", timeColumnsFrom("time=Name"), threeFrames()).problem,
                HasSubstr("line 2 has the time 'a.png'"));
}

}  // namespace
}  // namespace coarsen
