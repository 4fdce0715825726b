// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/convolve/convolve.hpp"
#include "tests/support/random_images.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<float> pixelsOf(const Image& image) {
    const auto pixels = image.plane<float>();
    return {pixels.begin(), pixels.end()};
}

Convolved convolved(const Image& image, const Filter& filter, const ConvolutionSettings& settings = {}, const Mask& mask = {}) {
    return Convolver(cpuConvolutionEngines(), "cpu-direct", filter, settings, image.width(), image.height())(image, mask);
}

const Image row(5, 1, std::vector<std::uint8_t>{1, 2, 3, 4, 5});
const Filter rightNeighbour{3, 1, {0, 0, 1}};

TEST(Convolver, CorrelatesOrTurnsTheFilterOver) {
    EXPECT_THAT(pixelsOf(convolved(row, rightNeighbour).image), ElementsAre(2, 3, 4, 5, 5));
    EXPECT_THAT(pixelsOf(convolved(row, rightNeighbour, {.flips = true}).image), ElementsAre(1, 1, 2, 3, 4));
}

TEST(Convolver, HasTheBordersThatItSays) {
    const Filter third{7, 1, {1, 0, 0, 0, 0, 0, 0}};  // three pixels to the left
    EXPECT_THAT(pixelsOf(convolved(row, third, {.border = Border::mirror}).image), ElementsAre(3, 2, 1, 1, 2));
    EXPECT_THAT(pixelsOf(convolved(row, third, {.border = Border::replicate}).image), ElementsAre(1, 1, 1, 1, 2));
    EXPECT_THAT(pixelsOf(convolved(row, third, {.border = Border::constant, .outside = 9}).image), ElementsAre(9, 9, 9, 1, 2));
    EXPECT_THAT(pixelsOf(convolved(row, rightNeighbour, {.border = Border::valid}).image), ElementsAre(3, 4, 5));
}

TEST(Convolver, OfEvenSizesHasMoreBorderAtTheRightAndBelow) {
    EXPECT_THAT(pixelsOf(convolved(row, {2, 1, {0, 1}}).image), ElementsAre(2, 3, 4, 5, 5));
    EXPECT_THAT(pixelsOf(convolved(row, {2, 1, {1, 0}}).image), ElementsAre(1, 2, 3, 4, 5));
}

TEST(Convolver, DividesByTheSumOrTheNumberOfTaps) {
    const Filter box{3, 1, {2, 2, 2}};
    EXPECT_THAT(pixelsOf(convolved(row, box, {.border = Border::valid, .scale = FilterScale::sum}).image), ElementsAre(2, 3, 4));
    EXPECT_THAT(pixelsOf(convolved(row, box, {.border = Border::valid, .scale = FilterScale::paper}).image),
                ElementsAre(4, 6, 8));
}

TEST(Convolver, DampsAWaveAsAGaussianDoes) {
    constexpr int width = 256;
    constexpr double sigma = 3, waves = 16;
    std::vector<float> pixels;
    for (int x = 0; x < width; ++x)
        pixels.push_back(static_cast<float>(std::cos(2 * std::numbers::pi * waves * (x + 0.5) / width)));
    const Image image(width, 1, std::move(pixels));

    const Image answer = convolved(image, gaussianFilter(sigma)).image;

    const double q = 2 * std::numbers::pi * waves / width, damped = std::exp(-q * q * sigma * sigma / 2);
    for (int x = 0; x < width; ++x)
        EXPECT_NEAR(answer.at(x, 0), damped * image.at(x, 0), 2e-4) << x;  // a mirrored cosine goes on at the border
}

/// An engine of a stated cost that notes with how many threads its plan was made.
class CountingEngine final : public ConvolutionEngine {
public:
    explicit CountingEngine(double nanosecondsAPixel) {
        description_.name = "counting";
        description_.cost = [=](const ConvolutionShape&, const Filter&) { return nanosecondsAPixel; };
    }
    const ConvolutionEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter&) const override {
        threads = shape.threads;
        return nullptr;
    }
    mutable int threads = 0;

private:
    ConvolutionEngineDescription description_;
};

TEST(Convolver, StartsNoMoreThreadsThanHaveEnoughToDo) {
    const Filter box{3, 3, std::vector<float>(9, 1)};
    for (const auto& [nanoseconds, threads] : {std::pair{0.1, 1}, {1.0, 5}, {100.0, 8}}) {
        const auto engine = std::make_shared<CountingEngine>(nanoseconds);
        Convolver({engine}, "auto", box, {}, 1000, 1000, 8);
        EXPECT_EQ(engine->threads, threads) << nanoseconds << " ns a pixel";
    }
}

