// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/c3d/engine.hpp"
#include "core/convolve/engine.hpp"
#include "core/correlate/engine.hpp"
#include "core/levelset/nlm_engine.hpp"

#include <string>

namespace coarsen::gpu {

/// An engine that is known by name but cannot run here: it is listed with the reason, and making a plan throws EngineError.
std::shared_ptr<const CorrelationEngine> unavailableEngine(std::string name, std::string device, std::string reason);
std::shared_ptr<const ConvolutionEngine> unavailableConvolution(std::string name, std::string device, std::string reason);
std::shared_ptr<const C3dEngine> unavailableC3d(std::string name, std::string device, std::string reason);
std::shared_ptr<const NlmEngine> unavailableNlm(std::string name, std::string device, std::string reason);

}  // namespace coarsen::gpu
