// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/export/image_files.hpp"
#include "core/image/decode.hpp"
#include "tests/cli/program.hpp"
#include "tests/cli/table.hpp"
#include "tests/support/random_images.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace coarsen::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CorrelateCommand : public testing::Test {
protected:
    TemporaryFolder folder;
    Image scene = randomImage(200, 160, PixelType::u8);

    /// A file with the part of the scene from (x, y) on.
    fs::path part(const std::string& name, int x, int y, int width = 120, int height = 100) const {
        std::vector<float> pixels;
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column)
                pixels.push_back(static_cast<float>(scene.at(x + column, y + row)));
        writeFloatTiff(folder / name, Image(width, height, std::move(pixels)));
        return folder / name;
    }
    /// Blue, green and red of that part's colours, as `channel` 0 to 2: the scene, each moved along x.
    double colourAt(int x, int y, int channel, int column, int row) const {
        return static_cast<double>(scene.at(x + (column + 17 * channel) % 120, y + row));
    }
    /// A BMP of 24 bits with them, its lowest row first.
    fs::path colours(const std::string& name, int x, int y) const {
        std::string bytes("BM\xd6\x8c\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x78\0\0\0\x64\0\0\0\x01\0\x18\0", 30);
        bytes.resize(54);
        for (int row = 99; row >= 0; --row)
            for (int column = 0; column < 120; ++column)
                for (int channel = 0; channel < 3; ++channel)
                    bytes += static_cast<char>(colourAt(x, y, channel, column, row));
        std::ofstream(folder / name, std::ios::binary) << bytes;
        return folder / name;
    }
    Outcome correlate(const fs::path& a, const fs::path& b, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"correlate", a, b, "-o", folder / "out"};
        words.insert(words.end(), more.begin(), more.end());
        return coarsenCli(words);
    }
    nlohmann::json peak() const {
        const std::vector<std::byte> bytes = readWhole(folder / "out" / "peak.json");
        return nlohmann::json::parse(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    }
};

TEST_F(CorrelateCommand, SaysHowFarTheContentMoved) {
    // b begins 20 px farther left in the scene, and 9 px lower: what it shows sits 20 px right of, and 9 px above.
    const Outcome outcome = correlate(part("a.tif", 40, 30), part("b.tif", 20, 39));

    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("b.tif sits 20.0000 ± 0.0010 px right of and 9.0000 ± 0.0010 px above a.tif"));
    EXPECT_NEAR(peak()["dx_px"], 20, 1e-3);
    EXPECT_NEAR(peak()["dy_px"], -9, 1e-3);
    EXPECT_EQ(peak()["n"], 100 * 91);
    EXPECT_GT(peak()["peak_ratio"], 2);
    const Image map = decode(folder / "out" / "correlation.tif").image;
    ASSERT_EQ(map.width(), 199);
    ASSERT_EQ(map.height(), 199);
    EXPECT_NEAR(map.at(99 + 20, 99 - 9), peak()["peak"], 1e-6);
}

TEST_F(CorrelateCommand, OfTwoAlikeImagesSaysThatNothingMoved) {
    const fs::path one = part("a.tif", 40, 30);
    const Outcome outcome = correlate(one, one);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NEAR(peak()["dx_px"], 0, 1e-6);
    EXPECT_NEAR(peak()["dy_px"], 0, 1e-6);
    EXPECT_THAT(outcome.err, HasSubstr("The two images are the same, pixel for pixel."));
}

