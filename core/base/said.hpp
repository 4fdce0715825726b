// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace coarsen {

/// A sentence that the user is told. What tests and buttons compare is its code; the flag is what does something about it. The
/// command line says text and advice; the window says the text, and has a button or names the place that does it.
struct Said {
    std::string code;  ///< "time.conflict"; the codes stand in reference/messages.md; empty: no code was given to it
    std::string text;  ///< whole sentences, without an option in them
    std::string flag;  ///< of the command line, "--times-from names:s"; the window offers the same as a button; empty: none
    std::string advice = {};  ///< effect of its options: "--times-from names:s takes them for seconds."; empty: nothing to add

    bool operator==(const Said&) const = default;
};

/// All of it, as the command line says it.
inline std::string wholeText(const Said& said) {
    return said.advice.empty() ? said.text : said.text + " " + said.advice;
}

}  // namespace coarsen
