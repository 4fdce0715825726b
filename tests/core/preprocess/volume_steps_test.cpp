// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/volume_steps.hpp"

#include "core/base/error.hpp"
#include "core/measure/volume_measurer.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/preprocess/steps.hpp"
#include "core/settings/fields.hpp"
#include "core/synth/bicontinuous.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Value = x + 10 y + 100 z.
Volume counting(const VolumeSize& size, bool isMasked = false) {
    std::vector<float> values;
    std::vector<std::uint8_t> valid;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                values.push_back(static_cast<float>(x + 10 * y + 100 * z));
                if (isMasked) valid.push_back(x != 2);
            }
    return {size, {1, 1, 2, true}, std::move(values), std::move(valid)};
}

/// A step that is on, with these settings.
Step stepWith(const std::string& key, const std::vector<std::pair<std::string, std::string>>& settings) {
    Recipe recipe = defaultRecipe();
    setText(recipe, key + ".on", "true");
    for (const auto& [field, value] : settings)
        setText(recipe, key + "." + field, value);
    return *recipe.step(key);
}

/// Part that a product of waves along the axes keeps of itself, in the middle, where no face is near.
double keptOfWaves(const Step& step, double radiansPerVoxel) {
    const VolumeSize size{41, 41, 41};
    const auto wave = [&](int x, int y, int z) {
        return std::cos(radiansPerVoxel * (x - 20)) * std::cos(radiansPerVoxel * (y - 20)) * std::cos(radiansPerVoxel * (z - 20));
    };
    std::vector<float> values;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                values.push_back(static_cast<float>(wave(x, y, z)));
    const Volume after = step.apply(Volume(size, {}, std::move(values)), {.threads = 2});
    EXPECT_NEAR(after.at(22, 19, 21), wave(22, 19, 21) * static_cast<double>(after.at(20, 20, 20)), 2e-6);
    return static_cast<double>(after.at(20, 20, 20));
}

TEST(VolumeSteps, CropKeepsABoxWithItsMaskAndSpacing) {
    const Step crop = stepWith("crop", {{"x", "1"}, {"y", "2"}, {"width", "2"}, {"z", "3"}, {"depth", "2"}});

    const Volume part = crop.apply(counting({5, 4, 6}, true), {});

    EXPECT_EQ(part.size(), (VolumeSize{2, 2, 2}));
    EXPECT_THAT(part.values(), ElementsAre(321, 322, 331, 332, 421, 422, 431, 432));
    EXPECT_THAT(part.valid(), ElementsAre(1, 0, 1, 0, 1, 0, 1, 0));
    EXPECT_EQ(part.spacing().z, 2);
    EXPECT_EQ(crop.kept(anyFrame, {5, 4, 6}).size, part.size());
}

TEST(VolumeSteps, CropOfNothingIsRefused) {
    for (const char* beyond : {"x", "z"}) {
        const Step crop = stepWith("crop", {{beyond, "9"}});
        EXPECT_EQ(crop.kept(0, {5, 4, 6}).size.voxels(), 0u);
        try {
            crop.apply(counting({5, 4, 6}), {});
            FAIL() << beyond;
        } catch (const SettingError& error) {
            EXPECT_THAT(error.what(), HasSubstr("5 × 4 × 6 voxels"));
        }
    }
}

TEST(VolumeSteps, EvenSlicesHaveTheVolumesMean) {
    const Volume volume = counting({3, 2, 3});
    for (const char* level : {"scaled", "moved"}) {
        const Volume even = stepWith("bleach", {{"level", level}}).apply(volume, {});
        for (int z = 0; z < 3; ++z) {
            double sum = 0;
            for (int y = 0; y < 2; ++y)
                for (int x = 0; x < 3; ++x)
                    sum += static_cast<double>(even.at(x, y, z));
            EXPECT_NEAR(sum / 6, 106, 1e-4);
        }
    }
    EXPECT_FLOAT_EQ(stepWith("bleach", {{"level", "moved"}}).apply(volume, {}).at(0, 0, 0), 100);
    EXPECT_FLOAT_EQ(stepWith("bleach", {}).apply(volume, {}).at(0, 0, 0), 0);
    EXPECT_THROW(stepWith("bleach", {}).apply(Volume({2, 2, 2}, {}, {0, 0, 0, 0, 1, 2, 3, 4}), {}), InputError);
}

