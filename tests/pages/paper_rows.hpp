// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the tables that set each paper's figures and tables beside ours.

#include "tests/pages/result_files.hpp"

#include <string>
#include <vector>

namespace coarsen::pages {

/// A figure of ours as it is printed, and where it stands.
struct Figure {
    std::string text, file, key;
};

/// A figure or table of a paper. Each {} of `ours` is the next of `figures`.
struct Row {
    std::string which, shows, here, theirs, ours;
    std::vector<Figure> figures;
};

Figure figureOf(const Source& source);   ///< three digits
Figure errorOf(const Source& source);    ///< "2e-06"
Figure wholeOf(const Source& source);    ///< a count
Figure secondsOf(const Source& source);  ///< of milliseconds
Figure quotientOf(const Source& one, const Source& other);

std::string linkTo(const std::string& file);
std::string tableOf(const std::vector<Row>& rows);

// The papers' tables.
std::string lu2010();
std::string vanWerkhoven2011();
std::string mapOfN();
std::string bordawekar2010();
std::string timesOfTiles();
std::string lee2012();

}  // namespace coarsen::pages
