// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/path_text.hpp"

#include "tests/fuzz/fuzz.hpp"

/// Any text is a path; any path comes back from its text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const std::string text(fuzz::textOf(data, size));
    pathFromText(text);
    if (text.find('\0') != std::string::npos) return 0;  // no file has such a name
    const std::filesystem::path path = text;
    fuzz::require(pathFromText(pathText(path)) == path);
    return 0;
}
