// SPDX-License-Identifier: GPL-3.0-or-later
// One suite, every step there is: what holds for all of them, at their defaults and with parameters that act.
#include "core/base/error.hpp"
#include "core/image/write_png.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/steps.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/settings/fields.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <set>
#include <thread>

namespace coarsen {
namespace {

using testing::Contains;
using testing::StartsWith;

/// Parameters of a step with which it changes the pattern below.
struct Example {
    std::string step, name;
    std::vector<std::pair<std::string, std::string>> settings = {};  ///< as `--set` spells them; a file is one of pictureFile's
    bool isEvenAfter = true;                                         ///< a frame of one grey stays as it is
    int fewestColumns = 1, fewestRows = 1;                           ///< smaller frames are refused
    double rotationDeg = 0;                                          ///< that the frame is turned by
    bool isOfVolumes = false;                                        ///< a picture stays as it is
};

std::ostream& operator<<(std::ostream& out, const Example& example) {
    return out << example.step << ", " << example.name;
}

/// THE LIST: a step that is not here, or has a choice that none of these takes, fails the suite.
const std::vector<Example>& examples() {
    static const std::vector<Example> list = {
        {"grey", "luminance", {{"method", "luminance"}}},
        {"grey", "red", {{"method", "red"}}},
        {"grey", "green", {{"method", "green"}}},
        {"grey", "blue", {{"method", "blue"}}},
        {"grey", "mean", {{"method", "mean"}}},
        {"grey", "max", {{"method", "max"}}},
        {"flatten", "polynomial", {{"method", "polynomial"}, {"order", "4"}}},
        {"flatten", "blur", {{"method", "blur"}, {"sigma", "30"}}},
        {"flatten", "overlay", {{"method", "overlay"}, {"sigma", "15"}}, false},
        {"flatten", "plane", {{"method", "plane"}}},
        {"flatten", "ball", {{"method", "rolling-ball"}, {"radius", "20"}}},
        {"flatten", "files", {{"method", "files"}, {"flat", "light"}, {"dark", "dark"}}, false},
        {"flatten", "auto", {{"method", "auto"}}},
        {"lines", "rows", {{"means", "rows"}}},
        {"lines", "columns", {{"means", "columns"}, {"cells", "single"}, {"fields", "both"}}},
        {"lines", "bothMeans", {{"means", "both"}}},
        {"lines", "firstField", {{"fields", "first"}, {"means", "kept"}}},
        {"lines", "secondField", {{"fields", "second"}}},
        {"lines", "cells", {{"cells", "2x2"}}},
        {"surround", "circle", {{"circle", "12"}}},
        {"bleach", "scaled", {{"level", "scaled"}}, true, 1, 1, 0, true},
        {"bleach", "moved", {{"level", "moved"}}, true, 1, 1, 0, true},
        {"dust", "specks", {{"find", "specks"}, {"strength", "2"}, {"grow", "1"}}},
        {"dust", "outliers", {{"find", "outliers"}, {"strength", "1"}, {"grow", "4"}}},
        {"dust", "thresholds", {{"find", "thresholds"}, {"low", "20"}, {"high", "75"}}},
        {"dust", "file", {{"find", "file"}, {"file", "specks"}}},
        {"dust", "inverted", {{"find", "file"}, {"file", "specks"}, {"invert", "true"}, {"grow", "0"}}},
        {"dust", "still", {{"find", "still"}, {"strength", "2"}}},
        {"dust", "painted", {{"find", "none"}, {"strokes", "+3 20,20 30,24; -2 25,22"}}},
        {"dust", "masked", {{"treat", "mask"}}},
        {"dust", "copied", {{"treat", "copy"}, {"offset", "7"}}},
        {"dust", "inpainted", {{"treat", "inpaint"}}},
        {"median", "ofThree", {{"radius", "1"}}},
        {"median", "ofFive", {{"radius", "2"}}},
        {"filter", "gaussian", {{"kind", "gaussian"}, {"sigma", "1.5"}, {"border", "mirror"}, {"scale", "none"}}},
        {"filter", "mean", {{"kind", "mean"}, {"size", "4"}, {"border", "replicate"}, {"scale", "sum"}}},
        {"filter", "laplacian", {{"kind", "laplacian"}, {"scale", "paper"}}, false},
        {"filter", "bandPass", {{"kind", "dog"}, {"sigma2", "3"}}, false},
        {"filter",
         "wave",
         {{"kind", "gabor"}, {"sigma", "3"}, {"wavelength", "6"}, {"angle", "-30"}, {"border", "constant"}},
         false},
        {"filter", "file", {{"kind", "file"}, {"file", "light"}, {"scale", "sum"}}},
        {"filter", "withoutItsRim", {{"border", "valid"}, {"size", "5"}}, true, 5, 5},
        {"stabilise", "previous", {{"reference", "previous"}, {"motion", "translation"}, {"errors", "with-flow"}}},
        {"stabilise", "first", {{"reference", "first"}, {"errors", "beside-flow"}}},
        {"stabilise", "mean", {{"reference", "mean"}}},
        {"align", "drift", {{"mode", "drift"}, {"reference", "previous"}}},
        {"align",
         "deformation",
         {{"mode", "deform"},
          {"reference", "first"},
          {"sigma", "1.5w"},
          {"lambda", "0.1"},
          {"levels", "2"},
          {"sampling", "linear"},
          {"presmooth", "0.5"},
          {"presmooth_by", "setting"},
          {"regulariser", "printed"},
          {"evolving", "yes"},
          {"likeness", "drift"},
          {"brightness", "same"},
          {"tolerance", "0.002"},
          {"iterations", "30"},
          {"force_term", "paper"}}},
        {"align",
         "rigid",
         {{"sampling", "cubic"}, {"regulariser", "piola"}, {"evolving", "no"}, {"brightness", "whole"}},
         true,
         1,
         1,
         0.8},
        {"align",
         "bySituation",
         {{"sigma", "auto"},
          {"evolving", "auto"},
          {"likeness", "flow"},
          {"presmooth_by", "noise"},
          {"brightness", "local"},
          {"force_term", "demons"}}},
        {"stabilise", "rigid", {{"motion", "rigid"}}, true, 1, 1, 0.8},
        {"crop", "corner", {{"width", "17"}, {"height", "13"}}},
        {"crop", "inside", {{"x", "9"}, {"y", "5"}, {"width", "40"}, {"height", "30"}}, true, 10, 6},
        {"crop", "rest", {{"x", "3"}, {"y", "0"}}, true, 4, 1},
        {"crop", "shapes", {{"shapes", "+rectangle -9,-9 4000,40; -ellipse 4,3 2.2,2.2"}}},
        {"crop", "info_bar", {{"info_bar", "true"}, {"width", "17"}}},
        {"crop", "slices", {{"width", "17"}, {"z", "2"}, {"depth", "3"}}},
        {"channels", "planes", {{"use", "image"}, {"pick", "3,1"}}},
        {"channels", "colours", {{"use", "colour"}}, false},
        {"channels", "axes", {{"use", "orientation"}, {"sigma", "1"}, {"scale", "3"}}, false},
        {"channels", "axesAlike", {{"use", "orientation"}, {"weight", "none"}}, false},
        {"channels", "gradients", {{"use", "orientation"}, {"weight", "gradient"}}, false},
        {"channels", "coloursAndAxes", {{"use", "colour+orientation"}, {"weight", "coherence"}}, false},
        {"channels", "grey", {{"use", "intensity"}}},
        {"contrast", "clipped", {{"low", "10"}, {"high", "80"}, {"apply", "true"}, {"scale", "camera"}}},
        {"contrast", "eightBits", {{"low", "10"}, {"high", "80"}, {"apply", "true"}, {"scale", "8-bit"}}, false},
    };
    return list;
}

/// Grey values as an eight-bit camera has them, in the type's own range.
Frame frameOf(int width, int height, const std::function<double(int, int, int)>& grey, PixelType type, int channels = 1) {
    Frame frame;
    const double scale = type == PixelType::u16 ? 257 : 1;
    const auto fill = [&](auto sample) {
        std::vector<decltype(sample)> pixels;
        for (int channel = 0; channel < channels; ++channel)
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x)
                    pixels.push_back(static_cast<decltype(sample)>(scale * grey(x, y, channel)));
        return Image(width, height, std::move(pixels), channels);
    };
    frame.image = type == PixelType::u8 ? fill(std::uint8_t{}) : type == PixelType::u16 ? fill(std::uint16_t{}) : fill(float{});
    frame.bitsPerSample = type == PixelType::u16 ? 16 : 8;
    return frame;
}

/// Waves in uneven light with a bright and a dark speck.
double patternAt(int x, int y, int channel) {
    if (x / 2 == 6 && y / 2 == 15) return 250;
    if (x / 2 == 20 && y / 2 == 5) return 3;
    return 110 + 50 * std::sin(0.4 * x + channel) * std::cos(0.3 * y) + x * 0.5 + channel * 7;
}

/// Beside a dark surround.
double besideSurroundAt(int x, int y, int channel) {
    return x < 24 ? 5 : patternAt(x, y, channel);
}

double evenAt(int, int, int) {
    return 100;
}

/// A picture of the frames' size for a setting that names a file: a lamp's "light", the camera's "dark", a mask of "specks".
std::string pictureFile(const std::string& name, int width, int height) {
    static const TemporaryFolder folder;
    const Frame picture = frameOf(
        width, height,
        [&](int x, int y, int) {
            return name == "light" ? 150 + x + 0.5 * y : name == "dark" ? 4 : 255 * (x % 16 == 9 && y % 8 == 3);
        },
        PixelType::u8);
    const auto path = folder / (name + std::to_string(width) + "x" + std::to_string(height) + ".png");
    writeGreyPng(path, picture.image);
    return path.string();
}

std::vector<double> valuesOf(const Image& image) {
    std::vector<double> values;
    for (int channel = 0; channel < image.channels(); ++channel)
        image.visit([&](auto pixels) { values.insert(values.end(), pixels.begin(), pixels.end()); }, channel);
    return values;
}

/// All that a step may change.
struct Content {
    int width, height, originX, originY;
    std::vector<double> values;
    std::vector<std::uint8_t> valid;
    bool operator==(const Content&) const = default;
};

Content contentOf(const Frame& frame) {
    std::vector<std::uint8_t> valid(frame.image.planeSize(), 1);
    if (!frame.mask.isAllValid()) valid.assign(frame.mask.pixels().begin(), frame.mask.pixels().end());
    return {frame.image.width(), frame.image.height(), frame.originX, frame.originY, valuesOf(frame.image), std::move(valid)};
}

constexpr PixelType everyType[] = {PixelType::u8, PixelType::u16, PixelType::f32};

class StepSuite : public testing::TestWithParam<Example> {
protected:
    /// The step with the example's parameters, for frames of this size.
    Step step(int width = 64, int height = 48) const {
        Step made = stepNamed(GetParam().step);
        for (const auto& [name, text] : GetParam().settings) {
            const auto field = std::ranges::find(made.fields(), name, &FieldDescription::name);
            made.set(name, field->kind == FieldKind::file ? FieldValue(pictureFile(text, width, height))
                                                          : valueFromText(*field, name, text));
        }
        if (!GetParam().settings.empty()) made.switchTo(true);
        return made;
    }

