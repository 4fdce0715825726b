// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/volume/lag_sums.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

FieldRows centredRows(const Volume& volume, double mean, const VoxelBox& box) {
    return [volume, mean, box](int y, int z, std::span<double> row) {
        const std::size_t start = volume.size().index(box.x, box.y + y, box.z + z);
        const auto values = volume.values().subspan(start, row.size());
        std::ranges::transform(values, row.begin(), [mean](float value) { return static_cast<double>(value) - mean; });
        if (volume.isAllValid()) return;
        const auto valid = volume.valid().subspan(start, row.size());
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!valid[i]) row[i] = 0;
    };
}

FieldRows validRows(const Volume& volume, const VoxelBox& box) {
    return [volume, box](int y, int z, std::span<double> row) {
        if (volume.isAllValid()) {
            std::ranges::fill(row, 1.0);
            return;
        }
        const auto valid = volume.valid().subspan(volume.size().index(box.x, box.y + y, box.z + z), row.size());
        std::ranges::transform(valid, row.begin(), [](std::uint8_t is) { return is ? 1.0 : 0.0; });
    };
}

FieldRows squaredRows(FieldRows rows) {
    return [rows = std::move(rows)](int y, int z, std::span<double> row) {
        rows(y, z, row);
        for (double& value : row)
            value *= value;
    };
}

VolumeLagSums directLagSums(const VolumeSize& size, const LagReach& reach, const FieldRows& a, const FieldRows& b) {
    const auto whole = [&](const FieldRows& rows) {
        std::vector<double> field(size.voxels());
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y)
                rows(y, z, std::span(field).subspan(size.index(0, y, z), static_cast<std::size_t>(size.width)));
        return field;
    };
    const std::vector<double> first = whole(a), second = whole(b);
    VolumeLagSums sums(reach, -reach.z);
    for (int Z = -reach.z; Z <= reach.z; ++Z)
        for (int Y = -reach.y; Y <= reach.y; ++Y)
            for (int X = -reach.x; X <= reach.x; ++X) {
                double sum = 0;
                for (int z = std::max(0, Z); z < std::min(size.depth, size.depth + Z); ++z)
                    for (int y = std::max(0, Y); y < std::min(size.height, size.height + Y); ++y)
                        for (int x = std::max(0, X); x < std::min(size.width, size.width + X); ++x)
                            sum += first[size.index(x, y, z)] * second[size.index(x - X, y - Y, z - Z)];
                sums.at(X, Y, Z) = sum;
            }
    return sums;
}

}  // namespace coarsen
