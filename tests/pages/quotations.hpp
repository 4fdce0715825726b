// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace coarsen::pages {

/// Words that stand on a page, with the figures of the committed results as they are printed there.
struct Quotation {
    std::string page;   ///< by its path from the root
    std::string words;  ///< "four do 2.2 times the one of"
};

/// The sentences that compare us with the papers, and those of speed beside them. Tables are made (result_files.hpp).
std::vector<Quotation> quotations();

}  // namespace coarsen::pages
