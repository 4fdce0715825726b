// SPDX-License-Identifier: GPL-3.0-or-later
// One suite over all convolution engines, against the plain loops in double; and the plain loops against OpenCV.
#include "core/base/error.hpp"
#include "core/convolve/convolve.hpp"
#include "core/convolve/cpu_simd.hpp"
#include "core/image/opencv.hpp"
#include "core/settings/fields.hpp"
#include "gpu/engines.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <random>

namespace coarsen {
namespace {

using Engine = std::shared_ptr<const ConvolutionEngine>;

/// Filter of random numbers; of rank 1 where asked for: what the separable engine can do.
Filter randomFilter(int width, int height, bool isSeparable, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> tap(0.2F, 1);
    Filter filter{width, height, {}};
    std::vector<float> column, row;
    for (int y = 0; y < height; ++y)
        column.push_back(tap(random));
    for (int x = 0; x < width; ++x)
        row.push_back(tap(random));
    for (const float down : column)
        for (const float across : row)
            filter.taps.push_back(isSeparable ? down * across : tap(random));
    return filter;
}

double largestOf(const Image& image) {
    double largest = 0;
    image.visit([&](auto pixels) {
        for (const auto pixel : pixels)
            largest = std::max(largest, std::abs(static_cast<double>(pixel)));
    });
    return largest;
}

class ConvolutionSuite : public testing::TestWithParam<Engine> {
protected:
    bool isSeparable() const { return GetParam()->description().name.ends_with("-separable"); }

