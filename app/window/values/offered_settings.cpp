// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/offered_settings.hpp"

#include "core/analysis/volume_steps.hpp"
#include "core/preprocess/contrast.hpp"
#include "core/preprocess/crop.hpp"

#include <algorithm>

namespace coarsen::window {

namespace {

bool isOffered(const Recipe& recipe, const std::string& owner, const std::string& field, bool areVolumes) {
    if (owner == "surface") return field != "on" && recipe.surface.isOn;  // a switch stands for it
    if (!areVolumes) return owner != Crop::key || (field != "z" && field != "depth");
    if (owner == Contrast::key) return field == "low" || field == "high";  // how slices are shown
    return whyIdleOnVolumes(recipe, owner + "." + field).empty();
}

}  // namespace

bool isStepOffered(const Recipe& recipe, const Step& step, bool areVolumes) {
    return !areVolumes || step.key() == Contrast::key || whyIdleOnVolumes(recipe, step.key() + ".on").empty();
}

bool isSectionOffered(const std::string& key, bool areVolumes) {
    return areVolumes || key != "surface";
}

std::vector<FieldDescription> offeredFields(const Recipe& recipe, const std::string& owner,
                                            const std::vector<FieldDescription>& fields, bool areVolumes) {
    std::vector<FieldDescription> offered;
    std::ranges::copy_if(fields, std::back_inserter(offered),
                         [&](const FieldDescription& field) { return isOffered(recipe, owner, field.name, areVolumes); });
    return offered;
}

}  // namespace coarsen::window
