// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/engines.hpp"

#include "core/base/error.hpp"
#include "core/base/named_engine.hpp"

#include <limits>

namespace coarsen {

EngineList cpuEngines() {
    return {cpuDirectEngine(), cpuSimdEngine(), cpuFftEngine()};
}

namespace {

using Engine = std::shared_ptr<const CorrelationEngine>;

double costOf(const Engine& engine, const PlanShape& shape) {
    const EngineDescription& description = engine->description();
    return description.cost ? description.cost(shape) : std::numeric_limits<double>::infinity();
}

/// The cheapest engine that can be used here, among those that are exact where that is asked for.
Engine cheapest(const EngineList& engines, const PlanShape& shape, bool exact) {
    Engine best;
    for (const Engine& engine : engines) {
        const EngineDescription& description = engine->description();
        if (!description.unavailable.empty() || (exact && !description.isExactFor(shape.type))) continue;
        if (!best || costOf(engine, shape) < costOf(best, shape)) best = engine;
    }
    return best;
}

EngineChoice named(const EngineList& engines, std::string_view name, PixelType type, bool exact) {
    const Engine engine = engineNamed(engines, name, "there is no engine");
    const EngineDescription& description = engine->description();
    if (exact && !description.isExactFor(type))
        throw SettingError("engine", description.name + " computes in float32 and is not exact",
                           "choose auto, which takes an exact engine, or leave out exact");
    return {engine, description.name + ": asked for by name"};
}

}  // namespace

EngineChoice choose(const EngineList& engines, std::string_view name, const PlanShape& shape, bool exact) {
    if (exact && shape.type == PixelType::f32)
        throw SettingError("exact", "these images no longer hold the camera's whole numbers",
                           "switch off the steps that change values (flatten), or leave out exact");
    if (!isAutomatic(name)) return named(engines, name, shape.type, exact);

    const Engine engine = cheapest(engines, shape, exact);
    if (!engine && exact) throw SettingError("exact", "no exact engine can be used here", "leave out exact");
    if (!engine) throw SettingError("engine", "no engine can be used here", "install the program again");
    const EngineDescription& description = engine->description();
    if (exact) return {engine, description.name + ": the fastest exact engine here"};
    if (description.isGpu) return {engine, description.name + ": there is a GPU, " + description.device};
    return {engine, description.name + ": the fastest engine here for a largest offset of " + std::to_string(shape.maxLag) +
                        " px; no GPU can be used"};
}

}  // namespace coarsen
