// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps align and bleach do to a series of volumes: known drift comes back, a known profile of depth goes.
#include "core/analysis/run_series.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/session/survey_file.hpp"
#include "core/synth/bicontinuous.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace coarsen {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// One pattern that drifts, as a folder of volumes.
class DriftingVolumes {
public:
    explicit DriftingVolumes(double kept = 1, double driftPx = 4, int frames = 4) {
        settings_.width = 48, settings_.height = 44, settings_.depth = 40;
        settings_.wavelengthFromPx = settings_.wavelengthToPx = 6;
        settings_.law = RingLaw::constant;
        settings_.ringWidth = 0.1;
        settings_.zoom = true;
        settings_.kept = kept;
        settings_.frames = frames;
        settings_.bits = 16;
        settings_.seed = 5;
        settings_.faults.driftPx = driftPx;
        for (int frame = 0; frame < frames; ++frame)
            write(frame, made(frame).volume);
    }

    SyntheticVolume made(int frame) const { return bicontinuousVolume(settings_, frame); }
    void write(int frame, const Volume& volume) const { writeNifti(file(frame), volume); }
    std::filesystem::path file(int frame) const { return folder_ / ("v_" + std::to_string(frame) + ".nii"); }
    std::filesystem::path folder() const { return folder_.path(); }
    int frames() const { return settings_.frames; }

    RunRequest request(const std::vector<std::pair<std::string, std::string>>& settings) const {
        RunRequest request;
        request.series = openSeries({folder()});
        request.recipe = recipeForVolumes(defaultRecipe());
        for (const auto& [key, value] : settings)
            setText(request.recipe, key, value);
        request.threads = 2;
        return request;
    }

    /// How far a shift is off, voxels.
    double off(int frame, const FrameDrift& found) const {
        const SyntheticVolume is = made(frame), first = made(0);
        return std::hypot(found.xPx - (is.driftX - first.driftX), found.yPx - (is.driftY - first.driftY),
                          found.zPx - (is.driftZ - first.driftZ));
    }

private:
    TemporaryFolder folder_;
    BicontinuousSettings settings_;
};

/// The voxels that a run measures.
std::map<int, Volume> measuredIn(const RunRequest& request, MeasuredSeries& found) {
    std::map<int, Volume> volumes;
    RunListener listener;
    listener.volumes = [&](const FrameSource&, int index, const VolumeFrameMeasurer::Answer& answer) {
        const Volume& volume = answer.volume;
        volumes[index] = volume;
    };
    found = runSeries(request, listener);
    return volumes;
}

double rmsDifference(const Volume& one, const Volume& other) {
    double sum = 0;
    for (std::size_t i = 0; i < one.values().size(); ++i)
        sum += std::pow(static_cast<double>(one.values()[i]) - static_cast<double>(other.values()[i]), 2);
    return std::sqrt(sum / static_cast<double>(one.values().size()));
}

TEST(AlignedVolumes, AreMovedBackByTheDriftThatTheyHave) {
    const DriftingVolumes drifting, still(1, 0);
    // The part that stays inside, so that both measure the same material.
    const std::vector<std::pair<std::string, std::string>> crop{{"crop.on", "true"}, {"crop.x", "6"},      {"crop.y", "6"},
                                                                {"crop.z", "6"},     {"crop.width", "36"}, {"crop.height", "32"},
                                                                {"crop.depth", "28"}};
    auto aligned = crop;
    aligned.emplace_back("align.on", "true");

    MeasuredSeries found, drifted, truth;
    const auto alignedVoxels = measuredIn(drifting.request(aligned), found),
               driftedVoxels = measuredIn(drifting.request(crop), drifted), voxels = measuredIn(still.request(crop), truth);

    for (int frame = 1; frame < drifting.frames(); ++frame) {
        const FrameResult& row = *found.results.at(frame);
        EXPECT_LT(drifting.off(frame, row.image.drift), 0.02) << frame;
        EXPECT_GT(std::hypot(row.image.drift.xPx, row.image.drift.yPx, row.image.drift.zPx), 1) << "nothing moved";
        EXPECT_NEAR(row.rMax.px, truth.results.at(frame)->rMax.px, 0.002 * row.rMax.px) << frame;
        EXPECT_LT(rmsDifference(alignedVoxels.at(frame), voxels.at(frame)),
                  0.1 * rmsDifference(driftedVoxels.at(frame), voxels.at(frame)));
        EXPECT_EQ(row.image.validFraction, 1);
    }
}

TEST(AlignedVolumes, AreFollowedWhereThePatternChanges) {
    const DriftingVolumes drifting(0.8);

    for (const char* reference : {"previous", "first"}) {
        const RunRequest request = drifting.request({{"align.on", "true"}, {"align.reference", reference}});
        const Survey survey = surveyOf(request.series, request.recipe, 2);
        ASSERT_THAT(survey.drift.shifts, SizeIs(4)) << reference;
        EXPECT_LT(drifting.off(1, frameDrift(survey.drift, 1)), 0.4) << reference;
    }
}