TEST_F(CorrelateCommand, TakesThePlaceWhereMostPixelsOverlapOfThoseThatFitAlike) {
    // Two equal discs on black: moved by 100 px one of them lies on the other, as well as all lies on itself.
    const auto discs = [&](const std::string& name, int dx, int dy, unsigned seed, double noise) {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal(0, noise);
        std::vector<float> pixels;
        for (int y = 0; y < 120; ++y)
            for (int x = 0; x < 200; ++x) {
                const int u = x - dx, v = y - dy, right = u >= 100 ? 100 : 0;
                const bool isInside = std::hypot(u - 50 - right, v - 60) < 30;
                const double grey = isInside ? 50 + static_cast<double>(scene.at(std::clamp(u - right, 0, 199), v)) / 2 : 0;
                pixels.push_back(static_cast<float>(grey + (noise > 0 ? normal(random) : 0)));
            }
        writeFloatTiff(folder / name, Image(200, 120, std::move(pixels)));
        return folder / name;
    };
    const fs::path clean = discs("a.tif", 0, 0, 1, 0);

    const Outcome same = correlate(clean, clean);
    EXPECT_NEAR(peak()["dx_px"], 0, 1e-3);
    EXPECT_THAT(same.err, HasSubstr("Ambiguous: the images fit as well"));
    EXPECT_TRUE(peak()["ambiguous"]);
    for (const double noise : {0.0, 5.0}) {
        ASSERT_EQ(correlate(discs("b.tif", 0, 0, 2, noise), discs("c.tif", 7, -4, 3, noise), {"--force"}).status, 0);
        EXPECT_NEAR(peak()["dx_px"], 7, 0.1) << noise;
        EXPECT_NEAR(peak()["dy_px"], -4, 0.1) << noise;
    }
    correlate(part("d.tif", 40, 30), part("e.tif", 30, 30), {"--force"});
    EXPECT_FALSE(peak()["ambiguous"]);
}

TEST_F(CorrelateCommand, ComparesAllChannelsThatTheRecipeMakes) {
    const fs::path a = colours("a.bmp", 40, 30), b = colours("b.bmp", 40, 33);
    for (const char* use : {"image", "colour", "orientation", "colour+orientation"}) {
        std::ofstream(folder / "recipe.json")
            << R"({"schema":1,"steps":[{"step":"grey"},{"step":"channels","use":")" << use << R"("}]})";
        const Outcome outcome = correlate(a, b, {"--recipe", folder / "recipe.json", "--force"});
        ASSERT_EQ(outcome.status, 0) << use << outcome.err;
        EXPECT_NEAR(peak()["dx_px"], 0, 0.05) << use;
        EXPECT_NEAR(peak()["dy_px"], -3, 0.05) << use;
        EXPECT_FALSE(peak()["err_x_px"].is_null()) << use;

        const Outcome patches =
            coarsenCli({"correlate", a, b, "-o", folder / "flow", "--recipe", folder / "recipe.json", "--patches", "32"});
        EXPECT_EQ(patches.status, 2) << use;
        EXPECT_THAT(patches.err, HasSubstr("one channel")) << use;
    }
}

/// Eq. 1 of Lu et al. 2010 for two images, by plain loops: `a` and `b` give the grey value of a channel at x, y.
template <typename Grey>
double equationOne(int channels, int X0, int Y0, Grey a, Grey b) {
    double products = 0, squaresOfA = 0, squaresOfB = 0;
    for (int channel = 0; channel < channels; ++channel)
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 120; ++x) {
                squaresOfA += a(channel, x, y) * a(channel, x, y);
                squaresOfB += b(channel, x, y) * b(channel, x, y);
                if (x + X0 >= 0 && x + X0 < 120 && y + Y0 >= 0 && y + Y0 < 100)
                    products += a(channel, x, y) * b(channel, x + X0, y + Y0);
            }
    return products / std::sqrt(squaresOfA * squaresOfB);
}

