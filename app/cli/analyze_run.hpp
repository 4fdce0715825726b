// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/analyze_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/output_folder.hpp"
#include "app/cli/progress.hpp"
#include "core/session/finish_run.hpp"
#include "core/session/run_journal.hpp"

#include <filesystem>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace coarsen::cli {

/// One call of `analyze`: a series, what is known of its frames, and the folder that its tables lie in. It measures what has no
/// row, as often as it is asked to, while the series grows at its end.
class AnalyzeRun {
public:
    /// Opens what the options name, claims OUT and takes what --resume continues. All but `options` outlive it. Throws
    /// InputError, SettingError, StorageError.
    AnalyzeRun(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt);

    const ImageSeries& series() const { return session_.series; }
    bool hasFailed(int frame) const;
    bool isAnyMissing() const;  ///< frames without a row

    /// Measures every frame without a row but those of `notYet`, until there is a stop; each goes into the journal. Of a watch:
    /// false where there is nothing to do now.
    bool measure(std::stop_token stop, const std::set<int>& notYet = {});
    /// The fits and tables of what there is. `withEffects`: effects.csv, too, where it is asked for.
    void writeTables(bool withEffects);
    void endJournal();  ///< the tables hold all that it does
    /// Says what the rows say together, and the summary. The exit status: by the rows, or `interrupted`.
    int conclude(bool isCutShort);

    void grow(const std::vector<std::filesystem::path>& files);  ///< they come behind the last frame
    void forget(const std::vector<int>& frames);                 ///< their files are others: they are measured again
    /// Forgets the rows where a run over the whole series would give others: made with the median of its first frames.
    void forgetPassing();

private:
    void beginJournal();
    void survey(const RunListener& listener, std::stop_token stop);
    void take(const SharedResult& row, const RunProgress& progress);
    RunListener listener();
    void watchSize();
    void forgetAll(const std::string& why);
    void sayOnce(const std::string& text);
    void sayNotes();

    AnalyzeOptions options_;
    const Engines& engines_;
    ProgressReport& report_;
    const Interrupt& interrupt_;
    Session session_;
    RunRequest request_;
    RunIdentity identity_;
    std::string length_;  ///< that is fitted
    std::optional<OutputFolder> output_;
    std::optional<RunJournal> journal_;
    SeriesJudgement judgement_;
    std::pair<int, int> usualSize_{0, 0};
    std::set<std::string> said_;
    double seconds_ = 0;         ///< spent on measuring
    bool isSurveyRead_ = false;  ///< such a one cannot be extended
};

}  // namespace coarsen::cli