    /// The frame after the step with the example's parameters. The series is surveyed: it has drifted.
    Frame after(const Step& tried, const Frame& frame) const {
        StepContext context;
        context.survey = {frame.image.asFloat(), {1.5, -0.75, GetParam().rotationDeg}};
        return tried.apply(frame, context);
    }
    /// With its colours beside it, as a step that looks at them is given it.
    Frame withPlanes(Frame frame, const std::function<double(int, int, int)>& grey) const {
        if (GetParam().step != "channels") return frame;
        for (int plane = 0; plane < 3; ++plane)
            frame.planes.images.push_back(frameOf(
                                              frame.image.width(), frame.image.height(),
                                              [&](int x, int y, int) { return grey(x, y, plane); }, frame.image.type())
                                              .image);
        frame.planes.areColours = true;
        frame.planes.white = frame.image.type() == PixelType::u16 ? 65535 : 255;
        return frame;
    }
    Frame after(const Frame& frame) const { return after(step(frame.image.width(), frame.image.height()), frame); }

    /// Frames as the step is given them: in colour before they are made grey.
    Frame even(PixelType type, int width, int height) const {
        return withPlanes(frameOf(width, height, evenAt, type, channels()), evenAt);
    }
    Frame pattern(PixelType type, int width = 64, int height = 48) const {
        const auto at = GetParam().step == "surround" ? besideSurroundAt : patternAt;
        return withPlanes(frameOf(width, height, at, type, channels()), patternAt);
    }
    int channels() const { return GetParam().step == "grey" ? 3 : 1; }
    /// A file may hold NaN; grey puts 0 in its place.
    double underTheMask() const { return GetParam().step == "grey" ? std::nan("") : 0; }
};

TEST_P(StepSuite, LeavesItsInputUntouched) {
    for (const PixelType type : everyType) {
        const Frame before = pattern(type);
        const Content content = contentOf(before);

        after(before);

        EXPECT_TRUE(contentOf(before) == content);
    }
}

TEST_P(StepSuite, GivesTheSameFrameOnAnyThread) {
    for (const PixelType type : everyType) {
        const Frame frame = pattern(type);
        const Step tried = step();
        const Frame here = after(tried, frame);
        Frame there;
        std::thread([&] { there = after(tried, frame); }).join();

        EXPECT_TRUE(contentOf(here) == contentOf(there));
    }
}

TEST_P(StepSuite, SurvivesOrRefusesTinyFrames) {
    for (const PixelType type : everyType)
        for (const auto& [width, height] : {std::pair{1, 1}, {1, 37}, {37, 1}, {2, 3}}) {
            SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
            const Frame tiny = pattern(type, width, height);
            const Step tried = step(width, height);
            if (width >= GetParam().fewestColumns && height >= GetParam().fewestRows) {
                const Frame done = after(tried, tiny);
                EXPECT_GE(done.image.planeSize(), 1u);
                EXPECT_LE(done.image.planeSize(), tiny.image.planeSize());
            } else {
                try {
                    after(tried, tiny);
                    ADD_FAILURE() << "not refused";
                } catch (const SettingError& error) {
                    EXPECT_THAT(error.subject(), StartsWith(GetParam().step));
                }
            }
        }
}

TEST_P(StepSuite, LeavesAFrameOfOneGreyEven) {
    for (const PixelType type : everyType) {
        const Frame before = even(type, 32, 24);
        const double level = before.image.at(0, 0);

        const Frame done = after(before);

        for (int y = 0; y < done.image.height(); ++y)
            for (int x = 0; x < done.image.width(); ++x) {
                if (!done.mask.isValid(x, y)) continue;
                ASSERT_TRUE(std::isfinite(done.image.at(x, y)));
                if (!GetParam().isEvenAfter) continue;
                ASSERT_NEAR(done.image.at(x, y), level, 1e-5 * level) << x << ", " << y;
            }
    }
}

TEST_P(StepSuite, LeavesNoPixelOfAFullyMaskedFrameValid) {
    for (const PixelType type : everyType) {
        Frame masked = pattern(type, 32, 24);
        masked.mask = Mask(32, 24, std::vector<std::uint8_t>(32 * 24, 0));

        EXPECT_EQ(validFraction(after(masked)), 0);
    }
}

TEST_P(StepSuite, GivesNumbersBesideAMaskedPartThatStaysMasked) {
    const auto isMasked = [](int x, int y) { return x >= 30 && x < 45 && y < 20; };
    Frame holed = frameOf(
        64, 48, [&](int x, int y, int channel) { return isMasked(x, y) ? underTheMask() : patternAt(x, y, channel); },
        PixelType::f32, channels());
    holed = withPlanes(std::move(holed), patternAt);
    std::vector<std::uint8_t> valid;
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 64; ++x)
            valid.push_back(!isMasked(x, y));
    holed.mask = Mask(64, 48, std::move(valid));

