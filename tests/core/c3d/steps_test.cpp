// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/c3d/volume_measurer.hpp"
#include "core/c3d/volume_steps.hpp"
#include "core/synth/bicontinuous.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

TEST(VolumeSteps, CropKeepsABoxWithItsMaskAndSpacing) {
    const Volume part = cropped(counting({5, 4, 6}, true), {1, 2, 3, 2, 0, 2});
    EXPECT_EQ(part.size(), (VolumeSize{2, 2, 2}));
    EXPECT_THAT(part.values(), ElementsAre(321, 322, 331, 332, 421, 422, 431, 432));
    EXPECT_THAT(part.valid(), ElementsAre(1, 0, 1, 0, 1, 0, 1, 0));
    EXPECT_EQ(part.spacing().z, 2);
}

TEST(VolumeSteps, CropOfNothingIsRefused) {
    try {
        cropped(counting({5, 4, 6}), {5, 0, 0, 0, 0, 0});
        FAIL();
    } catch (const SettingError& error) {
        EXPECT_THAT(error.what(), HasSubstr("5 × 4 × 6 voxels"));
    }
}

TEST(VolumeSteps, EvenSlicesHaveTheVolumesMean) {
    const Volume volume = counting({3, 2, 3});
    for (const SliceLevel level : {SliceLevel::scaled, SliceLevel::moved}) {
        const Volume even = withEvenSlices(volume.withMask({}), level);
        for (int z = 0; z < 3; ++z) {
            double sum = 0;
            for (int y = 0; y < 2; ++y)
                for (int x = 0; x < 3; ++x)
                    sum += static_cast<double>(even.at(x, y, z));
            EXPECT_NEAR(sum / 6, 106, 1e-4);
        }
    }
    EXPECT_FLOAT_EQ(withEvenSlices(volume, SliceLevel::moved).at(0, 0, 0), 100);
    EXPECT_FLOAT_EQ(withEvenSlices(volume, SliceLevel::scaled).at(0, 0, 0), 0);
    const Volume dark({2, 2, 2}, {}, {0, 0, 0, 0, 1, 2, 3, 4});
    EXPECT_THROW(withEvenSlices(dark, SliceLevel::scaled), InputError);
}

TEST(VolumeSteps, MaskLeavesOutValuesAndSlices) {
    VolumeMasking masking;
    masking.lowest = 1;
    masking.slices = {1};
    const Volume volume = masked(counting({2, 1, 3}), masking);
    EXPECT_THAT(volume.valid(), ElementsAre(0, 1, 0, 0, 1, 1));
    EXPECT_TRUE(masked(counting({2, 1, 3}), {}).isAllValid());
    masking.slices = {3};
    EXPECT_THROW(masked(counting({2, 1, 3}), masking), SettingError);
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
        withEvenSlices(flattenedSlices(spoilt, {.method = FlattenMethod::polynomial, .order = 2}, 2), SliceLevel::scaled);
    EXPECT_NEAR(measure(clean, false).rMax.px, truth, 0.005 * truth);
    EXPECT_GT(std::abs(measure(clean, false).profile.value[20] - measure(spoilt, false).profile.value[20]), 0.05)
        << "the light makes no difference";
}

}  // namespace
}  // namespace coarsen
