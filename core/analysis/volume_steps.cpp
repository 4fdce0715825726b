// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/volume_steps.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace coarsen {

namespace {

// Of pictures alone: directions in the plane, channels, and circles between pixels.
constexpr std::array measuresOfPictures{
    "azimuth", "small_radii", "structure_factor", "anisotropy", "sectors",  "terms",      "bracket",
    "comb",    "bands",       "false_colour",     "spectrum",   "surround", "two_lengths"};

/// Step or section, and setting, that a key as "crop.z" or "measure" names.
std::pair<std::string, std::string> partsOf(std::string_view key) {
    const std::string name(key), owner = name.substr(0, name.find('.'));
    return {owner, name.substr(std::min(name.size(), owner.size() + 1))};
}

}  // namespace

std::string sizeText(const VolumeSize& size) {
    return std::to_string(size.width) + " × " + std::to_string(size.height) + " × " + std::to_string(size.depth);
}

Recipe recipeForVolumes(Recipe recipe) {
    for (Step& step : recipe.steps)
        if (step.canSwitchOff() && !step.choosesPart()) step.switchTo(false);
    return recipe;
}

void requireForVolumes(const Recipe& recipe) {
    for (const Step& step : recipe.steps)
        if (step.isActing() && step.canSwitchOff() && !step.isForDisplayOnly() && !step.isForVolumes())
            throw SettingError(step.key() + ".on", "the frames are volumes, and " + step.label() + " is a step for pictures",
                               "write --set " + step.key() + ".on=false");
}

std::string whyIdleOnPictures(const Recipe& recipe, std::string_view key) {
    const auto [owner, field] = partsOf(key);
    const Step* const step = recipe.step(owner);
    const bool isOfVolumesOnly = owner == "surface" || (step && !step->isFieldOf(field, false));
    return isOfVolumesOnly ? std::string(key) + " changes nothing: the frames are pictures, and it is for volumes" : "";
}

std::string whyIdleOnVolumes(const Recipe& recipe, std::string_view key) {
    const auto [owner, field] = partsOf(key);
    const Step* const step = recipe.step(owner);
    const bool isOfPictures = step && !step->isFieldOf(field, true);
    const bool isMeasure = owner == "measure" && std::ranges::find(measuresOfPictures, field) != measuresOfPictures.end();
    return isOfPictures || isMeasure ? std::string(key) + " changes nothing: the frames are volumes, and it is for pictures" : "";
}

VoxelBox keptBox(const VolumeSize& size, const Recipe& recipe, int frame) {
    VoxelBox kept = wholeOf(size);
    for (const Step& step : recipe.steps) {
        const VoxelBox part = step.kept(frame, kept.size);
        kept = {kept.x + part.x, kept.y + part.y, kept.z + part.z, part.size};
    }
    return kept;
}

VolumeSize finalSize(const VolumeSize& size, const Recipe& recipe) {
    return keptBox(size, recipe, anyFrame).size;
}

Volume finalVolume(const Volume& raw, const Recipe& recipe, const VolumeContext& context) {
    Volume volume = raw;
    for (const Step& step : recipe.steps)
        volume = step.apply(volume, context);
    return volume;
}

Recipe withoutParts(const Recipe& recipe) {
    Recipe whole = recipe;
    for (Step& step : whole.steps)
        if (step.choosesPart()) step.switchTo(false);
    return whole;
}

std::string keyOfVoxels(const Recipe& recipe, const VolumeContext& context) {
    std::string key;
    for (const Step& step : recipe.steps)
        if (const std::string text = step.volumeKey(context); !text.empty()) key += "@" + text;
    return key;
}

}  // namespace coarsen