    const Frame done = after(holed);

    const Content content = contentOf(done);
    EXPECT_GT(validFraction(done), 0);
    for (std::size_t i = 0; i < content.valid.size(); ++i) {
        ASSERT_TRUE(!content.valid[i] || std::isfinite(content.values[i])) << i;
    }
    for (int y = 5; y < 15; ++y)
        for (int x = 35; x < 40; ++x) {  // farther inside than the frame has drifted
            const int column = x - done.originX, row = y - done.originY;
            if (column < done.image.width() && row < done.image.height()) {
                ASSERT_FALSE(done.mask.isValid(column, row)) << x << ", " << y;
            }
        }
}

TEST_P(StepSuite, DoesToPlanesWhatItDoesToGrey) {
    if (GetParam().step == "grey" || GetParam().step == "channels" || GetParam().step == "contrast") return;
    for (const PixelType type : everyType) {
        Frame frame = pattern(type);
        frame.planes.images = {frame.image, frame.image};

        const Frame done = after(frame);

        ASSERT_EQ(done.planes.images.size(), 2u);
        for (const Image& plane : done.planes.images) {
            EXPECT_EQ(plane.width(), done.image.width());
            EXPECT_TRUE(valuesOf(plane) == valuesOf(done.image));
        }
    }
}

TEST_P(StepSuite, RefusesWhatIsOutOfRangeByName) {
    for (const FieldDescription& field : step().fields()) {
        if (field.kind == FieldKind::file) continue;  // any path may be set: see NamesAFileThatIsNotThere
        Step tried = step();
        FieldValue wrong = std::string("no such choice");
        if (field.kind == FieldKind::integer || field.kind == FieldKind::real) wrong = field.highest * 2 + 1;
        try {
            tried.set(field.name, wrong);
            ADD_FAILURE() << field.name;
        } catch (const SettingError& error) {
            EXPECT_EQ(error.subject(), tried.key() + "." + field.name);
            EXPECT_NE(error.remedy().find(legalValues(field)), std::string::npos);
        }
        EXPECT_TRUE(tried == step());
    }
}

