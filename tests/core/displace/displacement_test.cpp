// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/displacement.hpp"

#include "core/correlate/engines.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {
namespace {

/// The part of a picture from (x, y) on.
MaskedImage partOf(const Image& picture, int x, int y, int width, int height) {
    std::vector<float> pixels;
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column)
            pixels.push_back(static_cast<float>(picture.at(x + column, y + row)));
    return {Image(width, height, std::move(pixels)), Mask()};
}

TEST(Displacement, OfAWholeNumberOfPixelsIsExact) {
    const Image picture = randomImage(200, 160, PixelType::u8);
    // b begins 37 px farther right in the picture, and 11 px higher: its content sits 37 px left of a's and 11 px below.
    const Displacement answer =
        displacementBetween(partOf(picture, 20, 30, 120, 100), partOf(picture, 57, 19, 120, 100), 90, cpuFftEngine());
    EXPECT_EQ(answer.peak.X0, -37);
    EXPECT_EQ(answer.peak.Y0, 11);
    EXPECT_NEAR(answer.peak.value, 1, 1e-5);
    EXPECT_EQ(answer.pairs, (120 - 37) * (100 - 11));
    EXPECT_GT(answer.peakRatio(), 2);
    EXPECT_FALSE(answer.isAtEdge);
    EXPECT_NEAR(answer.found.shift.x, -37, 1e-3);
    EXPECT_NEAR(answer.found.shift.y, 11, 1e-3);
    EXPECT_NEAR(answer.found.shift.correlation, 1, 1e-6);
    EXPECT_LT(answer.found.error().xPx, 0.002);
}

TEST(Displacement, MasksCount) {
    // Both are black outside a frame that stands still: without masks the frame wins.
    const Image picture = randomImage(200, 160, PixelType::u8);
    MaskedImage a = partOf(picture, 20, 30, 120, 100), b = partOf(picture, 35, 30, 120, 100);
    const auto framed = [](const MaskedImage& whole, bool isMasked) {
        std::vector<float> pixels;
        std::vector<std::uint8_t> valid;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 120; ++x) {
                valid.push_back(x >= 25 && x < 95 && y >= 25 && y < 75);
                pixels.push_back(valid.back() ? static_cast<float>(whole.image.at(x, y)) : 0);
            }
        return MaskedImage{Image(120, 100, std::move(pixels)), isMasked ? Mask(120, 100, std::move(valid)) : Mask()};
    };
    const auto found = [&](bool isMasked) {
        return displacementBetween(framed(a, isMasked), framed(b, isMasked), 60, cpuFftEngine()).peak;
    };
    EXPECT_EQ(found(true).X0, -15);
    EXPECT_EQ(found(true).Y0, 0);
    EXPECT_EQ(found(false).X0, 0) << "the black frame";
}

TEST(Displacement, BeyondTheRangeIsSeenAtTheEdge) {
    std::vector<float> slope;
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            slope.push_back(static_cast<float>(std::sin(x / 20.0)));
    std::vector<float> later;
    for (int y = 0; y < 64; ++y)
        for (int x = 0; x < 64; ++x)
            later.push_back(static_cast<float>(std::sin((x - 15) / 20.0)));
    const Displacement answer =
        displacementBetween({Image(64, 64, std::move(slope)), {}}, {Image(64, 64, std::move(later)), {}}, 8, cpuFftEngine());
    EXPECT_TRUE(answer.isAtEdge);
    EXPECT_FALSE(answer.found.shift.isFound()) << "stripes do not tell a move along them";
}

TEST(Displacement, WithoutContrastThereIsNone) {
    const MaskedImage flat{Image(64, 64, std::vector<float>(64 * 64, 3)), {}};
    const Displacement answer = displacementBetween(flat, flat, 20, cpuFftEngine());
    EXPECT_FALSE(answer.peak.isFound());
    EXPECT_FALSE(answer.found.shift.isFound());
}

/// Correlates as cpu-fft does, and is stopped by the user as soon as it has.
class StoppedBehindItsSums final : public CorrelationEngine {
public:
    explicit StoppedBehindItsSums(std::stop_source stop) : stop_(std::move(stop)) {}

    const EngineDescription& description() const noexcept override { return engine_->description(); }
    std::unique_ptr<CorrelationPlan> plan(const PlanShape& shape) const override {
        return std::make_unique<Plan>(engine_->plan(shape), stop_);
    }

private:
    struct Plan final : CorrelationPlan {
        Plan(std::unique_ptr<CorrelationPlan> made, std::stop_source source) : plan(std::move(made)), stop(std::move(source)) {}

        std::vector<LagSums> run(std::span<const PlanePair> batch, std::stop_token token) override {
            std::vector<LagSums> sums = plan->run(batch, std::move(token));
            stop.request_stop();
            return sums;
        }
        std::string variant() const override { return plan->variant(); }

        std::unique_ptr<CorrelationPlan> plan;
        std::stop_source stop;
    };

    std::shared_ptr<const CorrelationEngine> engine_ = cpuFftEngine();
    std::stop_source stop_;
};

TEST(Displacement, AfterAStopIsEmptyWhereverItCame) {
    const Image picture = randomImage(200, 160, PixelType::u8);
    const MaskedImage a = partOf(picture, 20, 30, 120, 100), b = partOf(picture, 35, 30, 120, 100);
    std::stop_source before, behind;
    before.request_stop();
    EXPECT_TRUE(displacementBetween(a, b, 60, cpuFftEngine(), 1, before.get_token()).map.isEmpty());

    const auto engine = std::make_shared<StoppedBehindItsSums>(behind);
    const Displacement answer = displacementBetween(a, b, 60, engine, 1, behind.get_token());
    EXPECT_TRUE(answer.map.isEmpty());
    EXPECT_FALSE(answer.found.shift.isFound() && answer.peak.isFound()) << "least squares went on after the stop";
}

}  // namespace
}  // namespace coarsen
