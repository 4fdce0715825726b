// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/claimed_folder.hpp"
#include "core/export/targets.hpp"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace coarsen::cli {

class ProgressReport;

/// Treatment of what an earlier run left in OUT, for commands that keep a journal of their items.
enum class Earlier {
    refused,   ///< its results, and a run that was interrupted
    replaced,  ///< --force
    resumed,   ///< --resume: what the interrupted run wrote is its own
};

/// --resume and --force, which exclude each other, of a command that keeps a journal.
struct RunAgain {
    bool resumes = false, replaces = false;

    Earlier earlier() const { return resumes ? Earlier::resumed : replaces ? Earlier::replaced : Earlier::refused; }
};
void addRunAgain(CLI::App& sub, RunAgain& again);

/// The option -o of a command that writes, the same of all.
CLI::Option* addOutput(CLI::App& sub, std::string& output, const std::string& meaning);

/// Names of files in OUT, as a journal lists what its run writes.
std::vector<std::string> namesOf(const Paths& targets);

/// OUT of a command that writes its files itself: nobody else writes there meanwhile, and every file is known before the first
/// byte. (`analyze` and `batch` have core's OutputFolder and Batch, the window's too.)
class Output {
public:
    /// Claims the folder and checks what will be written, with `replaces` also over what is there. Throws StorageError.
    Output(const std::string& folder, const Paths& targets, const UsersFiles& users, bool replaces);
    /// Claims the folder of a command that keeps a journal there, and checks what will be written. Throws StorageError.
    Output(const std::string& folder, const Paths& targets, const UsersFiles& users, Earlier earlier);
    /// A folder that has to be new or empty. Throws StorageError.
    explicit Output(const std::string& folder);

    /// Makes the folder again where somebody has removed it or moved it, which is said; true where it was made.
    bool renew(ProgressReport& report);
    /// Runs `write`, which writes files into the folder: into a folder made again where somebody has removed it, before or while
    /// `write` ran. Throws StorageError.
    void write(ProgressReport& report, const std::function<void()>& write);
    /// Says which of the files that were written are not there any more. False where all are.
    bool sayGone(const Paths& written, ProgressReport& report) const;

private:
    ClaimedFolder folder_;
};

}  // namespace coarsen::cli
