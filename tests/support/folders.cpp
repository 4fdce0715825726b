// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/folders.hpp"

namespace coarsen::test {

std::filesystem::path sourceFolder() {
    return COARSEN_SOURCE_DIR;
}

std::filesystem::path programFile(const std::string& name) {
    return std::filesystem::path(COARSEN_PROGRAM_DIR) / name;
}

}  // namespace coarsen::test
