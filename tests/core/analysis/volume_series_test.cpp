// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes as frames: how a run takes them, what its steps do, how alike neighbours are.
#include "core/series/volume_series.hpp"

#include "core/analysis/pattern_sketch.hpp"
#include "core/analysis/run_series.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "tests/support/small_volumes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <numeric>
#include <vector>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

RunRequest requestFor(const test::SmallVolumes& volumes) {
    RunRequest request;
    request.series = openSeries({volumes.volumes()});
    request.calibration = request.series.calibration;
    request.recipe = recipeForVolumes(defaultRecipe());
    request.threads = 2;
    return request;
}

TEST(RunOfVolumes, SaysWhatAVolumeNeedsBeforeAnyIsMeasured) {
    const test::SmallVolumes volumes(1);
    RunRequest request = requestFor(volumes);
    request.memoryBytes = std::size_t{37} << 20;
    try {
        runSeries(request, {});
        FAIL() << "there is not so much memory";
    } catch (const SettingError& error) {
        EXPECT_THAT(error.what(), HasSubstr("48 × 44 × 40 needs about"));
        EXPECT_THAT(error.remedy(), HasSubstr("--memory"));
    }
}

TEST(RunOfVolumes, RefusesARecipeForPictures) {
    const test::SmallVolumes volumes(1);
    RunRequest request = requestFor(volumes);
    request.recipe = defaultRecipe();

    EXPECT_THROW(runSeries(request, {}), SettingError);
}

TEST(RunOfVolumes, KnowsHowAlikeNeighboursAre) {
    const test::SmallVolumes volumes(3);
    volumes.write(0, volumes.file(1));  // the same as the one before it

    const MeasuredSeries found = runSeries(requestFor(volumes), {});

    EXPECT_GT(found.neighbourCorrelations.at(1), 0.99);
    EXPECT_LT(found.neighbourCorrelations.at(2), 0.3);
}

TEST(RunOfVolumes, GivesAMarkerSetByHandAnError) {
    const test::SmallVolumes volumes(1);
    RunRequest request = requestFor(volumes);
    const double px = runSeries(request, {}).results.at(0)->rMax.px;
    request.manualRMaxPx = {{0, px + 0.4}};

    const SharedResult row = runSeries(request, {}).results.at(0);

    EXPECT_EQ(row->rMax.quality, Quality::manual);
    EXPECT_GT(row->rMax.errorPx, 0);
}

TEST(RunOfVolumes, FindsTheSurfaceOfARandomFieldAsTheoryHasIt) {
    BicontinuousSettings settings;
    settings.width = settings.height = settings.depth = 56;
    settings.wavelengthFromPx = settings.wavelengthToPx = 14;
    settings.frames = 1;
    const test::SmallVolumes volumes(1);
    const SyntheticVolume made = bicontinuousVolume(settings, 0);
    writeNifti(volumes.file(0), made.volume);
    RunRequest request = requestFor(volumes);
    setText(request.recipe, "surface.on", "true");
    setText(request.recipe, "surface.smooth", "0");

    const SharedResult row = runSeries(request, {}).results.at(0);

    // Of a Gaussian field whose spectrum is a thin ring, at its mean: S_V = 4 / (sqrt(3) wavelength), chi_V = -2 pi / (3 sqrt(3)
    // wavelength^3) (Adler 1981), and half of the volume.
    ASSERT_TRUE(row->surface);
    const SurfaceMeasures& measures = row->surface->measures;
    EXPECT_NEAR(measures.areaPerVolume.value * 14, 4 / std::numbers::sqrt3, 0.04 * 4 / std::numbers::sqrt3);
    EXPECT_NEAR(measures.eulerPerPx3.value * 14 * 14 * 14, -2 * std::numbers::pi / (3 * std::numbers::sqrt3), 0.15);
    EXPECT_NEAR(measures.volumeFraction.value, 0.5, 0.04);
    EXPECT_NEAR(measures.meanH.value, 0, 4 * measures.meanH.error);
}

TEST(RunOfVolumes, SaysWhereThereIsNoSurfaceAndGoesOn) {
    const test::SmallVolumes volumes(3);
    const Volume dark = volumes.volume(1);
    std::vector<float> values(dark.values().begin(), dark.values().end());
    for (float& value : values)
        value /= 100;
    writeNifti(volumes.file(1), Volume(dark.size(), dark.spacing(), values));
    RunRequest request = requestFor(volumes);
    setText(request.recipe, "surface.on", "true");
    setText(request.recipe, "surface.level", "120");

    const FrameResults rows = runSeries(request, {}).results;

    EXPECT_TRUE(rows.at(0)->surface);
    EXPECT_FALSE(rows.at(1)->surface);
    EXPECT_TRUE(rows.at(1)->rMax.isFound());
    EXPECT_THAT(rows.at(1)->message, HasSubstr("No surface: no interface lies at the level 120"));
    EXPECT_TRUE(rows.at(2)->surface);
}

TEST(RunOfVolumes, DropsTheFrameThatItIsStoppedIn) {
    const test::SmallVolumes volumes(3);
    RunRequest request = requestFor(volumes);
    request.threads = 1;
    setText(request.recipe, "surface.on", "true");
    std::stop_source stop;
    RunListener listener;
    listener.volumes = [&](const FrameSource&, int frame, const VolumeFrameMeasurer::Answer& answer) {
        EXPECT_TRUE(answer.surface);
        if (frame == 1) stop.request_stop();
    };

    EXPECT_EQ(runSeries(request, listener, stop.get_token()).results.size(), 2u);
    EXPECT_FALSE(
        VolumeFrameMeasurer(request.series, request.recipe, request.calibration, {})(volumes.volume(2), 2, {}, stop.get_token()));
}

