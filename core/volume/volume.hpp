// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace coarsen {

/// How many voxels along x (which runs fastest), y and z.
struct VolumeSize {
    int width = 0, height = 0, depth = 0;

    std::size_t slice() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
    std::size_t voxels() const { return slice() * static_cast<std::size_t>(depth); }
    std::size_t index(int x, int y, int z) const {
        return static_cast<std::size_t>(z) * slice() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(x);
    }
    bool operator==(const VolumeSize&) const = default;
};

/// The size of a voxel along each axis: micrometres where `isInUm`, else what the axes are to each other.
struct Spacing {
    double x = 1, y = 1, z = 1;
    bool isInUm = false;

    /// The side of the cube of the same volume: in three dimensions a length of 1 px is that long (decision V3).
    double perPx() const { return std::cbrt(x * y * z); }
    bool isIsotropic() const { return std::abs(y / x - 1) <= 1e-3 && std::abs(z / x - 1) <= 1e-3; }
    bool operator==(const Spacing&) const = default;
};

/// A picture with a depth: immutable, with shared voxels, so that copying a Volume copies a pointer. Values are stored slice by
/// slice (z), row by row (y), x fastest. The empty mask means that all voxels are valid.
///
/// Use:
///
///     const VolumeSize size{64, 64, 32};
///     const Volume volume(size, {.x = 0.5, .y = 0.5, .z = 1.5, .isInUm = true}, std::vector<float>(size.voxels()));
///     const float value = volume.at(10, 20, 5);
///     const double pxInUm = volume.spacing().perPx();
class Volume {
public:
    Volume() = default;
    /// Takes both over. `values.size()` must be size.voxels(), `valid` be empty or as long, of 1 (valid) and 0 (not measured).
    Volume(VolumeSize size, Spacing spacing, std::vector<float> values, std::vector<std::uint8_t> valid = {});

    /// A volume of values that somebody else has: `values` is the first of size.voxels(), which stay as they are as long as it is
    /// held.
    static Volume over(VolumeSize size, Spacing spacing, std::shared_ptr<const float> values,
                       std::vector<std::uint8_t> valid = {});

    const VolumeSize& size() const noexcept { return size_; }
    const Spacing& spacing() const noexcept { return spacing_; }
    bool isEmpty() const noexcept { return !values_; }
    std::span<const float> values() const { return {values_.get(), values_ ? size_.voxels() : 0}; }
    float at(int x, int y, int z) const { return values_.get()[size_.index(x, y, z)]; }

    bool isAllValid() const noexcept { return !valid_; }
    std::span<const std::uint8_t> valid() const {
        return valid_ ? std::span<const std::uint8_t>(*valid_) : std::span<const std::uint8_t>{};
    }
    bool isValid(int x, int y, int z) const { return !valid_ || (*valid_)[size_.index(x, y, z)] != 0; }

    /// The same voxels with another mask or other sizes of a voxel.
    Volume withMask(std::vector<std::uint8_t> valid) const;
    Volume withSpacing(Spacing spacing) const;

private:
    VolumeSize size_;
    Spacing spacing_;
    std::shared_ptr<const float> values_;  // the first of them
    std::shared_ptr<const std::vector<std::uint8_t>> valid_;
};

}  // namespace coarsen
