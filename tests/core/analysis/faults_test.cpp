// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that look like a length and are none, or not the only one, are never good, and say so; studied in
// tests/studies/spoilt.cpp.
#include "core/analysis/frame_measurer.hpp"
#include "core/preprocess/false_colour.hpp"
#include "core/preprocess/flat_blocks.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int faultyWidth = 400, faultyHeight = 300;

Image ringOf(double rMaxPx, std::uint64_t seed) {
    RingSettings settings;
    settings.width = faultyWidth;
    settings.height = faultyHeight;
    settings.frames = 1;
    settings.law = RingLaw::constant;
    settings.rMaxFromPx = settings.rMaxToPx = rMaxPx;
    settings.seed = seed;
    return ringFrame(settings, 0).image;
}

Image changedBy(const Image& image, const std::function<double(int x, int y)>& greyAt, int channels = 1) {
    std::vector<std::uint8_t> pixels;
    for (int channel = 0; channel < channels; ++channel)
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(greyAt(x, y), 0.0, 255.0))));
    return {image.width(), image.height(), std::move(pixels), channels};
}

Image whiteNoise(std::uint64_t seed) {
    RandomNumbers random(seed, 1);
    return changedBy(Image(faultyWidth, faultyHeight, std::vector<std::uint8_t>(faultyWidth * faultyHeight)),
                     [&](int, int) { return 128 + 30 * random.normal(); });
}

using Colour = std::array<double, 3>;

Image colouredBy(const Image& image, const std::function<Colour(double value)>& map) {
    std::vector<std::uint8_t> pixels;
    for (std::size_t channel = 0; channel < 3; ++channel)
        for (const auto value : image.plane<std::uint8_t>())
            pixels.push_back(static_cast<std::uint8_t>(std::lround(255 * map(value / 255.0)[channel])));
    return {image.width(), image.height(), std::move(pixels), 3};
}

Colour jet(double x) {
    const auto part = [x](double middle) { return std::clamp(1.5 - 4 * std::abs(x - middle), 0.0, 1.0); };
    return {part(0.75), part(0.5), part(0.25)};
}

Frame frameOf(Image image) {
    Frame frame;
    frame.image = std::move(image);
    return frame;
}

LengthScale measuredBy(const Recipe& recipe, Image image) {
    FrameMeasurer measurer(recipe, {.engines = cpuEngines(), .threads = 1}, {});
    return measurer(frameOf(std::move(image)), {}, false).measured.rMax;
}

void expectFlagged(const Image& image, PictureFault fault, const char* words) {
    const LengthScale now = measuredBy(defaultRecipe(), image);
    EXPECT_EQ(now.quality, Quality::weak);
    EXPECT_EQ(nameOf(now.fault), nameOf(fault));
    EXPECT_THAT(now.message, HasSubstr(words));

    // A recipe without the keys means what it meant before there were any.
    Recipe earlier = defaultRecipe();
    for (const char* key :
         {"measure.comb", "measure.bands", "measure.false_colour", "measure.spectrum", "measure.surround", "measure.two_lengths"})
        setText(earlier, key, "ignored");
    EXPECT_THAT(recipeJson(earlier), testing::Not(AnyOf(HasSubstr("two_lengths"), HasSubstr("surround"))));
    const LengthScale before = measuredBy(recipeFromJson(recipeJson(earlier), "earlier"), image);
    EXPECT_EQ(before.quality, Quality::good) << before.message;
    EXPECT_EQ(before.px, now.px);
}

double measuredWith(const std::vector<std::pair<const char*, const char*>>& settings, const Image& image) {
    Recipe recipe = defaultRecipe();
    for (const auto& [key, value] : settings)
        setText(recipe, key, value);
    const LengthScale mended = measuredBy(recipe, image);
    EXPECT_EQ(mended.quality, Quality::good) << mended.message;
    return mended.px;
}

/// Offers of the recipe against the fault that the picture shows, taken one after the other.
std::string offeredFor(const Image& image) {
    std::string offers;
    for (const Warning& warning :
         warnings(defaultRecipe(), 28, 28, faultyWidth, faultyHeight, 0, measuredBy(defaultRecipe(), image).fault))
        if (warning.key.starts_with("lines.") || warning.key.starts_with("surround."))
            offers += warning.remedyKey + "=" + warning.remedyValue + " ";
    return offers;
}

