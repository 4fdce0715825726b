// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/claimed_folder.hpp"
#include "core/batch/batch_request.hpp"
#include "core/job/run_report.hpp"
#include "core/project/sample.hpp"

#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

enum class SeriesState {
    waiting,   ///< not reached
    all,       ///< every frame measured
    some,      ///< some frames were not read or have no length
    nothing,   ///< no frame could be measured
    failed,    ///< it could not be opened, or the run ended early; the reason says why
    cutShort,  ///< stopped in the middle
};

/// Outcome of a series.
struct SeriesOutcome {
    SeriesState state = SeriesState::waiting;
    std::string reason = {};  ///< in a sentence, where there is one
    bool isTaken = false;     ///< a session, or finished before: nothing was measured now
};

struct BatchProgress {
    std::size_t series = 0, seriesCount = 0;                        ///< the one in work, from 0
    int done = 0, total = 0;                                        ///< its frames
    double secondsLeft = std::numeric_limits<double>::quiet_NaN();  ///< for all that is left, from what was measured so far
};

/// Whoever listens to a batch. Called from the run's threads, never two at once.
class BatchReport {
public:
    virtual ~BatchReport() = default;

    virtual void begins(std::size_t series) = 0;
    virtual void show(const BatchProgress& progress) = 0;
    virtual void showSurvey(const BatchProgress& progress) = 0;  ///< frames read for the survey
    virtual void say(std::size_t series, const std::string& text) = 0;
    virtual void ends(std::size_t series, const SeriesOutcome& outcome) = 0;
};

/// Findings of a batch so far; of each series some kilobytes, no session.
struct BatchResult {
    std::vector<SeriesOutcome> outcomes;  ///< by series
    std::vector<Sample> samples;          ///< by series, those not measured with their problem
    Project project;                      ///< the series as the window opens them together
    std::vector<std::string> notes;       ///< of series of before that the request no longer names, which stay as they are
    std::string finishedUtc;
};

/// A batch on its way into its output. Each series goes through the same run as `analyze`.
///
/// Use, given `const BatchRequest& request, const Engines& engines, BatchReport& report`:
///
///     Batch batch(request, engines);
///     batch.measure(report, {});
///     batch.writeTables();
///     const bool isWell = areAllMeasured(batch.result());
class Batch {
public:
    /// Claims the output and checks everything that will be written below it. `engines`: all there are. One that goes on
    /// keeps what is finished there, of series that the request no longer names, too. Throws StorageError: results lie there
    /// and the request says nothing of them, or another batch writes there now. Throws InputError: it is to go on with results
    /// of other settings.
    Batch(BatchRequest request, const Engines& engines);

    /// The series one after another, until there is a stop. A series that cannot be measured is said and passed over.
    void measure(BatchReport& report, std::stop_token stop);
    /// The tables of what there is: summary.csv, growth.csv, groups.csv, collapse.csv, batch.json and the project. Throws
    /// StorageError.
    void writeTables();

    const BatchRequest& request() const { return request_; }
    const BatchResult& result() const { return result_; }
    const std::filesystem::path& projectFile() const { return projectFile_; }
    std::filesystem::path folderOf(std::size_t series) const;

private:
    class Listener;
    SeriesOutcome measureOne(std::size_t i, Listener& listener, std::stop_token stop);
    SeriesOutcome takeSession(std::size_t i);
    void takeFinished();
    void measureLost(BatchReport& report, Listener& listener, std::stop_token stop);
    void tryOne(std::size_t i, BatchReport& report, Listener& listener, std::stop_token stop);
    void passOver(std::size_t i, std::string reason);
    std::vector<std::size_t> lost() const;

    BatchRequest request_;
    Engines engines_;
    std::vector<std::string> folders_;  // below the output, by series
    std::filesystem::path projectFile_;
    std::unique_ptr<ClaimedFolder> held_;
    BatchResult result_;
};

/// Why the batch would write over results, in a sentence; empty: nothing lies where it writes. Asks the disk.
std::string resultsThere(const BatchRequest& request);

/// The files that a batch writes beside the folders of its series.
std::vector<std::string> batchTables();

/// True where the frames measured and the series say that all is well: as `analyze`.
bool areAllMeasured(const BatchResult& result);
bool isAnyMeasured(const BatchResult& result);

}  // namespace coarsen
