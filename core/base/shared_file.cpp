// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shared_file.hpp"

#include "core/base/files.hpp"
#include "core/base/folder_file.hpp"
#include "core/base/sha256.hpp"

#include <map>
#include <system_error>
#include <utility>

namespace coarsen {

namespace {

struct Known {
    std::uintmax_t size = 0;
    std::filesystem::file_time_type changed;
    std::weak_ptr<const SharedFile> file;
};

/// The file, or those that a folder consists of.
std::vector<std::filesystem::path> partsOf(const std::filesystem::path& file) {
    std::error_code ignored;  // reading says what is wrong
    return std::filesystem::is_directory(file, ignored) ? filesBelow(file) : std::vector{file};
}

}  // namespace

const std::string& SharedFile::sha256() const {
    std::call_once(once_, [&] { sha256_ = staysInPlace() ? sha256OfFiles(partsOf(inPlace_)) : coarsen::sha256(bytes()); });
    return sha256_;
}

const std::vector<std::uint64_t>& SharedFile::pagePlaces(
    const std::function<std::vector<std::uint64_t>(std::span<const std::byte>)>& find) const {
    std::call_once(placesOnce_, [&] { places_ = find(bytes()); });
    return places_;
}

std::shared_ptr<const SharedFile> sharedFile(const std::filesystem::path& file, bool inPlace) {
    static std::mutex mutex;  // held while a file is read: whoever else wants it waits for it
    static std::map<std::filesystem::path, Known> files;
    const std::lock_guard lock(mutex);
    std::erase_if(files, [](const auto& entry) { return entry.second.file.expired(); });
    std::error_code ignored;  // reading says what is wrong
    const auto size = std::filesystem::file_size(file, ignored);
    const auto changed = std::filesystem::last_write_time(file, ignored);
    if (const auto known = files.find(file);
        known != files.end() && known->second.size == size && known->second.changed == changed)
        if (auto shared = known->second.file.lock()) return shared;
    auto shared = inPlace ? std::make_shared<const SharedFile>(file, bytesOfFiles(partsOf(file)))
                          : std::make_shared<const SharedFile>(readWhole(file));
    files[file] = {size, changed, shared};
    return shared;
}

}  // namespace coarsen
