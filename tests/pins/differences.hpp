// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::test {

/// Differences between a pinned file and today's, one line each: the file, the frame, the column or key, both values, and how
/// far they may lie apart (tolerance.hpp). A table (.csv) may have new columns at its end, JSON may have new keys, and lists of
/// steps and of models may have new entries; what was there must be there. Lines that start with # are no part of a table.
std::vector<std::string> differences(const std::filesystem::path& pin, const std::filesystem::path& now);

/// The same of two JSON texts: `name` stands for the file.
std::vector<std::string> jsonDifferences(const std::string& name, std::string_view pin, std::string_view now);

}  // namespace coarsen::test
