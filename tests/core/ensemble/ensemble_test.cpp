// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyse_frame.hpp"
#include "core/base/error.hpp"
#include "core/correlate/engines.hpp"
#include "core/ensemble/ensemble_sum.hpp"
#include "core/measure/small_radii.hpp"
#include "core/synth/synthetic_series.hpp"
#include "tests/support/closed_forms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

using testing::HasSubstr;

constexpr double xiPx = 6;

Frame exponentialPicture(int index, int width = 220, int height = 180, double contrast = 1) {
    ExponentialSettings settings;
    settings.width = width;
    settings.height = height;
    settings.xiPx = xiPx;
    std::vector<double> field = exponentialField(settings, index);
    for (double& value : field)
        value *= contrast;
    Frame frame;
    frame.index = index;
    frame.image = Image(settings.width, settings.height, std::vector<float>(field.begin(), field.end()));
    return frame;
}

struct Measured {
    std::vector<SharedResult> rows;
    std::vector<CorrelationMap> maps;
};

Measured measured(const std::vector<Frame>& frames) {
    EngineRequest engines;
    engines.engines = cpuEngines();
    engines.threads = 1;
    Measurer measurer(MeasureSettings{}, engines, {});
    Measured images;
    for (const Frame& frame : frames) {
        const Measurer::Answer answer = measurer(frame, true);
        images.rows.push_back(shared(frameResult({}, frame.index, imageFacts(frame), answer, {}, measurer.settings())));
        images.maps.push_back(answer.map);
    }
    return images;
}

Measured measured(const std::vector<int>& indices) {
    std::vector<Frame> frames;
    for (const int index : indices)
        frames.push_back(exponentialPicture(index));
    return measured(frames);
}

Ensemble ensembleWithMaps(const Measured& images) {
    EnsembleSum sum({}, 1);
    for (std::size_t i = 0; i < images.rows.size(); ++i)
        sum.add(images.rows[i], images.maps[i]);
    return sum.result();
}

Ensemble ensembleWithMaps(const std::vector<int>& indices) {
    return ensembleWithMaps(measured(indices));
}

/// How many of the trials' ensembles of `size` images have xi within one error.
int trialsThatHold(int trials, int size, double smallContrast, EnsembleErrors errors) {
    int holds = 0;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<Frame> frames;
        for (int image = 0; image < size; ++image)
            frames.push_back(exponentialPicture(1000 + trial * size + image, 160, 120, image == 0 ? 1 : smallContrast));
        const EnsembleLength xi = *ensembleOf(measured(frames).rows, {.ensembleErrors = errors}).length("xi");
        holds += std::abs(xi.valuePx - xiPx) <= xi.errorPx ? 1 : 0;
    }
    return holds;
}

TEST(Ensemble, FindsTheLengthOfManyImagesWithAnErrorThatFallsAsTheirNumberGrows) {
    std::vector<int> indices;
    for (int i = 0; i < 32; ++i)
        indices.push_back(i);
    const Ensemble ensemble = ensembleWithMaps(indices);

    ASSERT_EQ(ensemble.images, 32);
    const EnsembleLength& xi = *ensemble.length("xi");
    EXPECT_EQ(xi.images, 32);
    EXPECT_NEAR(xi.valuePx, xiPx, 0.03 * xiPx);
    EXPECT_NEAR(xi.errorPx, xi.betweenPx / std::sqrt(32), 0.35 * xi.errorPx) << "the bootstrap's, and the mean's";
    EXPECT_GT(xi.withinPx, 0.5 * xi.betweenPx);
    EXPECT_LT(xi.withinPx, 2 * xi.betweenPx) << "single errors say what images scatter by";
    EXPECT_LT(xi.low68Px, xi.valuePx);
    EXPECT_GT(xi.high68Px, xi.valuePx);
    EXPECT_NEAR(xi.high68Px - xi.low68Px, 2 * xi.errorPx, 0.3 * xi.errorPx);
    EXPECT_NEAR(ensemble.profile.value[6], std::exp(-6 / xiPx), 4 * ensemble.profile.error[6] + 0.01);
    EXPECT_THAT(scatterSentence(ensemble, "xi"), HasSubstr("32 images: image-to-image scatter "));
}

TEST(Ensemble, OfTheSameImageOverAndOverScattersByNothing) {
    const Ensemble ensemble = ensembleOf(measured({5, 5, 5, 5}).rows, {.ensembleErrors = EnsembleErrors::between});
    const EnsembleLength &xi = *ensemble.length("xi"), one = *ensembleWithMaps({5}).length("xi");
    EXPECT_NEAR(xi.valuePx, one.valuePx, 1e-4);
    EXPECT_NEAR(xi.betweenPx, 0, 1e-12);
    EXPECT_NEAR(xi.errorPx, 0, 1e-9);
    EXPECT_NEAR(xi.meanOfMapsPx, one.valuePx, 1e-4);
}

