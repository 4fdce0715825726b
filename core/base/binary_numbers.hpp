// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>

namespace coarsen {

/// The numbers of a binary header, in its order of bytes. Those beyond its end are 0.
///
/// Use, given `std::span<const std::byte> header`:
///
///     const BinaryNumbers numbers(header, false);
///     const auto width = numbers.at<std::int32_t>(0), height = numbers.at<std::int32_t>(4);
class BinaryNumbers {
public:
    BinaryNumbers(std::span<const std::byte> bytes, bool isBigEndian) : bytes_(bytes), isBigEndian_(isBigEndian) {}

    template <typename T>
    T at(std::size_t offset) const {
        std::array<std::byte, sizeof(T)> number{};
        if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return T{};
        std::memcpy(number.data(), bytes_.data() + offset, sizeof(T));
        if (isBigEndian_ != (std::endian::native == std::endian::big)) std::reverse(number.begin(), number.end());
        return std::bit_cast<T>(number);
    }

private:
    std::span<const std::byte> bytes_;
    bool isBigEndian_;
};

}  // namespace coarsen
