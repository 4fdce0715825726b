// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of times that were written for other programs.
#include "core/series/time_table.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"

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
                             "rows=yes,time=#1,header=no,separator=tab", "file=\"a, \"\"b\"\"\",unit=date", "time=Date+Time"})
        EXPECT_EQ(textOf(timeColumnsFrom(text)), text);
    EXPECT_EQ(timeColumnsFrom("file=Name,from=7,rows=yes"), timeColumnsFrom("rows=yes"));
    for (const char* text : {"file", "unit=week", "header=maybe", "separator=x", "from=x", "colour=red", "file=\"a"})
        EXPECT_THROW(timeColumnsFrom(text), SettingError) << text;
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