TEST(Ensemble, OfRowsAloneSaysWhatTheMapsSay) {
    const std::vector<int> indices{0, 1, 2, 3, 4, 5};
    const Ensemble withMaps = ensembleWithMaps(indices), fromRows = ensembleOf(measured(indices).rows, {});
    ASSERT_EQ(fromRows.images, 6);
    for (const EnsembleLength& length : withMaps.lengths) {
        const EnsembleLength& same = *fromRows.length(length.key);
        EXPECT_EQ(same.images, length.images);
        if (std::isnan(length.valuePx)) continue;
        EXPECT_NEAR(same.valuePx, length.valuePx, 1e-4 * length.valuePx) << length.key;
        EXPECT_NEAR(same.meanOfMapsPx, length.meanOfMapsPx, 1e-4 * length.valuePx) << length.key;
        EXPECT_EQ(same.errorPx, length.errorPx) << length.key;
    }
    for (std::size_t r = 0; r < withMaps.profile.size(); ++r)
        EXPECT_NEAR(fromRows.profile.value[r], withMaps.profile.value[r], 1e-6) << r;
}

TEST(Ensemble, WeighsAnImageByItsContrast) {
    const auto rowOf = [](double variance, float atOne) {
        FrameResult row;
        row.status = FrameStatus::noPeak;
        row.profile = {{1, atOne}, {}, {100, 50}, {}, variance, 0};
        return shared(std::move(row));
    };
    EXPECT_NEAR(ensembleOf({rowOf(3, 0.8F), rowOf(1, 0.4F)}, {}).profile.value[1], (3 * 0.8 + 0.4) / 4, 1e-7);
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    EXPECT_NEAR(ensembleOf({rowOf(3, 0.8F), rowOf(unknown, 0.4F)}, {}).profile.value[1], 0.6, 1e-7)
        << "a row of an earlier version";
}

TEST(Ensemble, HasErrorsThatHoldForFewAndUnequalImages) {
    constexpr int trials = 20;  // coverage over many is in tests/studies/results/trust.txt
    for (const double contrast : {1.0, 0.15}) {
        const int holds = trialsThatHold(trials, 2, contrast, EnsembleErrors::pooled);
        EXPECT_GE(holds, 0.55 * trials) << contrast;
        EXPECT_LT(trialsThatHold(trials, 2, contrast, EnsembleErrors::between), holds) << contrast;
    }
}

TEST(Ensemble, HasAnErrorThatManyImagesDoNotTakeFromTheFormOfC1D) {
    const CorrelationMap map = mapOf(40, [](double X0, double Y0) {  // a Gaussian field cut at 0, under white noise
        const double r = std::hypot(X0, Y0);
        return r == 0 ? 1 : 0.8 * 2 / std::numbers::pi * std::asin(std::exp(-r * r / 40));
    });
    const RadialProfile profile = AzimuthalAverager(40)(map);
    const FineCurve fine = fineCurve(map, 1);
    FrameResult row;
    row.status = FrameStatus::noPeak;
    row.profile.value.assign(profile.value.begin(), profile.value.end());
    row.profile.pairs.assign(profile.pairs.begin(), profile.pairs.end());
    row.profile.fine.assign(fine.value.begin(), fine.value.end());
    row.profile.variance = 1;
    const Ensemble ensemble = ensembleOf(std::vector<SharedResult>(5, shared(std::move(row))), {});
    const double mayMiss = xi(ensemble.profile, {}).formErrorPx;
    EXPECT_GT(mayMiss, 0.01);
    EXPECT_NEAR(ensemble.length("xi")->errorPx, mayMiss, 0.01 * mayMiss);
}

TEST(Ensemble, OfUnequalSizesHasItsLengthsInsideTheirIntervals) {
    std::vector<Frame> frames;
    for (int i = 0; i < 5; ++i)
        frames.push_back(exponentialPicture(2000 + i, 220, 180));
    frames.push_back(exponentialPicture(2005, 90, 70));
    const Measured images = measured(frames);
    const Ensemble fromRows = ensembleOf(images.rows, {}), withMaps = ensembleWithMaps(images);
    for (const char* key : {"xi", "xi_fit", "xi_integral"}) {
        const EnsembleLength &rows = *fromRows.length(key), &maps = *withMaps.length(key);
        EXPECT_NEAR(rows.valuePx, maps.valuePx, 0.02 * maps.valuePx) << "the window's number, and the table's: " << key;
        EXPECT_LT(maps.low68Px, maps.valuePx) << key;
        EXPECT_GT(maps.high68Px, maps.valuePx) << key;
    }
}

TEST(Ensemble, HasNothingOfNoImageAndAfterAStop) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(ensembleOf(std::vector<SharedResult>{}, MeasureSettings{}).images, 0);
    EXPECT_EQ(ensembleOf({shared(failedResult({}, 0, "dark"))}, {}).images, 0);
    EXPECT_EQ(ensembleOf(measured({0, 1}).rows, {}, stop.get_token()).images, 0);
}

TEST(Ensemble, OfOneImageHasNoScatter) {
    const Ensemble ensemble = ensembleWithMaps({2});
    const EnsembleLength& xi = *ensemble.length("xi");
    EXPECT_GT(xi.valuePx, 0);
    EXPECT_TRUE(std::isnan(xi.errorPx));
    EXPECT_TRUE(std::isnan(xi.low68Px));
    EXPECT_TRUE(std::isnan(xi.betweenPx));
    EXPECT_EQ(scatterSentence(ensemble, "xi"), "one image: no scatter");
}

TEST(Ensemble, RefusesMapsWhosePairsAreNotKeptApart) {
    MeasureSettings settings;
    settings.norm = NormMode::energy;
    try {
        EnsembleSum sum(settings, 1);
        FAIL() << "energy was accepted";
    } catch (const SettingError& error) {
        EXPECT_THAT(error.what(), HasSubstr("measure.norm"));
    }
}

}  // namespace
}  // namespace coarsen
