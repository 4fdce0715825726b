// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace coarsen {

/// A sentence that the user is told. What tests and buttons compare is its code; the flag is what does something about it.
struct Said {
    std::string code;  ///< "time.conflict"; the codes stand in resources/contract.md; empty: no code was given to it
    std::string text;  ///< whole sentences
    std::string flag;  ///< of the command line, "--times-from names:s"; the window offers the same as a button; empty: none

    bool operator==(const Said&) const = default;
};

}  // namespace coarsen
