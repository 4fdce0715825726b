// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/analysis/neighbour_correlation.hpp"
#include "core/session/frame_result_json.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// A line of a file that grows while frames are measured, with its end, made of a JSON object. Its last value says whether the
/// others are as they were written.
std::string checkedLine(std::string json);

/// Throws InputError without a subject where the line, without its end, says that it is not as it was written.
void requireUnchanged(std::string_view line);

/// The line of a row.
std::string rowLine(const StoredRow& row);

/// Lines of rows that are made when their frames are measured, each on its own thread, and taken in the series' order once the
/// correlation with the frame before is known: only little is then left to do.
class RowLinesAhead {
public:
    void make(const FrameResult& row);  ///< on any thread
    /// The line as rowLine makes it.
    std::string take(const FrameResult& row, double neighbourCorrelation);

private:
    std::mutex mutex_;
    std::map<int, std::string> texts_;  // guarded: by frame, without the correlation
};

/// The row of a line without its end, of a series of so many frames. Throws InputError without a subject where it is damaged;
/// lines of earlier versions do not say whether they are as they were written.
StoredRow rowFromLine(std::string_view line, std::size_t frames);

/// The next whole line, without its end; nothing where only a torn one is left, which is how a kill leaves it.
std::optional<std::string_view> takeLine(std::string_view& text);

/// A file that rows are put behind: whatever was put there stays where the program is killed.
class GrowingFile {
public:
    /// `isLeft`: how the user goes on once there is space again, "continue with --resume".
    explicit GrowingFile(std::string isLeft) : isLeft_(std::move(isLeft)) {}
    ~GrowingFile();
    GrowingFile(const GrowingFile&) = delete;
    GrowingFile& operator=(const GrowingFile&) = delete;

    /// Opens it to be written behind its end, with these further flags of open(2). Throws StorageError.
    void open(const std::filesystem::path& file, int flags = 0);
    void close();

    void add(std::string_view text);  ///< throws StorageError
    bool isThere() const;             ///< false once somebody removed or moved it, or its folder
    int descriptor() const { return descriptor_; }
    const std::filesystem::path& path() const { return file_; }
    [[noreturn]] void refuse() const;  ///< throws StorageError with what errno says

private:
    std::filesystem::path file_;
    std::string isLeft_;
    int descriptor_ = -1;
};

}  // namespace coarsen
