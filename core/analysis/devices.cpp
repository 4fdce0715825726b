// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices.hpp"

#include <set>

namespace coarsen {

std::string devicesOf(const EngineList& engines, const FrameResults& results) {
    std::set<std::string> names, devices;
    for (const auto& [frame, row] : results)
        names.insert(row->engine);
    for (const auto& engine : engines)
        if (names.contains(engine->description().name)) devices.insert(engine->description().device);
    std::string text;
    for (const std::string& device : devices)
        text += (text.empty() ? "" : "; ") + device;
    return text;
}

}  // namespace coarsen
