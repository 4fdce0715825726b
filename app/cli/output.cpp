// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.hpp"

#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <CLI/CLI.hpp>

#include <system_error>

namespace coarsen::cli {

namespace {
namespace fs = std::filesystem;
}

CLI::Option* addOutput(CLI::App& sub, std::string& output, const std::string& meaning) {
    return sub.add_option("-o,--output", output, meaning)->type_name("OUT");
}

Output::Output(const std::string& folder, const Paths& targets, const UsersFiles& users, bool replaces) : folder_(folder) {
    requireFree(targets, users, replaces ? Existing::replaced : Existing::refused);
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
