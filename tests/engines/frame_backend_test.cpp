// SPDX-License-Identifier: GPL-3.0-or-later
// Every engine here that can take a frame through all its steps, against the steps on the CPU. Tolerances: decision E10.
#include "core/analysis/frame_measurer.hpp"
#include "core/base/error.hpp"
#include "core/measure/small_radii.hpp"
#include "core/preprocess/contrast.hpp"
#include "core/synth/synthetic_series.hpp"
#include "gpu/engines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <ostream>

namespace coarsen {
namespace {

using Backend = std::shared_ptr<const FrameBackend>;

constexpr double imageTolerance = 1e-5, rMaxTolerancePx = 0.005, c1dTolerance = 1e-5;

std::vector<Backend> backends() {
    return gpu::engines().frames;
}

/// The backend with the engine in whose name it works.
Engines alone(const Backend& backend) {
    Engines engines = gpu::engines();
    std::erase_if(engines.correlation, [&](const auto& engine) { return engine->description().name != backend->engine(); });
    engines.frames = {backend};
    return engines;
}

struct Case {
    std::string name;
    std::vector<std::pair<std::string, std::string>> settings = {};
    int width = 360, height = 240, bits = 8, specks = 30;
    double light = 0.4;
    double aspect = 1;
    double (*grey)(double grey, int x, int y) = nullptr;  ///< change of the picture's grey values, of 8 bits
};

std::ostream& operator<<(std::ostream& out, const Case& which) {
    return out << which.name;
}

using Settings = std::vector<std::pair<std::string, std::string>>;

/// With the light and dust that recipes took before `auto` and `specks`.
Settings former(Settings more = {}) {
    const Settings steps = {{"flatten.method", "polynomial"}, {"dust.find", "outliers"}};
    more.insert(more.begin(), steps.begin(), steps.end());
    return more;
}

const std::vector<Case> cases = {
    {.name = "Default"},
    {.name = "Portrait", .width = 233, .height = 350},
    {.name = "SixteenBits", .bits = 16},
    {.name = "NoDustThere", .specks = 0},
    {.name = "NoLightThere", .light = 0},
    {.name = "SteepLight", .light = 0.8},
    {.name = "LightThatAdds", .light = 0, .grey = [](double grey, int x, int y) { return 0.6 * grey + 0.15 * x + 0.1 * y; }},
    {.name = "LightThatAddsToSixteenBits",
     .bits = 16,
     .light = 0,
     .grey = [](double grey, int x, int y) { return 0.6 * grey + 5e-4 * x * x + 0.1 * y; }},
    {.name = "ManySpecks", .width = 500, .height = 400, .specks = 600},
    {.name = "GreySpecks",
     .light = 0,
     .grey = [](double grey, int x, int y) { return x % 29 < 4 && y % 31 < 4 ? (x / 29 % 2 ? 60 : 190) : grey; }},
    {.name = "TwoLevels", .specks = 0, .light = 0, .grey = [](double grey, int, int) { return grey > 128 ? 200.0 : 50.0; }},
    {.name = "FewLevels", .grey = [](double grey, int, int) { return 32 * std::floor(grey / 32); }},
    {.name = "BlackFrameAroundIt",
     .grey = [](double grey, int x, int y) { return x < 9 || y < 7 || x > 345 || y > 231 ? 0 : grey; }},
    {.name = "Lying", .width = 700, .height = 32},
    {.name = "Standing", .width = 32, .height = 700},
    {.name = "FlattenOff", .settings = {{"flatten.on", "false"}}},
    {.name = "DustOff", .settings = {{"dust.on", "false"}}},
    {.name = "DustFindingNone", .settings = {{"dust.find", "none"}}},
    {.name = "GreyAlone", .settings = {{"dust.on", "false"}, {"flatten.on", "false"}}},
    {.name = "FirstOrder", .settings = former({{"flatten.order", "1"}})},
    {.name = "SecondOrder", .settings = former()},
    {.name = "SixthOrder", .settings = former({{"flatten.order", "6"}})},
    {.name = "Blur", .settings = {{"flatten.method", "blur"}, {"flatten.sigma", "60"}}},
    {.name = "NarrowBlurOfSixteenBits", .settings = former({{"flatten.method", "blur"}, {"flatten.sigma", "9.5"}}), .bits = 16},
    {.name = "WideBlur", .settings = {{"flatten.method", "blur"}, {"flatten.sigma", "700"}}},
    {.name = "CroppedBlur",
     .settings = {{"crop.x", "31"},
                  {"crop.y", "17"},
                  {"crop.width", "251"},
                  {"crop.height", "190"},
                  {"flatten.method", "blur"},
                  {"flatten.sigma", "40"}}},
    {.name = "Overlay", .settings = {{"flatten.method", "overlay"}, {"flatten.sigma", "60"}}},
    {.name = "ThePapersRecipe",
     .settings = {{"flatten.method", "overlay"}, {"flatten.sigma", "150"}, {"dust.find", "thresholds"}, {"dust.treat", "copy"}},
     .width = 750,
     .height = 1500,
     .specks = 200},
    {.name = "Thresholds",
     .settings = {{"dust.find", "thresholds"}, {"dust.low", "10"}, {"dust.high", "85"}, {"dust.grow", "4"}}},
    {.name = "GrownNotAtAll", .settings = {{"dust.grow", "0"}}},
    {.name = "OutliersGrownNotAtAll", .settings = former({{"dust.grow", "0"}})},
    {.name = "FindsMuchDust", .settings = {{"dust.strength", "1"}, {"dust.grow", "7"}}},
    {.name = "FindsManyOutliers", .settings = former({{"dust.strength", "1"}, {"dust.grow", "7"}})},
    {.name = "Cropped",
     .settings = {{"crop.x", "31"}, {"crop.y", "17"}, {"crop.width", "251"}, {"crop.height", "190"}},
     .specks = 60},
    {.name = "CroppedOutliers",
     .settings = former({{"crop.x", "31"}, {"crop.y", "17"}, {"crop.width", "251"}, {"crop.height", "190"}}),
     .specks = 60},
    {.name = "CroppedToACorner",
     .settings = {{"crop.x", "296"}, {"crop.y", "190"}, {"crop.width", "64"}, {"crop.height", "50"}},
     .specks = 200},
    {.name = "CopiedOver", .settings = {{"dust.treat", "copy"}}, .specks = 60},
    {.name = "CopiedFromAfar", .settings = former({{"dust.treat", "copy"}, {"dust.offset", "90"}}), .specks = 200},
    {.name = "CopiedOverWithoutFlatten", .settings = {{"flatten.on", "false"}, {"dust.treat", "copy"}, {"dust.offset", "5"}}},
    {.name = "CroppedAndCopiedFromOutside",
     .settings = {{"crop.x", "31"},
                  {"crop.y", "17"},
                  {"crop.width", "251"},
                  {"crop.height", "190"},
                  {"dust.treat", "copy"},
                  {"dust.offset", "25"}},
     .specks = 200},
    {.name = "Energy", .settings = {{"measure.norm", "energy"}}},
    {.name = "LargeOffset", .settings = {{"measure.max_lag", "120"}}},
    {.name = "SmallOffset", .settings = {{"measure.max_lag", "30"}}},
    {.name = "FloorOnly", .settings = {{"measure.errors", "floor"}}},
    {.name = "WithoutErrors", .settings = {{"measure.errors", "none"}}},
    {.name = "OblongPixels", .aspect = 1.3},
    {.name = "LargePicture", .width = 1500, .height = 750, .specks = 200},
    {.name = "LargePictureOfOutliers", .settings = former(), .width = 1500, .height = 750, .specks = 200},
};

/// The picture with its grey values changed as the case says.
Image changed(const Image& image, const Case& which) {
    const auto change = [&](auto sample) {
        using Pixel = decltype(sample);
        const double unit = sizeof(Pixel) == 2 ? 257 : 1;
        std::vector<Pixel> pixels;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels.push_back(
                    static_cast<Pixel>(unit * std::clamp(std::round(which.grey(image.at(x, y) / unit, x, y)), 0.0, 255.0)));
        return Image(image.width(), image.height(), std::move(pixels));
    };
    return which.bits > 8 ? change(std::uint16_t{}) : change(std::uint8_t{});
}

Frame photograph(const Case& which) {
    RingSettings settings;
    settings.width = which.width;
    settings.height = which.height;
    settings.rMaxFromPx = settings.rMaxToPx = 24;
    settings.ringWidth = 0.1;
    settings.bits = which.bits;
    settings.faults = {.light = which.light, .dust = which.specks, .noise = 0.1};
    Frame raw;
    raw.index = 5;
    raw.image = ringFrame(settings, 0).image;
    if (which.grey) raw.image = changed(raw.image, which);
    raw.bitsPerSample = which.bits;
    return raw;
}

Recipe recipeOf(const Case& which) {
    Recipe recipe = defaultRecipe();
    for (const auto& [key, value] : which.settings)
        setText(recipe, key, value);
    return recipe;
}

Calibration calibrationOf(const Case& which) {
    return {.pixelWidthUm = 1, .pixelHeightUm = which.aspect, .source = "typed"};
}

FrameMeasurer::Answer measured(const Engines& engines, const std::string& name, const Case& which, const Frame& raw) {
    FrameMeasurer measurer(recipeOf(which), {.engines = engines, .name = name, .exact = false, .threads = 1},
                           calibrationOf(which));
    return measurer(raw, {}, true);
}

using Parameters = std::tuple<Backend, Case>;

class FrameBackends : public testing::TestWithParam<Parameters> {};

std::string nameOfCase(const testing::TestParamInfo<Parameters>& instance) {
    std::string name = std::get<Backend>(instance.param)->engine() + "_" + std::get<Case>(instance.param).name;
    std::ranges::replace_if(
        name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(FrameBackends);
INSTANTIATE_TEST_SUITE_P(All, FrameBackends, testing::Combine(testing::ValuesIn(backends()), testing::ValuesIn(cases)),
                         nameOfCase);

void expectNear(const std::vector<double>& answer, const std::vector<double>& expected, double tolerance, const char* what) {
    ASSERT_EQ(answer.size(), expected.size()) << what;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i])) {
            ASSERT_TRUE(std::isnan(answer[i])) << what << " at " << i;
        } else {
            ASSERT_NEAR(answer[i], expected[i], tolerance * std::max(1.0, std::abs(expected[i]))) << what << " at " << i;
        }
    }
}

