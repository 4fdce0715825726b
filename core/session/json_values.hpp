// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this room and of export only: no public header of ours includes json.

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace coarsen {

using Json = nlohmann::ordered_json;  ///< keeps the order that a reader expects

Json numberJson(double value);         ///< null when not finite
double numberFrom(const Json& value);  ///< NaN from null

/// A path as a JSON text: bytes that are not UTF-8 and the percent sign itself are percent-escaped, so every file name of
/// Linux comes back.
std::string pathText(const std::filesystem::path& path);
std::filesystem::path pathFromText(const std::string& text);

/// Parses or throws InputError naming `source`, with what the parser found wrong.
Json parsedJson(std::string_view text, const std::string& source);

}  // namespace coarsen
