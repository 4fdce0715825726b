// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the suites of `bench` that have a table print it.

#include <nlohmann/json.hpp>

#include <string>

namespace coarsen::cli {

using Json = nlohmann::ordered_json;

/// To four digits: more is noise. Null where it is not finite.
Json known(double number);

/// Rows, each with its columns by name in their order, as CSV under a line about machine and commit, or as JSON with a line a
/// row.
void printRows(const std::string& suite, const Json& peaksGflops, const Json& rows, bool asJson);

}  // namespace coarsen::cli
