// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/json_values.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <charconv>
#include <cmath>
#include <limits>

namespace coarsen {

Json numberJson(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double numberFrom(const Json& value) {
    return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

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

Json parsedJson(std::string_view text, const std::string& source) {
    try {
        return Json::parse(text);
    } catch (const Json::exception& error) {
        throw InputError(source, "it is not a whole JSON file (" + std::string(error.what()) + ")", "use an earlier copy of it");
    }
}

}  // namespace coarsen
