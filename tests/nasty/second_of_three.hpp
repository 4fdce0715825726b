// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/nasty/nasty_input.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace coarsen::nasty {

/// Bytes of a file that holds a ring picture's pixels, 160 x 120 of one byte, row by row.
using FileOfPixels = std::function<std::string(const std::string& pixels)>;

/// The pixels of a picture, a byte each.
std::string pixelsOf(const std::filesystem::path& picture);

/// Three files of a format, of which `spoil` spoils the second. No words: it is sound all the same.
NastyInput secondOfThree(const std::string& name, const std::string& ending, const FileOfPixels& file,
                         const std::function<void(std::string& bytes)>& spoil, std::vector<std::string> words);

/// The same with the answer of the command line alone: the window reads by the same functions.
NastyInput secondOfThreeByCommand(const std::string& name, const std::string& ending, const FileOfPixels& file,
                                  const std::function<void(std::string& bytes)>& spoil, std::vector<std::string> words);

/// Bytes as gzip packs them, and as zlib does.
std::string gzipped(const std::string& bytes);
std::string deflated(const std::string& bytes);

std::string textOf(const std::vector<std::byte>& bytes);
std::vector<std::byte> bytesOf(const std::string& text);

/// A bit in the middle of the bytes is turned round.
void flipInTheMiddle(std::string& bytes);
void cutInTheMiddle(std::string& bytes);
void empty(std::string& bytes);

}  // namespace coarsen::nasty