TEST_P(StepSuite, KnowsItsFieldsAndSaysWhatItDoes) {
    EXPECT_FALSE(step().summary().empty());
    for (const FieldDescription& field : step().fields()) {
        EXPECT_FALSE(field.label.empty()) << field.name;
        EXPECT_FALSE(field.help.empty()) << field.name;
        if (field.name == "presmooth") continue;  // a number that is given is taken: presmooth_by goes with it
        Step same = step();
        same.set(field.name, same.value(field.name));
        EXPECT_TRUE(same == step());
    }
    EXPECT_THROW(step().value("nothing"), SettingError);
}

TEST_P(StepSuite, ChangesNothingWhereItIsForDisplayOnly) {
    const Frame before = pattern(PixelType::u8);
    EXPECT_TRUE(!step().isForDisplayOnly() || contentOf(after(before)) == contentOf(before));
}

TEST_P(StepSuite, NamesItsFieldsThatDecideASurveyAndItsWarningsSettings) {
    const SurveyNeed need = step().surveyNeed();
    for (const std::string& field : need.decidedBy)
        EXPECT_NO_THROW(step().value(field)) << field;
    for (const double largestPx : {1200.0, 5000.0}) {
        const MeasuredFacts poor{
            .rMaxPx = 4, .largestRMaxPx = largestPx, .width = 64, .height = 48, .domains = 2, .saturatedFraction = 1};
        for (const Warning& warning : step().warnings(poor)) {
            EXPECT_THAT(warning.key, StartsWith(GetParam().step + "."));
            Recipe recipe = defaultRecipe();
            *recipe.step(GetParam().step) = step();
            EXPECT_NO_THROW(valueOf(recipe, warning.key)) << warning.key;
            if (warning.remedyKey.empty()) continue;
            setText(recipe, warning.remedyKey, warning.remedyValue);
            for (const Warning& left : recipe.step(GetParam().step)->warnings(poor))
                EXPECT_NE(left.text, warning.text) << "the remedy does not help";
        }
    }
}

