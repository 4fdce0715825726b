// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/surface_noise.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

constexpr int reach = 2;  // of the patch, in voxels
constexpr int mostSlices = 128;
constexpr std::size_t fewestVoxels = 100;

/// Difference between a value and the quadratic that fits its 5 x 5 x 5 neighbours best. By symmetry that is, at the middle, a
/// weighted mean whose weights are a - b (x^2 + y^2 + z^2), of sum 1 and with no part of a square.
class Residual {
public:
    explicit Residual(const LevelSet& set) : set_(set) {
        double s2 = 0, s22 = 0;  // sums over the patch of x^2 and x^2 (x^2 + y^2 + z^2)
        for (int z = -reach; z <= reach; ++z)
            for (int y = -reach; y <= reach; ++y)
                for (int x = -reach; x <= reach; ++x) {
                    s2 += x * x;
                    s22 += x * x * (x * x + y * y + z * z);
                }
        constexpr double count = (2 * reach + 1) * (2 * reach + 1) * (2 * reach + 1);
        a_ = 1 / (count - 3 * s2 * s2 / s22);
        b_ = a_ * s2 / s22;
    }

    /// NaN where a voxel of the patch is missing.
    double at(int x, int y, int z) const {
        double mean = 0;
        for (int k = -reach; k <= reach; ++k)
            for (int j = -reach; j <= reach; ++j) {
                const std::size_t row = set_.size.index(x - reach, y + j, z + k);
                for (int i = -reach; i <= reach; ++i) {
                    const std::size_t voxel = row + static_cast<std::size_t>(i + reach);
                    if (!set_.isValid(voxel)) return std::numeric_limits<double>::quiet_NaN();
                    mean += (a_ - b_ * (i * i + j * j + k * k)) * static_cast<double>(set_.phi[voxel]);
                }
            }
        return static_cast<double>(set_.phi[set_.size.index(x, y, z)]) - mean;
    }

private:
    const LevelSet& set_;
    double a_ = 0, b_ = 0;
};

}  // namespace

double surfaceNoise(const LevelSet& distance, int threads, std::stop_token stop) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN(), nearPx = 1, ofNormal = 1.4826;
    const VolumeSize& size = distance.size;
    const int slices = size.depth - 2 * reach, step = std::max(1, (slices + mostSlices - 1) / mostSlices);
    if (slices < 1) return unknown;
    const Residual residual(distance);
    std::vector<std::vector<double>> found(static_cast<std::size_t>((slices + step - 1) / step));
    const auto lookAt = [&](std::size_t slice) {
        const int z = reach + static_cast<int>(slice) * step;
        for (int y = reach; y + reach < size.height; ++y)
            for (int x = reach; x + reach < size.width; ++x) {
                if (std::abs(static_cast<double>(distance.phi[size.index(x, y, z)])) >= nearPx) continue;
                if (const double off = std::abs(residual.at(x, y, z)); !std::isnan(off)) found[slice].push_back(off);
            }
    };
    parallelFor(found.size(), threads, lookAt, std::move(stop));
    std::vector<double> all;
    for (const std::vector<double>& some : found)
        all.insert(all.end(), some.begin(), some.end());
    if (all.size() < fewestVoxels) return unknown;
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
    std::ranges::nth_element(all, middle);
    return ofNormal * *middle;
}

}  // namespace coarsen
