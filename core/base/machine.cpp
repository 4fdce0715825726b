// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/machine.hpp"

#include "core/base/parallel.hpp"

#include <fstream>

namespace coarsen {

namespace {

/// The part behind the separator of the first line that begins with `key`.
std::string valueIn(const char* file, const std::string& key, char separator) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        const auto cut = line.find(separator);
        if (!line.starts_with(key) || cut == std::string::npos) continue;
        std::string value = line.substr(cut + 1);
        std::erase(value, '"');
        value.erase(0, value.find_first_not_of(' '));
        return value;
    }
    return "unknown";
}

}  // namespace

std::string machineName() {
    return valueIn("/proc/cpuinfo", "model name", ':') + ", " + std::to_string(threadCount()) + " threads, " +
           valueIn("/etc/os-release", "PRETTY_NAME", '=');
}

}  // namespace coarsen
