// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen::volumes {

/// A program of ours that is started for each file, reads it by a library and answers within limits, so that a file which breaks
/// the library is one that is refused. The words are those of messages.
struct LibraryProgram {
    const char* name;     ///< "coarsen-hdf5"
    const char* library;  ///< "the HDF5 library"
    const char* files;    ///< "HDF5 files"
    const char* install;  ///< "install the whole of Coarsen with the HDF5 library, or save the volume as TIFF or NIfTI"
    const char* instead;  ///< "save it as TIFF or NIfTI"
};

/// Gives the next bytes of an answer, or says that there are no more.
using NextBytes = std::function<bool(std::span<std::byte>)>;

/// The refusals of a file that cannot be read here, and of one that the library cannot bear.
InputError notHere(const LibraryProgram& ours, const std::filesystem::path& file, const std::string& reason);
InputError tooMuch(const LibraryProgram& ours, const std::filesystem::path& file, const std::string& reason);

/// Where the program lies. Throws InputError where it does not.
std::filesystem::path installed(const LibraryProgram& ours, const std::filesystem::path& file);

/// Starts `program` on the file, with its own process number before `words`, and lets `take` listen to it, which says whether the
/// answer came to its end. `bytes` are those that it will have to unpack. Throws InputError where the program does not start,
/// breaks down or does not come to an end. After a stop there are no more bytes, and the program is ended.
void converse(const LibraryProgram& ours, const std::filesystem::path& program, const std::filesystem::path& file,
              std::vector<std::string> words, std::uintmax_t bytes, const std::function<bool(const NextBytes&)>& take,
              const std::stop_token& stop = {});

/// A text of an answer, which ends with a zero or its room.
std::string answeredText(const char* text, std::size_t room);

}  // namespace coarsen::volumes
