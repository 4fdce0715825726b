// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/earlier_session.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/session/path_text.hpp"

#include <algorithm>
#include <ranges>
#include <set>
#include <system_error>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

fs::path folderOf(const fs::path& file) {
    return fs::absolute(file).parent_path();
}

/// Where files that have moved are looked for: in the folders that the user names, then beside the session.
std::vector<SearchedFolder> searchedFolders(const AnalyzeOptions& options) {
    std::vector<SearchedFolder> folders;
    for (const std::string& folder : options.images)
        folders.push_back({folder, true});
    if (!options.session.empty()) folders.push_back({folderOf(options.session)});
    if (!options.recipe.empty()) folders.push_back({folderOf(options.recipe)});
    return folders;
}

void sayTaken(const std::vector<MovedFile>& files, ProgressReport& report) {
    for (const MovedFile& file : files) {
        if (file.now.empty() || (file.isCertain && !file.isTable)) continue;
        report.say(pathText(file.before) + " is not there; " + pathText(file.now) + " is taken for it, " +
                   (file.isTable ? "which gives the same times" : "though no hash says that it is the same"));
    }
}

}  // namespace

Session earlierSession(const AnalyzeOptions& options, ProgressReport& report) {
    Session session = readSession(options.session);
    for (const std::string& damage : session.damages)
        report.say(displayName(options.session) + ": " + damage);
    for (const std::string& folder : options.images)
        session.series = relocated(session, folder).series;
    const std::vector<MovedFile> files = movedFiles(session, searchedFolders(options));
    takeFiles(session, files);
    sayTaken(files, report);
    return session;
}

void locateFiles(Recipe& recipe, const FileHashes& recorded, const AnalyzeOptions& options, ProgressReport& report) {
    Session named;
    named.recipe = recipe;
    named.files = recorded;
    const std::vector<MovedFile> files = movedFiles(named, searchedFolders(options));
    takeFiles(named, files);
    recipe = named.recipe;
    sayTaken(files, report);
}

void refuseWhatIsMissing(const AnalyzeOptions& options, const Session& earlier, const RunRequest& request) {
    const std::string where =
        options.images.empty() ? "where the session has it" : "where the session has it, nor below --images";
    const std::vector<int> lost = framesWithoutFile(request.series);
    const auto wanted = request.frames.empty() ? request.series.frames.size() : request.frames.size();
    const auto isWanted = [&](int frame) { return request.frames.empty() || std::ranges::count(request.frames, frame) > 0; };
    const auto missing = std::ranges::count_if(lost, isWanted);
    if (missing > 0 && static_cast<std::size_t>(missing) == wanted)
        throw InputError(displayName(options.session), "none of its images is " + where,
                         "name the folder that holds them with --images DIR");

    Session now;
    now.recipe = request.recipe;
    now.files = earlier.files;
    const std::set<std::string> named = filesOf(earlier.recipe);
    for (const MovedFile& file : movedFiles(now, searchedFolders(options)))
        if (named.contains(file.before.string()))
            throw InputError(pathText(file.before),
                             file.other.empty()
                                 ? "the recipe needs it, and it is not there"
                                 : "the recipe needs it, and " + pathText(file.other) + " is another file (its SHA-256 differs)",
                             "put it beside the session, or name its folder with --images DIR");
}

void reportInputs(const Session& earlier, ProgressReport& report) {
    const InputCheck check = checkInputs(earlier);
    const auto name = [&](int frame) { return earlier.series.frames[static_cast<std::size_t>(frame)].name; };
    constexpr std::size_t mostNamed = 3;
    for (const int frame : check.missing | std::views::take(mostNamed))
        report.say("frame " + std::to_string(frame) + " (" + name(frame) + "): the image is missing");
    if (!check.missing.empty())
        report.say(std::to_string(check.missing.size()) + " of " + std::to_string(earlier.results.size()) +
                   " images are missing; name the folder that holds them with --images DIR");
    for (const int frame : check.changed | std::views::take(mostNamed))
        report.say("frame " + std::to_string(frame) + " (" + name(frame) + "): the image differs from the one measured");
    if (check.changed.size() > mostNamed)
        report.say(std::to_string(check.changed.size()) + " of " + std::to_string(earlier.results.size()) +
                   " images differ from those measured");
    const FileHashes files = fileHashes(earlier.recipe);
    for (const auto& [file, hash] : earlier.files)
        if (const auto now = files.find(file); now != files.end() && now->second != hash)
            report.say(file + ", which the recipe names, " +
                       (now->second.empty() ? "is missing" : "differs from the one used then"));
    if (check.isUnchanged()) report.summarise("Images  unchanged: every file is the one that was measured\n");
}

}  // namespace coarsen::cli
