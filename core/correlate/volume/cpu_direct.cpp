// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/correlate/volume/cpu_plan.hpp"
#include "core/correlate/volume/engines.hpp"

#include <algorithm>

namespace coarsen {

namespace {

class DirectC3dPlan final : public CpuC3dPlan {
public:
    using CpuC3dPlan::CpuC3dPlan;

    std::optional<VolumeLagSums> ofItself(C3dField a, const VoxelBox& box, const LagReach& reach, std::stop_token stop) override {
        const auto sums = ofBoth(a, a, box, reach, stop);
        if (!sums) return std::nullopt;
        VolumeLagSums half(reach, 0);
        std::copy_n(sums->values.end() - static_cast<std::ptrdiff_t>(half.values.size()), half.values.size(),
                    half.values.begin());
        return half;
    }
    std::optional<VolumeLagSums> ofBoth(C3dField a, C3dField b, const VoxelBox& box, const LagReach& reach,
                                        std::stop_token stop) override {
        if (stop.stop_requested()) return std::nullopt;
        return directLagSums(box.size, reach, rows(a, box), rows(b, box));
    }
};

}  // namespace

std::shared_ptr<const C3dEngine> cpuDirectC3d() {
    return std::make_shared<CpuC3dEngine<DirectC3dPlan>>(C3dEngineDescription{{"cpu-direct", "CPU, 1 thread"}, {}});
}

}  // namespace coarsen
