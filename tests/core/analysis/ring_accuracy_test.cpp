// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/run_series.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace coarsen {
namespace {

/// 24 frames of 750 rows x 1500 columns whose R_max grows from 40 to 120 px, each a pattern of its own.
RingSettings paperSeries() {
    RingSettings settings;
    settings.width = 1500, settings.height = 750;
    settings.rMaxFromPx = 40, settings.rMaxToPx = 120;
    settings.frames = 24;
    settings.seed = 20100705;
    return settings;
}

TEST(RingSeries,
     GivesItsSlopeWithinOnePercentAndErrorsThatHold) {  // measurement.md section 3, rows "slope" and "one clean frame"
    const RingSettings settings = paperSeries();
    Measurer measure({}, {.engines = cpuEngines()}, {});
    std::vector<FrameResult> rows;
    std::vector<double> inErrors;
    for (int index = 0; index < settings.frames; ++index) {
        const SyntheticFrame truth = ringFrame(settings, index);
        Frame frame;
        frame.index = index;
        frame.image = truth.image;
        FrameSource source;
        source.timeS = truth.timeS;
        source.timeSource = TimeSource::filename;
        rows.push_back(frameResult(source, index, finalImage(frame), measure(frame, true), std::nullopt, measure.settings()));
        inErrors.push_back(std::abs(rows.back().rMax.px - truth.rMaxPx) / rows.back().rMax.errorPx);
    }
    const double slope = paperSeries().rMaxFromPx / ringFrame(settings, 0).timeS;

    const auto fits = fitGrowth(growthSeries(rows, {}), {});

    ASSERT_EQ(fits.front().model, "origin-line");
    ASSERT_TRUE(fits.front().isFitted());
    EXPECT_EQ(fits.front().frames.size(), 24u);
    EXPECT_NEAR(fits.front().parameters[0].value / slope, 1, 0.01);
    std::sort(inErrors.begin(), inErrors.end());
    EXPECT_GE(std::count_if(inErrors.begin(), inErrors.end(), [](double error) { return error <= 3; }), 23);
    EXPECT_LE(inErrors.back(), 5);
    EXPECT_GE(inErrors[12], 0.4);  // neither larger than they are nor smaller
    EXPECT_LE(inErrors[12], 1.1);
}

}  // namespace
}  // namespace coarsen
