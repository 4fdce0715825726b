// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/nlm_engine.hpp"

#include <memory>
#include <string>

namespace coarsen {

/// THE LIST of CPU engines: cpu-simd.
NlmEngineList cpuNlmEngines();

/// Threads and vectors; the same answer for any number of threads. cpu_nlm.cpp
std::shared_ptr<const NlmEngine> cpuSimdNlm();

/// List of the engines, from main, and the name of the one asked for.
struct NlmRequest {
    NlmEngineList engines = cpuNlmEngines();
    std::string name = "auto";
};

/// The one of that name; `auto`: a GPU where one is available, else the CPU. Throws SettingError: unknown name; not available
/// here, with the reason.
std::shared_ptr<const NlmEngine> chooseNlm(const NlmRequest& request);

}  // namespace coarsen
