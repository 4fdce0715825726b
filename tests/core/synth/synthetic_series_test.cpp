// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/synthetic_series.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/series/image_series.hpp"
#include "core/series/true_lengths.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <string>
#include <vector>

namespace coarsen {
namespace {

TEST(RingClosedForm, OfAThinRingIsJ0WithItsMaximumAt1Point1166Wavelengths) {  // science/definitions.md
    const double q0 = 2 * std::numbers::pi / 50;

    EXPECT_NEAR(ringRMaxPx(q0, 0.005), 1.1166 * 50, 0.01);
    EXPECT_NEAR(ringC1d(20, q0, 0.001), std::cyl_bessel_j(0, q0 * 20), 1e-4);
    EXPECT_NEAR(ringC1d(0, q0, 0.15), 1, 1e-12);
}

TEST(RingClosedForm, HasTheSideMaximaOfTheAccuracyStudy) {  // science/limits.md, column Cmax
    for (const auto& [width, cMax] : {std::pair{0.05, 0.28}, {0.10, 0.24}, {0.15, 0.18}, {0.20, 0.12}, {0.25, 0.08}}) {
        const double q0 = 0.1;
        EXPECT_NEAR(ringC1d(ringRMaxPx(q0, width), q0, width), cMax, 0.012) << width;
    }
}

RingSettings smallRing() {
    RingSettings settings;
    settings.width = 200, settings.height = 150, settings.frames = 5;
    settings.rMaxFromPx = 15, settings.rMaxToPx = 30;
    return settings;
}

/// C(X0, Y0) of one frame by the definition, mean removed, per pair.
double correlationAt(const Image& image, int X0, int Y0) {
    double mean = 0, variance = 0, sum = 0;
    int pairs = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            mean += image.at(x, y);
    mean /= static_cast<double>(image.planeSize());
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            variance += std::pow(image.at(x, y) - mean, 2);
            if (x < X0 || y < Y0) continue;
            sum += (image.at(x, y) - mean) * (image.at(x - X0, y - Y0) - mean);
            ++pairs;
        }
    return sum / pairs / (variance / static_cast<double>(image.planeSize()));
}

TEST(RingFrame, HasTheClosedFormCorrelationOnAverage) {
    RingSettings settings = smallRing();
    settings.law = RingLaw::constant, settings.rMaxFromPx = 15, settings.frames = 24;
    const double q0 = ringRMaxPx(1, settings.ringWidth) / 15;

    std::vector<double> sums(5);
    const int lags[] = {4, 8, 11, 15, 20};
    for (int frame = 0; frame < settings.frames; ++frame) {
        const Image image = ringFrame(settings, frame).image;
        for (std::size_t i = 0; i < 5; ++i)
            sums[i] += (correlationAt(image, lags[i], 0) + correlationAt(image, 0, lags[i])) / 2;
    }

    // One direction of one frame scatters by about 0.1; 48 of them by 0.015.
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_NEAR(sums[i] / settings.frames, ringC1d(lags[i], q0, settings.ringWidth), 0.05) << lags[i];
}

TEST(RingFrame, IsTheSameAloneAndInAnyOrder) {
    const RingSettings settings = smallRing();

    const SyntheticFrame alone = ringFrame(settings, 3);
    ringFrame(settings, 0);
    const SyntheticFrame again = ringFrame(settings, 3);

    const auto a = alone.image.plane<std::uint8_t>(), b = again.image.plane<std::uint8_t>();
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin()));
    EXPECT_NE(ringFrame(settings, 2).image.at(50, 50), ringFrame(settings, 1).image.at(50, 50));
}

TEST(RingFrame, GrowsLinearlyThroughTheQuench) {
    const RingSettings settings = smallRing();

    const SyntheticFrame first = ringFrame(settings, 0), last = ringFrame(settings, 4);

    EXPECT_DOUBLE_EQ(first.rMaxPx, 15);
    EXPECT_NEAR(last.rMaxPx, 30, 1e-9);
    EXPECT_NEAR(first.rMaxPx / first.timeS, last.rMaxPx / last.timeS, 1e-12);
}

