// SPDX-License-Identifier: GPL-3.0-or-later
// A known flow between the frames of a series, of volumes and of pictures.
#include "core/analysis/deformation.hpp"

#include "core/analysis/run_series.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/correlate/engines.hpp"
#include "core/image/write_png.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/volume/write_nifti.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace coarsen {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::UnorderedElementsAre;

/// The pair's first frame, its second twice: a flow, then none.
class FlowingSeries {
public:
    explicit FlowingSeries(const VolumeSize& size, double wavelength, double maxU, double kept = 1) {
        FlowPairSettings settings;
        settings.size = size;
        settings.wavelength = wavelength;
        settings.maxU = maxU;
        settings.flowScale = 14;
        settings.kept = kept;
        pair_ = flowPair(settings, 2);
        const Volume* const frames[] = {&pair_.fixed, &pair_.moved, &pair_.moved};
        for (int frame = 0; frame < 3; ++frame)
            write(frame, *frames[frame]);
    }

    const FlowPair& pair() const { return pair_; }
    std::filesystem::path file(int frame) const {
        return folder_ / ("f_" + std::to_string(frame) + (pair_.fixed.size().depth > 1 ? ".nii" : ".png"));
    }
    RunRequest request(const std::vector<std::pair<std::string, std::string>>& settings = {}) const {
        RunRequest request;
        request.series = openSeries({folder_.path()});
        request.recipe = defaultRecipe();
        for (const char* corrected : {"flatten.on", "dust.on"})
            setText(request.recipe, corrected, "false");
        if (request.series.volumes) request.recipe = recipeForVolumes(request.recipe);
        setText(request.recipe, "align.on", "true");
        setText(request.recipe, "align.mode", "deform");
        for (const auto& [key, value] : settings)
            setText(request.recipe, key, value);
        request.engines.engines = cpuEngines();
        request.threads = 2;
        return request;
    }

private:
    void write(int frame, const Volume& volume) const {
        if (volume.size().depth > 1) {
            writeNifti(file(frame), volume);
            return;
        }
        std::vector<std::uint16_t> pixels;
        for (const float value : volume.values())
            pixels.push_back(static_cast<std::uint16_t>(20000 + 20000 * std::clamp(value, -0.9F, 2.0F)));
        writeGreyPng(file(frame), Image(volume.size().width, volume.size().height, std::move(pixels)));
    }

    TemporaryFolder folder_;
    FlowPair pair_;
};

struct Flows {
    std::map<int, std::array<std::vector<float>, 3>> u;

    RunListener listener() {
        RunListener listener;
        listener.deformations = [this](int frame, const Registration& found, const Spacing&) { u[frame] = found.u.along; };
        return listener;
    }
};

/// The flow less what align has taken out as drift.
void addDrift(std::array<std::vector<float>, 3>& u, const FrameDrift& drift) {
    const float along[] = {static_cast<float>(drift.xPx), static_cast<float>(drift.yPx), static_cast<float>(drift.zPx)};
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (float& value : u[axis])
            value += along[axis];
}

void expectTheFlow(const FlowingSeries& series, double meanError) {
    Flows flows;
    const MeasuredSeries found = runSeries(series.request(), flows.listener());

    EXPECT_THAT(flows.u, UnorderedElementsAre(Key(1), Key(2)));
    EXPECT_FALSE(found.results.at(0)->deformation);
    const FrameResult& row = *found.results.at(1);
    ASSERT_TRUE(row.deformation) << row.message;
    // Drift and flow together carry the first frame into the second.
    addDrift(flows.u[1], row.image.drift);
    EXPECT_LT(endPointErrors(series.pair().fixed.size(), flows.u[1], series.pair().u).mean(), meanError);
    EXPECT_GT(row.deformation->rho, 0.98);
    EXPECT_GT(row.deformation->jMin, 0.4);
    EXPECT_GT(row.deformation->meanPx, 0.3);
    EXPECT_FALSE(row.deformation->mayBeOnePeriodOff);
    EXPECT_THAT(row.message, IsEmpty());
    ASSERT_TRUE(found.results.at(2)->deformation);
    EXPECT_LT(found.results.at(2)->deformation->meanPx, 0.02);
    EXPECT_GT(found.results.at(2)->deformation->rho, 0.999);
}

TEST(DeformationInASeries, OfVolumesIsTheKnownFlow) {
    expectTheFlow(FlowingSeries({40, 36, 32}, 7, 1.5), 0.2);
}

TEST(DeformationInASeries, OfPicturesIsTheKnownFlow) {
    expectTheFlow(FlowingSeries({128, 96, 1}, 14, 2.5), 0.2);
}

TEST(DeformationInASeries, LeavesLengthsAsTheyAre) {
    const FlowingSeries series({40, 36, 32}, 7, 1.5);
    const MeasuredSeries deformed = runSeries(series.request(), {}),
                         drifted = runSeries(series.request({{"align.mode", "drift"}}), {});
    for (int frame = 0; frame < 3; ++frame) {
        EXPECT_EQ(deformed.results.at(frame)->rMax.px, drifted.results.at(frame)->rMax.px);
        EXPECT_FALSE(drifted.results.at(frame)->deformation);
    }
}

