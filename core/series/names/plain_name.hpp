// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/numbers.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::names {

constexpr char trueMinus = '\x1f';  ///< U+2212 in a plain name, which is no hyphen

/// A name spelled plainly: spaces of any width are ' ', dashes '-', the true minus `trueMinus`, a micro sign of any kind 'u'.
/// Other characters beyond ASCII stay as they are, and count as letters.
class PlainName {
public:
    explicit PlainName(std::string_view name);

    const std::string& text() const { return text_; }
    /// Part of the plain text as the name has it, fit for messages.
    std::string asWritten(std::size_t from, std::size_t to) const;
    std::string asWritten() const { return asWritten(0, text_.size()); }

private:
    std::string name_, text_;
    std::vector<std::size_t> at_;  ///< in the name, of each plain character; then its end
};

constexpr bool isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

constexpr bool isLetterOrDigit(char c) {
    return isLetter(c) || isDigit(c);
}

/// The character there; '\0' outside of the text.
constexpr char at(std::string_view text, std::size_t place) {
    return place < text.size() ? text[place] : '\0';
}

constexpr bool isOneOf(char c, std::string_view characters) {
    return c != '\0' && characters.find(c) != std::string_view::npos;
}

/// All letters from there on, and all that end there.
std::string_view lettersFrom(std::string_view text, std::size_t from);
std::string_view lettersBefore(std::string_view text, std::size_t end);

/// ASCII alone is made small.
std::string inSmallLetters(std::string_view text);

}  // namespace coarsen::names
