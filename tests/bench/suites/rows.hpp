// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the suites of `coarsen-bench` that have a table print it.

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace coarsen::bench {

using Json = nlohmann::ordered_json;

/// To four digits: more is noise. Null where it is not finite.
Json known(double number);

/// Rows, each with its columns by name in their order, as CSV under a line about machine and commit, or as JSON with a line a
/// row.
void printRows(const std::string& suite, const Json& peaksGflops, const Json& rows, bool asJson);

struct Table {
    std::string name;
    Json rows;
};

/// The same of several tables. As CSV each but the first comes under an empty line and one with its name; one without rows is
/// left out.
void printTables(const std::string& suite, const Json& peaksGflops, const std::vector<Table>& tables, bool asJson);

}  // namespace coarsen::bench