Image withRowsMoved(const Image& ring) {
    return changedBy(ring, [&](int x, int y) { return ring.at(std::min(x + 8 * (y % 2), faultyWidth - 1), y); });
}

TEST(Combs, OfRawColoursUnevenColumnsAndInterlacedFieldsAreFlagged) {
    const Image ring = ringOf(28, 4901);

    expectFlagged(changedBy(ring, [&](int x, int y) { return ring.at(x, y) * (1 - 0.2 * (x % 2) - 0.2 * (y % 2)); }),
                  PictureFault::columnComb, "a comb");
    expectFlagged(changedBy(ring, [&](int x, int y) { return ring.at(x, y) * (x % 2 ? 1.3 : 1) / 1.3; }),
                  PictureFault::columnComb, "every other column");
    expectFlagged(withRowsMoved(ring), PictureFault::rowComb, "every other row");
}

TEST(Combs, AreGoneOnceWhatIsOfferedIsTaken) {
    const Image ring = ringOf(28, 4902);
    const double truth = measuredBy(defaultRecipe(), ring).px;
    const Image bayer = changedBy(ring, [&](int x, int y) { return ring.at(x, y) * (1 - 0.2 * (x % 2) - 0.2 * (y % 2)); });

    EXPECT_EQ(offeredFor(bayer), "lines.cells=2x2 ");
    EXPECT_NEAR(measuredWith({{"lines.cells", "2x2"}}, bayer), truth, 0.3);
    EXPECT_EQ(offeredFor(withRowsMoved(ring)), "lines.fields=first ");
    EXPECT_NEAR(measuredWith({{"lines.fields", "first"}}, withRowsMoved(ring)), truth, 0.3);
    EXPECT_EQ(offeredFor(ring), "");
}

Image bandedBy(const Image& image, bool areRows, double height) {
    return changedBy(image, [&](int x, int y) {
        return 0.7 * image.at(x, y) + 38 + height * std::cos(2 * std::numbers::pi * (areRows ? y : x) / 24);
    });
}

TEST(Bands, OfRowsAndColumnsAreFlaggedAndGoWithTheirMeans) {
    const Image ring = ringOf(28, 4909), white = whiteNoise(4910);
    const double truth = measuredBy(defaultRecipe(), ring).px;

    expectFlagged(bandedBy(ring, true, 24), PictureFault::rowBands, "rows of pixels differ as wholes");
    expectFlagged(bandedBy(ring, false, 24), PictureFault::columnBands, "columns of pixels differ as wholes");
    EXPECT_EQ(offeredFor(bandedBy(ring, false, 24)), "lines.means=columns ");
    EXPECT_NEAR(measuredWith({{"lines.means", "rows"}}, bandedBy(ring, true, 24)), truth, 0.01 * truth);
    expectFlagged(bandedBy(white, true, 14), PictureFault::stripesOfLines, "stripes along the rows");
}

TEST(Bands, OfOneSixteenthOfTheVarianceAreFlagged) {
    const Image ring = ringOf(20, 4920);
    const auto faintlyBanded = [&](bool areRows, double period) {
        return changedBy(ring, [&](int x, int y) {
            return 0.7 * ring.at(x, y) + 38 + 10 * std::cos(2 * std::numbers::pi * (areRows ? y : x) / period);
        });
    };

    for (const double period : {24.0, 41.0}) {
        expectFlagged(faintlyBanded(true, period), PictureFault::rowBands, "rows of pixels differ as wholes");
        expectFlagged(faintlyBanded(false, period), PictureFault::columnBands, "columns of pixels differ as wholes");
    }
}

TEST(Bands, AreNotSeenInLatticesThatAreTurned) {
    for (const int directions : {2, 3})
        for (const double degrees : {0.0, 1.0, 2.0, 4.0, 10.0}) {
            const Image lattice = changedBy(ringOf(20, 4921), [&](int x, int y) {
                double value = 0;
                for (int k = 0; k < directions; ++k) {
                    const double angle = degrees * std::numbers::pi / 180 + k * std::numbers::pi / directions;
                    value += std::cos(0.3 * (x * std::cos(angle) + y * std::sin(angle)));
                }
                return 128 + 30 * value;
            });
            EXPECT_EQ(nameOf(measuredBy(defaultRecipe(), lattice).fault), "none") << directions << " " << degrees;
        }
}

