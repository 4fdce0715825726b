// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/volume_steps.hpp"

#include "core/base/error.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/step_of.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr std::array stepsOfVolumes{"crop"};
// Of pictures alone: directions in the plane, channels, and circles between pixels.
constexpr std::array measuresOfPictures{"azimuth", "small_radii", "structure_factor", "anisotropy",
                                        "sectors", "terms",       "bracket"};

bool isOfVolumes(std::string_view step) {
    return std::ranges::find(stepsOfVolumes, step) != stepsOfVolumes.end();
}

/// A part of a volume as a box.
struct Box {
    int x = 0, y = 0, z = 0;
    VolumeSize size;
    bool isEmpty() const { return size.width <= 0 || size.height <= 0 || size.depth <= 0; }
};

Box boxOf(const Crop& crop, const VolumeSize& size) {
    const PixelRect plane = crop.rectangleIn(size.width, size.height);
    const int last = crop.depth > 0 ? std::min(crop.z + crop.depth, size.depth) : size.depth;
    return {plane.x, plane.y, crop.z, {plane.width, plane.height, last - crop.z}};
}

template <typename T>
std::vector<T> cutBox(std::span<const T> from, const VolumeSize& size, const Box& box) {
    std::vector<T> part;
    part.reserve(box.size.voxels());
    for (int z = box.z; z < box.z + box.size.depth; ++z)
        for (int y = box.y; y < box.y + box.size.height; ++y) {
            const auto line = from.subspan(size.index(box.x, y, z), static_cast<std::size_t>(box.size.width));
            part.insert(part.end(), line.begin(), line.end());
        }
    return part;
}

/// The mask with what lies outside of the shapes in every slice.
std::vector<std::uint8_t> withShapes(const Volume& volume, const Crop& crop) {
    const VolumeSize size = volume.size();
    const auto valid = volume.valid();
    std::vector<std::uint8_t> mask(valid.begin(), valid.end());
    if (crop.shapes.empty()) return mask;
    mask.resize(size.voxels(), 1);
    const Mask inside = crop.userMask(0, size.width, size.height);
    const auto plane = inside.pixels();
    for (std::size_t i = 0; i < mask.size(); ++i)
        if (!plane.empty() && plane[i % size.slice()] == 0) mask[i] = 0;
    return mask;
}

Volume cropped(const Volume& volume, const Crop& crop) {
    if (crop == Crop{}) return volume;
    const VolumeSize size = volume.size();
    const Box box = boxOf(crop, size);
    if (box.isEmpty())
        throw SettingError("crop", "nothing of a volume of " + textOf(size) + " lies in it", "move it onto the volume");
    const std::vector<std::uint8_t> mask = withShapes(volume, crop);
    return {box.size, volume.spacing(), cutBox(volume.values(), size, box),
            cutBox(std::span<const std::uint8_t>(mask), size, mask.empty() ? Box{} : box)};
}

const Crop* cropOf(const Recipe& recipe) {
    const Step* const step = recipe.step("crop");
    return step && step->isOn() ? step->as<Crop>() : nullptr;
}

}  // namespace

std::string textOf(const VolumeSize& size) {
    return std::to_string(size.width) + " × " + std::to_string(size.height) + " × " + std::to_string(size.depth);
}

Recipe recipeForVolumes(Recipe recipe) {
    for (Step& step : recipe.steps)
        if (step.canSwitchOff() && !isOfVolumes(step.key())) step.switchTo(false);
    return recipe;
}

void requireForVolumes(const Recipe& recipe) {
    for (const Step& step : recipe.steps)
        if (step.isActing() && step.canSwitchOff() && !step.isForDisplayOnly() && !isOfVolumes(step.key()))
            throw SettingError(step.key() + ".on", "the frames are volumes, and " + step.label() + " is a step for pictures",
                               "write --set " + step.key() + ".on=false");
}

std::string whyIdleOnVolumes(const Recipe& recipe, std::string_view key) {
    const std::string name(key), owner = name.substr(0, name.find('.')),
                                 field = name.substr(std::min(name.size(), owner.size() + 1));
    const bool isStep = recipe.step(owner) != nullptr && !isOfVolumes(owner);
    const bool isMeasure = owner == "measure" && std::ranges::find(measuresOfPictures, field) != measuresOfPictures.end();
    return isStep || isMeasure ? name + " changes nothing: the frames are volumes, and it is for pictures" : "";
}

VolumeSize finalSize(const VolumeSize& size, const Recipe& recipe) {
    const Crop* const crop = cropOf(recipe);
    return crop ? boxOf(*crop, size).size : size;
}

Volume finalVolume(const Volume& raw, const Recipe& recipe) {
    const Crop* const crop = cropOf(recipe);
    return crop ? cropped(raw, *crop) : raw;
}

}  // namespace coarsen
