// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/volume/engines.hpp"

#include "core/base/error.hpp"
#include "core/base/named_engine.hpp"

#include <limits>

namespace coarsen {

C3dEngineList cpuC3dEngines() {
    return {cpuDirectC3d(), cpuFftC3d()};
}

namespace {

std::shared_ptr<const C3dEngine> c3dEngineNamed(const C3dRequest& request) {
    return engineNamed(request.engines, request.name, "volumes have no engine");
}

}  // namespace

void requireC3dEngine(const C3dRequest& request) {
    if (!isAutomatic(request.name)) c3dEngineNamed(request);
}

C3dEngineChoice chooseC3d(const C3dRequest& request, const C3dShape& shape) {
    if (!isAutomatic(request.name)) return {c3dEngineNamed(request), request.name + ": asked for by name"};
    std::shared_ptr<const C3dEngine> best;
    double least = std::numeric_limits<double>::infinity();
    for (const auto& engine : request.engines) {
        const C3dEngineDescription& description = engine->description();
        if (!description.unavailable.empty() || !description.cost) continue;
        const double cost = description.cost(shape);
        if (cost >= least) continue;
        best = engine;
        least = cost;
    }
    if (!best) throw SettingError("engine", "no engine can be used here", "install the program again");
    const C3dEngineDescription& description = best->description();
    return {best,
            description.name + ": " +
                (description.isGpu ? "there is a GPU, " + description.device : "the fastest engine here for such a volume")};
}

}  // namespace coarsen
