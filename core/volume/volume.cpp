// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/volume.hpp"

#include <stdexcept>
#include <utility>

namespace coarsen {

Volume::Volume(VolumeSize size, Spacing spacing, std::vector<float> values, std::vector<std::uint8_t> valid)
    : size_(size), spacing_(spacing) {
    if (values.size() != size.voxels() || (!valid.empty() && valid.size() != size.voxels()))
        throw std::invalid_argument("Volume: as many values as voxels");
    values_ = std::make_shared<const std::vector<float>>(std::move(values));
    if (!valid.empty()) valid_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(valid));
}

Volume Volume::withMask(std::vector<std::uint8_t> valid) const {
    if (!valid.empty() && valid.size() != size_.voxels()) throw std::invalid_argument("Volume: as many mask values as voxels");
    Volume other = *this;
    other.valid_ = valid.empty() ? nullptr : std::make_shared<const std::vector<std::uint8_t>>(std::move(valid));
    return other;
}

Volume Volume::withSpacing(Spacing spacing) const {
    Volume other = *this;
    other.spacing_ = spacing;
    return other;
}

}  // namespace coarsen
