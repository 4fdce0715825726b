// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/offered_settings.hpp"

#include "core/analysis/volume_steps.hpp"

#include <algorithm>

namespace coarsen::window {

namespace {

bool isOffered(const Recipe& recipe, const std::string& owner, const std::string& field, bool areVolumes) {
    if (owner == "surface") return field != "on" && recipe.surface.isOn;  // a switch stands for it
    const std::string key = owner + "." + field;
    return (areVolumes ? whyIdleOnVolumes(recipe, key) : whyIdleOnPictures(recipe, key)).empty();
}

}  // namespace

bool isStepOffered(const Step& step, bool areVolumes) {
    if (step.isActing() && step.canSwitchOff()) return true;  // also where it does nothing, to be switched off
    return areVolumes ? step.isForVolumes() : !step.isForVolumesOnly();
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
