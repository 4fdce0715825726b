// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/analysis/run_series.hpp"
#include "core/base/rules_number.hpp"
#include "core/session/frame_result_json.hpp"
#include "core/session/input_list.hpp"
#include "core/session/row_lines.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// Identity of a run: an interrupted run is continued only when all is the same, but that images may have come behind its
/// last.
struct RunIdentity {
    std::string recipe;                   ///< measurementHash of the recipe and its files: a change of the fit does not matter
    std::string input;                    ///< hash of the calibration, the markers and the frames left out
    std::string engine;                   ///< as asked for
    int rules = rulesNumber;              ///< by which it measures
    std::vector<ListedInput> files = {};  ///< a frame each
    std::string groups = {};              ///< of images that are pooled group by group; empty: there are none
    std::string filter = {};              ///< by which images are filtered instead of measured; empty: they are measured

    bool operator==(const RunIdentity&) const = default;
};
RunIdentity runIdentity(const RunRequest& request);
RunIdentity settingsIdentity(const RunRequest& request);  ///< without its images, which are not read

/// Throws InputError where `what` of this file was measured by other rules than today's.
void requireSameRules(const std::string& file, const std::string& what, int rules, int today);

/// Throws InputError of that file where `what`, "the interrupted run was", was made with other settings than today's; the rules
/// and images are not compared.
void requireSameSettings(const std::string& file, const std::string& what, const RunIdentity& then, const RunIdentity& today,
                         const std::string& remedy);

/// THE JOURNAL of every run over many items, `.coarsen-run.jsonl`: its identity and the program's version in the first line, then
/// one line a finished frame or other item, flushed each, and one for images that have come behind the last. A killed run leaves
/// it behind, and `--resume` reads it.
///
/// Use, given `const std::filesystem::path& folder, const RunRequest& request, const StoredRow& row`:
///
///     RunJournal journal(folder, runIdentity(request));
///     journal.add(rowLine(row));
///     const JournalRows left = readJournal(folder, runIdentity(request), request.series.frames.size());
///     journal.remove();  // the tables are written
class RunJournal {
public:
    static constexpr const char* fileName = ".coarsen-run.jsonl";

    /// Starts an empty journal, or one that begins with the rows already known. `outputs`: what the run writes into the folder,
    /// tables by their names, folders of images with a slash at the end. Throws StorageError.
    RunJournal(const std::filesystem::path& folder, const RunIdentity& identity, const FrameResults& known = {},
               const NeighbourCorrelations& neighbourCorrelations = {}, const std::vector<std::string>& outputs = {});
    /// The same for items that are no rows: `lines` are those already known, made by checkedLine.
    RunJournal(const std::filesystem::path& folder, const RunIdentity& identity, const std::vector<std::string>& lines,
               const std::vector<std::string>& outputs);

    void add(std::string_view line);                     ///< of a row or another item. Throws StorageError
    void grow(std::span<const ListedInput> behindLast);  ///< these images have come. Throws StorageError
    bool isThere() const;  ///< false once somebody removed or moved it, or the folder, in the middle of the run
    void remove();         ///< the run is complete and its tables are written

private:
    GrowingFile file_;
};

/// Rows that an interrupted run left.
struct JournalRows {
    FrameResults rows;
    NeighbourCorrelations neighbourCorrelations;
    std::vector<std::string> damages;  ///< in sentences that name file and line: what they name is as if it were not there
    std::size_t frames = 0;            ///< of its series, which may have grown since
};

/// The rows of an interrupted run over so many frames; a torn last line is ignored, which is how a kill leaves it. Throws
/// InputError naming what differs when it was another run's (also the image that is gone, another, or new among those it had),
/// and when its first line is damaged. Empty when there is no journal.
JournalRows readJournal(const std::filesystem::path& folder, const RunIdentity& identity, std::size_t frames);

/// Words for a line that is damaged: "the row is damaged", "its frame is measured again".
struct DamageWords {
    std::string what, then;
};

/// Hands the lines behind the first to `take`, each without its end and as it was written, or throwing InputError where it is
/// none of its items. Gives the damages. Throws InputError as the above.
std::vector<std::string> readJournal(const std::filesystem::path& folder, const RunIdentity& identity, const DamageWords& words,
                                     const std::function<void(std::string_view line)>& take);

/// Throws InputError as readJournal does where the interrupted run has other settings or rules; its images are not read.
/// Nothing without a journal.
void requireSameJournal(const std::filesystem::path& folder, const RunIdentity& identity);

/// Files that the interrupted run writes into the folder, as its journal has it; nothing without a journal that can be read.
std::set<std::string> outputsOfJournal(const std::filesystem::path& folder);

}  // namespace coarsen