TEST(Bands, AreNotSeenInPatternsAndLatticesAlongTheEdge) {
    for (const int directions : {2, 3})
        for (const double level : {-3.0, 0.8}) {
            const Image lattice = changedBy(ringOf(20, 4911), [&](int x, int y) {
                double value = 0;
                for (int k = 0; k < directions; ++k) {
                    const double angle = k * std::numbers::pi / directions;
                    value += std::cos(0.26 * (x * std::cos(angle) + y * std::sin(angle)));
                }
                return level < -1 ? 128 + 30 * value : value > level ? 200.0 : 80.0;
            });
            EXPECT_EQ(nameOf(measuredBy(defaultRecipe(), lattice).fault), "none") << directions << " " << level;
        }
    EXPECT_EQ(nameOf(measuredBy(defaultRecipe(), ringOf(35, 4912)).fault), "none");
}

TEST(Spectra, WithoutAPeakAreFlagged) {
    const Image white = whiteNoise(4913);
    const auto magnified = [&](int x, int y) {  // by sinc, twice as large
        double sum = 0;
        for (int v = -3; v <= 3; ++v)
            for (int u = -3; u <= 3; ++u) {
                const double dx = x / 2.0 - x / 2 - u, dy = y / 2.0 - y / 2 - v;
                const auto tap = [](double d) {
                    return d == 0 ? 1
                                  : std::sin(std::numbers::pi * d) / (std::numbers::pi * d) * std::cos(d / 8 * std::numbers::pi);
                };
                sum += tap(dx) * tap(dy) *
                       (white.at(std::clamp(x / 2 + u, 0, faultyWidth - 1), std::clamp(y / 2 + v, 0, faultyHeight - 1)) - 128);
            }
        return 128 + sum;
    };

    expectFlagged(changedBy(white, magnified), PictureFault::spectrum, "the spectrum has no peak");
    EXPECT_EQ(nameOf(measuredBy(defaultRecipe(), ringOf(6, 4914)).fault), "none");
}

using Values = std::vector<double>;

Values blurred(const Values& values, double sigmaPx) {
    const auto along = [&](const Values& from, int dx, int dy) {
        Values to;
        for (int y = 0; y < faultyHeight; ++y)
            for (int x = 0; x < faultyWidth; ++x) {
                double sum = 0, weights = 0;
                for (int i = -static_cast<int>(3 * sigmaPx); i <= 3 * sigmaPx; ++i) {
                    const int u = std::clamp(x + i * dx, 0, faultyWidth - 1), v = std::clamp(y + i * dy, 0, faultyHeight - 1);
                    const double weight = std::exp(-i * i / (2 * sigmaPx * sigmaPx));
                    sum += weight * from[static_cast<std::size_t>(v * faultyWidth + u)];
                    weights += weight;
                }
                to.push_back(sum / weights);
            }
        return to;
    };
    return along(along(values, 1, 0), 0, 1);
}

TEST(Spectra, OfNoiseThatWasSmoothedAndSharpenedAreFlagged) {
    RandomNumbers random(4917, 1);
    Values noise;
    for (int i = 0; i < faultyWidth * faultyHeight; ++i)
        noise.push_back(150 * random.normal());
    const Values smooth = blurred(noise, 1.5), coarse = blurred(smooth, 4);

    const auto sharpened = [&](int x, int y) {
        const auto i = static_cast<std::size_t>(y * faultyWidth + x);
        return 128 + smooth[i] + 2 * (smooth[i] - coarse[i]);
    };
    expectFlagged(changedBy(ringOf(20, 4917), sharpened), PictureFault::spectrum, "the spectrum has no peak");
}

/// Means of blocks of 8 px in steps of 20/3 of grey: all that JPEG at quality 15 leaves of what changes slowly.
Image inFlatBlocks(const std::function<double(int x, int y)>& greyAt) {
    return changedBy(Image(faultyWidth, faultyHeight, std::vector<std::uint8_t>(faultyWidth * faultyHeight)), [&](int x, int y) {
        const double level = greyAt(x / 8 * 8 + 4, y / 8 * 8 + 4);
        return std::round(std::round(level * 3 / 20) * 20 / 3);
    });
}

