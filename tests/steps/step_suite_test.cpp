// SPDX-License-Identifier: GPL-3.0-or-later
// One suite, every step there is: what holds for all of them.
#include "core/base/error.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/steps.hpp"
#include "core/recipe/recipe_json.hpp"
#include "core/settings/fields.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>

namespace coarsen {
namespace {

Frame frameOf(int width, int height, const std::function<double(int, int)>& grey, PixelType type) {
    Frame frame;
    const auto fill = [&](auto sample) {
        std::vector<decltype(sample)> pixels;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                pixels.push_back(static_cast<decltype(sample)>(grey(x, y)));
        return Image(width, height, std::move(pixels));
    };
    frame.image = type == PixelType::u8 ? fill(std::uint8_t{}) : type == PixelType::u16 ? fill(std::uint16_t{}) : fill(float{});
    frame.bitsPerSample = type == PixelType::u16 ? 16 : 8;
    return frame;
}

Frame pattern(PixelType type, int width = 64, int height = 48) {
    return frameOf(
        width, height, [](int x, int y) { return 120 + 60 * std::sin(0.4 * x) * std::cos(0.3 * y) + x * 0.5; }, type);
}

std::vector<double> valuesOf(const Image& image) {
    std::vector<double> values;
    image.visit([&](auto pixels) { values.assign(pixels.begin(), pixels.end()); });
    return values;
}

class StepSuite : public testing::TestWithParam<Step> {};

TEST_P(StepSuite, LeavesItsInputUntouched) {
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
        const Frame before = pattern(type);
        const auto values = valuesOf(before.image);

        GetParam().apply(before);

        EXPECT_EQ(valuesOf(before.image), values);
        EXPECT_TRUE(before.mask.isAllValid());
    }
}

TEST_P(StepSuite, GivesTheSamePixelsOnAnyThread) {
    const Frame frame = pattern(PixelType::u8);
    const Frame here = GetParam().apply(frame);
    Frame there;
    std::thread([&] { there = GetParam().apply(frame); }).join();

    EXPECT_EQ(valuesOf(here.image), valuesOf(there.image));
}

TEST_P(StepSuite, SurvivesTinyConstantAndFullyMaskedFrames) {
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32}) {
        const Frame tiny = frameOf(
            1, 1, [](int, int) { return 7; }, type);
        EXPECT_EQ(GetParam().apply(tiny).image.planeSize(), 1u);
        const Frame narrow = frameOf(
            1, 37, [](int, int y) { return y; }, type);
        EXPECT_EQ(GetParam().apply(narrow).image.planeSize(), 37u);

        const Frame constant = frameOf(
            32, 24, [](int, int) { return 100; }, type);
        for (const double value : valuesOf(GetParam().apply(constant).image))
            EXPECT_NEAR(value, 100, 1e-3);

        Frame masked = pattern(type, 32, 24);
        masked.mask = Mask(32, 24, std::vector<std::uint8_t>(32 * 24, 0));
        const Frame after = GetParam().apply(masked);
        EXPECT_EQ(validFraction(after), 0);
    }
}

TEST_P(StepSuite, SwitchedOffIsTheFrameItself) {
    Step step = GetParam();
    if (!step.canSwitchOff()) {
        EXPECT_THROW(step.switchTo(false), SettingError);
        return;
    }
    step.switchTo(false);
    const Frame frame = pattern(PixelType::u8);

    EXPECT_TRUE(step.apply(frame).image.sharesPixelsWith(frame.image));
}

TEST_P(StepSuite, RefusesWhatIsOutOfRangeByName) {
    for (const FieldDescription& field : GetParam().fields()) {
        Step step = GetParam();
        FieldValue wrong = std::string("no such choice");
        if (field.kind == FieldKind::integer || field.kind == FieldKind::real) wrong = field.highest * 2 + 1;
        if (field.kind == FieldKind::text || field.kind == FieldKind::file) continue;
        try {
            step.set(field.name, wrong);
            ADD_FAILURE() << field.name;
        } catch (const SettingError& error) {
            EXPECT_EQ(error.subject(), step.key() + "." + field.name);
            EXPECT_NE(error.remedy().find(legalValues(field)), std::string::npos);
        }
        EXPECT_TRUE(step == GetParam());
    }
}

TEST_P(StepSuite, KnowsItsFieldsAndSaysWhatItDoes) {
    EXPECT_FALSE(GetParam().summary().empty());
    for (const FieldDescription& field : GetParam().fields()) {
        EXPECT_FALSE(field.label.empty()) << field.name;
        EXPECT_FALSE(field.help.empty()) << field.name;
        Step step = GetParam();
        step.set(field.name, step.value(field.name));
        EXPECT_TRUE(step == GetParam());
    }
    EXPECT_THROW(GetParam().value("nothing"), SettingError);
}

INSTANTIATE_TEST_SUITE_P(All, StepSuite, testing::ValuesIn(allSteps()), [](const auto& step) { return step.param.key(); });

}  // namespace
}  // namespace coarsen