TEST_P(StepSuite, SaysNoLessThanItsAnswerTakesInMemory) {
    const auto bytesOf = [](const Image& image) {
        return image.bytes() / (image.planeSize() * static_cast<std::size_t>(image.channels()));
    };
    for (const PixelType type : everyType) {
        const Frame before = pattern(type), done = after(before);
        PictureMemory picture{before.image.width(), before.image.height(), before.image.channels(), bytesOf(before.image)};
        picture.planes = static_cast<int>(before.planes.images.size());
        const std::size_t given = picture.bytes(), beside = step().memory(picture);

        EXPECT_EQ(picture.width, done.image.width());
        EXPECT_EQ(picture.height, done.image.height());
        EXPECT_EQ(picture.channels, done.image.channels());
        EXPECT_GE(picture.sampleBytes, bytesOf(done.image));
        EXPECT_TRUE(picture.isMasked || done.mask.isAllValid());
        EXPECT_GE(given + beside, done.image.bytes() + (done.image.sharesPixelsWith(before.image) ? 0 : before.image.bytes()));
    }
}

TEST_P(StepSuite, ComesBackFromARecipesText) {
    Recipe recipe = defaultRecipe();
    *recipe.step(GetParam().step) = step();

    EXPECT_TRUE(recipeFromJson(recipeJson(recipe), "recipe") == recipe);
}