/// Or both are nothing.
void expectBothNear(double answer, double expected, double tolerance) {
    ASSERT_EQ(std::isnan(answer), std::isnan(expected));
    if (!std::isnan(expected)) {
        EXPECT_NEAR(answer, expected, tolerance);
    }
}

TEST_P(FrameBackends, GiveWhatTheStepsAndTheCpuGive) {
    const auto& [backend, which] = GetParam();
    const Frame raw = photograph(which);

    const bool isPlanned = backend->framePlan({which.width, which.height, raw.image.type(), raw.bitsPerSample}, recipeOf(which),
                                              calibrationOf(which)) != nullptr;
    const FrameMeasurer::Answer answer = measured(alone(backend), backend->engine(), which, raw);
    const FrameMeasurer::Answer expected = measured(cpuEngines(), "cpu-fft", which, raw);

    ASSERT_TRUE(isPlanned);
    EXPECT_EQ(answer.measured.engine, backend->engine());
    ASSERT_EQ(answer.frame.image.width(), expected.frame.image.width());
    ASSERT_EQ(answer.frame.image.height(), expected.frame.image.height());
    EXPECT_EQ(answer.frame.image.type(), expected.frame.image.type());
    EXPECT_EQ(answer.frame.originX, expected.frame.originX);
    const GreyRange range = greyRange(expected.frame, 0, 100);
    double worst = 0;
    int otherMask = 0;
    for (int y = 0; y < answer.frame.image.height(); ++y)
        for (int x = 0; x < answer.frame.image.width(); ++x) {
            worst = std::max(worst, std::abs(answer.frame.image.at(x, y) - expected.frame.image.at(x, y)));
            otherMask += answer.frame.mask.isValid(x, y) != expected.frame.mask.isValid(x, y);
        }
    EXPECT_LE(worst, imageTolerance * (range.high - range.low));
    EXPECT_EQ(otherMask, 0);
    EXPECT_DOUBLE_EQ(answer.image.validFraction, expected.image.validFraction);
    expectNear(answer.measured.map.values(), expected.measured.map.values(), c1dTolerance, "C2D");
    expectNear(answer.measured.map.pairCounts(), expected.measured.map.pairCounts(), 2e-6, "pairs");
    expectNear(answer.measured.profile.value, expected.measured.profile.value, c1dTolerance, "C1D");
    const AzimuthalAverager averager(answer.measured.map.maxLag(), AzimuthRule::bilinear, which.aspect);
    expectNear(answer.measured.profile.value, averager(answer.measured.map).value, 1e-12, "C1D of its own C2D");
    expectNear(answer.measured.profile.fine.value, fineCurve(answer.measured.map, which.aspect).value, 1e-12,
               "at quarter pixels");
    expectNear(answer.measured.profile.pairs, expected.measured.profile.pairs, 1e-5, "mean pairs");
    expectNear(answer.measured.profile.scatter, expected.measured.profile.scatter, 1e-4, "scatter");
    expectNear(answer.measured.profile.error, expected.measured.profile.error, 1e-4, "C1D's error");
    EXPECT_NEAR(answer.measured.profile.variance, expected.measured.profile.variance, 1e-4 * expected.measured.profile.variance);
    for (LineFaults RadialProfile::*const lines : {&RadialProfile::rows, &RadialProfile::columns}) {
        expectBothNear((answer.measured.profile.*lines).comb, (expected.measured.profile.*lines).comb, 1e-4);
        expectBothNear((answer.measured.profile.*lines).bands, (expected.measured.profile.*lines).bands, 1e-4);
    }
    expectBothNear(answer.measured.lengths["xi"].px, expected.measured.lengths["xi"].px, rMaxTolerancePx);
    EXPECT_EQ(answer.measured.rMax.quality, expected.measured.rMax.quality);
    EXPECT_EQ(nameOf(answer.measured.rMax.fault), nameOf(expected.measured.rMax.fault));
    expectBothNear(answer.measured.rMax.px, expected.measured.rMax.px, rMaxTolerancePx);
    expectBothNear(answer.measured.rMax.errorPx, expected.measured.rMax.errorPx, 0.01 * expected.measured.rMax.errorPx);
    const auto doubles = [](const std::vector<float>& values) { return std::vector<double>(values.begin(), values.end()); };
    expectNear(doubles(answer.sketch.values), doubles(expected.sketch.values), 1e-6, "sketch");
}

