// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/volume.hpp"

#include "core/base/error.hpp"
#include "core/base/physical_size.hpp"

#include <stdexcept>
#include <utility>

namespace coarsen {

namespace {

std::shared_ptr<const float> shared(std::vector<float> values) {
    auto owner = std::make_shared<const std::vector<float>>(std::move(values));
    const float* const first = owner->data();
    return {std::move(owner), first};
}

Spacing possible(const Spacing& spacing) {
    if (!areSides({spacing.x, spacing.y, spacing.z}))
        throw SettingError("spacing", "a voxel of " + impossibleSides({spacing.x, spacing.y, spacing.z}, spacing.isInUm),
                           "give its sides, as 0.5,0.5,1.5");
    return spacing;
}

}  // namespace

Volume::Volume(VolumeSize size, Spacing spacing, std::vector<float> values, std::vector<std::uint8_t> valid) {
    if (values.size() != size.voxels()) throw std::invalid_argument("Volume: as many values as voxels");
    *this = over(size, spacing, shared(std::move(values)), std::move(valid));
}

Volume Volume::over(VolumeSize size, Spacing spacing, std::shared_ptr<const float> values, std::vector<std::uint8_t> valid) {
    Volume volume;
    volume.size_ = size;
    volume.spacing_ = possible(spacing);
    volume.values_ = std::move(values);
    return valid.empty() ? volume : volume.withMask(std::move(valid));
}

Volume Volume::withMask(std::vector<std::uint8_t> valid) const {
    if (!valid.empty() && valid.size() != size_.voxels()) throw std::invalid_argument("Volume: as many mask values as voxels");
    Volume other = *this;
    other.valid_ = valid.empty() ? nullptr : std::make_shared<const std::vector<std::uint8_t>>(std::move(valid));
    return other;
}

Volume Volume::withSpacing(Spacing spacing) const {
    Volume other = *this;
    other.spacing_ = possible(spacing);
    return other;
}

}  // namespace coarsen
