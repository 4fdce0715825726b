// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/convolve/filter_file.hpp"
#include "core/export/image_files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class FilterFile : public testing::Test {
protected:
    TemporaryFolder folder;
    std::filesystem::path table(std::string_view text) const {
        writeWhole(folder / "kernel.csv", text);
        return folder / "kernel.csv";
    }
    std::string refusal(const std::filesystem::path& file) const {
        try {
            readFilter(file);
        } catch (const InputError& error) {
            return error.what();
        }
        return "none";
    }
};

TEST_F(FilterFile, ReadsTablesOfNumbers) {
    for (const char* text : {"1,2,3\n-4,5e-1,6\n", "# a kernel\n\n1;2;3\r\n-4;0.5;6", "1 2\t3 # first\n  -4  0.5 6  \n"}) {
        const Filter filter = readFilter(table(text));
        EXPECT_EQ(filter.width, 3) << text;
        EXPECT_EQ(filter.height, 2) << text;
        EXPECT_THAT(filter.taps, ElementsAre(1, 2, 3, -4, 0.5F, 6)) << text;
    }
}

TEST_F(FilterFile, ReadsTablesAsSpreadsheetsWriteThem) {
    using namespace std::string_literals;
    const std::string lines = "0,5;1,0;-2,25\r\n0;1;2\r\n", tabs = "0,5\t1,0\t-2,25\r\n0\t1\t2\r\n";
    std::string wide = "\xFF\xFE";
    for (const char letter : tabs)
        wide += {letter, '\0'};
    for (const std::string& text : {lines, "\xEF\xBB\xBF" + lines, "sep=;\r\n" + lines, "# 3, of Excel\n" + lines, tabs, wide,
                                    "0.5,1,\xE2\x88\x92" + "2.25\n0,1,2\n"s, "0.5, 1, -2.25\n 0 ,1, 2 \n"s})
        EXPECT_THAT(readFilter(table(text)).taps, ElementsAre(0.5F, 1, -2.25F, 0, 1, 2)) << text;
}

TEST_F(FilterFile, RefusesCommasOfWhichNobodyKnowsWhatTheyMean) {
    EXPECT_THAT(refusal(table("0,5 1,0 2,5\n")), HasSubstr("line 1: '5 1' is no finite number"));
    EXPECT_THAT(refusal(table("1 5, 2\n")), HasSubstr("'1 5' is no finite number"));
    EXPECT_THAT(refusal(table("1,2,1;2,4,2\n")), HasSubstr("'1,2,1' is no finite number"));
    EXPECT_THAT(refusal(table("sep=;\n1;2\n1;x\n")), HasSubstr("line 3: 'x'"));
    EXPECT_THAT(refusal(table("1;2;\n")), HasSubstr("there is a hole in it"));
}

TEST_F(FilterFile, ReadsAnImageOfFloats) {
    writeFloatTiff(folder / "kernel.tif", Image(2, 2, std::vector<float>{0.25F, -1, 3, 1e-7F}));

    EXPECT_THAT(readFilter(folder / "kernel.tif").taps, ElementsAre(0.25F, -1, 3, 1e-7F));
}

TEST_F(FilterFile, SaysWhatIsWrongAndWhere) {
    EXPECT_THAT(refusal(folder / "away.csv"), HasSubstr("away.csv"));
    EXPECT_THAT(refusal(table("")), HasSubstr("kernel.csv: it holds no numbers"));
    EXPECT_THAT(refusal(table("# nothing\n")), HasSubstr("it holds no numbers"));
    EXPECT_THAT(refusal(table("1,2,3\n4,,6\n")), HasSubstr("line 2: there is a hole in it"));
    EXPECT_THAT(refusal(table("1,2,3\n4,5\n")), HasSubstr("line 2: it has 2 numbers, those before it 3"));
    EXPECT_THAT(refusal(table("1,nan\n")), HasSubstr("'nan' is no finite number"));
    EXPECT_THAT(refusal(table("1,two\n")), HasSubstr("'two' is no finite number"));
    writeFloatTiff(folder / "nan.tif", Image(2, 1, std::vector<float>{1, std::numeric_limits<float>::quiet_NaN()}));
    EXPECT_THAT(refusal(folder / "nan.tif"), HasSubstr("no finite number"));
}

TEST(Separated, FindsTheColumnAndRowOfAFilterOfRankOne) {
    const auto parts = separated({3, 2, {2, 4, 6, -1, -2, -3}});

    ASSERT_TRUE(parts);
    for (std::size_t y = 0; y < 2; ++y)
        for (std::size_t x = 0; x < 3; ++x)
            EXPECT_NEAR(parts->column[y] * parts->row[x], (y == 0 ? 2.0 : -1.0) * static_cast<double>(x + 1), 1e-5);
    EXPECT_FALSE(separated({2, 2, {1, 0, 0, 1}}));
}

}  // namespace
}  // namespace coarsen