TEST_F(CorrelateCommand, ByThePapersNormTheMapIsEquationOneOfTwoImages) {
    // b begins 6 px farther left in the scene, and 3 px lower.
    const fs::path a = part("a.tif", 40, 30), b = part("b.tif", 34, 33);
    ASSERT_EQ(correlate(a, b, {"--norm", "paper", "--max-lag", "12"}).status, 0);

    const Image map = decode(folder / "out" / "correlation.tif").image;
    const auto greyFrom = [&](int left, int top) {
        return [this, left, top](int, int x, int y) { return static_cast<double>(scene.at(left + x, top + y)); };
    };
    for (const auto& [X0, Y0] : {std::pair{0, 0}, {6, -3}, {-12, 12}, {5, 7}})
        EXPECT_NEAR(map.at(12 + X0, 12 + Y0), equationOne(1, X0, Y0, greyFrom(40, 30), greyFrom(34, 33)), 1e-6)
            << X0 << ", " << Y0;
    EXPECT_NEAR(peak()["dx_px"], 6, 1e-3) << "found by Pearson's r";
    EXPECT_NEAR(peak()["dy_px"], -3, 1e-3);
    EXPECT_EQ(peak()["norm"], "paper");
    EXPECT_NEAR(peak()["c_no_offset"], map.at(12, 12), 1e-6);
    EXPECT_NEAR(peak()["c_peak"], map.at(12 + 6, 12 - 3), 1e-6);
    EXPECT_NEAR(peak()["c_highest"], map.at(12 + peak()["c_highest_dx_px"].get<int>(), 12 + peak()["c_highest_dy_px"].get<int>()),
                1e-6);
    const auto values = map.plane<float>();
    EXPECT_NEAR(peak()["c_highest"], *std::ranges::max_element(values), 1e-6);

    ASSERT_EQ(correlate(a, a, {"--norm", "paper", "--max-lag", "3", "--force"}).status, 0);
    EXPECT_NEAR(peak()["c_no_offset"], 1, 1e-6) << "of one image it is the autocorrelation";
    ASSERT_EQ(correlate(a, b, {"--force"}).status, 0);
    EXPECT_FALSE(peak().contains("norm")) << "unasked";
    EXPECT_EQ(correlate(a, b, {"--norm", "count", "--force"}).status, 2);
    EXPECT_EQ(correlate(a, b, {"--norm", "paper", "--patches", "32", "--force"}).status, 2);
}

TEST_F(CorrelateCommand, ByThePapersNormChannelsAreSummedAndSavedAsTheyAreCompared) {
    std::ofstream(folder / "recipe.json") << R"({"schema":1,"steps":[{"step":"grey"},{"step":"channels","use":"image"}]})";
    std::vector<float> corner(120 * 100, 0.0F);
    std::fill_n(corner.begin(), 7, 255.0F);
    writeFloatTiff(folder / "corner.tif", Image(120, 100, corner));
    const fs::path a = colours("a.bmp", 40, 30), b = colours("b.bmp", 40, 33);
    ASSERT_EQ(
        correlate(a, b, {"--recipe", folder / "recipe.json", "--norm", "paper", "--max-lag", "9", "--save", "final"}).status, 0);

    const Image map = decode(folder / "out" / "correlation.tif").image;
    const auto greyFrom = [&](int top) {
        return [this, top](int channel, int x, int y) { return colourAt(40, top, channel, x, y); };
    };
    for (const auto& [X0, Y0] : {std::pair{0, 0}, {0, -3}, {9, 8}})
        EXPECT_NEAR(map.at(9 + X0, 9 + Y0), equationOne(3, X0, Y0, greyFrom(30), greyFrom(33)), 1e-6) << X0 << ", " << Y0;
    for (int page = 0; page < 3; ++page) {
        EXPECT_EQ(decode(folder / "out" / "final_a.tif", page).image.at(5, 8), colourAt(40, 30, 2 - page, 5, 8)) << "red first";
        EXPECT_EQ(decode(folder / "out" / "final_b.tif", page).image.at(5, 8), colourAt(40, 33, 2 - page, 5, 8));
    }
    ASSERT_EQ(correlate(a, b, {"--mask", folder / "corner.tif", "--max-lag", "9", "--save", "final", "--force"}).status, 0);
    const Image grey = decode(folder / "out" / "final_a.tif").image;
    EXPECT_TRUE(std::isnan(grey.at(6, 0))) << "not valid";
    EXPECT_FALSE(std::isnan(grey.at(7, 0)));
    EXPECT_EQ(imageHeader(folder / "out" / "final_a.tif").pages, 1);
    EXPECT_EQ(correlate(a, b, {"--save", "final", "--patches", "32", "--force"}).status, 2);
}

