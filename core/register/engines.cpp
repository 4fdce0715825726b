// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/engines.hpp"

#include "core/base/error.hpp"
#include "core/base/named_engine.hpp"
#include "core/register/host_levels.hpp"

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
    if (!isAutomatic(name)) return engineNamed(engines, name, "registration has no engine");
    const auto gpu = usableGpu(engines);
    return gpu ? gpu : cpuSimdRegistration();
}

}  // namespace coarsen
