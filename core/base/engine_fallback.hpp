// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// Takes the engine of that name out of a list, and with it every GPU, which would fail likewise, and what `auto` never takes.
/// True: some are left.
template <typename Engine>
bool leaveOut(std::vector<Engine>& engines, const std::string& failed) {
    std::erase_if(engines, [&](const Engine& engine) {
        const auto& description = engine->description();
        return description.name == failed || description.isGpu || !description.unavailable.empty() || !description.cost;
    });
    return !engines.empty();
}

/// Gives what `work` gives; where an engine fails, `takeAnother` makes another one ready, or says that there is none, and the
/// work begins again. Throws EngineError: the last one's.
template <typename Work, typename TakeAnother>
auto withFallback(Work work, TakeAnother takeAnother) {
    for (;;) {
        try {
            return work();
        } catch (const EngineError& error) {
            if (!takeAnother(error)) throw;
        }
    }
}

}  // namespace coarsen
