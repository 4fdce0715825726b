// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>

namespace coarsen::conventions {

/// Numbers that lie in bytes of a file, in its order of bytes.
class StoredNumbers {
public:
    StoredNumbers(std::span<const std::byte> bytes, bool isLittle) : bytes_(bytes), isLittle_(isLittle) {}

    /// The number at an offset; nothing where the bytes end before it does.
    template <typename T>
    std::optional<T> at(std::size_t offset) const {
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
        std::array<std::byte, sizeof(T)> stored;
        std::memcpy(stored.data(), bytes_.data() + offset, sizeof(T));
        if (isLittle_ != (std::endian::native == std::endian::little)) std::reverse(stored.begin(), stored.end());
        return std::bit_cast<T>(stored);
    }

private:
    std::span<const std::byte> bytes_;
    bool isLittle_;
};

}  // namespace coarsen::conventions
