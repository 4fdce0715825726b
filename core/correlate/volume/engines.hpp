// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/engine.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace coarsen {

/// THE LIST of CPU engines: cpu-direct, cpu-fft.
C3dEngineList cpuC3dEngines();

/// Plain loops in double: the judge of every other engine, for small volumes. cpu_direct.cpp
std::shared_ptr<const C3dEngine> cpuDirectC3d();
/// LagTransform: padded transforms in double. cpu_fft.cpp
std::shared_ptr<const C3dEngine> cpuFftC3d();

/// List of the engines, from main, and the name of the one asked for.
struct C3dRequest {
    C3dEngineList engines = cpuC3dEngines();
    std::string name = "auto";
};

struct C3dEngineChoice {
    std::shared_ptr<const C3dEngine> engine;
    std::string reason;  ///< one sentence
};

/// Throws SettingError: no engine of that name for volumes; it cannot be used here (with the reason).
void requireC3dEngine(const C3dRequest& request);

/// Answers `auto` and names for this shape. Throws SettingError as above.
C3dEngineChoice chooseC3d(const C3dRequest& request, const C3dShape& shape);

}  // namespace coarsen