TEST(DriftOfVolumes, HangsNeitherOnThreadsNorOnHowTheSeriesGrew) {
    const DriftingVolumes drifting(0.9, 4, 8);
    const RunRequest request = drifting.request({{"align.on", "true"}});
    std::vector<int> told;
    const Survey whole = surveyOf(request.series, request.recipe, 2, [&](int done, int) { told.push_back(done); });
    EXPECT_THAT(told, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));

    ImageSeries beginning = request.series;
    beginning.frames.resize(7);
    const Survey before = surveyOf(beginning, request.recipe, 1);
    told.clear();
    const Survey grown = surveyOf(
        request.series, request.recipe, 1, [&](int done, int) { told.push_back(done); }, {}, before);

    EXPECT_THAT(told, ElementsAre(8));
    for (int frame = 0; frame < 8; ++frame) {
        EXPECT_EQ(frameDrift(grown.drift, frame).xPx, frameDrift(whole.drift, frame).xPx) << frame;
        EXPECT_EQ(frameDrift(grown.drift, frame).zPx, frameDrift(whole.drift, frame).zPx) << frame;
    }
}

TEST(DriftOfVolumes, OfOneThatCannotBeReadIsThatOfTheOneBefore) {
    const DriftingVolumes drifting;
    writeWhole(drifting.file(2), std::string_view("no volume"));
    const RunRequest request = drifting.request({{"align.on", "true"}});

    const Survey survey = surveyOf(request.series, request.recipe, 2);

    EXPECT_EQ(frameDrift(survey.drift, 2).zPx, frameDrift(survey.drift, 1).zPx);
    EXPECT_FALSE(survey.drift.isKnown[2]);
    EXPECT_LT(drifting.off(3, frameDrift(survey.drift, 3)), 0.02);
    EXPECT_THAT(survey.notes, ElementsAre(HasSubstr("The drift of frame 2 could not be found")));
}

TEST(DriftOfVolumes, ComesBackFromItsFileAndIsNoneAfterAStop) {
    const DriftingVolumes drifting(1, 4, 3);
    const RunRequest request = drifting.request({{"align.on", "true"}});
    const Survey survey = surveyOf(request.series, request.recipe, 2);
    const std::string key = surveyKey(request.series, request.recipe, {});
    writeWhole(drifting.folder() / "survey.json", surveyJson(survey, key));

    const auto read = readSurvey(drifting.folder() / "survey.json", key);

    ASSERT_TRUE(read);
    for (int frame = 0; frame < 3; ++frame)
        EXPECT_EQ(frameDrift(read->drift, frame).zPx, frameDrift(survey.drift, frame).zPx);
    std::stop_source stop;
    EXPECT_TRUE(surveyOf(
                    request.series, request.recipe, 2, [&](int, int) { stop.request_stop(); }, stop.get_token())
                    .isEmpty());
}

/// The volume with a brightness of its own in each slice.
Volume withDepth(const Volume& volume, const std::function<float(float value, int z)>& seen) {
    std::vector<float> values;
    for (int z = 0; z < volume.size().depth; ++z)
        for (int y = 0; y < volume.size().height; ++y)
            for (int x = 0; x < volume.size().width; ++x)
                values.push_back(seen(volume.at(x, y, z), z));
    return {volume.size(), volume.spacing(), std::move(values)};
}

TEST(BleachedVolumes, AreMeasuredAsIfLightReachedEverySlice) {
    const DriftingVolumes volumes(1, 0, 3);
    // Light that fades to a third over the depth, and an offset that rises as high as the contrast.
    volumes.write(1, withDepth(volumes.made(1).volume,
                               [](float value, int z) { return value * std::exp(-0.028F * static_cast<float>(z)); }));
    volumes.write(2, withDepth(volumes.made(2).volume, [](float value, int z) { return value + 800 * static_cast<float>(z); }));

    const MeasuredSeries bleached = runSeries(volumes.request({}), {}),
                         scaled = runSeries(volumes.request({{"bleach.on", "true"}}), {}),
                         moved = runSeries(volumes.request({{"bleach.on", "true"}, {"bleach.level", "moved"}}), {});

    const double truth = bleached.results.at(0)->rMax.px;
    EXPECT_NEAR(scaled.results.at(1)->rMax.px, truth, 0.01 * truth);
    EXPECT_NEAR(moved.results.at(2)->rMax.px, truth, 0.01 * truth);
    // Without the step, and with the wrong one, slices look alike for their light.
    EXPECT_GT(std::abs(bleached.results.at(1)->profile.value[13] - bleached.results.at(0)->profile.value[13]), 0.05);
    EXPECT_NEAR(scaled.results.at(1)->profile.value[13], bleached.results.at(0)->profile.value[13], 0.02);
    EXPECT_GT(std::abs(bleached.results.at(2)->profile.value[13] - bleached.results.at(0)->profile.value[13]), 0.05);
    EXPECT_NEAR(moved.results.at(2)->profile.value[13], bleached.results.at(0)->profile.value[13], 0.02);
}

TEST(BleachedVolumes, RefuseASliceWithoutLight) {
    const DriftingVolumes volumes(1, 0, 2);
    volumes.write(1, withDepth(volumes.made(1).volume, [](float value, int z) { return z == 7 ? 0 : value; }));

    const MeasuredSeries found = runSeries(volumes.request({{"bleach.on", "true"}}), {});

    EXPECT_EQ(found.results.at(0)->status, FrameStatus::ok);
    EXPECT_EQ(found.results.at(1)->status, FrameStatus::failed);
    EXPECT_THAT(found.results.at(1)->message, HasSubstr("Slice 7"));
}

}  // namespace
}  // namespace coarsen
