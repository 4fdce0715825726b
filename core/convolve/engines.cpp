// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/engines.hpp"

#include "core/base/error.hpp"
#include "core/base/named_engine.hpp"

#include <limits>

namespace coarsen {

ConvolutionEngineList cpuConvolutionEngines() {
    return {cpuDirectConvolution(), cpuSimdConvolution(), cpuSeparableConvolution(), cpuFftConvolution()};
}

ConvolutionEngineChoice chooseConvolution(const ConvolutionEngineList& engines, std::string_view name,
                                          const ConvolutionShape& shape, const Filter& filter) {
    if (!isAutomatic(name)) {
        auto engine = engineNamed(engines, name, "there is no engine");
        return {engine, engine->description().name + ": asked for by name"};
    }
    std::shared_ptr<const ConvolutionEngine> best;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& engine : engines) {
        if (!engine->description().unavailable.empty()) continue;
        const double cost = engine->description().cost(shape, filter);
        if (cost >= least) continue;
        best = engine;
        least = cost;
    }
    if (!best) throw SettingError("engine", "no engine can be used here", "install the program again");
    const ConvolutionEngineDescription& description = best->description();
    return {best, description.name + ": the fastest engine here for a filter of " + std::to_string(filter.width) + " x " +
                      std::to_string(filter.height) +
                      (description.tuned.empty() ? "" : ", as measured on " + description.tuned.substr(0, 10))};
}

}  // namespace coarsen
