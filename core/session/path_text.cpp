// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/path_text.hpp"

#include "core/base/files.hpp"

#include <charconv>

namespace coarsen {

std::string pathText(const std::filesystem::path& path) {
    std::string text;
    for (const auto& part : path) {
        if (!text.empty() && !text.ends_with('/')) text += '/';
        if (part == "/") {
            text += '/';
            continue;
        }
        std::string escaped;
        for (const char letter : part.string()) {
            if (letter == '%') {
                escaped += "%25";
            } else {
                escaped += letter;
            }
        }
        text += displayName(escaped);
    }
    return text;
}

std::filesystem::path pathFromText(const std::string& text) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned value = 0;
        const char* digits = text.data() + i + 1;
        if (text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
            bytes += static_cast<char>(value);
            i += 2;
        } else {
            bytes += text[i];
        }
    }
    return bytes;
}

std::string storedPath(const std::filesystem::path& path, const std::filesystem::path& folder) {
    if (path.empty()) return {};
    const auto absolute = std::filesystem::absolute(path).lexically_normal();
    const auto relative = absolute.lexically_relative(std::filesystem::absolute(folder).lexically_normal());
    return pathText(relative.empty() ? absolute : relative);
}

std::filesystem::path restoredPath(const std::string& text, const std::filesystem::path& folder) {
    if (text.empty()) return {};
    const std::filesystem::path path = pathFromText(text);
    return path.is_absolute() ? path : (folder / path).lexically_normal();
}

}  // namespace coarsen
