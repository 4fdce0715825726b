// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/engines.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

ConvolutionEngineList cpuConvolutionEngines() {
    return {cpuDirectConvolution(), cpuSimdConvolution(), cpuSeparableConvolution(), cpuFftConvolution()};
}

ConvolutionEngineChoice chooseConvolution(const ConvolutionEngineList& engines, std::string_view name,
                                          const ConvolutionShape& shape, const Filter& filter) {
    if (name != "auto" && !name.empty()) {
        std::string known = "auto";
        for (const auto& engine : engines) {
            const ConvolutionEngineDescription& description = engine->description();
            known += ", " + description.name;
            if (description.name != name) continue;
            if (!description.unavailable.empty())
                throw SettingError("engine", description.name + " cannot be used here: " + description.unavailable,
                                   "choose auto or a CPU engine");
            return {engine, description.name + ": asked for by name"};
        }
        throw SettingError("engine", "there is no engine \"" + std::string(name) + "\"", "choose one of " + known);
    }
    const auto costOf = [&](const auto& engine) { return engine->description().cost(shape, filter); };
    std::shared_ptr<const ConvolutionEngine> best;
    for (const auto& engine : engines)
        if (engine->description().unavailable.empty() && (!best || costOf(engine) < costOf(best))) best = engine;
    if (!best || !std::isfinite(costOf(best)))
        throw SettingError("engine", "no engine can be used here", "install the program again");
    return {best, best->description().name + ": the fastest engine here for a filter of " + std::to_string(filter.width) + " x " +
                      std::to_string(filter.height)};
}

}  // namespace coarsen
