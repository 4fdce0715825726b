// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"

#include <string>
#include <string_view>

namespace coarsen {

/// THE LIST of CPU engines: cpu-direct, cpu-simd, cpu-fft.
EngineList cpuEngines();

/// The plain loops, exact for whole-number images: the judge of every other engine. cpu_direct.cpp
std::shared_ptr<const CorrelationEngine> cpuDirectEngine();
/// The same sums, vectorised and over all cores: best for small R. cpu_simd.cpp
std::shared_ptr<const CorrelationEngine> cpuSimdEngine();
/// Zero-padded FFT, float32. cpu_fft.cpp
std::shared_ptr<const CorrelationEngine> cpuFftEngine();

struct EngineChoice {
    std::shared_ptr<const CorrelationEngine> engine;
    std::string reason;  ///< one sentence for the status bar and the tables
};

/// Answers `auto` and names for this shape. Throws SettingError: unknown name; engine not available here (with the reason);
/// `exact` asked for images that no longer hold whole numbers.
EngineChoice choose(const EngineList& engines, std::string_view name, const PlanShape& shape, bool exact = false);

}  // namespace coarsen
