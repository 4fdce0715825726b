// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engine.hpp"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// One line of the self-test: what was measured, what is true, and how far apart they may be.
struct SelfTestCase {
    std::string name, quantity, unit;
    double measured = 0, truth = 0, error = 0, tolerance = 0;  ///< error and tolerance in `unit`
    bool passed = false;
    double seconds = 0;
};

/// synth -> analysis -> errors against the truth. `quick` stays under 60 s on two cores.
std::vector<SelfTestCase> selfTest(const EngineList& engines, bool quick,
                                   const std::function<void(const SelfTestCase&)>& each = {}, std::stop_token stop = {});

}  // namespace coarsen
