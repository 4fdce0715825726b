// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/frame_measurer.hpp"

#include "core/base/error.hpp"
#include "core/measure/maxima.hpp"
#include "core/measure/small_radii.hpp"
#include "core/preprocess/contrast.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

namespace coarsen {
namespace {

/// An engine that takes frames whole, as a device does: a stand-in that measures with an averager of its own.
class WholeFrames final : public FrameBackend {
public:
    bool canDoTheRecipe = true, isLost = false;
    mutable int framesTaken = 0;

    const std::string& engine() const noexcept override { return engine_; }
    std::unique_ptr<FramePlan> framePlan(const RawKind&, const Recipe& recipe, const Calibration&) const override {
        if (!canDoTheRecipe) return nullptr;
        return std::make_unique<Plan>(*this, recipe);
    }

private:
    class Plan final : public FramePlan {
    public:
        Plan(const WholeFrames& engine, const Recipe& recipe) : engine_(engine), recipe_(recipe) {}
        DeviceMeasurement measure(const Frame& raw, bool withImages) override {
            if (engine_.isLost) throw EngineError("GPU", "it is gone", "restart the program");
            ++engine_.framesTaken;
            const Frame frame = finalFrame(raw, recipe_.steps);
            const int maxLag = maxLagFor(recipe_.measure, frame.image.width(), frame.image.height());
            const GreyRange grey = greyRange(frame, 0, 100);
            DeviceMeasurement answer;
            answer.widthPx = frame.image.width();
            answer.heightPx = frame.image.height();
            answer.validPixels = validFraction(frame) * answer.widthPx * answer.heightPx;
            answer.lowest = grey.low;
            answer.highest = grey.high;
            answer.sketch = patternSketch(frame);
            answer.map = correlate({frame.image, frame.mask}, {}, MeanMode::global, NormMode::count, maxLag, cpuFftEngine(), 1);
            answer.profile = AzimuthalAverager(maxLag)(answer.map);
            answer.profile.fine = fineCurve(answer.map, 1);
            answer.replicates = std::vector<RadialProfile>(6, answer.profile);  // a pattern that is everywhere the same
            if (withImages) answer.frame = frame;
            return answer;
        }

    private:
        const WholeFrames& engine_;
        Recipe recipe_;
    };

    std::string engine_ = "whole-frames";
};

/// The lag sums of the engine in whose name it does frames.
class OtherEngine final : public CorrelationEngine {
public:
    OtherEngine() {
        description_ = cpuFftEngine()->description();
        description_.name = "whole-frames";
    }
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override { return cpuFftEngine()->plan(shape); }

private:
    EngineDescription description_;
};

Frame ring(int width = 300) {
    RingSettings settings;
    settings.width = width;
    settings.height = 220;
    settings.rMaxFromPx = settings.rMaxToPx = 22;
    Frame raw;
    raw.image = ringFrame(settings, 0).image;
    return raw;
}

FrameMeasurer::Answer measured(FrameMeasurer& measurer, const Frame& raw) {
    return measurer(raw, {}, true);
}

EngineRequest with(const std::shared_ptr<WholeFrames>& engine, const std::string& name = "whole-frames") {
    EngineRequest request;
    request.engines = cpuEngines();
    request.engines.correlation.push_back(std::make_shared<OtherEngine>());
    request.engines.frames.push_back(engine);
    request.name = name;
    request.threads = 1;
    return request;
}

TEST(FrameMeasurer, GivesAFrameToTheDeviceThatCanDoAllOfTheRecipe) {
    const auto engine = std::make_shared<WholeFrames>();
    FrameMeasurer measurer(defaultRecipe(), with(engine), {});

    const FrameMeasurer::Answer answer = measured(measurer, ring());
    const FrameMeasurer::Answer other = measured(measurer, ring(340));

    EXPECT_EQ(engine->framesTaken, 2);
    EXPECT_EQ(answer.measured.engine, "whole-frames");
    EXPECT_EQ(other.image.widthPx, 340);
    EXPECT_EQ(measurer.trouble(), "");
}

TEST(FrameMeasurer, GivesTheSameLengthsOnADeviceAsStepByStep) {
    const auto engine = std::make_shared<WholeFrames>();
    FrameMeasurer onDevice(defaultRecipe(), with(engine), {}), byStep(defaultRecipe(), with(engine, "cpu-fft"), {});

    const FrameMeasurer::Answer answer = measured(onDevice, ring()), expected = measured(byStep, ring());

    EXPECT_EQ(engine->framesTaken, 1);
    EXPECT_EQ(answer.measured.rMax.px, expected.measured.rMax.px);
    EXPECT_EQ(answer.measured.lengths["r_zero"].px, expected.measured.lengths["r_zero"].px);
    EXPECT_EQ(answer.image.validFraction, expected.image.validFraction);
    // Six equal replicates have no spread, so the statistical limit's half of the variance is what remains.
    const LengthScale& rMax = answer.measured.rMax;
    const double limit = relativeErrorLimit(relativeRise(answer.measured.profile, rMax.px),
                                            domainCount(300, 220, rMax.px) * answer.image.validFraction);
    EXPECT_DOUBLE_EQ(rMax.errorPx, limit * rMax.px / std::sqrt(2.0));
}

TEST(FrameMeasurer, GoesStepByStepWhereTheDeviceSaysNo) {
    const auto engine = std::make_shared<WholeFrames>();
    engine->canDoTheRecipe = false;
    FrameMeasurer measurer(defaultRecipe(), with(engine), {});

    const FrameMeasurer::Answer answer = measured(measurer, ring());

    EXPECT_EQ(engine->framesTaken, 0);
    EXPECT_EQ(answer.measured.engine, "whole-frames");  // its lag sums
    EXPECT_TRUE(answer.measured.rMax.isFound());
}

TEST(FrameMeasurer, GoesOnWithoutADeviceThatIsLostAndSaysWhy) {
    const auto engine = std::make_shared<WholeFrames>();
    FrameMeasurer measurer(defaultRecipe(), with(engine), {});
    measured(measurer, ring());

    engine->isLost = true;
    const FrameMeasurer::Answer answer = measured(measurer, ring());
    measured(measurer, ring());

    EXPECT_EQ(engine->framesTaken, 1);
    EXPECT_TRUE(answer.measured.rMax.isFound());
    EXPECT_NE(measurer.trouble().find("it is gone"), std::string::npos);
}

class GpuConvolution final : public ConvolutionEngine {
public:
    GpuConvolution() { description_.isGpu = true; }
    const ConvolutionEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        return cpuDirectConvolution()->plan(shape, filter);
    }

private:
    ConvolutionEngineDescription description_;
};

TEST(Engines, OfConvolutionAreThoseGivenOrTheCpus) {
    const std::size_t ofCpu = cpuConvolutionEngines().size();
    EXPECT_EQ(EngineRequest{}.forConvolution().engines.size(), ofCpu);

    Engines all(cpuEngines(), cpuConvolutionEngines());
    Engines more;
    more.convolution.push_back(std::make_shared<GpuConvolution>());
    all.join(more);
    EngineRequest request{.engines = all, .convolution = "cpu-fft"};
    EXPECT_EQ(request.forConvolution().engines.size(), ofCpu + 1);
    EXPECT_EQ(request.forConvolution().name, "cpu-fft");
    EXPECT_EQ(all.withoutGpus().convolution.size(), ofCpu);
}

/// The two ways in which a frame is measured: by the run, and for the window, which has done the steps for its pictures.
struct BothWays {
    FrameMeasurer::Answer run, shown;

