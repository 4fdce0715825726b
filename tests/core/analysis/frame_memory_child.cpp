// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the frames of a folder and prints the most memory that it had, bytes: frame_memory_child FOLDER SETTINGS
#include "core/base/memory.hpp"
#include "tests/core/analysis/frame_memory_request.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

namespace {

std::size_t largestResidentBytes() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::strtoull(line.c_str() + 6, nullptr, 10) << 10;
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count != 3) return EXIT_FAILURE;
    coarsen::keepFreedMemory();
    coarsen::runSeries(coarsen::test::requestFor(words[1], words[2]), {});
    std::cout << largestResidentBytes() << '\n';
}
