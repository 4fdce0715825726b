// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <vector>

namespace coarsen::test {

/// Numbers put down one after the other, in an order of bytes.
class ByteWriter {
public:
    explicit ByteWriter(bool isBigEndian = false) : isBigEndian_(isBigEndian) {}

    template <typename T>
    requires std::is_arithmetic_v<T> ByteWriter& put(T number) {
        std::array<std::byte, sizeof(T)> bytes = std::bit_cast<std::array<std::byte, sizeof(T)>>(number);
        if (isBigEndian_) std::ranges::reverse(bytes);
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return *this;
    }
    ByteWriter& put(std::string_view text) {
        for (const char letter : text)
            bytes_.push_back(static_cast<std::byte>(letter));
        return *this;
    }
    ByteWriter& put(const std::vector<std::byte>& bytes) {
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
        return *this;
    }
    void resize(std::size_t size) { bytes_.resize(size); }
    template <typename T>
    void at(std::size_t offset, T number) {
        ByteWriter one(isBigEndian_);
        one.put(number);
        std::ranges::copy(one.bytes_, bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    const std::vector<std::byte>& bytes() const { return bytes_; }

private:
    bool isBigEndian_;
    std::vector<std::byte> bytes_;
};

}  // namespace coarsen::test
