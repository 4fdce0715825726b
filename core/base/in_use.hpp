// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <mutex>

namespace coarsen {

/// Things that take long to make: one for each key, the same for all who use it at a time. Thread-safe; who asks
/// while another's is made waits for it.
///
/// Use, given `int radius`:
///
///     InUse<int, std::vector<double>> tables;
///     const auto table = tables.at(radius, [&] { return std::make_shared<std::vector<double>>(radius + 1); });
template <typename Key, typename Thing>
class InUse {
public:
    /// The one for `key`; where nobody uses it, `make()` gives it as a shared pointer.
    template <typename Make>
    std::shared_ptr<Thing> at(const Key& key, Make make) {
        const std::lock_guard lock(mutex_);
        std::erase_if(things_, [](const auto& entry) { return entry.second.expired(); });
        auto thing = things_[key].lock();
        if (!thing) things_[key] = thing = make();
        return thing;
    }

private:
    std::mutex mutex_;
    std::map<Key, std::weak_ptr<Thing>> things_;
};

}  // namespace coarsen
