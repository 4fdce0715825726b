// SPDX-License-Identifier: GPL-3.0-or-later
// Flatten by plane, rolling ball and files; dust from a file, and inpainted.
#include "core/base/error.hpp"
#include "core/image/write_png.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/flatten.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace coarsen {
namespace {

constexpr int width = 120, height = 90;

Frame frameOf(const std::function<double(int, int)>& grey) {
    std::vector<float> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(static_cast<float>(grey(x, y)));
    Frame frame;
    frame.image = Image(width, height, std::move(pixels));
    return frame;
}

Frame bytesOf(const std::function<double(int, int)>& grey) {
    std::vector<std::uint8_t> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            pixels.push_back(static_cast<std::uint8_t>(std::lround(grey(x, y))));
    Frame frame;
    frame.image = Image(width, height, std::move(pixels));
    return frame;
}

double pattern(int x, int y) {
    return 20 * std::sin(0.5 * x) * std::cos(0.45 * y);
}

double light(int x, int y) {
    return 0.6 + 0.4 * x / width + 0.2 * y / height;
}

double largestDifference(const Frame& a, const std::function<double(int, int)>& expected) {
    double worst = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (a.mask.isValid(x, y)) worst = std::max(worst, std::abs(a.image.at(x, y) - expected(x, y)));
    return worst;
}

TEST(FlattenByPlane, TakesAnAddedRampAway) {
    const Flatten plane{.method = FlattenMethod::plane};
    const Frame with = plane(frameOf([](int x, int y) { return 100 + pattern(x, y) + 0.5 * x - 0.3 * y; }));
    const Frame without = plane(frameOf([](int x, int y) { return 100 + pattern(x, y); }));

    const double level = validMean(with) - validMean(without);  // the mean level is kept
    EXPECT_LT(largestDifference(with, [&](int x, int y) { return without.image.at(x, y) + level; }), 1e-3);
}

TEST(FlattenByRollingBall, LeavesBrightDotsOnALevelGround) {
    const auto isDot = [](int x, int y) { return x % 20 >= 9 && x % 20 <= 11 && y % 20 >= 9 && y % 20 <= 11; };
    const Flatten ball{.method = FlattenMethod::rollingBall, .radiusPx = 12};
    const Frame flat = ball(bytesOf([&](int x, int y) { return 60 + 0.5 * x + (isDot(x, y) ? 80 : 0); }));

    double lowest = 1e9, highest = -1e9, dots = 0, count = 0;
    for (int y = 10; y < height - 10; ++y)
        for (int x = 10; x < width - 10; ++x) {
            const double value = flat.image.at(x, y);
            if (isDot(x, y)) {
                dots += value, ++count;
            } else {
                lowest = std::min(lowest, value), highest = std::max(highest, value);
            }
        }
    EXPECT_LT(highest - lowest, 4);  // 50 before
    EXPECT_NEAR(dots / count - (lowest + highest) / 2, 80, 4);
}

TEST(FlattenByFiles, IsExactForTheLightThatTheFilesHold) {
    const TemporaryFolder folder;
    writeGreyPng(folder / "flat.png", bytesOf([](int x, int y) { return 10 + std::round(150 * light(x, y)); }).image);
    writeGreyPng(folder / "dark.png", bytesOf([](int, int) { return 10; }).image);
    const Flatten files{
        .method = FlattenMethod::files, .flatFile = (folder / "flat.png").string(), .darkFile = (folder / "dark.png").string()};

    const auto bright = [](int x, int y) { return std::round(150 * light(x, y)); };
    const Frame flat = files(frameOf([&](int x, int y) { return 10 + bright(x, y) * (100 + pattern(x, y)) / 100; }));

    double level = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            level += bright(x, y) / (width * height);
    EXPECT_LT(largestDifference(flat, [&](int x, int y) { return level * (100 + pattern(x, y)) / 100; }), 1e-3);
    EXPECT_TRUE(flat.mask.isAllValid());
}

TEST(FlattenByFiles, MasksPixelsThatTheFlatFieldLeavesDark) {
    const TemporaryFolder folder;
    writeGreyPng(folder / "flat.png", bytesOf([](int x, int) { return x < 5 ? 0 : 100; }).image);

    const Frame flat = Flatten{.method = FlattenMethod::files, .flatFile = (folder / "flat.png").string()}(
        bytesOf([](int x, int y) { return 100 + pattern(x, y); }));

    EXPECT_FALSE(flat.mask.isValid(4, 10));
    EXPECT_TRUE(flat.mask.isValid(5, 10));
}

TEST(FlattenByFiles, NamesAFileThatIsMissingOrOfAnotherSize) {
    const TemporaryFolder folder;
    writeGreyPng(folder / "small.png", Image(8, 8, std::vector<std::uint8_t>(64, 9)));
    for (const auto& [file, reason] : {std::pair<std::string, const char*>{"", "no file is named"},
                                       {(folder / "gone.png").string(), "gone.png"},
                                       {(folder / "small.png").string(), "8 x 8 px, the frames are 120 x 90 px"}}) {
        try {
            Flatten{.method = FlattenMethod::files, .flatFile = file}(bytesOf(pattern));
            ADD_FAILURE() << file;
        } catch (const SettingError& error) {
            EXPECT_EQ(error.subject(), "flatten.flat");
            EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
        }
    }
}

TEST(DustFromAFile, MasksItsBrightPixelsOrItsDarkOnesAndGrows) {
    const TemporaryFolder folder;
    const auto isSpeck = [](int x, int y) { return std::abs(x - 40) <= 1 && std::abs(y - 30) <= 1; };
    writeGreyPng(folder / "mask.png", bytesOf([&](int x, int y) { return isSpeck(x, y) ? 255 : 0; }).image);
    Dust dust{.find = DustFinding::file, .growPx = 0, .maskFile = (folder / "mask.png").string()};
    const Frame frame = bytesOf([](int x, int y) { return 100 + pattern(x, y); });

    const Frame masked = dust(frame);
    EXPECT_NEAR(validFraction(masked), 1 - 9.0 / (width * height), 1e-12);
    EXPECT_FALSE(masked.mask.isValid(40, 30));

    dust.growPx = 2;
    EXPECT_FALSE(dust(frame).mask.isValid(43, 30));
    EXPECT_TRUE(dust(frame).mask.isValid(44, 30));

    dust.growPx = 0;
    dust.invert = true;
    EXPECT_NEAR(validFraction(dust(frame)), 9.0 / (width * height), 1e-12);
}

TEST(InpaintedDust, ContinuesASmoothPictureAndCountsAsValid) {
    const TemporaryFolder folder;
    const auto isSpeck = [](int x, int y) { return std::hypot(x - 60, y - 45) < 4; };
    writeGreyPng(folder / "mask.png", bytesOf([&](int x, int y) { return isSpeck(x, y) ? 255 : 0; }).image);
    const Dust dust{
        .find = DustFinding::file, .growPx = 0, .treat = DustTreatment::inpaint, .maskFile = (folder / "mask.png").string()};
    const auto ramp = [](int x, int y) { return 100 + 0.5 * x + 0.2 * y; };

    const Frame filled = dust(frameOf([&](int x, int y) { return isSpeck(x, y) ? 255 : ramp(x, y); }));

    EXPECT_TRUE(filled.mask.isAllValid());
    EXPECT_LT(largestDifference(filled, ramp), 1.5);  // grey levels; the speck stood 120 above
}

}  // namespace
}  // namespace coarsen
