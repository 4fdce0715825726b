// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace coarsen {

/// The text of a table's file in UTF-8, without the mark that may stand before it: spreadsheets write UTF-16, too. Throws
/// InputError as readWhole.
std::string readTableText(const std::filesystem::path& file, std::size_t limitBytes);

/// Separator of the columns by the word of a spreadsheet, whose first line is "sep=;"; nothing where it says none.
std::optional<char> statedSeparator(std::string_view text);

/// Where that line ends, without the end itself; 0 where there is none.
std::size_t endOfStatedSeparator(std::string_view text);

}  // namespace coarsen