/// The defaults of every step there is, then the examples.
std::vector<Example> defaultsAndExamples() {
    std::vector<Example> all;
    for (const Step& step : allSteps())
        all.push_back({step.key(), "defaults"});
    all.insert(all.end(), examples().begin(), examples().end());
    return all;
}

std::vector<Example> examplesWhere(const std::function<bool(const Example&)>& holds) {
    std::vector<Example> some;
    std::ranges::copy_if(defaultsAndExamples(), std::back_inserter(some), holds);
    return some;
}

std::string nameOf(const testing::TestParamInfo<Example>& instance) {
    return instance.param.step + "_" + instance.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, StepSuite, testing::ValuesIn(defaultsAndExamples()), nameOf);

class ActingStep : public StepSuite {};
INSTANTIATE_TEST_SUITE_P(All, ActingStep, testing::ValuesIn(examples()), nameOf);

TEST_P(ActingStep, ChangesPixelsMaskOrPlaceOfThePattern) {
    for (const PixelType type : everyType) {
        const Frame before = pattern(type);

        EXPECT_EQ(contentOf(after(before)) == contentOf(before), step().isForDisplayOnly() || GetParam().isOfVolumes);
    }
}

class StepThatSwitchesOff : public StepSuite {};
INSTANTIATE_TEST_SUITE_P(All, StepThatSwitchesOff, testing::ValuesIn(examplesWhere([](const Example& example) {
                             return stepNamed(example.step).canSwitchOff();
                         })),
                         nameOf);

TEST_P(StepThatSwitchesOff, IsTheFrameItselfThen) {
    Step off = step();
    off.switchTo(false);
    const Frame frame = pattern(PixelType::u8);

    EXPECT_TRUE(after(off, frame).image.sharesPixelsWith(frame.image));
}

class StepThatIsAlwaysOn : public StepSuite {};
INSTANTIATE_TEST_SUITE_P(All, StepThatIsAlwaysOn, testing::ValuesIn(examplesWhere([](const Example& example) {
                             return !stepNamed(example.step).canSwitchOff();
                         })),
                         nameOf);

TEST_P(StepThatIsAlwaysOn, RefusesToBeSwitchedOff) {
    Step on = step();

    EXPECT_THROW(on.switchTo(false), SettingError);
    EXPECT_TRUE(on.isOn());
}

/// The fields of an example's step that name a file which the example gives.
std::vector<std::string> filesOf(const Example& example) {
    std::vector<std::string> files;
    const Step step = stepNamed(example.step);
    for (const auto& [name, text] : example.settings)
        if (std::ranges::find(step.fields(), name, &FieldDescription::name)->kind == FieldKind::file) files.push_back(name);
    return files;
}

class StepWithFiles : public StepSuite {};
INSTANTIATE_TEST_SUITE_P(All, StepWithFiles,
                         testing::ValuesIn(examplesWhere([](const Example& example) { return !filesOf(example).empty(); })),
                         nameOf);

TEST_P(StepWithFiles, NamesAFileThatIsNotThere) {
    for (const std::string& field : filesOf(GetParam())) {
        Step tried = step();
        tried.set(field, std::string("no-such-picture.png"));
        try {
            after(tried, pattern(PixelType::u8));
            ADD_FAILURE() << field;
        } catch (const SettingError& error) {
            EXPECT_EQ(error.subject(), GetParam().step + "." + field);
            EXPECT_NE(std::string(error.what()).find("no-such-picture.png"), std::string::npos);
        }
    }
}

/// Settings that one step's examples set: "method=blur" for a choice, the name alone for other fields.
std::set<std::string> settingsTried(const std::string& step) {
    std::set<std::string> tried;
    for (const Example& example : examples())
        if (example.step == step)
            for (const auto& [name, text] : example.settings)
                tried.insert({name, name + "=" + text});
    return tried;
}

class ExamplesOf : public testing::TestWithParam<Step> {};
INSTANTIATE_TEST_SUITE_P(EveryStep, ExamplesOf, testing::ValuesIn(allSteps()),
                         [](const auto& instance) { return instance.param.key(); });

TEST_P(ExamplesOf, TakeEveryFieldAndEveryChoice) {
    const std::set<std::string> tried = settingsTried(GetParam().key());
    for (const FieldDescription& field : GetParam().fields()) {
        EXPECT_THAT(tried, Contains(field.name));
        for (const std::string& choice : field.choices)
            EXPECT_THAT(tried, Contains(field.name + "=" + choice));
    }
}

}  // namespace
}  // namespace coarsen
