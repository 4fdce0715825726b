// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/table_text.hpp"

#include "core/base/files.hpp"
#include "core/base/utf16.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace coarsen {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

}  // namespace

std::string readTableText(const std::filesystem::path& file, std::size_t limitBytes) {
    const std::vector<std::byte> bytes = readWhole(file, limitBytes);
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("\xFF\xFE")) return textOfUtf16(std::span(bytes).subspan(2), true);
    if (text.starts_with("\xFE\xFF")) return textOfUtf16(std::span(bytes).subspan(2), false);
    if (text.starts_with(byteOrderMark)) text.remove_prefix(byteOrderMark.size());
    return std::string(text);
}

std::size_t endOfStatedSeparator(std::string_view text) {
    constexpr std::string_view word = "sep=";
    const std::size_t mark = text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;
    if (!text.substr(mark).starts_with(word)) return 0;
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    return end == mark + word.size() + 1 ? end : 0;
}

std::optional<char> statedSeparator(std::string_view text) {
    const std::size_t end = endOfStatedSeparator(text);
    return end > 0 ? std::optional(text[end - 1]) : std::nullopt;
}

}  // namespace coarsen
