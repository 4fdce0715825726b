// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

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
