// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/frame_follower.hpp"

#include "tests/core/displace/moved_texture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace coarsen {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr int size = 96;
constexpr double toldByDevice = 1000;  // px: no picture here moves so far

/// Says of every picture but the first that it moved by 1000 px, until it fails.
class MadeUpPlan final : public TrackPlan {
public:
    explicit MadeUpPlan(int picturesUntilFailure) : left_(picturesUntilFailure) {}

    FoundShift next(const MaskedImage& picture) override {
        if (left_-- == 0) throw EngineError("GPU", "it fell off the bus");
        const auto pixels = picture.image.plane<float>();
        isReadable_ = std::ranges::min(pixels) < std::ranges::max(pixels);
        if (!std::exchange(isBehindFirst_, true)) return FoundShift::origin();
        return {{toldByDevice, 0, 1}};
    }
    bool isReadable() const override { return isReadable_; }

private:
    int left_;
    bool isReadable_ = false, isBehindFirst_ = false;
};

class MadeUpBackend final : public TrackBackend {
public:
    enum class Plans { none, fail, work };
    explicit MadeUpBackend(Plans plans, int picturesUntilFailure = std::numeric_limits<int>::max())
        : plans_(plans), picturesUntilFailure_(picturesUntilFailure) {}

    const std::string& engine() const noexcept override { return engine_; }
    std::unique_ptr<TrackPlan> trackPlan(const PlanShape&, TrackReference) const override {
        if (plans_ == Plans::fail) throw EngineError("GPU", "it has not enough memory free");
        return plans_ == Plans::none ? nullptr : std::make_unique<MadeUpPlan>(picturesUntilFailure_);
    }

private:
    Plans plans_;
    int picturesUntilFailure_;
    std::string engine_ = "gpu-made-up";
};

Engines engines(std::shared_ptr<const TrackBackend> backend) {
    Engines all(cpuEngines());
    all.tracking.push_back(std::move(backend));
    return all;
}

PlanShape shape() {
    PlanShape shape;
    shape.width = shape.height = size;
    shape.maxLag = 8;
    shape.threads = 1;
    return shape;
}

MaskedImage at(double dx) {
    return {movedTexture({2, 0}, size, 5, dx, 0, 0), {}};
}

FrameFollower follower(MadeUpBackend::Plans plans, int picturesUntilFailure = std::numeric_limits<int>::max(),
                       TrackReference reference = TrackReference::previous, const std::string& name = "auto") {
    return {engines(std::make_shared<MadeUpBackend>(plans, picturesUntilFailure)), name, shape(), reference};
}

TEST(FrameFollower, TakesADeviceThatCanFollowUnlessAnotherEngineIsNamed) {
    FrameFollower open = follower(MadeUpBackend::Plans::work), named = follower(MadeUpBackend::Plans::work, 9, {}, "gpu-made-up"),
                  other = follower(MadeUpBackend::Plans::work, 9, {}, "cpu-fft");
    for (FrameFollower* one : {&open, &named, &other})
        one->next(at(0));

    EXPECT_EQ(open.next(at(1)).shift.x, toldByDevice);
    EXPECT_EQ(named.next(at(1)).shift.x, toldByDevice);
    EXPECT_NEAR(other.next(at(1)).shift.x, 1, 2e-3);
    EXPECT_EQ(open.engine(), "gpu-made-up");
    EXPECT_THAT(other.engine(), HasSubstr("cpu-fft (CPU"));
    EXPECT_EQ(open.trouble(), "");
}

TEST(FrameFollower, FollowsOnTheCpuWhereTheDeviceCannotFollowSuchFrames) {
    FrameFollower follows = follower(MadeUpBackend::Plans::none);
    follows.next(at(0));

    EXPECT_NEAR(follows.next(at(1)).shift.x, 1, 2e-3);
    EXPECT_EQ(follows.trouble(), "");
}

TEST(FrameFollower, GoesOnWithoutADeviceThatFailsFromTheStartAndSaysSo) {
    FrameFollower follows = follower(MadeUpBackend::Plans::fail);
    follows.next(at(0));

    EXPECT_NEAR(follows.next(at(1)).shift.x, 1, 2e-3);
    EXPECT_THAT(follows.trouble(),
                AllOf(HasSubstr("the CPU follows the frames, because gpu-made-up failed"), HasSubstr("not enough memory free")));
}

TEST(FrameFollower, GoesOnAgainstTheFrameBeforeWhenTheDeviceFails) {
    FrameFollower follows = follower(MadeUpBackend::Plans::work, 3);
    for (const double place : {0, 1, 3})
        follows.next(at(place));

    EXPECT_EQ(follows.trouble(), "");
    EXPECT_NEAR(follows.next(at(4.5)).shift.x, 1.5, 2e-3);
    EXPECT_THAT(follows.trouble(), HasSubstr("it fell off the bus"));
    EXPECT_NEAR(follows.next(at(4)).shift.x, -0.5, 2e-3);
    EXPECT_TRUE(follows.isReadable());
}

TEST(FrameFollower, GoesOnAgainstTheFirstFrameWhenTheDeviceFails) {
    FrameFollower follows = follower(MadeUpBackend::Plans::work, 3, TrackReference::first);
    for (const double place : {0, 1, 3})
        follows.next(at(place));

    EXPECT_NEAR(follows.next(at(4.5)).shift.x, 4.5, 2e-3);
}

TEST(FrameFollower, BeginsAnewWhenTheDeviceFailsBehindAFrameWithoutContrast) {
    FrameFollower follows = follower(MadeUpBackend::Plans::work, 2);
    follows.next(at(0));
    follows.next({Image(size, size, std::vector<float>(size * size, 3.0F)), {}});

    EXPECT_EQ(follows.next(at(2)).shift.x, 0);
}

TEST(FrameFollower, LeavesFramesWithMasksToTheCpu) {
    FrameFollower follows = follower(MadeUpBackend::Plans::work);
    follows.next(at(0));
    MaskedImage masked = at(1.5);
    std::vector<std::uint8_t> valid(size * size, 1);
    std::fill_n(valid.begin(), 10, std::uint8_t{0});
    masked.mask = Mask(size, size, valid);

    EXPECT_NEAR(follows.next(masked).shift.x, 1.5, 2e-3);
    EXPECT_EQ(follows.trouble(), "");
}

TEST(FrameFollower, KnowsFramesOfAnotherSizeOrType) {
    const FrameFollower follows = follower(MadeUpBackend::Plans::work);

    EXPECT_TRUE(follows.fits(at(0).image));
    EXPECT_FALSE(follows.fits(Image(size, size, std::vector<std::uint8_t>(size * size))));
    EXPECT_FALSE(follows.fits(Image(size, 1, std::vector<float>(size))));
}

}  // namespace
}  // namespace coarsen
