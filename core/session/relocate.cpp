// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/relocate.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"
#include "core/series/frame_picture.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume_files/volume_files.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t filesJudged = 3;

using FilesByName = std::map<fs::path, std::vector<fs::path>>;

/// The files below the folder that have one of these names.
FilesByName filesNamed(const FilesByName& wanted, const fs::path& folder) {
    FilesByName found;
    std::error_code failed;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && entry != fs::recursive_directory_iterator(); entry.increment(failed)) {
        const fs::path name = entry->path().filename();
        std::error_code gone;
        if (entry->is_directory(gone) && (name.native().starts_with('.') || volumes::isFolderInput(entry->path())))
            entry.disable_recursion_pending();
        if (wanted.contains(name) && (entry->is_regular_file(gone) || entry->is_directory(gone)))
            found[name].push_back(entry->path());
    }
    if (failed)
        throw InputError(displayName(folder), "the folder cannot be read (" + failed.message() + ")",
                         "check the disk or network folder");
    for (auto& [name, files] : found)
        std::ranges::sort(files);
    return found;
}

/// Number of parts that two paths have in common at their ends.
std::ptrdiff_t sharedEnd(const fs::path& a, const fs::path& b) {
    const std::vector<fs::path> first(a.begin(), a.end()), second(b.begin(), b.end());
    return std::mismatch(first.rbegin(), first.rend(), second.rbegin(), second.rend()).first - first.rbegin();
}

/// The frame's own file and those of its further channels.
std::vector<fs::path> filesOfFrame(const FrameSource& source) {
    std::vector<fs::path> files = furtherFiles(source);
    files.insert(files.begin(), source.file);
    return files;
}

/// Row that was measured of a file; null when nothing was.
const FrameResult* measuredOf(const Session& session, int frame) {
    const auto row = session.results.find(frame);
    return row != session.results.end() && !row->second->inputSha256.empty() ? row->second.get() : nullptr;
}

bool isMeasuredFile(const fs::path& file, const FrameResult& row) {
    try {
        return inputBytes(file) == row.inputBytes && inputSha256(file) == row.inputSha256;
    } catch (const InputError&) {
        return false;
    }
}

/// The one that stands for the old path.
std::optional<fs::path> choiceOf(const std::vector<fs::path>& files, const fs::path& before, const FrameResult* row) {
    if (files.size() == 1) return files.front();
    std::vector<fs::path> open = files;
    if (row) {
        std::erase_if(open, [&](const fs::path& file) { return !isMeasuredFile(file, *row); });
        if (open.empty()) open = files;
    }
    const auto isLess = [&](const fs::path& a, const fs::path& b) { return sharedEnd(a, before) < sharedEnd(b, before); };
    const auto best = std::ranges::max_element(open, isLess);
    const auto asGood = std::ranges::count_if(open, [&](const fs::path& file) { return !isLess(file, *best); });
    const auto isCopy = [&] { return row && isMeasuredFile(*best, *row); };  // several of one file: any will do
    return asGood == 1 || isCopy() ? std::optional(*best) : std::nullopt;
}

bool isThere(const fs::path& file) {
    std::error_code unreadable;
    return fs::is_regular_file(file, unreadable) || fs::is_directory(file, unreadable);  // of slices
}

/// Where the file may be, the likeliest place first: of each place the files that have its name.
std::vector<std::vector<fs::path>> placesOf(const fs::path& before, const std::vector<SearchedFolder>& folders) {
    std::vector<std::vector<fs::path>> places;
    for (const auto& [folder, withSubfolders] : folders) {
        if (before.is_relative() && isThere(folder / before)) places.push_back({folder / before});
        if (isThere(folder / before.filename())) places.push_back({folder / before.filename()});
        if (!withSubfolders) continue;
        for (auto& [name, files] : filesNamed({{before.filename(), {}}}, folder))
            places.push_back(std::move(files));
    }
    return places;
}

/// True where a table of times gives the frames the times that they have.
bool givesTheTimesOf(const ImageSeries& series, TimeChoice times, const fs::path& table) {
    ImageSeries timed = series;
    times.table = table;
    try {
        assignTimes(timed, times);
    } catch (const InputError&) {
        return false;
    }
    return std::ranges::equal(series.frames, timed.frames, [](const FrameSource& a, const FrameSource& b) {
        return a.timeS == b.timeS || (std::isnan(a.timeS) && std::isnan(b.timeS));
    });
}

std::string hashOf(const fs::path& file) {
    try {
        return sha256OfFile(file);
    } catch (const InputError&) {
        return {};
    }
}

/// Folder that frames' names are relative to, now: the one that all agree on, else the earlier one.
fs::path folderOf(const ImageSeries& before, const std::vector<FrameSource>& now) {
    std::optional<fs::path> folder;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const fs::path relative = before.frames[i].file.lexically_relative(before.folder);
        fs::path own = now[i].file;
        for (auto part = relative.begin(); part != relative.end(); ++part)
            own = own.parent_path();
        if (own / relative != now[i].file || (folder && *folder != own)) return before.folder;
        folder = own;
    }
    return folder.value_or(before.folder);
}

}  // namespace

std::vector<int> framesWithoutFile(const ImageSeries& series) {
    std::map<fs::path, bool> isThere;  // a file of many pages is asked for once
    const auto isLost = [&](const fs::path& file) {
        const auto [known, isNew] = isThere.try_emplace(file, false);
        std::error_code unreadable;
        if (isNew) known->second = fs::exists(file, unreadable);
        return !known->second;
    };
    std::vector<int> frames;
    for (std::size_t i = 0; i < series.frames.size(); ++i)
        if (std::ranges::any_of(filesOfFrame(series.frames[i]), isLost)) frames.push_back(static_cast<int>(i));
    return frames;
}

