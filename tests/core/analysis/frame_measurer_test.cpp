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
class WholeFrameEngine final : public CorrelationEngine, public FrameBackend {
public:
    bool canDoTheRecipe = true, isLost = false;
    mutable int framesTaken = 0;

    WholeFrameEngine() {
        description_ = cpuFftEngine()->description();
        description_.name = "whole-frames";
    }
    const EngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override { return cpuFftEngine()->plan(shape); }
    std::unique_ptr<FramePlan> framePlan(const RawKind&, const Recipe& recipe, const Calibration&) const override {
        if (!canDoTheRecipe) return nullptr;
        return std::make_unique<Plan>(*this, recipe);
    }

private:
    class Plan final : public FramePlan {
    public:
        Plan(const WholeFrameEngine& engine, const Recipe& recipe) : engine_(engine), recipe_(recipe) {}
        void start(const Frame& raw) override {
            if (engine_.isLost) throw EngineError("GPU", "it is gone", "restart the program");
            raw_ = raw;
        }
        DeviceMeasurement take(bool withImages) override {
            if (engine_.isLost) throw EngineError("GPU", "it is gone", "restart the program");
            ++engine_.framesTaken;
            const Frame frame = finalFrame(raw_, recipe_.steps);
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
        const WholeFrameEngine& engine_;
        Recipe recipe_;
        Frame raw_;
    };

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
    measurer.start(raw);
    return measurer.take(true);
}

EngineRequest with(const std::shared_ptr<WholeFrameEngine>& engine, const std::string& name = "whole-frames") {
    EngineRequest request;
    request.engines = cpuEngines();
    request.engines.push_back(engine);
    request.name = name;
    request.threads = 1;
    return request;
}

TEST(FrameMeasurer, GivesAFrameToTheDeviceThatCanDoAllOfTheRecipe) {
    const auto engine = std::make_shared<WholeFrameEngine>();
    FrameMeasurer measurer(defaultRecipe(), with(engine), {});

    const FrameMeasurer::Answer answer = measured(measurer, ring());
    const FrameMeasurer::Answer other = measured(measurer, ring(340));

    EXPECT_EQ(engine->framesTaken, 2);
    EXPECT_EQ(answer.measured.engine, "whole-frames");
    EXPECT_EQ(other.image.widthPx, 340);
    EXPECT_EQ(measurer.trouble(), "");
}

TEST(FrameMeasurer, GivesTheSameLengthsOnADeviceAsStepByStep) {
    const auto engine = std::make_shared<WholeFrameEngine>();
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
    const auto engine = std::make_shared<WholeFrameEngine>();
    engine->canDoTheRecipe = false;
    FrameMeasurer measurer(defaultRecipe(), with(engine), {});

    const FrameMeasurer::Answer answer = measured(measurer, ring());

    EXPECT_EQ(engine->framesTaken, 0);
    EXPECT_EQ(answer.measured.engine, "whole-frames");  // its lag sums
    EXPECT_TRUE(answer.measured.rMax.isFound());
}

TEST(FrameMeasurer, GoesOnWithoutADeviceThatIsLostAndSaysWhy) {
    const auto engine = std::make_shared<WholeFrameEngine>();
    FrameMeasurer measurer(defaultRecipe(), with(engine), {});
    measured(measurer, ring());

    engine->isLost = true;
    const FrameMeasurer::Answer answer = measured(measurer, ring());
    measured(measurer, ring());

    EXPECT_EQ(engine->framesTaken, 1);
    EXPECT_TRUE(answer.measured.rMax.isFound());
    EXPECT_NE(measurer.trouble().find("it is gone"), std::string::npos);
}

TEST(FrameMeasurer, MeasuresAFrameAgainThatWasOnALostDevice) {
    const auto engine = std::make_shared<WholeFrameEngine>();
    FrameMeasurer measurer(defaultRecipe(), with(engine), {});

    measurer.start(ring());
    engine->isLost = true;
    const FrameMeasurer::Answer answer = measurer.take(false);

    EXPECT_EQ(engine->framesTaken, 0);
    EXPECT_TRUE(answer.measured.rMax.isFound());
    EXPECT_NE(measurer.trouble().find("it is gone"), std::string::npos);
}

TEST(FrameMeasurer, RefusesAFlatFrameOnADeviceToo) {
    FrameMeasurer measurer(defaultRecipe(), with(std::make_shared<WholeFrameEngine>()), {});
    Frame flat;
    flat.image = Image(100, 80, std::vector<std::uint8_t>(8000, 77));

    EXPECT_THROW(measured(measurer, flat), InputError);
}

}  // namespace
}  // namespace coarsen
