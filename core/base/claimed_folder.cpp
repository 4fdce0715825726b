// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/claimed_folder.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace coarsen {

namespace {

namespace fs = std::filesystem;

/// The folder and those above it that are not there, from the inside out.
std::vector<fs::path> missingOf(const fs::path& folder) {
    std::vector<fs::path> missing;
    std::error_code unknown;
    for (fs::path path = fs::absolute(folder).lexically_normal(); !path.empty() && !fs::exists(path, unknown);) {
        if (path.has_filename()) missing.push_back(path);
        path = path.parent_path();
    }
    return missing;
}

}  // namespace

void makeFolder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error && !fs::is_directory(folder))  // another program may have made it first
        throw StorageError(displayName(folder), "the folder cannot be made (" + error.message() + ")",
                           "choose a folder that you may write to");
}

ClaimedFolder::ClaimedFolder(fs::path folder) : folder_(std::move(folder)) {
    std::error_code unknown;
    if (fs::exists(folder_, unknown) && !fs::is_directory(folder_, unknown))
        throw StorageError(folder_.string(), "it is not a folder", "choose another name for the output");
    claim();
}

ClaimedFolder::~ClaimedFolder() {
    for (const fs::path& folder : made_)
        if (::rmdir(folder.c_str()) != 0) break;
}

void ClaimedFolder::claim() {
    do {
        const std::vector<fs::path> missing = missingOf(folder_);
        makeFolder(folder_);
        made_.insert(made_.begin(), missing.begin(), missing.end());
        descriptor_.reset(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (descriptor_.get() >= 0 && ::flock(descriptor_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            descriptor_.reset(-1);
            throw StorageError(displayName(folder_), "another run writes into it", "wait for its end, or choose another folder");
        }
    } while (descriptor_.get() >= 0 && !isStillAt(folder_, descriptor_.get()));  // another program's, which it has removed again
    clearUnfinished(folder_);
}

bool ClaimedFolder::isThere() const {
    std::error_code unknown;
    return descriptor_.get() >= 0 ? isStillAt(folder_, descriptor_.get()) : fs::is_directory(folder_, unknown);
}

bool ClaimedFolder::renew() {
    if (isThere()) return false;
    claim();
    return true;
}

}  // namespace coarsen