TEST_F(CorrelateCommand, SavesTheAbsoluteSumsOfProductsOfAllChannels) {
    std::ofstream(folder / "recipe.json") << R"({"schema":1,"steps":[{"step":"grey"},{"step":"channels","use":"image"}]})";
    const fs::path a = colours("a.bmp", 40, 30), b = colours("b.bmp", 40, 33);
    ASSERT_EQ(correlate(a, b, {"--recipe", folder / "recipe.json", "--max-lag", "9", "--save", "sums"}).status, 0);

    std::istringstream table(contentOf(folder / "out" / "sums.csv"));
    std::string line;
    std::getline(table, line);
    EXPECT_EQ(line, "dx_px,dy_px,sum,pairs");
    int lags = 0;
    for (int X0 = 0, Y0 = 0; std::getline(table, line); ++lags) {
        double sum = 0, pairs = 0;
        ASSERT_EQ(std::sscanf(line.c_str(), "%d,%d,%lf,%lf", &X0, &Y0, &sum, &pairs), 4) << line;
        if (lags % 37 != 0) continue;
        double products = 0;
        for (int channel = 0; channel < 3; ++channel)
            for (int y = std::max(0, -Y0); y < std::min(100, 100 - Y0); ++y)
                for (int x = std::max(0, -X0); x < std::min(120, 120 - X0); ++x)
                    products += colourAt(40, 30, channel, x, y) * colourAt(40, 33, channel, x + X0, y + Y0);
        EXPECT_NEAR(sum / products, 1, 1e-6) << line;
        EXPECT_EQ(pairs, (120 - std::abs(X0)) * (100 - std::abs(Y0))) << line;
    }
    EXPECT_EQ(lags, 19 * 19);
    EXPECT_FALSE(fs::exists(folder / "out" / "final_a.tif"));
    EXPECT_FALSE(peak().contains("norm")) << "the map is of Pearson's r";
}

TEST_F(CorrelateCommand, SaysThatTheRangeMayBeTooShort) {
    const Outcome outcome = correlate(part("a.tif", 40, 30), part("b.tif", 35, 30), {"--max-lag", "4"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("raise --max-lag"));
}

TEST_F(CorrelateCommand, RefusesImagesOfDifferentSizes) {
    const Outcome outcome = correlate(part("a.tif", 40, 30), part("b.tif", 40, 30, 110, 100));
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("b.tif"));
    EXPECT_THAT(outcome.err, HasSubstr("110 x 100"));
    EXPECT_THAT(outcome.err, HasSubstr("120 x 100"));
    EXPECT_FALSE(fs::exists(folder / "out"));
}

TEST_F(CorrelateCommand, RefusesAnImageWithoutContrast) {
    writeFloatTiff(folder / "flat.tif", Image(120, 100, std::vector<float>(120 * 100, 7)));
    const Outcome outcome = correlate(part("a.tif", 40, 30), folder / "flat.tif");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("flat.tif: it cannot be compared with a.tif: one of the two has no contrast"));
}

TEST_F(CorrelateCommand, PixelsOfTheOutsideLevelDoNotCount) {
    // A black frame that stands still around what moves by 12 px.
    const auto framed = [&](const std::string& name, int x) {
        std::vector<float> pixels;
        for (int row = 0; row < 100; ++row)
            for (int column = 0; column < 120; ++column) {
                const bool isInside = column >= 25 && column < 95 && row >= 20 && row < 80;
                pixels.push_back(isInside ? static_cast<float>(1 + scene.at(x + column, 30 + row)) : 0);
            }
        writeFloatTiff(folder / name, Image(120, 100, std::move(pixels)));
        return folder / name;
    };
    ASSERT_EQ(correlate(framed("a.tif", 40), framed("b.tif", 52), {"--outside", "0", "--max-lag", "40"}).status, 0);
    EXPECT_NEAR(peak()["dx_px"], -12, 0.01);
    ASSERT_EQ(correlate(folder / "a.tif", folder / "b.tif", {"--max-lag", "40", "--force"}).status, 0);
    EXPECT_NEAR(peak()["dx_px"], 0, 1) << "the frame wins";
}