TEST(FrameBackendList, IsNotEmptyWhereAGpuIs) {  // else the suites of this file would be empty unseen
    const EngineList engines = gpu::engines().correlation;
    const bool hasGpu =
        std::ranges::any_of(engines, [](const auto& engine) { return engine->description().unavailable.empty(); });

    EXPECT_EQ(!backends().empty(), hasGpu);
}

class AFrameBackend : public testing::TestWithParam<Backend> {
protected:
    /// The message of the InputError that a frame of this one grey level ends with.
    std::string refusal(std::uint8_t level, const Settings& settings = {}) const {
        Frame raw;
        raw.index = 4;
        raw.image = Image(200, 150, std::vector<std::uint8_t>(200 * 150, level));
        try {
            measured(alone(GetParam()), GetParam()->engine(), {.name = "flat", .settings = settings}, raw);
        } catch (const InputError& error) {
            return error.what();
        }
        return "measured";
    }
};

std::string engineName(const testing::TestParamInfo<Backend>& instance) {
    std::string name = instance.param->engine();
    std::ranges::replace(name, '-', '_');
    return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AFrameBackend);
INSTANTIATE_TEST_SUITE_P(All, AFrameBackend, testing::ValuesIn(backends()), engineName);

TEST_P(AFrameBackend, RefusesAFlatFrameInTheSameWordsAsTheSteps) {
    EXPECT_NE(refusal(90).find("is one flat grey"), std::string::npos);
    EXPECT_NE(refusal(0).find("is one flat grey"), std::string::npos);
    EXPECT_NE(refusal(90, former()).find("is one flat grey"), std::string::npos);
    EXPECT_NE(refusal(0, former()).find("is one flat grey"), std::string::npos);
}

