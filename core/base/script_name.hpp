// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace coarsen {

// Names and sources of Python functions that a recipe names. All throw SettingError.

/// A small letter, then small letters, digits and underscores: what can be a key and the name of a column.
void requireScriptName(std::string_view name);

/// 64 hexadecimal digits.
void requireScriptSource(const std::string& key, std::string_view sha256);

/// Reason why a program without Python lacks it.
std::string scriptMissing(std::string_view sourceSha256);

}  // namespace coarsen
