// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/folders.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace coarsen::test {

/// The bytes of a file. Throws InputError where it cannot be read.
std::string contentOf(const std::filesystem::path& file);

/// Outcome of a call of coarsen-cli.
struct Outcome {
    int status = -1;  ///< exit status; 128 + signal when it was killed
    std::string out, err;
};

/// Calls coarsen-cli with these arguments and waits for it. `environment`: NAME=VALUE pairs on top of ours. `whileRunning`
/// is called once with its process id. `program`: a copy of it elsewhere. `input`: what it reads on standard input.
Outcome coarsenCli(const std::vector<std::string>& arguments,
                   const std::vector<std::pair<std::string, std::string>>& environment = {},
                   const std::function<void(pid_t)>& whileRunning = {},
                   const std::filesystem::path& program = programFile("coarsen-cli"),
                   const std::filesystem::path& input = "/dev/null");

}  // namespace coarsen::test
