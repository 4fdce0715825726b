// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/volume_bricks.hpp"

#include "app/window/values/volume_room.hpp"

#include <algorithm>

namespace coarsen::window {

std::size_t VolumeBricks::budget() {
    return memoryForBricks();
}

std::string VolumeBricks::keyOf(const FrameSource& source, int edition) {
    return source.file.string() + "#" + std::to_string(source.page) + "#" + std::to_string(edition);
}

VolumeBricks::Brick VolumeBricks::find(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto known = std::ranges::find(bricks_, key, &std::pair<std::string, Brick>::first);
    if (known == bricks_.end()) return nullptr;
    bricks_.splice(bricks_.begin(), bricks_, known);
    return bricks_.front().second;
}

bool VolumeBricks::has(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    return std::ranges::find(bricks_, key, &std::pair<std::string, Brick>::first) != bricks_.end();
}

void VolumeBricks::add(const std::string& key, Brick brick) {
    const std::lock_guard lock(mutex_);
    std::erase_if(bricks_, [&](const auto& one) {
        const bool isSame = one.first == key;
        if (isSame) bytes_ -= one.second->bytes();
        return isSame;
    });
    bytes_ += brick->bytes();
    bricks_.emplace_front(key, std::move(brick));
    while (bricks_.size() > 1 && bytes_ > budget()) {
        bytes_ -= bricks_.back().second->bytes();
        bricks_.pop_back();
    }
}

bool VolumeBricks::hasRoomFor(std::size_t bytes) const {
    const std::lock_guard lock(mutex_);
    return bytes_ + bytes <= budget();
}

void VolumeBricks::clear() {
    const std::lock_guard lock(mutex_);
    bricks_.clear();
    bytes_ = 0;
}

}  // namespace coarsen::window
