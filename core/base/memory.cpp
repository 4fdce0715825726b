// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cmath>
#include <cstdlib>  // says whether this is glibc
#include <fstream>
#include <limits>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace coarsen {

namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::size_t physicalMemory() {
    const long pages = ::sysconf(_SC_PHYS_PAGES), pageBytes = ::sysconf(_SC_PAGE_SIZE);
    return pages > 0 && pageBytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(pageBytes) : unlimited;
}

std::size_t allowedAddressSpace() {
    rlimit limit{};
    return ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? static_cast<std::size_t>(limit.rlim_cur)
                                                                                  : unlimited;
}

std::size_t numberIn(const std::string& file) {
    std::size_t bytes = unlimited;  // also where it says "max"
    std::ifstream stream(file);
    return stream >> bytes ? bytes : unlimited;
}

/// The least limit of this process's control group and those above it (containers, batch systems).
std::size_t controlGroupLimit() {
    std::size_t least = unlimited;
    std::ifstream groups("/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':'), second = first == line.npos ? first : line.find(':', first + 1);
        if (second == line.npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const bool isVersion1 = controllers.find("memory") != controllers.npos;
        if (!isVersion1 && !controllers.empty()) continue;
        const std::string root = isVersion1 ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup";
        const std::string file = isVersion1 ? "/memory.limit_in_bytes" : "/memory.max";
        for (std::string group = line.substr(second + 1); !group.empty(); group.resize(group.rfind('/'))) {
            if (group != "/") least = std::min(least, numberIn(root + group + file));
            if (group.rfind('/') == group.npos) break;
        }
        least = std::min(least, numberIn(root + file));
    }
    return least;
}

std::atomic<std::size_t>& budget() {
    static std::atomic<std::size_t> bytes = 0;  // 0: the usual one
    return bytes;
}

}  // namespace

void giveBackFreedMemory() {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}

void keepFreedMemory() {
#if defined(__GLIBC__)
    constexpr int largest = static_cast<int>(largestKeptBlock);
    mallopt(M_MMAP_THRESHOLD, largest);
    mallopt(M_TRIM_THRESHOLD, 2 * largest);
#endif
}

std::size_t memoryThatThereIs() {
    return std::min({physicalMemory(), controlGroupLimit(), allowedAddressSpace()});
}

std::size_t memoryBudget() {
    static const std::size_t usual = memoryThatThereIs() / 2;
    const std::size_t wanted = budget();
    return wanted > 0 ? wanted : usual;
}

void setMemoryBudget(std::size_t bytes) {
    budget() = bytes;
}

std::optional<std::size_t> bytesFromText(std::string_view text) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto number = parseNumber(text.substr(0, end));
    std::string unit;
    for (const char letter : text.substr(end))
        if (letter != ' ') unit += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    constexpr std::array<std::pair<std::string_view, int>, 9> units = {
        {{"K", 10}, {"KB", 10}, {"KIB", 10}, {"M", 20}, {"MB", 20}, {"MIB", 20}, {"G", 30}, {"GB", 30}, {"GIB", 30}}};
    const auto* const known = std::ranges::find(units, unit, [](const auto& entry) { return entry.first; });
    if (!number || known == units.end()) return std::nullopt;
    const double bytes = std::ldexp(*number, known->second);
    if (!(bytes >= 1) || !(bytes < 0x1p60)) return std::nullopt;
    return static_cast<std::size_t>(bytes);
}

std::string bytesText(std::size_t bytes) {
    const double mega = std::ceil(std::ldexp(static_cast<double>(bytes), -20)), giga = mega / 1024;
    return mega < 1000 ? shortest(mega) + " MB" : shortest(std::ceil(giga * 10) / 10) + " GB";
}

void requireAddressSpace(std::size_t leastBytes) {
    if (allowedAddressSpace() >= leastBytes) return;
    throw SettingError("address space",
                       bytesText(allowedAddressSpace()) + " are allowed to this process (ulimit -v), and the program needs " +
                           bytesText(leastBytes) + " to start",
                       "allow more, or take the limit away: ulimit -v unlimited");
}

}  // namespace coarsen
