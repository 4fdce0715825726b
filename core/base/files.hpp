// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// A plain file, opened once and read from its start on. Throws InputError when it cannot be opened or read.
///
/// Use, given `const std::filesystem::path& file`:
///
///     FileReader reader(file);  // throws InputError
///     const std::vector<std::byte> header = reader.start(16);
///     std::vector<std::byte> block(4096);
///     const std::size_t count = reader.read(block);  // fewer than 4096 only at the end of the file
class FileReader {
public:
    explicit FileReader(std::filesystem::path file);
    ~FileReader();
    FileReader(const FileReader&) = delete;
    FileReader& operator=(const FileReader&) = delete;

    const std::filesystem::path& file() const { return file_; }
    std::size_t size() const { return size_; }  ///< when it was opened

    /// Its first bytes, wherever reading has got to; fewer of a shorter file.
    std::vector<std::byte> start(std::size_t count) const;
    /// The next bytes into `to`; fewer, even none, only at the end of the file.
    std::size_t read(std::span<std::byte> to);
    /// The bytes from `offset` on, wherever reading has got to; fewer, even none, only at the end of the file.
    std::size_t readAt(std::size_t offset, std::span<std::byte> to) const;

private:
    std::filesystem::path file_;
    int descriptor_ = -1;
    std::size_t size_ = 0, at_ = 0;
};

/// The whole file. Throws InputError when it cannot be read or is larger than `limitBytes`.
std::vector<std::byte> readWhole(const std::filesystem::path& file, std::size_t limitBytes = std::size_t{4} << 30);
std::vector<std::byte> readWhole(FileReader& file, std::size_t limitBytes = std::size_t{4} << 30);  ///< of which none is read yet

/// Writes beside the file (`.coarsen-` and six letters, same folder), flushes, then renames: a reader sees the old file or the
/// new one. Throws StorageError; the old file is then untouched and nothing is left beside it.
void writeWhole(const std::filesystem::path& file, std::span<const std::byte> bytes);
void writeWhole(const std::filesystem::path& file, std::string_view text);

/// Removes what a writeWhole into this folder left that was killed half-way. Files that are being written stay.
void clearUnfinished(const std::filesystem::path& folder);

/// Reason for which a file system refused what a library of ours asked, in words: "frames: Permission denied". Also where the
/// folder that the program was started in is gone.
std::string wordsFor(const std::filesystem::filesystem_error& error);

/// The file's name for messages and tables, printable (core/base/utf8.hpp).
std::string displayName(const std::filesystem::path& file);

}  // namespace coarsen
