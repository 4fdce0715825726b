// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_table.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace coarsen {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class BatchTable : public testing::Test {
protected:
    void SetUp() override {
        for (const char* name : {"20C/a", "20C/b", "30C/a", "p"})
            fs::create_directories(folder / "data" / name);
        writeWhole(folder / "data" / "warm.json", "{}");
        writeWhole(folder / "data" / "film.avi", "x");
    }
    std::vector<BatchSeries> read(const std::string& text) {
        writeWhole(folder / "data" / "series.csv", text);
        return readBatchTable(folder / "data" / "series.csv").series;
    }
    std::string refused(const std::string& text) {
        try {
            read(text);
        } catch (const InputError& error) {
            return error.what();
        }
        return "nothing was wrong";
    }
    std::vector<std::string> names(const std::string& text) {
        std::vector<std::string> names;
        for (const BatchSeries& series : read(text))
            names.push_back(series.name);
        return names;
    }
    TemporaryFolder folder;
};

TEST_F(BatchTable, GivesEverySeriesWhatItsRowSays) {
    const auto series = read(
        "folder,name,group,x,pixel_size_um,interval_s,t0_s,fit,recipe\n"
        "20C/a,\"first, best\",warm,20.5,8.3,60,-600,power,warm.json\n"
        "film.avi,,,,\"8.3,8.5\",1.5 min,none,,\n");

    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0].path, folder / "data" / "20C" / "a");
    EXPECT_EQ(series[0].name, "first, best");
    EXPECT_EQ(series[0].group, "warm");
    EXPECT_EQ(series[0].x, 20.5);
    EXPECT_EQ(series[0].calibration->pixelHeightUm, 8.3);
    EXPECT_EQ(series[0].intervalS, 60);
    EXPECT_EQ(series[0].t0, "-600");
    EXPECT_EQ(series[0].fit, "power");
    EXPECT_EQ(series[1].fit, "");
    EXPECT_EQ(series[0].recipe, folder / "data" / "warm.json");
    EXPECT_EQ(series[1].name, "film");
    EXPECT_TRUE(std::isnan(series[1].x));
    EXPECT_EQ(series[1].calibration->pixelWidthUm, 8.3);
    EXPECT_EQ(series[1].calibration->pixelHeightUm, 8.5);
    EXPECT_EQ(series[1].intervalS, 90);
    EXPECT_EQ(series[1].t0, "none");
    EXPECT_TRUE(series[1].recipe.empty());
}

TEST_F(BatchTable, LeavesToTheBatchWhatItDoesNotSay) {
    const auto series = read("folder\n20C/a\n");
    ASSERT_EQ(series.size(), 1U);
    EXPECT_FALSE(series[0].calibration || series[0].intervalS);
    EXPECT_EQ(series[0].t0 + series[0].group + series[0].recipe.string(), "");
}

TEST_F(BatchTable, IsReadAsSpreadsheetsWriteIt) {
    const auto series =
        read("\xEF\xBB\xBF# of today\r\nx;folder;t0_s;pixel_size_um\r\n20,5;20C/a/;-1,5;8,3\r\n\r\n30;30C/a;;\r\n");
    ASSERT_EQ(series.size(), 2U);
    EXPECT_EQ(series[0].x, 20.5);
    EXPECT_EQ(series[0].t0, "-1.5");
    EXPECT_EQ(series[0].calibration->pixelWidthUm, 8.3);
    EXPECT_EQ(series[1].x, 30);
    EXPECT_EQ(read("x\tfolder\n1,5\tp\n")[0].x, 1.5);
}

TEST_F(BatchTable, NamesSeriesApart) {
    EXPECT_THAT(names("folder\n20C/a\n20C/b\n"), ElementsAre("a", "b"));
    EXPECT_THAT(names("folder\n20C/a\n30C/a\np\n"), ElementsAre("20C/a", "30C/a", "data/p"));
    EXPECT_THAT(names("folder,name\n20C/a,mine\n20C/b,mine\n30C/a,\n"), ElementsAre("mine", "mine (2)", "a"));
}

TEST_F(BatchTable, ThatIsWrongSaysWhereAndHowToMendIt) {
    EXPECT_THAT(refused(""), HasSubstr("the table is empty"));
    EXPECT_THAT(refused("# nothing\n"), HasSubstr("the table is empty"));
    EXPECT_THAT(refused("folder,x\n"), HasSubstr("names no series"));
    EXPECT_THAT(refused("file,x\na,1\n"), HasSubstr("line 1 has no column 'folder'"));
    EXPECT_THAT(refused("# c\nfolder,temperature\np,1\n"),
                AllOf(HasSubstr("line 2 has a column 'temperature'"), HasSubstr("pixel_size_um")));
    EXPECT_THAT(refused("folder,x,x\np,1,1\n"), HasSubstr("the column 'x' twice"));
    EXPECT_THAT(refused("folder\np\nq\n"), HasSubstr("line 3 names the folder 'q', which is not there"));
    EXPECT_THAT(refused("folder,recipe\np,none.json\n"), HasSubstr("line 2 names the recipe 'none.json'"));
    EXPECT_THAT(refused("folder,x\n,1\n"), HasSubstr("line 2 names no folder"));
    EXPECT_THAT(refused("folder\np\n20C/a\n./p/\n"), HasSubstr("line 4 names a folder that line 2 has already"));
    EXPECT_THAT(refused("folder,x\np,twenty\n"), HasSubstr("line 2 has the x 'twenty', which is no number"));
    EXPECT_THAT(refused("folder,x\np,1e999\n"), HasSubstr("no number"));
    EXPECT_THAT(refused("folder,x\np,20,5\n"), AllOf(HasSubstr("line 2 has 3 fields, the header 2"), HasSubstr("semicolons")));
    EXPECT_THAT(refused("folder,pixel_size_um\np,-8\n"), HasSubstr("no size in micrometres"));
    EXPECT_THAT(refused("folder,interval_s\np,0\n"), HasSubstr("line 2 has an interval_s that is not above 0"));
    EXPECT_THAT(refused("folder,interval_s\np,soon\n"), HasSubstr("which is no time"));
    EXPECT_THAT(refused("folder,t0_s\np,5 parsecs\n"), HasSubstr("line 2 has the t0_s '5 parsecs'"));
    EXPECT_THAT(refused("folder,fit\np,parabola\n"), AllOf(HasSubstr("line 2 has the fit 'parabola'"), HasSubstr("origin-line")));
    EXPECT_THAT(refused("folder,name\np,\xE4\n"), AllOf(HasSubstr("line 2 is not UTF-8"), HasSubstr("UTF-8")));
    EXPECT_THAT(refused(std::string("\xFF\xFE"
                                    "f\0o\0",
                                    6)),
                HasSubstr("line 1 has no column"));
    EXPECT_THAT(refused("folder,name\np,\"open\n"), HasSubstr("never closes it"));
    EXPECT_THROW(readBatchTable(folder / "nothing.csv"), InputError);
}

TEST_F(BatchTable, FindsAFolderThroughALinkAgain) {
    fs::create_directory_symlink("p", folder / "data" / "link");
    EXPECT_THAT(refused("folder\np\nlink\n"), HasSubstr("line 3 names a folder that line 2 has already"));
}

}  // namespace
}  // namespace coarsen