TEST(RingFrame, FollowsAPowerLawWhenAsked) {
    RingSettings settings = smallRing();
    settings.law = RingLaw::power, settings.exponent = 1.0 / 3;

    const SyntheticFrame first = ringFrame(settings, 0), last = ringFrame(settings, 4);

    EXPECT_NEAR(std::log(last.rMaxPx / first.rMaxPx) / std::log(last.timeS / first.timeS), 1.0 / 3, 1e-9);
    EXPECT_NEAR(last.rMaxPx, 30, 1e-9);
}

TEST(RingFrame, ZoomedKeepsItsPatternAndDrifts) {
    RingSettings settings = smallRing();
    settings.zoom = true, settings.rMaxToPx = 15.01, settings.faults.driftPx = 0;
    const Image a = ringFrame(settings, 0).image, b = ringFrame(settings, 4).image;
    int largest = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            largest = std::max(largest, static_cast<int>(std::abs(a.at(x, y) - b.at(x, y))));

    EXPECT_LE(largest, 4);
}

TEST(CameraFaults, AreSeenInTheFrame) {
    RingSettings clean = smallRing(), dusty = clean, lit = clean, noisy = clean;
    dusty.faults.dust = 30, lit.faults.light = 0.5, noisy.faults.noise = 1;
    const auto differing = [&](const RingSettings& settings) {
        const Image a = ringFrame(clean, 1).image, b = ringFrame(settings, 1).image;
        int count = 0;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x)
                count += a.at(x, y) != b.at(x, y);
        return count / static_cast<double>(a.planeSize());
    };

    EXPECT_GT(differing(dusty), 0.01);
    EXPECT_LT(differing(dusty), 0.15);
    EXPECT_GT(differing(lit), 0.8);
    EXPECT_GT(differing(noisy), 0.8);
}

TEST(CahnHilliard, SeparatesAndCoarsens) {
    CahnHilliardSettings settings;
    settings.width = 256, settings.height = 192, settings.frames = 3, settings.dt = 0.5;
    settings.times = {20, 60, 180};
    std::vector<SyntheticFrame> frames;

    cahnHilliardFrames(settings, [&](int, const SyntheticFrame& frame) { frames.push_back(frame); });

    ASSERT_EQ(frames.size(), 3u);
    EXPECT_GT(frames[1].rMaxPx, 1.1 * frames[0].rMaxPx);
    EXPECT_GT(frames[2].rMaxPx, 1.1 * frames[1].rMaxPx);
    EXPECT_LT(frames[2].rMaxPx, 80);
}

TEST(CahnHilliard, GrowsAboutAsTheCubeRootOfTime) {  // tests/studies/results/published_facts.txt
    CahnHilliardSettings settings;
    settings.width = 480, settings.height = 360, settings.frames = 2, settings.dt = 0.5;
    settings.times = {50, 400};
    std::vector<double> rMaxPx;

    cahnHilliardFrames(settings, [&](int, const SyntheticFrame& frame) { rMaxPx.push_back(frame.rMaxPx); });

    EXPECT_NEAR(std::log(rMaxPx.at(1) / rMaxPx.at(0)) / std::log(8.0), 1.0 / 3, 0.06);
}

TEST(WrittenSeries, ReadsBackWithItsTimesAndPixelSize) {
    const TemporaryFolder folder;
    RingSettings settings = smallRing();
    settings.pixelSizeUm = 8.25;

    writeRingSeries(folder.path() / "series", settings);

    ImageSeries series = openSeries({folder.path() / "series"});
    assignTimes(series, {});
    ASSERT_EQ(series.frames.size(), 5u);
    EXPECT_EQ(series.frames[2].timeSource, TimeSource::filename);
    EXPECT_NEAR(series.frames[2].timeS, ringFrame(settings, 2).timeS, 1e-9);
    EXPECT_NEAR(series.calibration.pixelWidthUm, 8.25, 1e-3);
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "series" / "truth.csv"));
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "series" / "truth.json"));
}

