// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/targets.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

/// A file or folder, whatever it is called: device and inode.
using Identity = std::pair<dev_t, ino_t>;

std::optional<Identity> identityOf(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return Identity{status.st_dev, status.st_ino};
}

/// Also a link whose target is gone.
bool isThere(const fs::path& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

std::set<Identity> identitiesOf(const std::set<fs::path>& paths) {
    std::set<Identity> all;
    for (const fs::path& path : paths)
        if (const auto identity = identityOf(path)) all.insert(*identity);
    return all;
}

fs::path folderOf(const fs::path& file) {
    return fs::absolute(file).parent_path();
}

/// The last two parts say which of several it is: "mask/a.png".
std::string shownAs(const fs::path& target) {
    return displayName(folderOf(target)) + "/" + displayName(target);
}

}  // namespace

UsersFiles usersFiles(const Session& session) {
    UsersFiles users;
    for (const FrameSource& source : session.series.frames)
        users.pictures.push_back(source.file);
    users.isFolderOfImages =
        std::ranges::any_of(users.pictures, [&](const fs::path& file) { return file != users.pictures.front(); });
    for (const std::string& file : filesOf(session.recipe))
        users.others.emplace_back(file);
    for (const auto& [file, hash] : session.files)
        users.others.emplace_back(file);
    if (!session.times.table.empty()) users.others.push_back(session.times.table);
    return users;
}

namespace {

void requireOtherFolder(const Paths& targets, const Paths& pictures) {
    std::set<fs::path> read, written;
    for (const fs::path& file : pictures)
        read.insert(folderOf(file));
    for (const fs::path& target : targets)
        if (isFrameFile(target)) written.insert(folderOf(target));
    const std::set<Identity> known = identitiesOf(read);
    for (const fs::path& folder : written)
        if (const auto identity = identityOf(folder); identity && known.contains(*identity))
            throw StorageError(displayName(folder), "the series' images lie in it: pictures written there would become frames",
                               "choose another folder");
}

}  // namespace

void requireFree(const Paths& targets, const UsersFiles& users, Existing existing) {
    Paths present;
    std::ranges::copy_if(targets, std::back_inserter(present), isThere);
    if (!present.empty()) {
        std::set<fs::path> all(users.pictures.begin(), users.pictures.end());
        all.insert(users.others.begin(), users.others.end());
        const std::set<Identity> known = identitiesOf(all);
        for (const fs::path& target : present)
            if (const auto identity = identityOf(target); identity && known.contains(*identity))
                throw StorageError(shownAs(target), "it is a file that is measured or read, and would be replaced",
                                   "choose another folder or name");
    }
    if (users.isFolderOfImages) requireOtherFolder(targets, users.pictures);
    if (existing == Existing::replaced || present.empty()) return;
    const std::string more =
        present.size() > 1 ? ", as are " + std::to_string(present.size() - 1) + " more of the files to be written" : "";
    throw StorageError(shownAs(present.front()), "it is there already" + more,
                       "choose another folder, or replace what is there with --force");
}

}  // namespace coarsen