TEST(Convolver, GivesTheSameBitsByBandsAsByTheWholeImage) {
    constexpr int width = 1000, height = 600;
    const Image image = randomImage(width, height, PixelType::f32);
    for (const int side : {2, 3, 5, 7, 8, 9}) {
        Filter filter{side, side, {}};
        for (int i = 0; i < side * side; ++i)
            filter.taps.push_back(1.0F / static_cast<float>(i + 1));
        const auto pixels = image.plane<float>();
        const auto engine = cpuSimdConvolution();
        const ConvolutionShape shape{width - side + 1, height - side + 1, side, side, 1};
        std::vector<float> whole(shape.answerSize());
        engine->plan(shape, filter)->run(pixels, whole);

        for (const int threads : {1, 2}) {
            Convolver convolver({engine}, "auto", filter, {.border = Border::valid}, width, height, threads);
            EXPECT_EQ(pixelsOf(convolver(image).image), whole) << side << ", " << threads << " threads";
        }
    }
}

TEST(Convolver, LeavesMaskedPixelsOutOfAMean) {
    const Image image(5, 1, std::vector<float>{1, 2, 300, 4, 5});
    const Mask mask(5, 1, {1, 1, 0, 1, 1});

    const Convolved answer = convolved(image, {3, 1, {1, 1, 1}}, {.border = Border::valid, .scale = FilterScale::sum}, mask);

    EXPECT_THAT(pixelsOf(answer.image), ElementsAre(1.5F, 3, 4.5F));
    EXPECT_TRUE(answer.mask.isValid(0, 0) && answer.mask.isValid(1, 0));
}

TEST(Convolver, OfAFlatImageIsFlatWhateverIsMasked) {
    const Image image(6, 1, std::vector<float>{7, 7, 0, 7, 7, 7});
    const Mask mask(6, 1, {1, 1, 0, 1, 1, 1});

    const Convolved mean = convolved(image, {3, 1, {1, 2, 1}}, {}, mask), edges = convolved(image, {3, 1, {-1, 2, -1}}, {}, mask);

    for (int x = 0; x < 6; ++x) {
        if (mean.mask.isValid(x, 0)) {
            EXPECT_FLOAT_EQ(static_cast<float>(mean.image.at(x, 0)), 28);
        }
        EXPECT_NEAR(edges.image.at(x, 0), 0, 1e-5);
    }
}

TEST(Convolver, IsUndefinedWhereLessThanHalfOfTheTapsIsOnValidPixels) {
    const Image image(5, 1, std::vector<float>{1, 2, 3, 4, 5});
    const Mask mask(5, 1, {1, 0, 0, 0, 1});

    for (const float middle : {1.0F, -1.0F}) {
        const Convolved answer = convolved(image, {3, 1, {1, middle, 1}}, {}, mask);
        EXPECT_TRUE(answer.mask.isValid(0, 0));  // the mirrored pixel, too
        EXPECT_FALSE(answer.mask.isValid(1, 0));
        EXPECT_FALSE(answer.mask.isValid(2, 0));
    }
}

std::string refusal(const Filter& filter, const ConvolutionSettings& settings = {}, const char* engine = "auto") {
    try {
        Convolver(cpuConvolutionEngines(), engine, filter, settings, 5, 1);
    } catch (const SettingError& error) {
        return error.what();
    }
    return "none";
}

TEST(Convolver, RefusesWhatCannotBeDoneInWords) {
    EXPECT_THAT(refusal({}), HasSubstr("it has no taps"));
    EXPECT_THAT(refusal({3, 1, {1, 2}}), HasSubstr("2 taps, not 3 x 1"));
    EXPECT_THAT(refusal({3, 1, {1, NAN, 2}}), HasSubstr("column 1, row 0 is no finite number"));
    EXPECT_THAT(refusal({7, 1, {1, 1, 1, 1, 1, 1, 1}}, {.border = Border::valid}), HasSubstr("nothing is left without a border"));
    EXPECT_THAT(refusal({3, 1, {-1, 2, -1}}, {.scale = FilterScale::sum}), HasSubstr("the taps cancel"));
    EXPECT_THAT(refusal({1, 1, {1}}, {}, "cpu-abacus"), HasSubstr("there is no engine \"cpu-abacus\""));
    EXPECT_THAT(refusal({2, 2, {1, 0, 0, 1}}, {}, "cpu-separable"), HasSubstr("this one is not"));
}

TEST(Convolver, TakesTheCheapestEngineForTheFilter) {
    const auto engineFor = [](const Filter& filter) {
        return Convolver(cpuConvolutionEngines(), "auto", filter, {}, 1500, 750, 1).choice().engine->description().name;
    };
    const Filter large = gaussianFilter(4);  // 33 x 33
    Filter other = large;
    other.taps.front() = 1;

    EXPECT_EQ(engineFor({2, 2, {1, 0, 0, 1}}), "cpu-simd");
    EXPECT_EQ(engineFor(large), "cpu-separable");
    EXPECT_EQ(engineFor(other), "cpu-fft");
    EXPECT_EQ(engineFor(gaussianFilter(30)), "cpu-fft");
}

}  // namespace
}  // namespace coarsen
