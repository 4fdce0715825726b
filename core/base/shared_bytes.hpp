// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace coarsen {

/// Bytes that stay as they are as long as their owner is held.
struct SharedBytes {
    std::shared_ptr<const void> owner;
    std::span<const std::byte> bytes;
};

/// Takes them over.
inline SharedBytes sharedBytes(std::vector<std::byte> bytes) {
    auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    const std::span<const std::byte> all = *owner;
    return {std::move(owner), all};
}

}  // namespace coarsen