    void expectEqualsTheJudge(const Image& image, const Mask& mask, const Filter& filter,
                              const ConvolutionSettings& settings) const {
        const auto with = [&](const Engine& engine) {
            ConvolutionEngineList engines{engine};
            const std::string name = engine->description().name;
            if (!mask.isAllValid()) engines.push_back(cpuDirectConvolution());  // for the Gaussian mean of masked pixels
            return Convolver(engines, name, filter, settings, image.width(), image.height(), 2)(image, mask);
        };
        const Convolved answer = with(GetParam()), judged = with(cpuDirectConvolution());
        ASSERT_EQ(answer.image.width(), judged.image.width());
        ASSERT_EQ(answer.image.height(), judged.image.height());
        const double factor = settings.scale == FilterScale::none  ? 1
                              : settings.scale == FilterScale::sum ? 1 / std::abs(filter.sum())
                                                                   : 1.0 / static_cast<double>(filter.taps.size());
        const double range = largestOf(image) * filter.absoluteSum() * factor;
        double worst = 0;
        int otherMask = 0;
        for (int y = 0; y < judged.image.height(); ++y)
            for (int x = 0; x < judged.image.width(); ++x) {
                otherMask += answer.mask.isValid(x, y) != judged.mask.isValid(x, y);
                worst = std::max(worst, std::abs(answer.image.at(x, y) - judged.image.at(x, y)));
            }
        EXPECT_LE(worst, 1e-6 * range) << image.width() << " x " << image.height() << ", filter " << filter.width << " x "
                                       << filter.height << ", "
                                       << textOf(readField(ConvolutionSettings::fields(), "convolve", "border", settings));
        EXPECT_EQ(otherMask, 0);
    }
};

/// Engines of the lists, GPUs where there are some, and the vectorised ones with each set of instructions that this processor
/// has, last of all with none.
ConvolutionEngineList enginesUnderTest() {
    ConvolutionEngineList engines = cpuConvolutionEngines();
    for (auto& engine : gpu::engines().convolution)
        if (engine->description().unavailable.empty()) engines.push_back(std::move(engine));
    const ConvolutionKernelList kernels = usableConvolutionKernels();
    for (int i = 0; i < kernels.size; ++i) {
        engines.push_back(cpuSimdConvolution({{kernels.kernels[i]}, 1}));
        engines.push_back(cpuSeparableConvolution({{kernels.kernels[i]}, 1}));
    }
    return engines;
}

std::string nameOf(const testing::TestParamInfo<Engine>& instance) {
    const ConvolutionEngineDescription& description = instance.param->description();
    std::string name = description.name;
    if (instance.index >= cpuConvolutionEngines().size() && !description.isGpu)
        name += description.device.substr(description.device.rfind(' '));
    std::ranges::replace_if(
        name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, ConvolutionSuite, testing::ValuesIn(enginesUnderTest()), nameOf);

struct Sizes {
    int width, height, filterWidth, filterHeight;
};
constexpr Sizes allSizes[] = {{1, 1, 1, 1},      {7, 5, 3, 3},      {64, 48, 5, 5},    {64, 48, 4, 6},    {33, 31, 17, 17},
                              {50, 1, 7, 1},     {50, 1, 7, 3},     {1, 50, 1, 9},     {31, 3, 2, 2},     {6, 4, 15, 11},
                              {3, 3, 43, 43},    {97, 61, 43, 9},   {129, 67, 1, 13},  {130, 70, 31, 31}, {700, 90, 3, 43},
                              {90, 40, 131, 75}, {150, 40, 127, 3}, {40, 150, 3, 120}, {300, 200, 90, 5}, {300, 70, 3, 3},
                              {1500, 150, 7, 7}};

TEST_P(ConvolutionSuite, EqualsTheJudgeForAllSizesTypesAndBorders) {
    for (const auto& [width, height, filterWidth, filterHeight] : allSizes)
        for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
            for (const Border border : {Border::mirror, Border::replicate, Border::constant, Border::valid}) {
                if (border == Border::valid && (filterWidth > width || filterHeight > height)) continue;
                expectEqualsTheJudge(randomImage(width, height, type), {},
                                     randomFilter(filterWidth, filterHeight, isSeparable(), 5),
                                     {.border = border, .outside = 3.5});
            }
}

TEST_P(ConvolutionSuite, SumsWholeNumbersExactly) {
    const std::string name = GetParam()->description().name;
    if (isSeparable() || name.ends_with("-fft")) return;  // they do not add up the products of whole numbers
    for (const int side : {5, 17, 40}) {
        std::mt19937 random(3);
        Filter filter{side, side, {}};
        for (int i = 0; i < side * side; ++i)
            filter.taps.push_back(static_cast<float>(static_cast<int>(random() % 41) - 20));
        const Image image = randomImage(140, 65, PixelType::u8);

        const Image answer = Convolver({GetParam()}, "auto", filter, {}, 140, 65)(image).image;

        const Image judged = Convolver({cpuDirectConvolution()}, "auto", filter, {}, 140, 65)(image).image;
        EXPECT_TRUE(std::ranges::equal(answer.plane<float>(), judged.plane<float>())) << side;
    }
}

TEST_P(ConvolutionSuite, EqualsTheJudgeForAllScalesAndTurnedOver) {
    const Image image = randomImage(61, 45, PixelType::u16);
    for (const FilterScale scale : {FilterScale::none, FilterScale::sum, FilterScale::paper})
        for (const bool flips : {false, true})
            expectEqualsTheJudge(image, {}, randomFilter(9, 6, isSeparable(), 8), {.scale = scale, .flips = flips});
}

TEST_P(ConvolutionSuite, EqualsTheJudgeBesideMaskedPixels) {
    const Image image = randomImage(73, 52, PixelType::f32);
    const Mask mask = randomMask(73, 52);
    for (const Border border : {Border::mirror, Border::replicate, Border::constant, Border::valid}) {
        Filter positive = randomFilter(7, 5, isSeparable(), 2);
        for (float& tap : positive.taps)
            tap = std::abs(tap);
        expectEqualsTheJudge(image, mask, positive, {.border = border});
        expectEqualsTheJudge(image, mask, randomFilter(7, 5, isSeparable(), 2), {.border = border});
    }
}

/// Where all roundings go the same way.
TEST_P(ConvolutionSuite, KeepsItsDigitsOnAFlatImage) {
    for (const float grey : {0.1F, 200.3F})
        for (const auto& [width, height] : {std::pair{43, 43}, {31, 5}, {1, 43}, {201, 1}}) {
            const Filter mean{width, height, std::vector<float>(static_cast<std::size_t>(width * height), 0.7F)};
            expectEqualsTheJudge(Image(120, 70, std::vector<float>(120 * 70, grey)), {}, mean, {.scale = FilterScale::sum});
        }
}

TEST_P(ConvolutionSuite, GivesTheSameBytesOnAnyNumberOfThreads) {
    const Image image = randomImage(200, 150, PixelType::f32);
    const Filter filter = randomFilter(11, 7, isSeparable(), 3);
    const auto with = [&](int threads) {
        const Image answer = Convolver({GetParam()}, "auto", filter, {}, 200, 150, threads)(image).image;
        const auto pixels = answer.plane<float>();
        return std::vector<float>(pixels.begin(), pixels.end());
    };

    EXPECT_EQ(with(1), with(3));
}

TEST(ConvolutionJudge, IsOpenCvsFilter2D) {
    const Image image = randomImage(57, 38, PixelType::u8);
    cv::Mat pixels(38, 57, CV_64F), answer;
    for (int y = 0; y < 38; ++y)
        for (int x = 0; x < 57; ++x)
            pixels.at<double>(y, x) = image.at(x, y);
    for (const auto& [border, theirs] : {std::pair{Border::mirror, cv::BORDER_REFLECT},
                                         {Border::replicate, cv::BORDER_REPLICATE},
                                         {Border::constant, cv::BORDER_CONSTANT}})
        for (const auto& [width, height] : {std::pair{5, 5}, {4, 3}, {8, 2}, {1, 6}}) {
            const Filter filter = randomFilter(width, height, false, 4);
            cv::Mat taps(height, width, CV_64F);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    taps.at<double>(y, x) = filter.at(x, y);
            cv::filter2D(pixels, answer, CV_64F, taps, {(width - 1) / 2, (height - 1) / 2}, 0, theirs);

            const Image ours = Convolver({cpuDirectConvolution()}, "auto", filter, {.border = border}, 57, 38)(image).image;

            for (int y = 0; y < 38; ++y)
                for (int x = 0; x < 57; ++x)
                    ASSERT_NEAR(ours.at(x, y), answer.at<double>(y, x), 1e-3)
                        << width << " x " << height << " at " << x << ", " << y;
        }
}

}  // namespace
}  // namespace coarsen
