// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/grouping.hpp"

#include "core/base/error.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

ImageSeries seriesOf(const std::vector<std::string>& files) {
    ImageSeries series;
    series.name = "desk";
    for (const std::string& file : files) {
        FrameSource source;
        source.file = "/data/" + file;
        source.name = file;
        series.frames.push_back(source);
    }
    return series;
}

std::vector<std::string> namesOf(const Grouping& grouping) {
    std::vector<std::string> names;
    for (const FrameGroup& group : grouping.groups)
        names.push_back(group.name);
    return names;
}

TEST(Grouping, TakesAllImagesTogether) {
    const Grouping grouping = inOneGroup(seriesOf({"a.png", "b.png"}));
    ASSERT_EQ(grouping.groups.size(), 1U);
    EXPECT_EQ(grouping.groups[0].name, "desk");
    EXPECT_THAT(grouping.groups[0].frames, ElementsAre(0, 1));
}

TEST(Grouping, TellsFoldersOfOneNameApartByTheOneAbove) {
    const Grouping grouping = byFolder(seriesOf({"20C/one/a.png", "20C/one/b.png", "30C/one/a.png"}));
    EXPECT_THAT(namesOf(grouping), ElementsAre("20C/one", "30C/one"));
    EXPECT_THAT(grouping.groups[0].frames, ElementsAre(0, 1));
    EXPECT_THAT(namesOf(byFolder(seriesOf({"20C/a.png", "30C/b.png"}))), ElementsAre("20C", "30C"));
}

TEST(Grouping, GoesByATablesColumn) {
    const TemporaryFolder folder;
    const ImageSeries series = seriesOf({"a.png", "b.png", "c.png", "d.png"});
    std::ofstream(folder / "t.csv") << "file;page;temperature_C;note\nc.png;0;20,5;x\na.png;0;8;y\nb.png;0;20,5;z\n";
    EXPECT_THAT(tableColumns(folder / "t.csv"), ElementsAre("temperature_C", "note"));
    const Grouping grouping = byColumn(series, folder / "t.csv", "temperature_C");
    EXPECT_THAT(namesOf(grouping), ElementsAre("temperature_C=8", "temperature_C=20.5"));
    EXPECT_THAT(grouping.groups[1].frames, ElementsAre(1, 2));
    EXPECT_EQ(grouping.groups[1].x, 20.5);
    EXPECT_EQ(grouping.column, "temperature_C");
    EXPECT_EQ(ungrouped(grouping, series), 1);
}

TEST(Grouping, TellsFilesOfOneNameApartByTheTablesPaths) {
    const TemporaryFolder folder;
    const ImageSeries series = seriesOf({"20C/a.png", "20C/b.png", "30C/a.png", "30C/c.png"});
    const auto groups = [&](const std::string& rows) {
        std::ofstream(folder / "t.csv") << "file,T\n" << rows;
        std::map<double, std::vector<int>> frames;
        for (const FrameGroup& group : byColumn(series, folder / "t.csv", "T").groups)
            frames[group.x] = group.frames;
        return frames;
    };
    using Frames = std::map<double, std::vector<int>>;

    EXPECT_EQ(groups("20C/a.png,20\nb.png,20\n30C/a.png,30\n./30C/c.png,30\n"), (Frames{{20, {0, 1}}, {30, {2, 3}}}));
    EXPECT_EQ(groups("/data/20C/a.png,20\n/data/30C/a.png,30\n"), (Frames{{20, {0}}, {30, {2}}}));
    EXPECT_EQ(groups("20C/a.png,20\n/elsewhere/30C/a.png,30\n0C/a.png,9\n"), (Frames{{20, {0}}}));
    try {
        groups("b.png,20\na.png,20\n");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "t.csv: line 3 names a.png, and both /data/20C/a.png and /data/30C/a.png are called so; write the folder "
                     "too: 20C/a.png");
    }
}

TEST(Grouping, TakesATablesPathsFromItsOwnFolder) {
    const TemporaryFolder folder;
    ImageSeries series = seriesOf({"a.png", "a.png"});
    series.frames[0].file = folder / "run" / "one" / "a.png";
    series.frames[1].file = folder / "one" / "a.png";
    std::ofstream(folder / "t.csv") << "file,T\none/a.png,1\n";

    const Grouping grouping = byColumn(series, folder / "t.csv", "T");

    ASSERT_EQ(grouping.groups.size(), 1U);
    EXPECT_THAT(grouping.groups[0].frames, ElementsAre(1));
}

TEST(Grouping, SaysWhatIsWrongWithATable) {
    const TemporaryFolder folder;
    const auto refusal = [&](const std::string& text, const std::string& column) -> std::string {
        std::ofstream(folder / "t.csv") << text;
        try {
            byColumn(seriesOf({"a.png"}), folder / "t.csv", column);
        } catch (const InputError& error) {
            return error.what();
        }
        return "taken";
    };
    EXPECT_THAT(refusal("file,T\na.png,warm\n", "T"), HasSubstr("has the T 'warm', which is no number"));
    EXPECT_THAT(refusal("file,T\nz.png,3\n", "T"), HasSubstr("none of its files is among the images"));
    EXPECT_THAT(refusal("file,T\na.png,3\n", "P"), HasSubstr("has no column 'P'"));
    EXPECT_THAT(refusal("file,T\na.png,3\n/data/a.png,4\n", "T"), HasSubstr("line 3 gives /data/a.png a second time"));
    EXPECT_THAT(refusal("", "T"), HasSubstr("the table is empty"));
}

}  // namespace
}  // namespace coarsen