TEST(VolumeSteps, AMedianIsThatOfTheValidVoxelsOfACube) {
    const VolumeSize size{5, 5, 5};
    std::vector<float> values(size.voxels(), 10);
    for (const std::size_t hot : {size.index(2, 2, 2), size.index(0, 0, 0), size.index(2, 2, 3)})
        values[hot] = 1000;

    EXPECT_THAT(stepWith("median", {}).apply(Volume(size, {}, values), {.threads = 3}).values(), testing::Each(10));

    // The face is repeated: about the last voxel 1000 stands 18 times and 5 nine times, about the middle one nine times each.
    const Volume row = stepWith("median", {}).apply(Volume({3, 1, 1}, {}, {std::nanf(""), 5, 1000}, {0, 1, 1}), {});
    EXPECT_TRUE(std::isnan(row.at(0, 0, 0))) << "a masked voxel stays";
    EXPECT_EQ(row.at(1, 0, 0), 5) << "of an even number the lower of the two in the middle";
    EXPECT_EQ(row.at(2, 0, 0), 1000);
    EXPECT_THAT(row.valid(), ElementsAre(0, 1, 1));
}

/// A Gaussian of deviation s keeps exp(-(q s)^2 / 2) of a wave along each axis, a mean of n voxels sin(n q / 2) / (n sin(q / 2)).
TEST(VolumeSteps, AFilterDampsWavesAlongAllAxesAsItsKernelSays) {
    const double q = 0.4;
    const auto gaussian = [&](double sigma) { return std::exp(-3 * q * q * sigma * sigma / 2); };

    EXPECT_NEAR(keptOfWaves(stepWith("filter", {{"sigma", "1.5"}}), q), gaussian(1.5), 2e-3);
    EXPECT_NEAR(keptOfWaves(stepWith("filter", {{"kind", "mean"}, {"size", "5"}}), q),
                std::pow(std::sin(2.5 * q) / (5 * std::sin(0.5 * q)), 3), 1e-6);
    EXPECT_NEAR(keptOfWaves(stepWith("filter", {{"kind", "dog"}, {"sigma", "1.5"}, {"sigma2", "3"}}), q),
                gaussian(1.5) - gaussian(3), 4e-3);
    EXPECT_NEAR(keptOfWaves(stepWith("filter", {{"kind", "mean"}, {"size", "5"}, {"scale", "paper"}}), q) * 125,
                std::pow(std::sin(2.5 * q) / (5 * std::sin(0.5 * q)), 3), 1e-6);
}

TEST(VolumeSteps, AFilterMasksItsRimAndRefusesKernelsOfPictures) {
    const Volume volume = counting({9, 8, 7});
    const Volume inner = stepWith("filter", {{"kind", "mean"}, {"size", "3"}, {"border", "valid"}}).apply(volume, {});
    for (int z = 0; z < 7; ++z)
        for (int y = 0; y < 8; ++y)
            for (int x = 0; x < 9; ++x) {
                const bool isInside = x > 0 && x < 8 && y > 0 && y < 7 && z > 0 && z < 6;
                ASSERT_EQ(inner.isValid(x, y, z), isInside) << x << ' ' << y << ' ' << z;
                if (isInside) {
                    ASSERT_NEAR(inner.at(x, y, z), volume.at(x, y, z), 1e-3) << "a ramp stays";
                }
            }
    for (const char* kind : {"laplacian", "gabor"})
        EXPECT_THROW(stepWith("filter", {{"kind", kind}, {"size", "3"}}).apply(volume, {}), SettingError) << kind;
    EXPECT_THROW(stepWith("filter", {{"kind", "mean"}, {"size", "9"}, {"border", "valid"}}).apply(volume, {}), SettingError);
}

TEST(VolumeSteps, ContrastClipsAllSlicesToOneRange) {
    std::vector<float> values(101);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    const Volume volume({1, 1, 101}, {}, values);
    Recipe recipe = defaultRecipe();
    for (const auto& [key, value] : {std::pair{"contrast.low", "10"}, {"contrast.high", "90"}})
        setText(recipe, key, value);
    EXPECT_EQ(recipe.step("contrast")->apply(volume, {}).at(0, 0, 0), 0) << "shown so, not measured so";

    setText(recipe, "contrast.apply", "true");
    const Volume clipped = recipe.step("contrast")->apply(volume, {});
    EXPECT_EQ(clipped.at(0, 0, 0), 10);
    EXPECT_EQ(clipped.at(0, 0, 50), 50);
    EXPECT_EQ(clipped.at(0, 0, 100), 90);
    setText(recipe, "contrast.scale", "8-bit");
    EXPECT_EQ(recipe.step("contrast")->apply(volume, {}).at(0, 0, 100), 255);
}

