// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace coarsen::pages {

/// A page that is made, not written.
struct MadePage {
    std::string file;  ///< "resources/reference/options.md"
    std::string text;  ///< text that it must have
};

/// All of them, by the coarsen-cli of this build and the results of the benchmarks.
std::vector<MadePage> madePages();

}  // namespace coarsen::pages
