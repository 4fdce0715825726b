// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/measure/circle_tables.hpp"

#include <map>
#include <mutex>
#include <tuple>

namespace coarsen::gpu {

CircleTables::CircleTables(int maxLag, double aspect, bool withFine)
    : circles_(foldedCircles(maxLag, aspect, withFine)),
      first_(deviceCopy(circles_.first)),
      cells_(deviceCopy(circles_.cells)),
      weights_(deviceCopy(circles_.weights)) {
    circles_.first = {};
    circles_.cells = {};
    circles_.weights = {};
}

std::shared_ptr<const CircleTables> CircleTables::shared(const Device& device, int maxLag, double aspect, bool withFine) {
    static std::mutex mutex;
    static std::map<std::tuple<int, int, double, bool>, std::weak_ptr<const CircleTables>> known;
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
    auto& entry = known[{device.index, maxLag, aspect, withFine}];
    auto tables = entry.lock();
    if (!tables) entry = tables = std::make_shared<const CircleTables>(maxLag, aspect, withFine);
    return tables;
}

}  // namespace coarsen::gpu