/// A step that nothing else in the program knows.
struct Doubling {
    static constexpr const char* key = "doubling";
    static constexpr const char* label = "Doubling";
    static constexpr const char* stageLabel = "Twice";
    static constexpr const char* help = "Doubles grey values so often";
    static constexpr bool canSwitchOff = true;

    int times = 1;

    static const Fields<Doubling>& fields() {
        static const Fields<Doubling> list = {integerField("times", &Doubling::times, 0, 9, {"Times", "How often.", ""})};
        return list;
    }
    std::string summary() const { return "doubles"; }
    Frame operator()(const Frame& frame) const { return frame; }
    Volume operator()(const Volume& volume, const VolumeContext&) const {
        std::vector<float> values(volume.values().begin(), volume.values().end());
        for (float& value : values)
            value *= std::exp2(static_cast<float>(times));
        return {volume.size(), volume.spacing(), std::move(values)};
    }
    bool operator==(const Doubling&) const = default;
};

TEST(VolumeSteps, OneMoreIsKnownEverywhereByItself) {
    const VolumeSize size{2, 2, 2};
    Recipe recipe = withoutParts(recipeForVolumes(defaultRecipe()));
    EXPECT_EQ(keyOfVoxels(recipe, {}), "");
    recipe.steps.push_back(Step::of(Doubling{}));
    recipe.steps.push_back(Step::of(Doubling{2}));

    EXPECT_NO_THROW(requireForVolumes(recipe));
    EXPECT_EQ(finalVolume(Volume(size, {}, std::vector<float>(8, 1)), recipe, {}).at(0, 0, 0), 8);
    EXPECT_EQ(keyOfVoxels(recipe, {}), "@doubling,times=1@doubling,times=2") << "else what is shown would be stale";
    EXPECT_THAT(whyIdleOnVolumes(recipe, "doubling.times"), testing::IsEmpty());
    EXPECT_EQ(recipe.steps.back().memory(size), 8 * (sizeof(float) + 1));
    recipe.steps.back().switchTo(false);
    EXPECT_EQ(keyOfVoxels(recipe, {}), "@doubling,times=1");
    EXPECT_EQ(recipe.steps.back().memory(size), 0u);
}

/// Tests each step of a recipe, whatever there is: its key says when voxels may change.
TEST(VolumeSteps, OfEqualKeysGiveEqualVoxels) {
    const Volume volume = counting({12, 10, 8}, true);
    for (const Step& step : allSteps()) {
        if (!step.isForVolumes() || step.choosesPart()) continue;
        for (const FieldDescription& field : step.fields()) {
            Step changed = step;
            if (step.canSwitchOff()) changed.switchTo(true);
            const Step before = changed;
            for (const std::string& choice : field.choices) {
                changed.set(field.name, choice);
                const VolumeContext context{.drift = {.xPx = 1}};
                if (changed.volumeKey(context) != before.volumeKey(context)) continue;
                EXPECT_THAT(changed.apply(volume, context).values(),
                            testing::Pointwise(testing::NanSensitiveFloatEq(), before.apply(volume, context).values()))
                    << step.key() << '.' << field.name << '=' << choice;
            }
        }
    }
}

TEST(VolumeSteps, FlatteningAndEvenSlicesGiveBackRMax) {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth = 64;
    settings.wavelengthFromPx = settings.wavelengthToPx = 10;
    settings.law = RingLaw::constant;
    settings.frames = 1;
    settings.bits = 16;
    const Volume volume = bicontinuousVolume(settings, 0).volume;
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (int z = 0; z < 64; ++z)
        for (int y = 0; y < 64; ++y)
            for (int x = 0; x < 64; ++x)
                values[volume.size().index(x, y, z)] *= static_cast<float>((1 - 0.6 * z / 64) * (1 - 0.5 * x / 64));
    const Volume spoilt(volume.size(), {}, std::move(values));
    VolumeMeasurer measure({}, 2);
    const double truth = measure(volume, false).rMax.px;
    const Volume clean =
        stepWith("bleach", {})
            .apply(stepWith("flatten", {{"method", "polynomial"}, {"order", "2"}}).apply(spoilt, {.threads = 2}), {});
    EXPECT_NEAR(measure(clean, false).rMax.px, truth, 0.005 * truth);
    EXPECT_GT(std::abs(measure(clean, false).profile.value[20] - measure(spoilt, false).profile.value[20]), 0.05)
        << "the light makes no difference";
}

}  // namespace
}  // namespace coarsen