TEST(WrittenSeries, HasTimesInItsNamesThatReadBackWhateverTheirSize) {
    const TemporaryFolder folder;
    CahnHilliardSettings settings;
    settings.width = settings.height = 64, settings.dt = 0.5, settings.frames = 2;
    settings.times = {0.5, 1}, settings.intervalS = 1.8e6;  // 9e+05 in its shortest form

    writeCahnHilliardSeries(folder.path() / "series", settings);

    ImageSeries series = openSeries({folder.path() / "series"});
    assignTimes(series, {});
    ASSERT_EQ(series.frames.size(), 2u);
    EXPECT_EQ(series.frames[0].timeSource, TimeSource::filename);
    EXPECT_EQ(series.frames[0].timeS, 9e5);
    EXPECT_EQ(series.frames[1].timeS, 1.8e6);

    RingSettings early = smallRing();
    early.t0S = -1e6;  // no name tells a time before 0
    EXPECT_THROW(writeRingSeries(folder.path() / "early", early), SettingError);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "early"));
}

TEST(TrueLengths, AreReadFromBesideTheImagesOrFromTheFolderAbove) {
    const TemporaryFolder folder;
    const RingSettings settings = smallRing();
    writeRingSeries(folder.path() / "series/frames", settings);
    const auto truthOf = [&] { return trueLengths(openSeries({folder.path() / "series/frames"})); };
    std::vector<double> made;
    for (int i = 0; i < settings.frames; ++i)
        made.push_back(ringFrame(settings, i).rMaxPx);

    EXPECT_EQ(truthOf(), made);
    std::filesystem::rename(folder.path() / "series/frames/truth.csv", folder.path() / "series/truth.csv");
    EXPECT_EQ(truthOf(), made);
    writeWhole(folder.path() / "series/truth.csv", std::string_view("file,r_max_px\nanother.png,12\n"));
    EXPECT_TRUE(truthOf().empty());
    writeWhole(folder.path() / "series/truth.csv", std::string_view("file,time_s\nring_0000_t0s.png,12\n"));
    EXPECT_TRUE(truthOf().empty());
}

TEST(ExponentialField, CorrelatesAsAnExponential) {
    ExponentialSettings settings;
    settings.width = 200, settings.height = 160, settings.xiPx = 6;
    constexpr int frames = 40;
    double variance = 0, atThree = 0, atSix = 0;
    for (int frame = 0; frame < frames; ++frame) {
        const std::vector<double> field = exponentialField(settings, frame);
        const auto at = [&](int x, int y) { return field[static_cast<std::size_t>(y * settings.width + x)]; };
        for (int y = 0; y < settings.height; ++y)
            for (int x = 0; x + 6 < settings.width; ++x) {
                variance += at(x, y) * at(x, y);
                atThree += at(x, y) * at(x + 3, y);
                atSix += at(x, y) * at(x + 6, y);
            }
    }
    const double count = frames * settings.height * (settings.width - 6);
    EXPECT_NEAR(variance / count, 1, 0.03);
    EXPECT_NEAR(atThree / count, std::exp(-0.5), 0.03);
    EXPECT_NEAR(atSix / count, std::exp(-1), 0.03);
}

TEST(WrittenSeries, OfExponentialFieldsSaysItsCorrelationLength) {
    const TemporaryFolder folder;
    ExponentialSettings settings;
    settings.width = 64, settings.height = 48, settings.frames = 2, settings.xiPx = 7.5;
    writeExponentialSeries(folder.path() / "series", settings);

    std::ifstream file(folder.path() / "series/truth.csv");
    std::string header, row;
    std::getline(file, header);
    std::getline(file, row);
    EXPECT_EQ(header, "frame,file,time_s,r_max_px,drift_x_px,drift_y_px,xi_px");
    EXPECT_EQ(row, "0,exponential_0000_t0s.png,0,,0,0,7.5");
    EXPECT_TRUE(trueLengths(openSeries({folder.path() / "series"})).empty());
}

TEST(WrittenSeries, NeverOverwritesAFolder) {
    const TemporaryFolder folder;
    writeWhole(folder.path() / "mine.txt", std::string_view("x"));

    EXPECT_THROW(writeRingSeries(folder.path(), smallRing()), StorageError);
}

}  // namespace
}  // namespace coarsen
