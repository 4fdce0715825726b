// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/path_text.hpp"

#include "core/base/utf8.hpp"
#include "tests/fuzz/fuzz.hpp"

/// Any text is a path; any path comes back from its text, which is UTF-8.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const std::string text(fuzz::textOf(data, size));
    pathFromText(text);
    if (text.find('\0') != std::string::npos) return 0;  // no file has such a name
    const std::filesystem::path path = text;
    const std::string written = pathText(path);
    fuzz::require(isUtf8(written) && pathFromText(written) == path);
    return 0;
}
