// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/formats.hpp"

#include "core/base/files.hpp"
#include "core/base/memory.hpp"
#include "core/base/physical_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen::volumes {

const char* const copyAgain = "copy it again from where it came from";

InputError damaged(const std::filesystem::path& file, const std::string& reason) {
    return InputError(displayName(file), "it is damaged (" + reason + ")", copyAgain);
}

InputError endsEarly(const std::filesystem::path& file, std::uintmax_t there, std::uintmax_t needed) {
    return InputError(displayName(file),
                      "its voxels end after " + std::to_string(there) + " of " + std::to_string(needed) +
                          " bytes: " + std::to_string(needed - there) + " are missing",
                      copyAgain);
}

std::string textOf(const VolumeSize& size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height) + " x " + std::to_string(size.depth);
}

VolumeSize checkedSides(const std::filesystem::path& file, long long width, long long height, long long depth) {
    const std::string size = std::to_string(width) + " x " + std::to_string(height) + " x " + std::to_string(depth) + " voxels";
    if (width <= 0 || height <= 0 || depth <= 0) throw InputError(displayName(file), "its header declares " + size, copyAgain);
    constexpr long long longestSide = std::numeric_limits<int>::max();
    constexpr double mostVoxels = 0x1p40;
    if (width > longestSide || height > longestSide || depth > longestSide ||
        static_cast<double>(width) * static_cast<double>(height) * static_cast<double>(depth) > mostVoxels)
        throw InputError(displayName(file), "its header declares " + size + ", which cannot be", copyAgain);
    return {static_cast<int>(width), static_cast<int>(height), static_cast<int>(depth)};
}

void requireSlices(const std::filesystem::path& file, const VolumeSize& size) {
    const auto& [width, height, depth] = size;
    const std::string text = textOf(size) + " voxels";
    const bool isPicture = depth == 1 && width > 1 && height > 1;
    if (isPicture)
        throw InputError(displayName(file), "it has one slice (" + text + "): that is a picture, not a volume",
                         "give a file with all slices, or analyse it as a picture");
    if (width == 1 || height == 1 || depth == 1)
        throw InputError(displayName(file), "it has " + text + ", and every side of a volume needs at least 2",
                         "give a file with all slices");
}

VolumeSize checkedSize(const std::filesystem::path& file, long long width, long long height, long long depth) {
    const VolumeSize size = checkedSides(file, width, height, depth);
    requireSlices(file, size);
    return size;
}

void addRemark(std::string& remark, const std::string& sentence) {
    remark += (remark.empty() ? "" : " ") + sentence;
}

Spacing statedSpacing(const std::array<double, 3>& sides, bool isInUm, std::string& remark) {
    const auto [x, y, z] = sides;
    if (areSides({x, y, z})) return {x, y, z, isInUm};
    addRemark(remark, "It says that its voxels are " + impossibleSides({x, y, z}, isInUm) +
                          ": that is not used; --spacing X,Y,Z gives their size.");
    return {};
}

Spacing spacingOfPixels(double widthUm, double heightUm, std::string& remark) {
    if (areSides({widthUm, heightUm})) return {1, heightUm / widthUm, 1, false};
    addRemark(remark, "It says that its pixels are " + impossibleSides({widthUm, heightUm}) +
                          ": that is not used; --spacing X,Y,Z gives the size of a voxel.");
    return {};
}

void takePlacement(VolumeHeader& header, const Placement& placement) {
    header.placement = placement;
    if (placement.isTurned())  // a flip keeps the axes, and correlations do not know it
        addRemark(header.remark, "Its header turns the axes: x, y and z are those in which the voxels are stored.");
}

void checkChoice(const std::filesystem::path& file, const VolumeHeader& header, const VolumeChoice& choice) {
    const auto check = [&](const std::string& what, int wanted, int there) {
        if (wanted >= 0 && wanted < there) return;
        throw InputError(
            displayName(file),
            "it has no " + what + " " + std::to_string(wanted) + " (the first is 0, the last " + std::to_string(there - 1) + ")",
            "choose one that it has");
    };
    check("time", choice.time, header.times);
    check("channel", choice.channel, header.channels);
}

GrowingVolume::GrowingVolume(const std::filesystem::path& file, VolumeSize size, std::size_t besides) : file_(file), size_(size) {
    const std::size_t voxelBytes = sizeof(float) + sizeof(std::uint8_t);  // its value, and its mask where one is needed
    const std::size_t needed = size.voxels() * voxelBytes + besides;
    if (needed > memoryBudget())
        throw InputError(displayName(file),
                         "reading its " + textOf(size) + " voxels takes " + bytesText(needed) + " of memory, and " +
                             bytesText(memoryBudget()) + " may be used",
                         "crop it, or allow more memory (--memory)");
    values_.reserve(size.voxels());
}

std::span<float> GrowingVolume::next(std::size_t count) {
    last_ = values_.size();
    values_.resize(last_ + std::min(count, missing()));
    return std::span(values_).subspan(last_);
}

void GrowingVolume::maskNotFinite() {
    for (std::size_t i = last_; i < values_.size(); ++i) {
        if (std::isfinite(values_[i])) continue;
        if (valid_.empty()) valid_.assign(size_.voxels(), 1);
        values_[i] = 0;
        valid_[i] = 0;
        ++countMasked_;
    }
}

Volume GrowingVolume::finish(Spacing spacing) {
    if (countMasked_ == size_.voxels())
        throw InputError(displayName(file_),
                         "none of its " + std::to_string(size_.voxels()) +
                             " voxels is a number that can be measured: they are NaN, infinite or beyond 3e38",
                         "write it again from the program that made it, in larger units where its values are that large");
    return Volume(size_, spacing, std::move(values_), std::move(valid_));
}

}  // namespace coarsen::volumes
