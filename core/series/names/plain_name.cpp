// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names/plain_name.hpp"

#include "core/base/utf8.hpp"

#include <algorithm>
#include <utility>

namespace coarsen::names {

namespace {

/// How a character is spelled plainly; '\0': as it is.
char plainly(std::string_view character) {
    using namespace std::string_view_literals;
    static constexpr std::pair<std::string_view, char> spellings[] = {
        {"\xC2\xA0"sv, ' '},      // no-break space
        {"\xE2\x80\x87"sv, ' '},  // figure space
        {"\xE2\x80\x89"sv, ' '},  // thin space
        {"\xE2\x80\xAF"sv, ' '},  // narrow no-break space, which macOS writes before PM
        {"\xE3\x80\x80"sv, ' '},  // ideographic space
        {"\xE2\x80\x90"sv, '-'},  // hyphen
        {"\xE2\x80\x91"sv, '-'},  // no-break hyphen
        {"\xE2\x80\x93"sv, '-'},  // en dash
        {"\xE2\x88\x92"sv, trueMinus}, {"\xE2\x89\x88"sv, '~'}, {"\xC2\xB5"sv, 'u'},  // micro sign
        {"\xCE\xBC"sv, 'u'},                                                          // Greek mu
    };
    const auto found = std::ranges::find(spellings, character, &std::pair<std::string_view, char>::first);
    return found != std::end(spellings) ? found->second : '\0';
}

}  // namespace

PlainName::PlainName(std::string_view name) : name_(name) {
    for (std::size_t i = 0; i < name.size();) {
        const std::size_t length = std::max<std::size_t>(utf8Length(name, i), 1);
        const std::string_view character = name.substr(i, length);
        const bool isLatinMicro = length == 1 && character == "\xB5";
        const bool isControl = static_cast<unsigned char>(name[i]) < 0x20;
        const char plain = isLatinMicro ? 'u' : isControl ? '?' : plainly(character);
        const std::string_view spelled = plain ? std::string_view(&plain, 1) : character;
        for (const char c : spelled) {
            text_ += c;
            at_.push_back(i);
        }
        i += length;
    }
    at_.push_back(name.size());
}

std::string PlainName::asWritten(std::size_t from, std::size_t to) const {
    return printable(std::string_view(name_).substr(at_[from], at_[to] - at_[from]));
}

std::string_view lettersFrom(std::string_view text, std::size_t from) {
    std::size_t end = from;
    while (isLetter(at(text, end)))
        ++end;
    return end > from ? text.substr(from, end - from) : std::string_view();
}

std::string_view lettersBefore(std::string_view text, std::size_t end) {
    std::size_t from = end;
    while (from > 0 && isLetter(text[from - 1]))
        --from;
    return text.substr(from, end - from);
}

std::string inSmallLetters(std::string_view text) {
    std::string small(text);
    std::ranges::transform(small, small.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return small;
}

}  // namespace coarsen::names