TEST(DeformationInASeries, IsTheSameOnAnyThreadsAndOfAnyPart) {
    const FlowingSeries series({96, 80, 1}, 12, 2);
    RunRequest request = series.request(), part = request;
    request.threads = 1;
    part.frames = {2};
    const MeasuredSeries one = runSeries(request, {}), several = runSeries(series.request(), {}), last = runSeries(part, {});
    for (int frame = 1; frame < 3; ++frame)
        EXPECT_EQ(one.results.at(frame)->deformation->meanPx, several.results.at(frame)->deformation->meanPx);
    EXPECT_EQ(last.results.at(2)->deformation->meanPx, one.results.at(2)->deformation->meanPx);
}

TEST(DeformationInASeries, IsSinceTheFirstWhereThatIsAskedFor) {
    const FlowingSeries series({96, 80, 1}, 12, 2);
    const MeasuredSeries found = runSeries(series.request({{"align.reference", "first"}}), {});
    EXPECT_FALSE(found.results.at(0)->deformation);
    EXPECT_EQ(found.results.at(2)->deformation->meanPx, found.results.at(1)->deformation->meanPx);
    EXPECT_GT(found.results.at(2)->deformation->meanPx, 0.3);
}

TEST(DeformationInASeries, SaysWhereItMayHaveLockedOnePeriodOff) {
    const FlowingSeries series({96, 80, 1}, 10, 16);  // far beyond half a wavelength
    std::vector<std::string> remarks;
    RunListener listener;
    listener.remarked = [&](const std::string& what, const std::string& where) { remarks.push_back(what + ": " + where); };

    const MeasuredSeries found = runSeries(series.request({{"align.levels", "1"}}), listener);

    EXPECT_TRUE(found.results.at(1)->deformation->mayBeOnePeriodOff);
    EXPECT_THAT(found.results.at(1)->message, HasSubstr("may have locked one period off (it moves by up to"));
    EXPECT_THAT(remarks, testing::Contains(HasSubstr("1 of 3 frames, first f_1.png")));
}

TEST(DeformationInASeries, IsNotKnownBesideAFrameThatCannotBeRead) {
    const FlowingSeries series({96, 80, 1}, 12, 2);
    writeWhole(series.file(1), std::string_view("no picture"));

    const MeasuredSeries found = runSeries(series.request(), {});

    EXPECT_EQ(found.results.at(1)->status, FrameStatus::failed);
    EXPECT_EQ(found.results.at(2)->status, FrameStatus::ok);
    EXPECT_FALSE(found.results.at(2)->deformation);
    EXPECT_THAT(found.results.at(2)->message, HasSubstr("the deformation since f_1.png was not found"));
}

TEST(DeformationInASeries, ThatIsStoppedLeavesNoRow) {
    const FlowingSeries series({96, 80, 1}, 12, 2);
    RunRequest request = series.request();
    request.threads = 1;
    std::stop_source stop;
    RunListener listener;
    listener.images = [&](const FrameSource&, int index, const Frame&, const Measurer::Answer&) {
        if (index == 1) stop.request_stop();  // measured, and about to be compared
    };

    const MeasuredSeries found = runSeries(request, listener, stop.get_token());

    EXPECT_THAT(found.results, UnorderedElementsAre(Key(0)));
}

/// A GPU in name that cannot do it.
class FailingRegistration final : public RegistrationEngine {
public:
    FailingRegistration() {
        description_.name = "gpu-direct";
        description_.isGpu = true;
    }
    const RegistrationEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<RegistrationLevel> plan(const RegistrationPair&, const ForceSettings&, Flow) const override { fail(); }
    std::unique_ptr<RegistrationLevels> levels(const Volume&, const Volume&, const LevelsSettings&) const override { fail(); }

private:
    [[noreturn]] static void fail() { throw EngineError("GPU", "it fell off the bus", ""); }
    RegistrationEngineDescription description_;
};

TEST(DeformationInASeries, IsTheCpusWhereAGpuFailsAndTheRunSaysSo) {
    const FlowingSeries series({96, 80, 1}, 12, 2);
    RunRequest request = series.request();
    const MeasuredSeries judged = runSeries(request, {});
    request.engines.engines.registration = {cpuSimdRegistration(), std::make_shared<FailingRegistration>()};
    request.threads = 1;
    std::vector<std::string> notices;
    RunListener listener;
    listener.notice = [&](const std::string& words) { notices.push_back(words); };

    const MeasuredSeries found = runSeries(request, listener);

    for (int frame = 1; frame < 3; ++frame)
        EXPECT_EQ(found.results.at(frame)->deformation->meanPx, judged.results.at(frame)->deformation->meanPx);
    EXPECT_THAT(notices,
                testing::Contains(HasSubstr("From frame 1 on the CPU takes over the flow between frames, because GPU: it "
                                            "fell off the bus")));
    request.engines.name = "cpu-fft";  // a CPU that is asked for is not left to find out
    notices.clear();
    runSeries(request, listener);
    EXPECT_THAT(notices, testing::Not(testing::Contains(HasSubstr("takes over"))));
}

TEST(DeformationFacts, CountAnOblongVoxelAsLongAsItIs) {
    Registration found;
    found.u = Flow({9, 8, 8}, {1, 0, 0});
    EXPECT_NEAR(factsOf(found, {2, 1, 1, true}).meanPx, 2 / std::cbrt(2), 1e-6);
}

}  // namespace
}  // namespace coarsen
