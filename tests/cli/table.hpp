// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace coarsen::test {

/// A CSV file as any reader of the contract sees it: comments dropped, quotes resolved, rows by column name.
struct Table {
    std::vector<std::string> columns, lines;  ///< `lines`: as written, header first, without comments
    std::vector<std::map<std::string, std::string>> rows;

    double number(std::size_t row, const std::string& column) const;  ///< NaN where empty
};

Table readTable(const std::filesystem::path& file);

}  // namespace coarsen::test
