// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.hpp"
#include "core/correlate/volume/cpu_plan.hpp"
#include "core/correlate/volume/engines.hpp"
#include "core/correlate/volume/lag_transform.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace coarsen {

namespace {

constexpr double millisecondsAVoxel = 1.4e-5;  // of the padded volume, on one thread

double costOfFft(const C3dShape& shape) {
    const auto padded = [](int side, int reach) { return static_cast<double>(side + reach); };
    return millisecondsAVoxel * padded(shape.size.width, shape.reach.x) * padded(shape.size.height, shape.reach.y) *
           padded(shape.size.depth, shape.reach.z) / threadCount(shape.threads);
}

class FftC3dPlan final : public CpuC3dPlan {
public:
    using CpuC3dPlan::CpuC3dPlan;

    std::optional<VolumeLagSums> ofItself(C3dField a, const VoxelBox& box, const LagReach& reach, std::stop_token stop) override {
        return transformFor(box.size, reach).ofItself(rows(a, box), stop, room(reach, 0));
    }
    std::optional<VolumeLagSums> ofBoth(C3dField a, C3dField b, const VoxelBox& box, const LagReach& reach,
                                        std::stop_token stop) override {
        return transformFor(box.size, reach).ofBoth(rows(a, box), rows(b, box), stop);
    }

private:
    LagTransform& transformFor(const VolumeSize& size, const LagReach& reach) {
        const auto known = std::ranges::find_if(
            transforms_, [&](const LagTransform& one) { return one.size() == size && one.reach() == reach; });
        return known == transforms_.end() ? transforms_.emplace_back(size, reach, shape().threads) : *known;
    }

    std::vector<LagTransform> transforms_;  ///< of the whole and of a block
};

}  // namespace

std::shared_ptr<const C3dEngine> cpuFftC3d() {
    const int threads = threadCount();
    return std::make_shared<CpuC3dEngine<FftC3dPlan>>(C3dEngineDescription{
        {"cpu-fft", "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads")}, costOfFft});
}

}  // namespace coarsen
