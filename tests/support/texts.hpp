// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/said.hpp"

#include <string>
#include <vector>

namespace coarsen::test {

/// The sentences alone.
inline std::vector<std::string> textsOf(const std::vector<Said>& said) {
    std::vector<std::string> texts;
    for (const Said& one : said)
        texts.push_back(one.text);
    return texts;
}

}  // namespace coarsen::test
