// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"

#include <string_view>

namespace coarsen {

/// THE LIST of CPU engines: cpu-simd.
RegistrationEngineList cpuRegistrationEngines();

/// float32, vectorised, over all cores; sums in double, the same bytes on any number of threads. cpu_simd.cpp
std::shared_ptr<const RegistrationEngine> cpuSimdRegistration();

/// Picks the engine of that name; `auto`: a GPU where one is available, else the CPU. Throws SettingError: unknown name; not
/// available here, with the reason.
std::shared_ptr<const RegistrationEngine> chooseRegistration(const RegistrationEngineList& engines, std::string_view name);

}  // namespace coarsen
