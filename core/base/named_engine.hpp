// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// Facts that every engine tells of itself; its family adds those that it is chosen by.
struct NamedEngine {
    std::string name;    ///< as in `--engine`: "cpu-fft"; the same words in every family (decision E2)
    std::string device;  ///< "CPU, 8 threads, AVX-512", or the GPU's product name
    bool isGpu = false;
    std::string unavailable = {};  ///< why it cannot be used here ("no NVIDIA driver"); empty when it can
};

/// A family of engines: each makes plans, or what its family calls so, of the same parts.
///
/// Use, given `const EngineFamily<NamedEngine, int>& engine`:
///
///     if (engine.description().unavailable.empty()) const std::unique_ptr<int> plan = engine.plan();
template <typename FamilyDescription, typename FamilyPlan, typename... Parts>
class EngineFamily {
public:
    using Description = FamilyDescription;
    virtual ~EngineFamily() = default;
    virtual const Description& description() const noexcept = 0;
    /// Throws EngineError: the device fails or has no room for it; SettingError where the engine cannot do such parts.
    virtual std::unique_ptr<FamilyPlan> plan(Parts... parts) const = 0;
};

/// An engine of that family which holds its description.
template <typename Engine>
class Described : public Engine {
public:
    const typename Engine::Description& description() const noexcept final { return description_; }

protected:
    typename Engine::Description description_;
};

/// True where the choice of the engine is left to the program: an empty name or `auto`.
inline bool isAutomatic(std::string_view engineName) {
    return engineName.empty() || engineName == "auto";
}

/// The engine of that name, whose description() tells `name` and, where it cannot be used, why: `unavailable`. Throws
/// SettingError where it cannot, and where there is none: `none` are the words for that ("volumes have no engine").
template <typename Engine>
std::shared_ptr<const Engine> engineNamed(const std::vector<std::shared_ptr<const Engine>>& engines, std::string_view name,
                                          const std::string& none) {
    std::string known = "auto";
    for (const auto& engine : engines) {
        const auto& description = engine->description();
        known += ", " + description.name;
        if (description.name != name) continue;
        if (!description.unavailable.empty())
            throw SettingError("engine", description.name + " cannot be used here: " + description.unavailable,
                               "choose auto or a CPU engine");
        return engine;
    }
    throw SettingError("engine", none + " \"" + std::string(name) + "\"", "choose one of " + known);
}

/// The first GPU that can be used, for work that a GPU always does faster; nothing where there is none.
template <typename Engine>
std::shared_ptr<const Engine> usableGpu(const std::vector<std::shared_ptr<const Engine>>& engines) {
    const auto gpu = std::ranges::find_if(
        engines, [](const auto& engine) { return engine->description().isGpu && engine->description().unavailable.empty(); });
    return gpu == engines.end() ? nullptr : *gpu;
}

}  // namespace coarsen
