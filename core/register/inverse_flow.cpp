// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/inverse_flow.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace coarsen {

InverseFlow inverseOf(const FlowBetweenVoxels& u, const InversionSettings& settings, const Threads& threads) {
    const VolumeSize& size = u.flow().u.size;
    const FlowInverter inverter(u, settings, threads);
    InverseFlow inverse;
    inverse.flow.u = Flow(size);
    inverse.flow.header = u.flow().header;
    inverse.flow.valid.assign(size.voxels(), 0);

    struct Sums {
        double residual = 0, most = 0;
        int iterations = 0;
        std::size_t found = 0;
    };
    std::vector<Sums> slices(static_cast<std::size_t>(size.depth));
    parallelFor(slices.size(), threads, [&](std::size_t slice) {
        const int z = static_cast<int>(slice);
        std::vector<VoxelPlace> row(static_cast<std::size_t>(size.width));
        Sums& sums = slices[slice];
        for (int y = 0; y < size.height && !threads.stop.stop_requested(); ++y) {
            for (std::size_t x = 0; x < row.size(); ++x)
                row[x] = {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
            const std::vector<FlowInverter::Found> answers = inverter(row);
            const std::size_t first = size.index(0, y, z);
            for (std::size_t x = 0; x < row.size(); ++x) {
                const FlowInverter::Found& answer = answers[x];
                if (!answer.isFound) continue;
                inverse.flow.valid[first + x] = 1;
                for (std::size_t axis = 0; axis < 3; ++axis)
                    inverse.flow.u.along[axis][first + x] = static_cast<float>(row[x][axis] - answer.place[axis]);
                sums.residual += answer.residual;
                sums.most = std::max(sums.most, answer.residual);
                sums.iterations = std::max(sums.iterations, answer.iterations);
                ++sums.found;
            }
        }
    });
    Sums all;
    for (const Sums& slice : slices) {
        all.residual += slice.residual;
        all.most = std::max(all.most, slice.most);
        all.iterations = std::max(all.iterations, slice.iterations);
        all.found += slice.found;
    }
    inverse.without = size.voxels() - all.found;
    inverse.iterations = all.iterations;
    if (all.found > 0) {
        inverse.residualMean = all.residual / static_cast<double>(all.found);
        inverse.residualMost = all.most;
    }
    if (inverse.without == 0) inverse.flow.valid.clear();
    fillUnknown(inverse.flow);
    return inverse;
}

}  // namespace coarsen
