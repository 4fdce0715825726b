// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/threads.hpp"
#include "core/register/interpolation_loops.hpp"
#include "core/register/vector_field.hpp"
#include "core/settings/flow_settings.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace coarsen {

/// A volume that can be read anywhere between its voxels, with its gradient, from the same 4 x 4 x 4 numbers either way.
///
/// Use, given `const std::vector<float>& values, const VolumeSize& size, const Threads& threads`:
///
///     const InterpolatedVolume volume(values, size, Sampling::cubic, threads);
///     const InterpolatedVolume::Sample between = volume.at(3.5F, 4.25F, 5);
class InterpolatedVolume {
public:
    InterpolatedVolume(const std::vector<float>& values, const VolumeSize& size, Sampling sampling, const Threads& threads);

    const VolumeSize& size() const noexcept { return size_; }

    struct Sample {
        float value, x, y, z;  ///< and the derivatives
    };
    /// At a place within the volume, 0 to size - 1 along each axis.
    Sample at(float x, float y, float z) const;
    /// At many such places: a voxel takes less time there.
    void at(const InterpolationPlaces& places, const InterpolationAnswers& to) const;
    bool contains(float x, float y, float z) const;

private:
    VolumeSize size_;
    Sampling sampling_;
    std::vector<float> numbers_;  ///< with one more voxel before and two behind along each axis
    std::ptrdiff_t row_, slice_;
};

/// The index of the voxel nearest to a place, 0 to size - 1 along each axis.
inline std::size_t nearestVoxel(const VolumeSize& size, float x, float y, float z) {
    const auto nearest = [](float at) { return static_cast<int>(std::lround(at)); };
    return size.index(nearest(x), nearest(y), nearest(z));
}

/// The volume drawn to where the displacement says: values at x - u(x), and where these are valid. What x - u(x) outside has the
/// value of the nearest face.
struct WarpedValues {
    std::vector<float> values;
    std::vector<std::uint8_t> valid;
};
WarpedValues warped(const std::vector<float>& values, const std::vector<std::uint8_t>& valid, const Flow& u, Sampling sampling,
                    const Threads& threads);

}  // namespace coarsen
