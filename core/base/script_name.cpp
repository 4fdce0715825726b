// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/script_name.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>

namespace coarsen {

namespace {

bool isSmallLetter(char letter) {
    return letter >= 'a' && letter <= 'z';
}

}  // namespace

void requireScriptName(std::string_view name) {
    const auto mayStand = [](char letter) { return isSmallLetter(letter) || isDigit(letter) || letter == '_'; };
    if (!name.empty() && isSmallLetter(name.front()) && std::ranges::all_of(name, mayStand)) return;
    throw SettingError(std::string(name), "it cannot be a name", "give small letters, digits and underscores, a letter first");
}

void requireScriptSource(const std::string& key, std::string_view sha256) {
    constexpr std::size_t digits = 64;
    const auto mayStand = [](char letter) { return isDigit(letter) || (letter >= 'a' && letter <= 'f'); };
    if (sha256.size() == digits && std::ranges::all_of(sha256, mayStand)) return;
    throw SettingError(key, "it is no SHA-256", "give the 64 small hexadecimal digits that the function's source has");
}

std::string scriptMissing(std::string_view sourceSha256) {
    return "it is a Python function (its source has the SHA-256 " + std::string(sourceSha256.substr(0, 8)) +
           "...) that this program does not have";
}

}  // namespace coarsen