TEST(PatternSketchOfAVolume, HoldsMeansOverCubicBlocks) {
    const VolumeSize size{130, 4, 4};  // more than 64 blocks of one voxel: blocks of three
    std::vector<float> values(size.voxels());
    std::iota(values.begin(), values.end(), 0.0F);
    std::vector<std::uint8_t> valid(size.voxels(), 1);
    valid[size.index(3, 0, 0)] = 0;

    const PatternSketch sketch = patternSketch(Volume(size, {}, values, valid));

    ASSERT_EQ(sketch.blockPx, 3);
    EXPECT_EQ(sketch.width, 43);
    EXPECT_EQ(sketch.height, 1);
    EXPECT_EQ(sketch.depth, 1);
    const float middle = values[size.index(1, 1, 1)];  // of a linear ramp the mean is the middle's
    EXPECT_FLOAT_EQ(sketch.values[0], middle);
    const float second = values[size.index(4, 1, 1)];
    EXPECT_FLOAT_EQ(sketch.values[1], (27 * second - values[size.index(3, 0, 0)]) / 26);
}

TEST(StepsOnVolumes, CropsTheShapesOfEverySlice) {
    const VolumeSize size{12, 10, 9};
    Recipe recipe = recipeForVolumes(defaultRecipe());
    setText(recipe, "crop.on", "true");
    setText(recipe, "crop.shapes", "+ellipse 6,5 4,3");
    setText(recipe, "crop.z", "2");
    const Volume raw(size, {}, std::vector<float>(size.voxels(), 1));

    const Volume final = finalVolume(raw, recipe, {.frame = 0});

    EXPECT_EQ(final.size(), finalSize(size, recipe));
    EXPECT_EQ(final.size().depth, 7);
    EXPECT_FALSE(final.isValid(0, 0, 3));
    EXPECT_TRUE(final.isValid(final.size().width / 2, final.size().height / 2, 3));
    setText(recipe, "crop.shapes", "+ellipse @0 6,5 4,3; +rectangle @1 2,3 5,6");
    EXPECT_EQ(finalVolume(raw, recipe, {.frame = 0}).size(), (VolumeSize{8, 6, 7}));
    EXPECT_EQ(finalVolume(raw, recipe, {.frame = 1}).size(), (VolumeSize{5, 6, 7}));
    EXPECT_EQ(finalSize(size, recipe), (VolumeSize{8, 6, 7})) << "at most";
    EXPECT_THROW(finalVolume(raw, recipe, {.frame = 2}), InputError);
    setText(recipe, "crop.z", "9");
    EXPECT_THROW(finalVolume(raw, recipe, {.frame = 0}), SettingError);
}

TEST(StepsOnVolumes, FlattensEachSliceByItself) {
    const VolumeSize size{16, 16, 3};
    std::vector<float> values;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                values.push_back(static_cast<float>(100 * (z + 1) * (1 + 0.02 * x)));
    Recipe recipe = recipeForVolumes(defaultRecipe());
    for (const auto& [key, value] : {std::pair{"flatten.on", "true"}, {"flatten.method", "polynomial"}, {"flatten.order", "1"}})
        setText(recipe, key, value);

    const Volume flat = finalVolume(Volume(size, {}, values), recipe, {.threads = 2});

    for (int z = 0; z < size.depth; ++z)
        EXPECT_NEAR(flat.at(0, 0, z), flat.at(15, 15, z), 0.01 * flat.at(0, 0, z));
    EXPECT_NEAR(flat.at(3, 3, 1) / flat.at(3, 3, 0), 2, 0.02);
}

TEST(StepsOnVolumes, SaysWhichSettingsAreForPictures) {
    const Recipe recipe = recipeForVolumes(defaultRecipe());

    EXPECT_THAT(whyIdleOnVolumes(recipe, "grey.method"), HasSubstr("for pictures"));
    EXPECT_THAT(whyIdleOnVolumes(recipe, "measure.terms"), HasSubstr("for pictures"));
    EXPECT_THAT(whyIdleOnVolumes(recipe, "measure.max_lag"), IsEmpty());
    EXPECT_THAT(whyIdleOnVolumes(recipe, "crop.z"), IsEmpty());
    EXPECT_THAT(whyIdleOnVolumes(recipe, "align.mode"), IsEmpty());
    EXPECT_THAT(whyIdleOnPictures(recipe, "bleach.on"), HasSubstr("for volumes"));
    EXPECT_THAT(whyIdleOnPictures(recipe, "align.mode"), IsEmpty());
    EXPECT_THAT(whyIdleOnVolumes(recipe, "fit.t0"), IsEmpty());
    EXPECT_THAT(whyIdleOnPictures(recipe, "crop.depth"), HasSubstr("for volumes"));
    EXPECT_THAT(whyIdleOnPictures(recipe, "crop.x"), IsEmpty());
    EXPECT_THAT(whyIdleOnVolumes(recipe, "crop.info_bar"), HasSubstr("for pictures"));
    for (const char* step : {"median.radius", "filter.kind", "contrast.apply"})
        EXPECT_THAT(whyIdleOnVolumes(recipe, step), IsEmpty()) << step;
}

}  // namespace
}  // namespace coarsen
