// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/run_series.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace coarsen {
namespace {

/// 24 frames of the paper's size, 750 wide and 1500 high, whose R_max grows from 40 to 120 px, each a pattern of its own.
RingSettings paperSeries() {
    RingSettings settings;
    settings.width = 750, settings.height = 1500;
    settings.rMaxFromPx = 40, settings.rMaxToPx = 120;
    settings.frames = 24;
    settings.seed = 20100705;
    return settings;
}

struct MeasuredSeries {
    std::vector<FrameResult> rows;
    std::vector<double> inErrors;  ///< distance from the truth in the frame's own standard errors
    std::vector<GrowthFit> fits;
};

const MeasuredSeries& measuredSeries() {
    static const MeasuredSeries once = [] {
        const RingSettings settings = paperSeries();
        Measurer measure({}, {.engines = cpuEngines()}, {});
        MeasuredSeries made;
        for (int index = 0; index < settings.frames; ++index) {
            const SyntheticFrame truth = ringFrame(settings, index);
            Frame frame;
            frame.index = index;
            frame.image = truth.image;
            FrameSource source;
            source.timeS = truth.timeS;
            source.timeSource = TimeSource::filename;
            made.rows.push_back(
                frameResult(source, index, imageFacts(frame), measure(frame, true), std::nullopt, measure.settings()));
            made.inErrors.push_back(std::abs(made.rows.back().rMax.px - truth.rMaxPx) / made.rows.back().rMax.errorPx);
        }
        made.fits = fitGrowth(growthSeries(made.rows, {}, {}), {});
        return made;
    }();
    return once;
}

TEST(RingSeries,
     GivesItsSlopeWithinOnePercentAndErrorsThatHold) {  // science/limits.md, rows "slope" and "one clean frame"
    std::vector<double> inErrors = measuredSeries().inErrors;
    const double slope = paperSeries().rMaxFromPx / ringFrame(paperSeries(), 0).timeS;
    const GrowthFit& fit = measuredSeries().fits.at(0);

    ASSERT_EQ(fit.model, "origin-line");
    ASSERT_TRUE(fit.isFitted());
    EXPECT_EQ(fit.frames.size(), 24u);
    EXPECT_NEAR(fit.parameters[0].value / slope, 1, 0.01);
    std::sort(inErrors.begin(), inErrors.end());
    EXPECT_GE(std::count_if(inErrors.begin(), inErrors.end(), [](double error) { return error <= 3; }), 23);
    EXPECT_LE(inErrors.back(), 5);
    EXPECT_GE(inErrors[12], 0.4);  // neither larger than they are nor smaller
    EXPECT_LE(inErrors[12], 1.1);
}

TEST(RingSeries, GrowsInProportionToTheTimeSinceItsQuench) {  // science/limits.md, row "exponent n"
    const GrowthFit &line = measuredSeries().fits.at(1), &power = measuredSeries().fits.at(2);
    ASSERT_EQ(line.model, "line");
    ASSERT_EQ(power.model, "power");

    EXPECT_LT(line.parameters[1].low95, 0);
    EXPECT_GT(line.parameters[1].high95, 0);
    EXPECT_NEAR(power.parameters[1].value, 1, 0.02);
}

}  // namespace
}  // namespace coarsen
