// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/analysis/neighbour_correlation.hpp"
#include "core/session/prepared_run.hpp"
#include "core/session/row_lines.hpp"

#include <filesystem>
#include <string>

namespace coarsen {

/// Rows that a part has measured, or all parts.
struct PartRows {
    FrameResults rows;
    NeighbourCorrelations neighbourCorrelations;
    std::string device;  ///< that they were measured on
};

/// The rows of one part of a prepared run, OUT/parts/0017.jsonl: its plan, version and engine in the first line, then a line a
/// frame, flushed each, and a last one that counts them. It has that name once it is whole; until then ".part" stands behind it,
/// held against other programs that would measure the same part. What a killed one left there is continued.
///
/// Use, given `const std::filesystem::path& folder, const PreparedRun& run, const StoredRow& row`:
///
///     PartFile file(folder, run, {.number = 3, .of = 7});
///     if (!file.isWhole()) file.add(rowLine(row));
///     file.finish("CPU, 2 threads");
class PartFile {
public:
    static constexpr const char* folderName = "parts";
    static std::string nameOf(int number);  ///< "0017.jsonl"

    /// Holds the file. Throws StorageError where another program measures this part, or it cannot be written; InputError where
    /// what lies there is of another plan, version or engine, or of parts of another number.
    PartFile(const std::filesystem::path& folder, const PreparedRun& run, const Part& part);

    bool isWhole() const { return isWhole_; }                    ///< it was measured before
    const PartRows& left() const { return left_; }               ///< rows that a killed one had measured
    const std::filesystem::path& path() const { return file_; }  ///< of the whole file

    void add(std::string_view rowLine);      ///< throws StorageError
    void finish(const std::string& device);  ///< all rows are there. Throws StorageError

private:
    void hold(const std::filesystem::path& unfinished);
    void takeLeft(const PreparedRun& run, const Part& part);

    std::filesystem::path file_;
    GrowingFile growing_;
    PartRows left_;
    std::size_t rows_ = 0;
    bool isWhole_ = false;
};

/// The parts of a prepared run that lie in its folder.
struct PartsThere {
    int of = 0;                ///< how many there are to be; 0: none was begun
    std::vector<int> missing;  ///< that are not whole
};
/// Looks at names, and into the first part for how many there are. Throws InputError where that one is damaged.
PartsThere partsThere(const std::filesystem::path& folder);

/// The rows of all parts of the run. Throws InputError that names the parts which are not there as --array=3,17 does, or a part
/// of another plan, version or engine, of parts of another number, or with a damaged row.
PartRows mergedParts(const std::filesystem::path& folder, const PreparedRun& run);

/// Removes the parts of an earlier plan, also unfinished ones.
void removeParts(const std::filesystem::path& folder);

/// "3,17,20-24"
std::string arrayText(const std::vector<int>& numbers);

}  // namespace coarsen