TEST(FlatBlocks, OfARampThroughJpegAreFlagged) {
    const Image ramp = inFlatBlocks([](int x, int y) { return 100 + 0.09 * x + 0.16 * y; });

    EXPECT_TRUE(isOfFlatBlocks(frameOf(ramp)));
    expectFlagged(ramp, PictureFault::spectrum, "flat blocks of 8 px");
}

TEST(FlatBlocks, AreNotSeenInPatternsCoarsePixelsAndTwoLevels) {
    const Image ring = ringOf(20, 4918);
    const auto isOfBlocks = [&](const std::function<double(int x, int y)>& greyAt) {
        return isOfFlatBlocks(frameOf(changedBy(ring, greyAt)));
    };

    EXPECT_FALSE(isOfFlatBlocks(frameOf(ring)));
    EXPECT_FALSE(isOfBlocks([&](int x, int y) { return ring.at(x, y) > 128 ? 200.0 : 60.0; })) << "two levels";
    EXPECT_FALSE(isOfBlocks([&](int x, int y) { return ring.at(x / 8, y / 8); })) << "each pixel 8 times";
    EXPECT_FALSE(isOfBlocks([](int x, int y) { return (x / 8 + y / 8) % 2 == 0 ? 90.0 : 100.0; })) << "a chessboard";
    EXPECT_FALSE(isOfBlocks([](int x, int y) { return std::floor(100 + 0.09 * x + 0.16 * y); })) << "whole levels";
    EXPECT_FALSE(isOfBlocks([](int, int) { return 100.0; })) << "one grey";
}

TEST(LevelStepsOfAShade, AreFlagged) {
    const Image ring = ringOf(20, 4928);
    const Image shade = changedBy(ring, [](int x, int y) { return 160 - 0.11 * std::hypot(x - 30, y - 20); });

    expectFlagged(shade, PictureFault::spectrum, "in single steps of grey");
}

TEST(LevelStepsOfAShade, AreNotSeenInFaintPatterns) {
    const Image ring = ringOf(20, 4929);
    for (const double levels : {1.0, 3.0}) {  // 1/40 of the ring's contrast, and its multiples
        const Image faint = changedBy(ring, [&](int x, int y) { return 100 + levels / 40 * (ring.at(x, y) - 128); });
        const LengthScale found = measuredBy(defaultRecipe(), faint);

        EXPECT_EQ(found.quality, Quality::good) << levels << " " << found.message;
    }
}

TEST(Surrounds, AreNamedWhereTheyLeaveAWeakMaximum) {
    int weak = 0;
    for (const std::uint64_t seed : {4922, 4923, 4924, 4925, 4926, 4927}) {
        const Image ring = ringOf(13, seed);
        const Image disc = changedBy(ring, [&](int x, int y) { return std::hypot(x - 200, y - 150) > 145 ? 0 : ring.at(x, y); });

        const LengthScale found = measuredBy(defaultRecipe(), disc);

        weak += found.quality == Quality::weak ? 1 : 0;
        EXPECT_NE(found.quality, Quality::good) << seed;
        EXPECT_EQ(nameOf(found.fault), "surround") << seed << " " << found.message;
        EXPECT_THAT(found.message, HasSubstr("(surround.circle=")) << seed;
    }
    EXPECT_GT(weak, 0);
}

TEST(Surrounds, WithoutAPatternAreFlagged) {
    const Image ring = ringOf(20, 4915);
    const auto isInBubble = [](int x, int y) { return std::hypot(x % 160 - 80, y % 120 - 60) <= 25; };

    expectFlagged(changedBy(ring, [&](int x, int y) { return isInBubble(x, y) ? 40 : ring.at(x, y); }), PictureFault::surround,
                  "shows no pattern");
    expectFlagged(changedBy(ring, [&](int x, int y) { return y > 250 ? 20 : ring.at(x, y); }), PictureFault::surround,
                  "shows no pattern");
    EXPECT_EQ(nameOf(measuredBy(defaultRecipe(), ring).fault), "none");
    const Image cells = changedBy(ring, [&](int x, int y) { return ring.at(x, y) > 128 ? 200 : 60; });
    EXPECT_EQ(nameOf(measuredBy(defaultRecipe(), cells).fault), "none");
}

