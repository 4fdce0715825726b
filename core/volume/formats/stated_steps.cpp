// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/stated_steps.hpp"

#include "core/volume/formats/formats.hpp"

namespace coarsen::volumes {

void takeSteps(const std::array<StatedStep, 3>& xyz, const std::string& by, UnitDialect dialect, VolumeHeader& header) {
    std::array<double, 3> um{}, bare{};
    bool isInUm = true, isBare = true, isSomeInUm = false;
    const std::size_t axes = header.size.depth > 1 ? 3 : 2;
    for (std::size_t i = 0; i < axes; ++i) {
        const auto& [length, unit] = xyz[i];
        const auto inUm = unit.empty() ? std::nullopt : micrometresIn(unit, dialect);
        isInUm = isInUm && inUm && length;
        isSomeInUm = isSomeInUm || (inUm && length);
        isBare = isBare && unit.empty() && length;
        um[i] = length.value_or(0) * inUm.value_or(1);
        bare[i] = length.value_or(0);
        if (!unit.empty() && !inUm && unit != "px" && unit != "pixel")
            addRemark(header.remark, "Its unit '" + unit + "' (" + by + ") is no length, and is not used.");
    }
    if (axes == 2) um[2] = um[0], bare[2] = bare[0];
    if (isInUm) {
        header.spacing = statedSpacing(um, true, header.remark);
    } else if (isBare) {
        header.spacing = statedSpacing(bare, false, header.remark);
        header.withoutUnit = by;
    } else if (isSomeInUm) {
        addRemark(header.remark, "It states the size of its voxels along some axes alone (" + by + "), which is not used.");
    }
}

}  // namespace coarsen::volumes
