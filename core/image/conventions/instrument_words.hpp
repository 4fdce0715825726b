// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace coarsen::conventions {

/// A text of an instrument in UTF-8, without what stands behind its first 0: it may be UTF-16 (with or without its mark), UTF-8,
/// or else Latin-1, in which byte B5 is the micro sign.
std::string decodedText(std::span<const std::byte> bytes);

/// The text without spaces around it.
std::string_view trimmed(std::string_view text);

/// Makes what a file says fit for a sentence: printable, and its beginning only where it is long.
std::string shortly(std::string_view text);

/// The lines under "[name]", up to the next such line; empty where there are none.
std::string_view sectionIn(std::string_view ini, std::string_view name);

/// The value of a line "key = value", without spaces around it; empty where there is none.
std::string_view iniValue(std::string_view lines, std::string_view key);

/// A number with a unit behind it, "5um", "1.234 nm"; without one `unit` is empty. Nothing where no number comes first.
struct NumberWithUnit {
    double number = 0;
    std::string_view unit;
};
std::optional<NumberWithUnit> numberWithUnit(std::string_view text);

/// Adds a size of pixels, µm, that is stated; where a side is none it is named in `unread`. `what`: "FEI PixelWidth=5e-09".
void addStatedSize(const PixelSize& size, const std::string& what, FileFacts& facts);

/// Adds the clock at which the picture was taken. A date of which day and month cannot be told from each other, by its signs or
/// its numbers, is named in `unread`, and so is what is no date or lacks the time of day. English names of months are known.
void addStatedClock(std::string_view maker, std::string_view date, std::string_view time, FileFacts& facts);

}  // namespace coarsen::conventions
