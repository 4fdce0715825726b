// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/drift.hpp"
#include "core/base/text_sink.hpp"
#include "core/recipe/recipe.hpp"
#include "core/session/session.hpp"

#include <functional>
#include <string>
#include <vector>

namespace coarsen {

/// Source that the tables are made from.
struct TableSource {
    const Session& session;
    const Drift* drift = nullptr;  ///< of the whole series, which a session does not hold; none: unknown
};

/// A text file that a run leaves: the command line writes it, the window exports it, with the same bytes.
struct RunTable {
    std::string file;                                          ///< "results.csv"
    std::string key;                                           ///< the window's tick for it; tables of one key come together
    std::string words = {};                                    ///< its content, said after its name by the first one of a key
    bool isUsual = true;                                       ///< the window exports it unless the user chose otherwise
    bool isOfDrift = false;                                    ///< only a run can write it
    std::function<bool(const Recipe&)> isMade = {};            ///< for this recipe; none: by every run
    std::function<std::string(const TableSource&)> text = {};  ///< nothing: it is not written
    /// Writes what `text` gives piece by piece; of tables that grow long with the series.
    std::function<void(const TableSource&, const TextSink&)> pieces = {};
    std::string needs = {};  ///< part of a recipe for which it is made, in words

    bool isMadeFor(const Recipe& recipe) const { return !isMade || isMade(recipe); }
};

/// THE LIST, in the order in which they are read.
const std::vector<RunTable>& runTables();

}  // namespace coarsen
