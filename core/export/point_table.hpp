// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// A table of places in space, with whatever other columns it has.
struct PointTable {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;                ///< fields, as many as the header has
    std::array<std::size_t, 3> columns{};                      ///< those of x, y and z
    std::vector<std::optional<std::array<double, 3>>> places;  ///< of each row; nothing where it has none
};

/// Reads a CSV table with columns x, y and z; a row whose three fields are empty has no place. Throws InputError where a column
/// or a number is missing, or there is no row.
PointTable readPoints(const std::filesystem::path& file);

/// The table as CSV, with its places in the columns x, y, z, empty where there is none.
std::string pointsCsv(const PointTable& table);

}  // namespace coarsen
