// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/volume_steps.hpp"

#include "core/base/error.hpp"
#include "core/c3d/moved_volume.hpp"
#include "core/c3d/volume_steps.hpp"
#include "core/preprocess/align.hpp"
#include "core/preprocess/bleach.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/flatten.hpp"
#include "core/preprocess/step_of.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

constexpr std::array stepsOfVolumes{"flatten", "bleach", "align", "crop"};
// Of pictures alone: directions in the plane, channels, and circles between pixels.
constexpr std::array measuresOfPictures{
    "azimuth", "small_radii", "structure_factor", "anisotropy", "sectors",  "terms",      "bracket",
    "comb",    "bands",       "false_colour",     "spectrum",   "surround", "two_lengths"};

bool isOfVolumes(std::string_view step) {
    return std::ranges::find(stepsOfVolumes, step) != stepsOfVolumes.end();
}

template <typename T>
const T* stepOn(const Recipe& recipe) {
    const Step* const step = recipe.step(T::key);
    return step && step->isOn() ? step->as<T>() : nullptr;
}

/// The rectangle is that of every slice.
VolumeCrop boxOf(const Crop& crop, int frame, const VolumeSize& size) {
    const PixelRect plane = crop.rectangleIn(size.width, size.height, frame);
    if (plane.isEmpty()) return {size.width, size.height, size.depth, 1, 1, 1};
    return {plane.x, plane.y, crop.z, plane.width, plane.height, crop.depth};
}

/// What lies outside of the shapes in every slice is masked.
Volume withShapes(const Volume& volume, const Crop& crop, int frame) {
    if (crop.shapes.empty()) return volume;
    const VolumeSize size = volume.size();
    const Mask inside = crop.userMask(frame, size.width, size.height);
    crop.requireShapes(frame, size.width, size.height, inside);
    const auto valid = volume.valid(), plane = inside.pixels();
    std::vector<std::uint8_t> mask(valid.begin(), valid.end());
    mask.resize(size.voxels(), 1);
    for (std::size_t i = 0; i < mask.size(); ++i)
        if (!plane.empty() && plane[i % size.slice()] == 0) mask[i] = 0;
    return volume.withMask(std::move(mask));
}

}  // namespace

std::string sizeText(const VolumeSize& size) {
    return std::to_string(size.width) + " × " + std::to_string(size.height) + " × " + std::to_string(size.depth);
}

Recipe recipeForVolumes(Recipe recipe) {
    for (Step& step : recipe.steps)
        if (step.canSwitchOff() && step.key() != Crop::key) step.switchTo(false);
    return recipe;
}

void requireForVolumes(const Recipe& recipe) {
    for (const Step& step : recipe.steps)
        if (step.isActing() && step.canSwitchOff() && !step.isForDisplayOnly() && !isOfVolumes(step.key()))
            throw SettingError(step.key() + ".on", "the frames are volumes, and " + step.label() + " is a step for pictures",
                               "write --set " + step.key() + ".on=false");
}

std::string whyIdleOnPictures(std::string_view key) {
    const bool isOfVolumesOnly =
        key.starts_with("bleach.") || key.starts_with("surface.") || key == "crop.z" || key == "crop.depth";
    return isOfVolumesOnly ? std::string(key) + " changes nothing: the frames are pictures, and it is for volumes" : "";
}

std::string whyIdleOnVolumes(const Recipe& recipe, std::string_view key) {
    const std::string name(key), owner = name.substr(0, name.find('.')),
                                 field = name.substr(std::min(name.size(), owner.size() + 1));
    const bool isStep = recipe.step(owner) != nullptr && !isOfVolumes(owner);
    const bool isMeasure = owner == "measure" && std::ranges::find(measuresOfPictures, field) != measuresOfPictures.end();
    return isStep || isMeasure || key == "crop.info_bar"
               ? name + " changes nothing: the frames are volumes, and it is for pictures"
               : "";
}

VolumeSize finalSize(const VolumeSize& size, const Recipe& recipe) {
    const Crop* const crop = stepOn<Crop>(recipe);
    if (!crop) return size;
    const VolumeCrop box = boxOf(*crop, anyFrame, size);
    const auto part = [](int from, int wanted, int side) {
        return std::max(0, wanted > 0 ? std::min(wanted, side - from) : side - from);
    };
    return {part(box.x, box.width, size.width), part(box.y, box.height, size.height), part(box.z, box.depth, size.depth)};
}

Volume finalVolume(const Volume& raw, const Recipe& recipe, int frame, const FrameDrift& drift, int threads,
                   std::stop_token stop) {
    Volume volume = raw;
    if (const auto* const flatten = stepOn<Flatten>(recipe)) volume = flattenedSlices(volume, *flatten, threads, stop);
    if (const auto* const bleach = stepOn<Bleach>(recipe)) volume = withEvenSlices(volume, bleach->level);
    if (stepOn<Align>(recipe)) volume = movedBack(volume, {drift.xPx, drift.yPx, drift.zPx}, threads, stop);
    if (const auto* const crop = stepOn<Crop>(recipe))
        volume = cropped(withShapes(volume, *crop, frame), boxOf(*crop, frame, volume.size()));
    return volume;
}

}  // namespace coarsen
