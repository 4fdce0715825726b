// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.hpp"

#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/session/run_journal.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <system_error>

namespace coarsen::cli {

namespace {
namespace fs = std::filesystem;
}

CLI::Option* addOutput(CLI::App& sub, std::string& output, const std::string& meaning) {
    return sub.add_option("-o,--output", output, meaning)->type_name("OUT");
}

std::vector<std::string> namesOf(const Paths& targets) {
    std::vector<std::string> names;
    for (const fs::path& target : targets)
        names.push_back(target.filename().string());
    return names;
}

void addRunAgain(CLI::App& sub, RunAgain& again) {
    auto* const resume = sub.add_flag("--resume", again.resumes, "Go on with an interrupted run in OUT");
    sub.add_flag("--force", again.replaces, "Replace the results in OUT; never images, or files that are read")->excludes(resume);
}

Output::Output(const std::string& folder, const Paths& targets, const UsersFiles& users, bool replaces) : folder_(folder) {
    requireFree(targets, users, replaces ? Existing::replaced : Existing::refused);
}

Output::Output(const std::string& folder, const Paths& targets, const UsersFiles& users, Earlier earlier) : folder_(folder) {
    std::error_code unknown;
    if (earlier == Earlier::refused && fs::exists(folder_.path() / RunJournal::fileName, unknown))
        throw StorageError(folder, "it holds an interrupted run", "continue it with --resume, or begin anew with --force");
    requireFree(targets, users, Existing::replaced);
    if (earlier == Earlier::replaced) return;
    const std::set<std::string> own = outputsOfJournal(folder_.path());
    Paths foreign;
    std::ranges::copy_if(targets, std::back_inserter(foreign), [&](const fs::path& target) {
        return earlier == Earlier::refused || !own.contains(target.filename().string());
    });
    requireFree(foreign, users, Existing::refused);
}

Output::Output(const std::string& folder) : folder_(folder) {
    if (!fs::is_empty(folder))
        throw StorageError(folder, "the folder is not empty", "give a new or empty folder, so that nothing is overwritten");
}

bool Output::renew(ProgressReport& report) {
    if (!folder_.renew()) return false;
    report.say(folder_.path().string() + " was removed or moved while it is written to: it is made anew");
    return true;
}

void Output::write(ProgressReport& report, const std::function<void()>& write) {
    renew(report);
    try {
        write();
    } catch (const StorageError&) {
        if (!renew(report)) throw;
        write();
    }
}

bool Output::sayGone(const Paths& written, ProgressReport& report) const {
    Paths gone;
    std::error_code unknown;
    for (const fs::path& file : written)
        if (!fs::exists(file, unknown)) gone.push_back(file);
    if (gone.empty()) return false;
    report.say(displayName(gone.front()) + (gone.size() > 1 ? " and " + std::to_string(gone.size() - 1) + " more" : "") +
               (gone.size() > 1 ? " were" : " was") + " written and removed since: run the command again, with --force");
    return true;
}

}  // namespace coarsen::cli
