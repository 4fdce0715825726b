// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/convolvers.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <string>

namespace coarsen {
namespace {

/// Counts its plans; perhaps a GPU that is lost at its first image.
class WatchedEngine final : public ConvolutionEngine {
public:
    explicit WatchedEngine(bool isLostGpu) : isLostGpu_(isLostGpu) {
        description_.name = isLostGpu ? "gpu-lost" : "cpu-watched";
        description_.isGpu = isLostGpu;
        description_.cost = [](const ConvolutionShape& shape, const Filter&) {
            return shape.threads == 1 ? 1e-9 : std::numeric_limits<double>::infinity();
        };
    }
    const ConvolutionEngineDescription& description() const noexcept override { return description_; }
    std::unique_ptr<ConvolutionPlan> plan(const ConvolutionShape& shape, const Filter& filter) const override {
        ++plans;
        if (isLostGpu_) throw EngineError("gpu-lost", "it fell off the bus", "use another engine");
        return cpuDirectConvolution()->plan(shape, filter);
    }

    mutable std::atomic<int> plans = 0;

private:
    bool isLostGpu_;
    ConvolutionEngineDescription description_;
};

Image picture() {
    return randomImage(40, 30, PixelType::f32);
}
const Filter ramp{3, 1, {-1, 0, 1}};

TEST(Convolvers, PlanOnceForAFilterAndASize) {
    const auto engine = std::make_shared<WatchedEngine>(false);
    Convolvers convolvers({{engine}, "auto"});

    for (int frame = 0; frame < 5; ++frame)
        convolvers(ramp, {}, picture());
    EXPECT_EQ(engine->plans, 1);

    convolvers(gaussianFilter(1), {}, picture());
    convolvers(ramp, {.border = Border::replicate}, picture());
    convolvers(ramp, {}, randomImage(40, 31, PixelType::f32));
    EXPECT_EQ(engine->plans, 4) << "of another filter, border and size";
    EXPECT_EQ(convolvers.lastUse(gaussianFilter(1), 40, 30)->engine, "cpu-watched");
    EXPECT_GT(convolvers.lastUse(gaussianFilter(1), 40, 30)->milliseconds, 0);
    EXPECT_FALSE(convolvers.lastUse(gaussianFilter(1), 40, 31));
}

TEST(Convolvers, GiveEveryThreadTheSamePixels) {
    Convolvers convolvers;
    const Image alone = Convolvers()(gaussianFilter(2), {}, picture()).image;
    std::atomic<int> others = 0;

    parallelFor(64, 4, [&](std::size_t) {
        const Image here = convolvers(gaussianFilter(2), {}, picture()).image;
        others += !std::ranges::equal(here.plane<float>(), alone.plane<float>());
    });

    EXPECT_EQ(others, 0);
}

TEST(Convolvers, GoOnWithTheCpuWhenAGpuFailsAndSaySo) {
    ConvolutionRequest request;
    request.engines.push_back(std::make_shared<WatchedEngine>(true));
    request.name = "gpu-lost";
    Convolvers convolvers(request);

    const Image answer = convolvers(ramp, {}, picture()).image;

    EXPECT_TRUE(std::ranges::equal(answer.plane<float>(), Convolvers()(ramp, {}, picture()).image.plane<float>()));
    EXPECT_NE(convolvers.trouble().find("fell off the bus"), std::string::npos) << convolvers.trouble();
    EXPECT_TRUE(convolvers.lastUse(ramp, 40, 30)->engine.starts_with("cpu-"));
}

TEST(Convolvers, HaveNoOtherEngineToGoOnWith) {
    Convolvers convolvers({{std::make_shared<WatchedEngine>(true)}, "auto"});

    EXPECT_THROW(convolvers(ramp, {}, picture()), EngineError);
}

}  // namespace
}  // namespace coarsen
