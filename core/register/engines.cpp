// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/engines.hpp"

#include "core/base/error.hpp"
#include "core/register/host_levels.hpp"

#include <algorithm>

namespace coarsen {

std::unique_ptr<RegistrationLevels> RegistrationEngine::levels(const Volume& fixed, const Volume& moved,
                                                               const LevelsSettings& settings) const {
    return std::make_unique<HostLevels>(*this, fixed, moved, settings);
}

void throwNothingInCommon() {
    throw InputError("the two volumes", "no valid voxel of the one lies on a valid voxel of the other",
                     "look at their masks, and whether they show the same part of the sample");
}

RegistrationEngineList cpuRegistrationEngines() {
    return {cpuSimdRegistration()};
}

std::shared_ptr<const RegistrationEngine> chooseRegistration(const RegistrationEngineList& engines, std::string_view name) {
    const auto isUsable = [](const auto& engine) { return engine->description().unavailable.empty(); };
    if (name == "auto") {
        const auto gpu =
            std::ranges::find_if(engines, [&](const auto& engine) { return isUsable(engine) && engine->description().isGpu; });
        return gpu != engines.end() ? *gpu : cpuSimdRegistration();
    }
    std::string names = "auto";
    for (const auto& engine : engines) {
        if (engine->description().name == name) {
            if (!isUsable(engine))
                throw SettingError("--engine", std::string(name) + " cannot be used here: " + engine->description().unavailable,
                                   "use auto");
            return engine;
        }
        names += ", " + engine->description().name;
    }
    throw SettingError("--engine", "'" + std::string(name) + "' is unknown", "choose one of " + names);
}

}  // namespace coarsen
