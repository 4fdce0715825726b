// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/convolve.hpp"

#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/small_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ConvolveCommand : public testing::Test {
protected:
    SmallSeries series{3};

    void SetUp() override { writeWhole(series / "kernel.csv", std::string_view("1,2,1\n2,4,2\n1,2,1\n")); }
    Outcome convolve(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"convolve", series.images(), "-k", series / "kernel.csv", "-o", series / "out"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    fs::path answer(int index) const { return series / "out" / (series.image(index).stem().string() + ".tif"); }
};

TEST_F(ConvolveCommand, WritesWhatTheFilterMakesOfEveryImage) {
    const Outcome outcome = convolve({"--scale", "sum", "--engine", "cpu-fft"});

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("3 images with a filter of 3 x 3"));
    const Filter filter{3, 3, {1, 2, 1, 2, 4, 2, 1, 2, 1}};
    for (int i = 0; i < 3; ++i) {
        const Image image = decode(series.image(i)).image, written = decode(answer(i)).image;
        Convolver judge({cpuDirectConvolution()}, "auto", filter, {.scale = FilterScale::sum}, image.width(), image.height());
        const Image expected = judge(image).image;
        for (int y = 0; y < image.height(); y += 7)
            for (int x = 0; x < image.width(); x += 5)
                ASSERT_NEAR(written.at(x, y), expected.at(x, y), 1e-6 * 65535) << x << ", " << y;
    }
}

TEST_F(ConvolveCommand, ReplacesNothingUnasked) {
    ASSERT_EQ(convolve().status, 0);
    const Outcome again = convolve();
    EXPECT_EQ(again.status, 2);
    EXPECT_THAT(again.err, HasSubstr("it is there already"));
    EXPECT_EQ(convolve({"--force"}).status, 0);
}

TEST_F(ConvolveCommand, GoesOnBesideAnImageThatIsDamaged) {
    writeWhole(series.image(1), std::string_view("this is text"));

    const Outcome outcome = convolve();

    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.err, HasSubstr(series.image(1).filename().string()));
    EXPECT_TRUE(fs::exists(answer(0)) && fs::exists(answer(2)));
    EXPECT_FALSE(fs::exists(answer(1)));
}

TEST_F(ConvolveCommand, SaysWhatIsWrongWithTheFilterBeforeAnythingIsWritten) {
    for (const auto& [text, words] :
         {std::pair{"", "it holds no numbers"}, {"1,2\n3\n", "line 2"}, {"1,,2\n", "a hole"}, {"nan\n", "'nan'"}}) {
        writeWhole(series / "kernel.csv", std::string_view(text));
        const Outcome outcome = convolve();
        EXPECT_EQ(outcome.status, 2) << text;
        EXPECT_THAT(outcome.err, HasSubstr(words));
    }
    fs::remove(series / "kernel.csv");
    EXPECT_THAT(convolve().err, HasSubstr("kernel.csv"));
    EXPECT_FALSE(fs::exists(series / "out"));
}

TEST_F(ConvolveCommand, RefusesWordsThatItDoesNotKnow) {
    EXPECT_THAT(convolve({"--border", "round"}).err, HasSubstr("give mirror, replicate, constant or valid"));
    EXPECT_THAT(convolve({"--scale", "huge"}).err, HasSubstr("give none, sum or paper"));
    EXPECT_THAT(convolve({"--engine", "cpu-abacus"}).err, HasSubstr("cpu-separable"));
}

}  // namespace
}  // namespace coarsen::test
