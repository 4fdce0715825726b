// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace coarsen {

/// How far a fact can be trusted, best first.
enum class Trust {
    typed,      ///< by the user: an option, a table, a session
    stated,     ///< by an acquisition program or the format's own field, with a unit or one that its specification defaults
    inherited,  ///< true of another set, or written where nobody said anything: used where nothing better is there, and said
    offered     ///< never used unasked: a sentence names the flag that takes it
};

/// A fact with its source.
template <typename T>
struct Stated {
    T value{};
    Trust trust = Trust::stated;
    std::string by;  ///< as its writer has it: "ImageJ finterval=5, tunit=min"

    bool operator==(const Stated&) const = default;
};

}  // namespace coarsen