    BothWays(const EngineRequest& engines, const Frame& raw) {
        FrameMeasurer forRun(defaultRecipe(), engines, {}), forWindow(defaultRecipe(), engines, {});
        run = forRun(raw, {}, false);
        shown = forWindow.shown(raw, finalFrame(raw, defaultRecipe().steps), {});
        forWindow.addErrors(shown, {});
    }
    void expectTheSame() const {
        EXPECT_EQ(shown.measured.profile.value, run.measured.profile.value);
        EXPECT_EQ(shown.measured.profile.error, run.measured.profile.error);
        EXPECT_EQ(shown.measured.rMax.px, run.measured.rMax.px);
        EXPECT_EQ(shown.measured.rMax.errorPx, run.measured.rMax.errorPx);
        EXPECT_GT(shown.measured.rMax.errorPx, 0);
        EXPECT_EQ(shown.image.validFraction, run.image.validFraction);
        EXPECT_EQ(shown.frame.image.width(), 300);
        EXPECT_GT(shown.measured.map.maxLag(), 0);
    }
};

TEST(FrameMeasurer, GivesTheWindowTheVeryNumbersOfTheRunStepByStep) {
    BothWays({.engines = cpuEngines(), .threads = 1}, ring()).expectTheSame();
}

TEST(FrameMeasurer, GivesTheWindowTheVeryNumbersOfTheRunOnADevice) {
    const auto engine = std::make_shared<WholeFrames>();

    BothWays(with(engine), ring()).expectTheSame();

    EXPECT_EQ(engine->framesTaken, 2);
}

TEST(FrameMeasurer, AsksTheDeviceAnewForOtherSteps) {
    const auto engine = std::make_shared<WholeFrames>();
    Recipe plain = defaultRecipe();
    set(plain, "flatten.on", false);
    FrameMeasurer measurer(defaultRecipe(), with(engine), {}), other(plain, with(engine), {});
    measured(measurer, ring());

    measurer.useSteps(plain.steps);

    EXPECT_EQ(measured(measurer, ring()).measured.profile.value, measured(other, ring()).measured.profile.value);
}

TEST(FrameMeasurer, RefusesAFlatFrameOnADeviceToo) {
    FrameMeasurer measurer(defaultRecipe(), with(std::make_shared<WholeFrames>()), {});
    Frame flat;
    flat.image = Image(100, 80, std::vector<std::uint8_t>(8000, 77));

    EXPECT_THROW(measured(measurer, flat), InputError);
}

}  // namespace
}  // namespace coarsen
