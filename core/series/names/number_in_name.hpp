// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace coarsen::names {

/// Digits with a point or comma and an exponent where these are there; without its sign.
struct WrittenNumber {
    double value = 0;
    bool isWhole = true;
    std::size_t to = 0;  ///< behind it
};

/// The number whose first digit, or point of .5, is there; nothing of several points (1.2.3), or where no double holds it.
std::optional<WrittenNumber> numberFrom(std::string_view text, std::size_t at);

/// Behind all digits, and points and commas between them, from there on.
std::size_t endOfDigits(std::string_view text, std::size_t at);

/// Text before a number, which tells what the number may be.
struct BeforeNumber {
    /// `temperature`: a T, which marks indices and temperatures. `unit`: a unit written out, as in day3.
    enum class Mark { none, time, temperature, unit };
    Mark mark = Mark::none;
    bool mayBegin = false;    ///< a number begins here, not amid a word or another number
    bool isNegative = false;  ///< a minus that is one
    bool isUnsure = false;    ///< a minus right behind the mark, which may be a hyphen
    bool hasEquals = false;
    std::string word;        ///< the one before, in small letters: the mark where there is one
    std::string before;      ///< the word before the mark
    std::size_t from = 0;    ///< where the mark, the sign or the number begins
    std::size_t number = 0;  ///< the first digit, or the point before it: .5
};
BeforeNumber whatIsBefore(std::string_view text, std::size_t firstDigit);

}  // namespace coarsen::names
