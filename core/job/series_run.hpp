// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/job/output_folder.hpp"
#include "core/job/row_notes.hpp"
#include "core/job/run_choices.hpp"
#include "core/job/run_report.hpp"
#include "core/session/finish_run.hpp"
#include "core/session/part_file.hpp"
#include "core/session/prepared_run.hpp"
#include "core/session/run_journal.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

/// How much of what was asked for a run has found.
enum class Completeness { all, some, nothing };

/// One series measured into a folder of its own, journaled and resumable: `analyze` is one of these, a batch many. It measures
/// what has no row, as often as it is asked to, while the series grows at its end.
///
/// Use, given `const Session& session, const RunRequest& request, const Engines& engines, RunReport& report`:
///
///     SeriesRun run(session, request, RunChoices{.output = "out"}, engines, report);
///     run.begin();
///     run.measure({});
///     run.writeTables(false);
///     run.endJournal();
class SeriesRun {
public:
    /// Claims the output. `session`: without results; `request`: of that session; `engines`: all there are; `report` outlives it.
    /// Throws StorageError.
    SeriesRun(Session session, RunRequest request, RunChoices choices, const Engines& engines, RunReport& report);

    /// Says what was noticed of the series and the settings, and takes the rows that lie there where the run goes on with
    /// another. Once, before all else. Throws InputError: they are of another recipe or other images.
    void begin();

    /// Behind begin(), in place of measuring: looks at the whole series where the recipe needs it, finds which engine measures
    /// it, and writes OUT/plan.json for parts that do. Nothing after a stop. Throws SettingError where the recipe or the engine
    /// does not suit the images; InputError where none of the first can be measured.
    std::optional<PreparedRun> prepare(std::stop_token stop);
    /// In place of begin() and measure(): the rows of all parts of the run that was prepared in OUT. Throws InputError where its
    /// survey is not there.
    void takeParts(const PreparedRun& run, PartRows rows);

    const ImageSeries& series() const { return session_.series; }
    const Session& session() const { return session_; }
    const std::filesystem::path& folder() const { return output_.path(); }
    double seconds() const { return seconds_; }  ///< spent on measuring
    bool hasFailed(int frame) const;
    bool isAnyMissing() const;  ///< frames without a row
    Completeness completeness() const;

    /// Measures every frame without a row but those of `notYet`, until there is a stop; each goes into the journal. Of a series
    /// that is watched: false where there is nothing to do now, nor any table to be written anew.
    bool measure(std::stop_token stop, const std::set<int>& notYet = {});
    /// The fits and tables of what there is. `withEffects`: effects.csv, too, where it is asked for, as far as it comes.
    void writeTables(bool withEffects, std::stop_token stop = {});
    void endJournal();          ///< the tables hold all that it does
    void sayJudgement() const;  ///< what the rows say together, once the tables are written

    void grow(const std::vector<std::filesystem::path>& files);  ///< they come behind the last frame
    void forget(const std::vector<int>& frames);                 ///< their files are others: they are measured again
    /// Forgets the rows where a run over the whole series would give others: made with the median of its first frames.
    void forgetPassing();

private:
    void beginJournal();
    std::string engineByName(std::stop_token stop);
    bool renewOutput();
    void forgetLostImages();
    void survey(const RunListener& listener, std::stop_token stop);
    void take(const SharedResult& row, const RunProgress& progress, const std::stop_token& stop);
    RunListener listener(const std::stop_token& stop);
    void watchSize();
    void forgetAll(const std::string& why);
    void sayOnce(const std::string& text);
    void sayNotes();

    RunChoices choices_;
    EngineList engines_;
    RunReport& report_;
    RowNotes rowNotes_;
    Session session_;
    RunRequest request_;
    OutputFolder output_;
    RunIdentity identity_;
    std::string length_;  ///< that is fitted
    std::optional<RunJournal> journal_;
    RowLinesAhead lines_;
    SeriesJudgement judgement_;
    VolumeSize usualSize_;
    std::set<std::string> said_;
    std::string deviceOfParts_;  ///< that rows of parts were measured on
    double seconds_ = 0;
    bool isJournalOutdated_ = false;  ///< rows or images in it no longer hold: it is begun anew
    bool isSurveyRead_ = false;       ///< such a one cannot be extended
    bool isOutputLost_ = false;       ///< it was made anew, and images that lay in it are gone
};

}  // namespace coarsen
