// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/offered_settings.hpp"

#include "core/analysis/volume_steps.hpp"

#include <algorithm>
#include <map>

namespace coarsen::window {

namespace {

bool isOffered(const Recipe& recipe, const std::string& owner, const std::string& field, bool areVolumes) {
    if (owner == "surface") return field != "on" && recipe.surface.isOn;  // a switch stands for it
    const std::string key = owner + "." + field;
    return (areVolumes ? whyIdleOnVolumes(recipe, key) : whyIdleOnPictures(recipe, key)).empty();
}

/// Fields of the longest forms that everybody meets; all others of these forms are for experts, also those to come.
const std::map<std::string, std::set<std::string>>& plainFields() {
    static const std::map<std::string, std::set<std::string>> plain{
        {"measure", {"max_lag", "mean", "norm", "structure_factor", "anisotropy", "sectors"}},
        {"align", {"mode", "reference"}},
        {"filter", {"kind", "sigma", "sigma2", "angle", "wavelength", "file"}},
        {"channels", {"use", "pick", "sigma", "scale"}},
        {"surface", {"on", "level", "phase", "smooth", "denoise"}},
    };
    return plain;
}

}  // namespace

bool isStepOffered(const Step& step, bool areVolumes) {
    if (step.isActing() && step.canSwitchOff()) return true;  // also where it does nothing, to be switched off
    return areVolumes ? step.isForVolumes() : !step.isForVolumesOnly();
}

bool isSectionOffered(const std::string& key, bool areVolumes) {
    return areVolumes || key != "surface";
}

std::set<std::string> advancedFields(const std::string& owner, const std::vector<FieldDescription>& fields) {
    std::set<std::string> advanced;
    const auto plain = plainFields().find(owner);
    if (plain == plainFields().end()) return advanced;
    for (const FieldDescription& field : fields)
        if (!plain->second.contains(field.name)) advanced.insert(field.name);
    return advanced;
}

bool isForExperts(const std::string& setting, const std::string& choice) {
    static const std::set<std::string> known{"filter.kind=laplacian", "filter.kind=gabor", "filter.kind=file"};
    return known.contains(setting + "=" + choice);
}

std::vector<FieldDescription> offeredFields(const Recipe& recipe, const std::string& owner,
                                            const std::vector<FieldDescription>& fields, bool areVolumes) {
    std::vector<FieldDescription> offered;
    std::ranges::copy_if(fields, std::back_inserter(offered),
                         [&](const FieldDescription& field) { return isOffered(recipe, owner, field.name, areVolumes); });
    return offered;
}

}  // namespace coarsen::window