TEST_F(CorrelateCommand, BrightPixelsOfAMaskDoNotCount) {
    // A bar that stands still in both, over what moves by 12 px.
    const auto barred = [&](const std::string& name, int x) {
        std::vector<float> pixels;
        for (int row = 0; row < 100; ++row)
            for (int column = 0; column < 120; ++column)
                pixels.push_back(row < 50 ? 2000.0F + static_cast<float>(column % 40) * 30.0F
                                          : static_cast<float>(scene.at(x + column, 30 + row)));
        writeFloatTiff(folder / name, Image(120, 100, std::move(pixels)));
        return folder / name;
    };
    std::vector<float> bar(120 * 100, 0.0F);
    std::fill_n(bar.begin(), 120 * 52, 255.0F);
    writeFloatTiff(folder / "bar.tif", Image(120, 100, bar));
    const fs::path a = barred("a.tif", 40), b = barred("b.tif", 52);

    ASSERT_EQ(correlate(a, b, {"--mask", folder / "bar.tif", "--max-lag", "30"}).status, 0);
    EXPECT_NEAR(peak()["dx_px"], -12, 0.01);
    ASSERT_EQ(correlate(a, b, {"--max-lag", "30", "--force"}).status, 0);
    EXPECT_NEAR(peak()["dx_px"], 0, 1) << "the bar wins";

    writeFloatTiff(folder / "all.tif", Image(120, 100, std::vector<float>(120 * 100, 0.0F)));
    ASSERT_EQ(correlate(a, b, {"--mask", folder / "all.tif", "--mask", folder / "bar.tif", "--max-lag", "30", "--force"}).status,
              0)
        << "the bar is B's alone";
    EXPECT_NEAR(peak()["n"], 120 * 48, 120 * 48);
    writeFloatTiff(folder / "small.tif", Image(20, 20, std::vector<float>(400, 1.0F)));
    EXPECT_THAT(correlate(a, b, {"--mask", folder / "small.tif", "--force"}).err, HasSubstr("small.tif"));
}

