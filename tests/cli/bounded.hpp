// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/program.hpp"

#include <string>
#include <vector>

namespace coarsen::test {

/// The program, killed (status 128 and more) where it computes for longer than any of these calls takes. `before`: shell
/// commands.
inline Outcome bounded(const std::vector<std::string>& arguments, const std::string& before = "true") {
    std::vector<std::string> words{"-c", "ulimit -t 30; " + before + "; exec \"$0\" \"$@\"", programFile("coarsen-cli").string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return coarsenCli(words, {}, {}, "/bin/sh");
}

}  // namespace coarsen::test