TEST_P(AFrameBackend, RefusesAFrameThatIsAllDustInTheSameWordsAsTheSteps) {
    EXPECT_NE(refusal(90, {{"dust.find", "thresholds"}, {"dust.low", "90"}}).find("has no valid pixel"), std::string::npos);
}

TEST_P(AFrameBackend, SaysNoToRecipesThatItCannotDoEntirely) {
    const Backend& backend = GetParam();
    const RawKind kind{400, 300, PixelType::u8, 8};
    for (const auto& [key, value] : Settings{{"flatten.method", "rolling-ball"},
                                             {"dust.find", "still"},
                                             {"dust.treat", "inpaint"},
                                             {"dust.grow", "20"},
                                             {"measure.mean", "overlap"},
                                             {"measure.norm", "local"},
                                             {"measure.azimuth", "cubic"},
                                             {"measure.structure_factor", "true"},
                                             {"measure.anisotropy", "true"},
                                             {"measure.sectors", "4"},
                                             {"contrast.apply", "true"}}) {
        Recipe recipe = defaultRecipe();
        setText(recipe, key, value);
        EXPECT_EQ(backend->framePlan(kind, recipe, {}), nullptr) << key;
    }
    EXPECT_EQ(backend->framePlan({400, 300, PixelType::f32, 32}, defaultRecipe(), {}), nullptr);
    EXPECT_EQ(backend->framePlan({6000, 5000, PixelType::u8, 8}, defaultRecipe(), {}), nullptr);
    EXPECT_NE(backend->framePlan(kind, defaultRecipe(), {}), nullptr);
}