TEST_F(CorrelateCommand, ARecipePreparesBoth) {
    std::ofstream(folder / "recipe.json")
        << R"({"schema": 1, "steps": [{"step": "crop", "on": true, "x": 10, "y": 10, "width": 80, "height": 60}]})";
    const Outcome outcome =
        correlate(part("a.tif", 40, 30), part("b.tif", 37, 30), {"--recipe", folder / "recipe.json", "--max-lag", "20"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NEAR(peak()["dx_px"], 3, 0.05);
    EXPECT_EQ(peak()["n"], 77 * 60);
}

TEST_F(CorrelateCommand, PatchByPatchWritesAFlow) {
    // b begins 6 px farther left in the scene, and 4 px lower.
    const Outcome outcome = correlate(part("a.tif", 40, 30), part("b.tif", 34, 34), {"--patches", "32"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("patches of 32 px are valid; the median moved 6.00 px right and 4.00 px up"));
    const Table table = readTable(folder / "out" / "flow.csv");
    ASSERT_EQ(table.rows.size(), 6U * 5U);
    EXPECT_EQ(table.rows[0].at("x_px"), "15.5");
    EXPECT_EQ(table.rows[0].at("y_px"), "15.5");
    EXPECT_EQ(table.rows[1].at("x_px"), "31.5") << "half of a patch farther";
    EXPECT_EQ(table.rows[6].at("y_px"), "31.5");
    const auto& middle = table.rows[14];
    EXPECT_NEAR(std::stod(middle.at("dx_px")), 6, 0.01);
    EXPECT_NEAR(std::stod(middle.at("dy_px")), -4, 0.01);
    EXPECT_LT(std::stod(middle.at("err_px")), 0.01);
    EXPECT_GT(std::stod(middle.at("peak_ratio")), 1.5);
    EXPECT_EQ(middle.at("valid"), "1");
    EXPECT_FALSE(fs::exists(folder / "out" / "correlation.tif")) << "the whole images are not compared";
    EXPECT_EQ(correlate(folder / "a.tif", folder / "b.tif", {"--patches", "32"}).status, 2) << "replaces nothing unasked";
}

TEST_F(CorrelateCommand, PatchesMayStandCloser) {
    ASSERT_EQ(
        correlate(part("a.tif", 40, 30), part("b.tif", 38, 30), {"--patches", "40", "--step", "10", "--passes", "1"}).status, 0);
    EXPECT_EQ(readTable(folder / "out" / "flow.csv").rows.size(), 9U * 7U);
}

TEST_F(CorrelateCommand, PatchesMustFit) {
    const fs::path one = part("a.tif", 40, 30);
    Outcome outcome = correlate(one, one, {"--patches", "101"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("a patch of 101 px does not fit into images of 120 x 100 px; choose at most 100"));
    outcome = correlate(one, one, {"--patches", "8"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--patches: '8' does not fit; give a whole number from 16 to 65536 px"));
    EXPECT_EQ(correlate(one, one, {"--step", "8"}).status, 2) << "of patches only";
    EXPECT_EQ(correlate(one, one, {"--passes", "2"}).status, 2);
    EXPECT_EQ(correlate(one, one, {"--patches", "32", "--max-lag", "5"}).status, 2) << "of whole images only";
    EXPECT_FALSE(fs::exists(folder / "out"));
    writeFloatTiff(folder / "flat.tif", Image(120, 100, std::vector<float>(120 * 100, 7)));
    outcome = correlate(one, folder / "flat.tif", {"--patches", "32"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("no patch of it can be compared with a.tif"));
}

TEST_F(CorrelateCommand, FindsTheFlowOfSyntheticParticles) {
    Outcome outcome = coarsenCli({"synth",
                                  "particles",
                                  "-o",
                                  folder / "made",
                                  "--size",
                                  "256x192",
                                  "--field",
                                  "vortex",
                                  "--max-displacement",
                                  "3",
                                  "--noise",
                                  "0.1",
                                  "--lost",
                                  "0.02",
                                  "--diameter",
                                  "3",
                                  "--particles-per-px",
                                  "0.06",
                                  "--seed",
                                  "3",
                                  "--fields",
                                  folder / "fields"});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const fs::path a = folder / "made" / "particles_0000_t0s.png", b = folder / "made" / "particles_0001_t1s.png";
    ASSERT_TRUE(fs::exists(folder / "made" / "truth.json"));
    ASSERT_EQ(correlate(a, b, {"--patches", "32", "--quiet"}).status, 0);
    const Table truth = readTable(folder / "made" / "flow.csv"), found = readTable(folder / "out" / "flow.csv");
    ASSERT_EQ(truth.rows.size(), 16U * 12U);
    const Image right = decode(folder / "fields" / "flow.tif", 0).image, down = decode(folder / "fields" / "flow.tif", 1).image;
    for (const auto& known : truth.rows) {  // between four pixels, but at the far edges
        const int x = static_cast<int>(std::stod(known.at("x_px"))), y = static_cast<int>(std::stod(known.at("y_px")));
        if (x + 1 >= right.width() || y + 1 >= right.height()) continue;
        const auto between = [&](const Image& field) {
            return (field.at(x, y) + field.at(x + 1, y) + field.at(x, y + 1) + field.at(x + 1, y + 1)) / 4;
        };
        EXPECT_NEAR(between(right), std::stod(known.at("dx_px")), 0.01);
        EXPECT_NEAR(between(down), std::stod(known.at("dy_px")), 0.01);
    }
    double squares = 0;
    int compared = 0;
    for (const auto& row : found.rows)
        for (const auto& known : truth.rows)
            if (row.at("x_px") == known.at("x_px") && row.at("y_px") == known.at("y_px")) {
                ++compared;
                squares += std::pow(std::stod(row.at("dx_px")) - std::stod(known.at("dx_px")), 2);
                squares += std::pow(std::stod(row.at("dy_px")) - std::stod(known.at("dy_px")), 2);
            }
    ASSERT_EQ(compared, 15 * 11);
    EXPECT_LT(std::sqrt(squares / 2 / compared), 0.08);
}

TEST_F(CorrelateCommand, ReplacesNothingUnasked) {
    const fs::path one = part("a.tif", 40, 30);
    ASSERT_EQ(correlate(one, one).status, 0);
    EXPECT_EQ(correlate(one, one).status, 2);
    EXPECT_EQ(correlate(one, one, {"--force"}).status, 0);
}

}  // namespace
}  // namespace coarsen::test
