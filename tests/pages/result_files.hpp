// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers of the committed results, as pages print them.

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::pages {

/// A number in a file of results: of the one row in `list` of which all of `where` is true.
struct Source {
    std::string file;  ///< "tests/bench/results/h200.json"
    std::string list = "cases";
    std::vector<std::pair<std::string, nlohmann::json>> where;
    std::string key;  ///< "ms", or "ratio_to/Listing 1" of what lies deeper
};

/// The content of a file, by its path from the root; read once. Throws nlohmann's exceptions where it is none of JSON.
const nlohmann::json& resultsOf(const std::string& file);

/// Throws std::out_of_range where no row is meant, or more than one.
double valueOf(const Source& source);

/// "`ms` of engine *cuFFT*, side 128", for the column that says where a number comes from.
std::string wordsOf(const Source& source);

/// Three significant digits, thousands parted by commas: "0.0096", "15.2", "1,095".
std::string number(double value);
/// So many digits behind the point, thousands parted by commas.
std::string numberTo(int digits, double value);

/// Each {} of the text gives way to the next of these. Throws std::out_of_range where there are more or fewer.
std::string filled(const std::string& text, const std::vector<std::string>& words);

using Cells = std::vector<std::string>;

/// A table in Markdown.
std::string table(const Cells& head, const std::vector<Cells>& rows);

/// How each table of a page is made, by its name.
using Tables = std::map<std::string, std::string (*)()>;

/// The page with each block from `<!-- table: NAME -->` to `<!-- end -->` made anew. Throws std::out_of_range where there is no
/// such table or a file lacks what it shows.
std::string withTables(const std::string& page, const Tables& tables);

}  // namespace coarsen::pages