Relocation relocated(const Session& session, const fs::path& folder) {
    const std::vector<int> lost = framesWithoutFile(session.series);
    FilesByName wanted;
    std::map<fs::path, const FrameResult*> measured;  // by the old path; of a channel's file no row has the hash alone
    for (const int frame : lost) {
        const FrameSource& source = session.series.frames[static_cast<std::size_t>(frame)];
        for (const fs::path& file : filesOfFrame(source)) {
            std::error_code unreadable;
            if (fs::exists(file, unreadable)) continue;
            wanted[file.filename()];
            const FrameResult*& row = measured[file];
            if (!row && file == source.file) row = measuredOf(session, frame);
        }
    }
    const FilesByName there = filesNamed(wanted, folder);

    std::map<fs::path, fs::path> now;
    for (const auto& [before, row] : measured) {
        const auto files = there.find(before.filename());
        if (files == there.end()) continue;
        if (const auto choice = choiceOf(files->second, before, row)) now[before] = *choice;
    }
    std::vector<std::pair<fs::path, const FrameResult*>> judged;
    for (const auto& [before, file] : now)
        if (measured[before]) judged.emplace_back(file, measured[before]);
    const std::size_t step = (judged.size() + filesJudged - 1) / filesJudged;
    bool isAlien = !judged.empty();
    for (std::size_t i = 0; i < judged.size() && isAlien; i += step)
        isAlien = !isMeasuredFile(judged[i].first, *judged[i].second);
    if (isAlien)
        throw InputError(displayName(folder), "its images have the names of this session's, but are other images",
                         "choose the folder that holds those measured");

    Relocation relocation;
    relocation.series = session.series;
    for (const int frame : lost) {
        FrameSource& source = relocation.series.frames[static_cast<std::size_t>(frame)];
        const auto isStillLost = [&](const fs::path& file) { return measured.contains(file) && !now.contains(file); };
        const bool isFound = std::ranges::none_of(filesOfFrame(source), isStillLost);
        const auto follow = [&](fs::path& file) {
            if (const auto moved = now.find(file); moved != now.end()) file = moved->second;
        };
        std::ranges::for_each(source.channelFiles, follow);
        std::ranges::for_each(source.sliceFiles, follow);
        follow(source.file);
        (isFound ? relocation.found : relocation.missing).push_back(frame);
    }
    relocation.series.folder = folderOf(session.series, relocation.series.frames);
    return relocation;
}

std::vector<MovedFile> movedFiles(const Session& session, const std::vector<SearchedFolder>& folders) {
    std::vector<MovedFile> moved;
    const auto look = [&](MovedFile file, const auto& isIt) {
        if (isThere(file.before)) return;
        for (std::vector<fs::path>& open : placesOf(file.before, folders)) {
            if (file.other.empty()) file.other = open.front();
            std::erase_if(open, [&](const fs::path& candidate) { return !isIt(candidate); });
            if (open.empty()) continue;
            file.now = file.isCertain ? open.front() : choiceOf(open, file.before, nullptr).value_or(fs::path{});
            break;
        }
        if (file.now.empty()) {
            file.isCertain = false;
        } else {
            file.other.clear();
            if (file.sha256.empty() && !file.isTable) file.sha256 = hashOf(file.now);
        }
        moved.push_back(std::move(file));
    };
    for (const std::string& path : filesOf(session.recipe)) {
        const auto recorded = session.files.find(path);
        MovedFile file{.before = path};
        if (recorded != session.files.end()) file.sha256 = recorded->second;
        file.isCertain = !file.sha256.empty();
        look(file, [&, hash = file.sha256](const fs::path& candidate) { return hash.empty() || hashOf(candidate) == hash; });
    }
    if (session.times.kind == TimeChoice::Kind::table)
        look({.before = session.times.table, .isTable = true, .isCertain = true},
             [&](const fs::path& candidate) { return givesTheTimesOf(session.series, session.times, candidate); });
    return moved;
}

void takeFiles(Session& session, const std::vector<MovedFile>& files) {
    const std::string before = session.keysOfToday().common().measurement;
    for (const MovedFile& file : files) {
        if (file.now.empty()) continue;
        if (file.isTable) {
            session.times.table = file.now;
            continue;
        }
        for (Step& step : session.recipe.steps)
            for (const FieldDescription& field : step.fields())
                if (field.kind == FieldKind::file && std::get<std::string>(step.value(field.name)) == file.before.string())
                    step.set(field.name, file.now.string());
        session.files.erase(file.before.string());
        session.files[file.now.string()] = file.sha256;
    }
    const bool areCertain = std::ranges::all_of(files, [](const MovedFile& file) { return file.now.empty() || file.isCertain; });
    const std::string now = session.keysOfToday().common().measurement;
    for (auto& [frame, key] : session.resultKeys)
        if (areCertain && key.measurement == before) key.measurement = now;
}

FileHashes knownHashes(const Session& session) {
    FileHashes hashes = fileHashes(session.recipe);
    for (auto& [file, hash] : hashes)
        if (const auto recorded = session.files.find(file); hash.empty() && recorded != session.files.end())
            hash = recorded->second;
    return hashes;
}

}  // namespace coarsen
