// SPDX-License-Identifier: GPL-3.0-or-later
// What no engine of the list shows: rows shared among GPUs (one GPU that is named several times does for that), rows that
// rounding makes doubtful, and what a GPU refuses.
#include "core/base/error.hpp"
#include "core/levelset/nlm_engines.hpp"
#include "core/levelset/non_local_means.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "gpu/device/device.hpp"
#include "gpu/levelset/device_rows.hpp"
#include "gpu/levelset/nlm_engine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace coarsen {
namespace {

std::vector<gpu::Device> gpusThatCanBeUsed() {
    std::vector<gpu::Device> usable = gpu::devices().devices;
    std::erase_if(usable, [](const gpu::Device& device) { return !device.unavailable.empty(); });
    return usable;
}

class NlmDevices : public testing::TestWithParam<gpu::Device> {
protected:
    LevelSet distance = withNormalNoise(levelSetOf(ball(18, 18, 18, 11), {37, 37, 37}), 0.7, 0.8, 1);
    std::vector<std::size_t> elements = bandOf(distance, 2);
    NlmTask task{distance, elements, NlmCandidates::all, 5, 96, 2};
};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NlmDevices);
INSTANTIATE_TEST_SUITE_P(All, NlmDevices, testing::ValuesIn(gpusThatCanBeUsed()),
                         [](const auto& instance) { return "number" + std::to_string(instance.param.index); });

TEST_P(NlmDevices, ShareTheRows) {
    std::vector<gpu::Device> several = gpusThatCanBeUsed();
    several.insert(several.begin(), 2, GetParam());
    const auto one = gpu::directNlm({GetParam()}), many = gpu::directNlm(several, 1000);
    EXPECT_THAT(many->description().device, testing::StartsWith(std::to_string(several.size()) + " x "));
    for (const NlmCandidates candidates : {NlmCandidates::all, NlmCandidates::radius}) {
        task.candidates = candidates;
        const auto alone = one->plan(task), shared = many->plan(task);
        ASSERT_TRUE(alone->find(0, {}) && shared->find(0, {}));
        EXPECT_EQ(alone->lists().number, shared->lists().number);
        EXPECT_EQ(alone->lists().square, shared->lists().square);
        EXPECT_EQ(alone->lastSquares(), shared->lastSquares());
        for (const bool isByRow : {true, false})
            EXPECT_EQ(alone->swept({2, isByRow, 4}, {}), shared->swept({2, isByRow, 4}, {}));
    }
}

TEST_P(NlmDevices, FindHardlyARowDoubtful) {
    gpu::DeviceRows rows(task, {0, elements.size()}, GetParam());
    ASSERT_TRUE(rows.find(0, {}));
    EXPECT_LE(rows.doubtfulRows(), elements.size() / 1000);

    distance.phi.assign(distance.phi.size(), 0.5F);
    gpu::DeviceRows same(task, {0, elements.size()}, GetParam());
    ASSERT_TRUE(same.find(0, {}));
    EXPECT_EQ(same.doubtfulRows(), elements.size());
}

TEST_P(NlmDevices, RefuseWhatTheyHaveNoRoomFor) {
    task.m = 2000;
    EXPECT_THROW(gpu::directNlm({GetParam()})->plan(task), EngineError);
}

}  // namespace
}  // namespace coarsen
