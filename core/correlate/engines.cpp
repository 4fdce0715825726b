// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/engines.hpp"

#include "core/base/error.hpp"

#include <algorithm>

namespace coarsen {

EngineList cpuEngines() {
    return {cpuDirectEngine(), cpuSimdEngine(), cpuFftEngine()};
}

namespace {

using Engine = std::shared_ptr<const CorrelationEngine>;

std::string namesOf(const EngineList& engines) {
    std::string names = "auto";
    for (const Engine& engine : engines)
        names += ", " + engine->description().name;
    return names;
}

/// The first engine of these names that can be used here.
Engine firstUsable(const EngineList& engines, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const auto found = std::ranges::find_if(engines, [&](const Engine& engine) {
            return engine->description().name == name && engine->description().unavailable.empty();
        });
        if (found != engines.end()) return *found;
    }
    return nullptr;
}

EngineChoice named(const EngineList& engines, std::string_view name, PixelType type, bool exact) {
    const auto found = std::ranges::find_if(engines, [&](const Engine& engine) { return engine->description().name == name; });
    if (found == engines.end())
        throw SettingError("engine", "there is no engine \"" + std::string(name) + "\"", "choose one of " + namesOf(engines));
    const EngineDescription& description = (*found)->description();
    if (!description.unavailable.empty())
        throw SettingError("engine", description.name + " cannot be used here: " + description.unavailable,
                           "choose auto or a CPU engine");
    if (exact && !description.isExactFor(type))
        throw SettingError("engine", description.name + " computes in float32 and is not exact",
                           "choose auto, which takes an exact engine, or leave out exact");
    return {*found, description.name + ": asked for by name"};
}

/// Up to this largest offset the plain sums cost less than the transforms of the padded image: 1500 x 750, two cores with
/// AVX-512.
int smallMaxLag(PixelType type) {
    return type == PixelType::u8 ? 12 : 4;
}

}  // namespace

EngineChoice choose(const EngineList& engines, std::string_view name, const PlanShape& shape, bool exact) {
    if (exact && shape.type == PixelType::f32)
        throw SettingError("exact", "these images no longer hold the camera's whole numbers",
                           "switch off the steps that change values (flatten), or leave out exact");
    if (name != "auto" && !name.empty()) return named(engines, name, shape.type, exact);

    if (exact) {
        const Engine engine = firstUsable(engines, {"gpu-direct", "cpu-simd", "cpu-direct"});
        if (engine && engine->description().isExactFor(shape.type))
            return {engine, engine->description().name + ": the fastest exact engine here"};
        throw SettingError("exact", "no exact engine can be used here", "leave out exact");
    }
    if (const Engine engine = firstUsable(engines, {"gpu-fft", "gpu-direct"}))
        return {engine, engine->description().name + ": there is a GPU, " + engine->description().device};
    if (shape.maxLag <= smallMaxLag(shape.type))
        if (const Engine engine = firstUsable(engines, {"cpu-simd"}))
            return {engine, engine->description().name + ": for a largest offset of " + std::to_string(shape.maxLag) +
                                " px the plain sums are quicker than a Fourier transform"};
    if (const Engine engine = firstUsable(engines, {"cpu-fft", "cpu-simd", "cpu-direct"}))
        return {engine, engine->description().name + ": the fastest engine here for a largest offset of " +
                            std::to_string(shape.maxLag) + " px; no GPU can be used"};
    throw SettingError("engine", "no engine can be used here", "install the program again");
}

}  // namespace coarsen