TEST_P(AFrameBackend, LeavesRegionsToTheStepsAndGivesTheCpusNumbers) {
    const Case which{
        .name = "Regions",
        .settings = {{"crop.on", "true"},
                     {"crop.shapes", "+ellipse 170,120 150,100; -polygon 60,60 140,70 90,150; +rectangle 300,20 50,60"}}};
    const Frame raw = photograph(which);
    ASSERT_EQ(GetParam()->framePlan({which.width, which.height, raw.image.type(), raw.bitsPerSample}, recipeOf(which),
                                    calibrationOf(which)),
              nullptr);

    const FrameMeasurer::Answer answer = measured(alone(GetParam()), GetParam()->engine(), which, raw);
    const FrameMeasurer::Answer expected = measured(cpuEngines(), "cpu-fft", which, raw);

    EXPECT_LT(answer.image.validFraction, 0.9) << "the regions leave something out";
    EXPECT_DOUBLE_EQ(answer.image.validFraction, expected.image.validFraction);
    EXPECT_EQ(answer.measured.engine, GetParam()->engine()) << "it correlates what the steps have left";
    expectNear(answer.measured.map.values(), expected.measured.map.values(), c1dTolerance, "C2D");
    expectNear(answer.measured.map.pairCounts(), expected.measured.map.pairCounts(), 2e-6, "pairs");
    expectNear(answer.measured.profile.value, expected.measured.profile.value, c1dTolerance, "C1D");
    EXPECT_EQ(answer.measured.rMax.quality, expected.measured.rMax.quality);
    expectBothNear(answer.measured.rMax.px, expected.measured.rMax.px, rMaxTolerancePx);
    expectBothNear(answer.measured.rMax.errorPx, expected.measured.rMax.errorPx, 0.01 * expected.measured.rMax.errorPx);
}

TEST_P(AFrameBackend, GivesTheSameBytesAgain) {
    const Case which{.name = "default"};
    const Frame raw = photograph(which);

    const auto first = measured(alone(GetParam()), GetParam()->engine(), which, raw);
    const auto second = measured(alone(GetParam()), GetParam()->engine(), which, raw);

    EXPECT_EQ(first.measured.profile.value, second.measured.profile.value);
    EXPECT_EQ(first.measured.profile.error, second.measured.profile.error);
    EXPECT_EQ(first.measured.rMax.px, second.measured.rMax.px);
}

TEST_P(AFrameBackend, GivesTheWindowTheVeryNumbersOfTheRun) {
    const Case which{.name = "default"};
    const Frame raw = photograph(which);
    const Recipe recipe = recipeOf(which);
    FrameMeasurer forRun(recipe, {.engines = alone(GetParam()), .threads = 1}, {});
    FrameMeasurer forWindow(recipe, {.engines = alone(GetParam()), .threads = 1}, {});

    const auto run = forRun(raw, {}, false);
    const auto shown = forWindow.shown(raw, finalFrame(raw, recipe.steps), {});

    EXPECT_TRUE(shown.hasErrors);
    EXPECT_EQ(shown.measured.profile.value, run.measured.profile.value);
    EXPECT_EQ(shown.measured.rMax.px, run.measured.rMax.px);
    EXPECT_EQ(shown.measured.rMax.errorPx, run.measured.rMax.errorPx);
}

}  // namespace
}  // namespace coarsen
