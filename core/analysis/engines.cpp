// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/engines.hpp"

#include <algorithm>
#include <iterator>

namespace coarsen {

void Engines::join(Engines others) {
    std::ranges::move(others.correlation, std::back_inserter(correlation));
    std::ranges::move(others.frames, std::back_inserter(frames));
}

Engines Engines::withoutGpus() const {
    EngineList those;
    std::ranges::copy_if(correlation, std::back_inserter(those), [](const auto& engine) { return !engine->description().isGpu; });
    return those;
}

}  // namespace coarsen
