// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/volume/cpu_plan.hpp"

#include "core/base/error.hpp"

namespace coarsen {

void CpuC3dPlan::take(const Volume& volume, const C3dLevel& level, std::stop_token) {
    if (volume.size() != shape_.size)
        throw EngineError("CPU", "a volume of another size came than the plan was made for", "make a plan of its size");
    volume_ = &volume;
    mean_ = level.mean.value_or(0);
}

FieldRows CpuC3dPlan::rows(C3dField field, const VoxelBox& box) const {
    if (field == C3dField::valid) return validRows(*volume_, box);
    FieldRows centred = centredRows(*volume_, mean_, box);
    return field == C3dField::centred ? centred : squaredRows(std::move(centred));
}

}  // namespace coarsen
