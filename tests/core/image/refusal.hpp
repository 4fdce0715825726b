// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"
#include "core/image/decode.hpp"
#include "tests/core/image/picture_bytes.hpp"

#include <string>

namespace coarsen::test {

/// Message on a picture that is not read; empty of one that is.
inline std::string refusalOf(const Bytes& bytes, const char* name) {
    try {
        decode(bytes, name);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace coarsen::test
