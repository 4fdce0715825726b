// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/folder_file.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/sha256.hpp"

#include <algorithm>
#include <system_error>

namespace coarsen {

std::vector<std::filesystem::path> filesBelow(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    std::filesystem::recursive_directory_iterator entry(folder, failed);
    for (; !failed && entry != std::filesystem::recursive_directory_iterator(); entry.increment(failed)) {
        std::error_code gone;
        if (entry->is_regular_file(gone)) files.push_back(entry->path());
    }
    if (failed)
        throw InputError(displayName(folder), "the folder cannot be read (" + failed.message() + ")", "check its permissions");
    std::ranges::sort(files);
    return files;
}

std::uintmax_t bytesOfFiles(std::span<const std::filesystem::path> files) {
    std::uintmax_t bytes = 0;
    for (const std::filesystem::path& file : files) {
        std::error_code failed;
        const std::uintmax_t size = std::filesystem::file_size(file, failed);
        if (failed)
            throw InputError(displayName(file), "it cannot be opened (" + failed.message() + ")", "was it moved or renamed?");
        bytes += size;
    }
    return bytes;
}

std::string sha256OfFiles(std::span<const std::filesystem::path> files, std::stop_token stop) {
    if (files.size() == 1) return sha256OfFile(files.front(), stop);
    std::string digests;
    for (const std::filesystem::path& file : files)
        digests += sha256OfFile(file, stop) + '\n';
    return stop.stop_requested() ? std::string() : sha256(digests);
}

}  // namespace coarsen