TEST(Surrounds, AreMaskedByTheSettingThatIsOffered) {
    const Image ring = ringOf(20, 4916);
    const Image disc = changedBy(ring, [&](int x, int y) { return std::hypot(x - 200, y - 150) > 130 ? 10 : ring.at(x, y); });
    const Image bar = changedBy(ring, [&](int x, int y) { return y > 250 ? 20 : ring.at(x, y); });
    const Image bubbles =
        changedBy(ring, [&](int x, int y) { return std::hypot(x % 160 - 80, y % 120 - 60) <= 25 ? 40 : ring.at(x, y); });

    EXPECT_EQ(offeredFor(bubbles), "surround.circle=42 ");  // 1.5 times 28 px
    EXPECT_NEAR(measuredWith({{"surround.circle", "30"}}, bubbles), measuredWith({}, ring), 0.3);
    EXPECT_EQ(offeredFor(bar), "surround.circle=42 ");
    EXPECT_NEAR(measuredWith({{"surround.circle", "30"}}, bar), measuredWith({{"crop.height", "240"}}, ring), 0.3);
    EXPECT_EQ(offeredFor(disc), "surround.circle=42 ");
    EXPECT_THAT(measuredBy(defaultRecipe(), disc).message, HasSubstr("mask it (surround.circle=30)"));  // it has no R_max
    EXPECT_NEAR(measuredWith({{"surround.circle", "30"}}, disc),
                measuredWith({{"crop.shapes", "+ellipse 200,150 124,124"}}, ring), 0.3);
    EXPECT_NEAR(measuredWith({{"surround.circle", "30"}}, ring), measuredWith({}, ring), 1e-9);  // it has none
}

TEST(TwoLengths, AreSaidAndNotGood) {
    const Image fine = ringOf(15, 4903), coarse = ringOf(60, 4904);

    expectFlagged(changedBy(fine, [&](int x, int y) { return 0.5 * (fine.at(x, y) + coarse.at(x, y)); }),
                  PictureFault::twoLengths,
                  "which moves R_max (it is about 9 % too small where the second is as strong and four times as long)");
}

TEST(TwoLengths, AreNotSeenInOvertonesOfLatticesAndStripes) {
    for (const int directions : {2, 3}) {
        const Image lattice = changedBy(ringOf(20, 4905), [&](int x, int y) {
            double value = 0;
            for (int k = 0; k < directions; ++k) {
                const double angle = 0.1 + k * std::numbers::pi / directions;
                value += std::cos(0.45 * (x * std::cos(angle) + y * std::sin(angle)));
            }
            return value > 0.8 ? 200.0 : 80.0;
        });
        const LengthScale found = measuredBy(defaultRecipe(), lattice);
        EXPECT_THAT(found.message, testing::Not(HasSubstr("second length"))) << directions;
    }
    EXPECT_THAT(measuredBy(defaultRecipe(), ringOf(20, 4906)).message, IsEmpty());
}

TEST(FalseColour, IsToldByTheNumberOfColours) {
    const Image ring = ringOf(20, 4907);
    const auto isFalse = [&](const std::function<Colour(double)>& map) { return isFalseColour(frameOf(colouredBy(ring, map))); };

    EXPECT_TRUE(isFalse(jet));
    EXPECT_FALSE(isFalse([](double v) { return Colour{v, v, v}; })) << "grey";
    EXPECT_FALSE(isFalse([](double v) { return Colour{0, v, 0}; })) << "one hue: the grey of it is the picture";
    EXPECT_FALSE(isFalse([](double v) { return Colour{0.8 * v + 0.1, 0.5 * v + 0.1, 0.1}; })) << "through a tinted filter";
    EXPECT_FALSE(isFalse([](double v) { return v > 0.99 ? Colour{1, 0, 0} : Colour{v, v, v}; })) << "a red bar";
    int pixel = 0;
    EXPECT_FALSE(isFalse([&](double v) {
        ++pixel;
        return Colour{v, v * (0.6 + 0.1 * (pixel % 7) / 7.0), v * (0.3 + 0.3 * (pixel % 11) / 11.0)};
    })) << "a photograph";
    EXPECT_FALSE(isFalseColour(frameOf(ring)));
}

TEST(FalseColour, IsNeverGood) {
    expectFlagged(colouredBy(ringOf(20, 4908), jet), PictureFault::falseColour, "false colour");
}

}  // namespace
}  // namespace coarsen
