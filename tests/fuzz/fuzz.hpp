// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

/// Tools that the fuzzers share. Any input has one of two outcomes: a value, or one of our refusals. All else ends the fuzzer,
/// and libFuzzer reports the input: another exception, a crash, a sanitizer's complaint, a leak, too much time or memory.
namespace coarsen::fuzz {

/// Runs `parse`; InputError and SettingError are its right to refuse.
template <typename Parse>
void parseOrRefuse(Parse parse) {
    try {
        parse();
    } catch (const InputError&) {
    } catch (const SettingError&) {
    }
}

/// A finding where what must hold of every input does not.
inline void require(bool holds) {
    if (!holds) std::abort();
}

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

inline std::span<const std::byte> bytesOf(const std::uint8_t* data, std::size_t size) {
    return std::as_bytes(std::span(data, size));
}

}  // namespace coarsen::fuzz
