// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/volume_files.hpp"

#include "core/volume/write_nifti.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace coarsen {

bool writeMapNifti(const std::filesystem::path& file, const CorrelationVolume& map, const std::stop_token& stop) {
    const VolumeSize size{2 * map.maxLagX + 1, 2 * map.maxLagY + 1, 2 * map.maxLagZ + 1};
    std::vector<float> values(size.voxels());
    const std::size_t half = size.index(0, 0, map.maxLagZ);
    std::ranges::copy(map.value, values.begin() + static_cast<std::ptrdiff_t>(half));
    for (std::size_t i = 0; i < half; ++i)  // C(-X, -Y, -Z) = C(X, Y, Z)
        values[i] = values[values.size() - 1 - i];
    return writeNifti(file, {size, map.spacing, std::move(values)}, "C3D, offset 0 in the middle", stop);
}

}  // namespace coarsen
