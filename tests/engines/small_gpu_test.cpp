// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs with less shared memory a block than the one here (99 kB, as many have): the exact kernel's smaller variant.
#include "core/correlate/engines.hpp"
#include "core/correlate/plane_statistics.hpp"
#include "gpu/correlate/direct_engine.hpp"
#include "gpu/device/device.hpp"
#include "gpu/engines.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace coarsen {
namespace {

std::vector<gpu::Device> smallGpus() {
    std::vector<gpu::Device> usable;
    for (gpu::Device device : gpu::devices().devices) {
        if (!device.unavailable.empty()) continue;
        device.sharedBytesPerBlock = 99 * 1024;
        usable.push_back(std::move(device));
    }
    return usable;
}

class SmallGpu : public testing::TestWithParam<gpu::Device> {};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SmallGpu);
INSTANTIATE_TEST_SUITE_P(All, SmallGpu, testing::ValuesIn(smallGpus()),
                         [](const auto& instance) { return "number" + std::to_string(instance.param.index); });

TEST(SmallGpuList, IsNotEmptyWhereAGpuIs) {  // else this file would test nothing unseen
    const EngineList engines = gpu::engines().correlation;
    const bool hasGpu =
        std::ranges::any_of(engines, [](const auto& engine) { return engine->description().unavailable.empty(); });

    EXPECT_EQ(!smallGpus().empty(), hasGpu);
}

TEST_P(SmallGpu, SumsWholeNumbersExactly) {
    for (const PixelType type : {PixelType::u8, PixelType::u16}) {
        for (const auto& [width, height, maxLag] : {std::tuple{301, 187, 40}, {640, 480, 200}, {1500, 180, 80}}) {
            const PlanShape shape{.width = width, .height = height, .maxLag = maxLag, .type = type};
            const PlanePair pair{{randomImage(width, height, type), Mask(), {}}, {}};

            const auto answer = gpu::directEngine({GetParam()})->plan(shape)->run(std::span(&pair, 1));
            const auto judged = cpuSimdEngine()->plan(shape)->run(std::span(&pair, 1));

            EXPECT_EQ(answer.front().values, judged.front().values) << width << "x" << height;
        }
    }
}

TEST_P(SmallGpu, SumsFloatsNearly) {
    const PlanShape shape{.width = 640, .height = 480, .maxLag = 200, .type = PixelType::f32};
    PlanePair pair{{randomImage(640, 480, PixelType::f32), Mask(), {}}, {}};
    const PlaneStatistics statistics = planeStatistics(pair.a.image, pair.a.mask);
    pair.a.means = statistics.means;

    const auto answer = gpu::directEngine({GetParam()})->plan(shape)->run(std::span(&pair, 1));
    const auto judged = cpuSimdEngine()->plan(shape)->run(std::span(&pair, 1));

    for (std::size_t i = 0; i < judged.front().values.size(); ++i)
        ASSERT_NEAR(answer.front().values[i], judged.front().values[i], 1e-5 * statistics.energyAboutMeans);
}

}  // namespace
}  // namespace coarsen
