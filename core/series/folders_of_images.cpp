// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/folders_of_images.hpp"

#include "core/base/files.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <system_error>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

/// What a folder holds of interest here.
struct Contents {
    int images = 0;
    fs::path first;
    std::vector<fs::path> subfolders;
};

Contents contentsOf(const fs::path& folder) {
    Contents contents;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        const fs::path file = entry->path();
        if (file.filename().native().starts_with('.')) continue;
        std::error_code unknown;
        if (entry->is_directory(unknown)) {
            if (!entry->is_symlink(unknown)) contents.subfolders.push_back(file);
        } else if (isFrameFile(file)) {
            ++contents.images;
            if (contents.first.empty() || naturalLess(displayName(file), displayName(contents.first))) contents.first = file;
        }
    }
    return contents;
}

void search(const fs::path& folder, const std::string& name, int depth, std::vector<FolderOfImages>& found) {
    const Contents contents = contentsOf(folder);
    if (contents.images > 0 && !name.empty()) {
        found.push_back({folder, name, contents.images, contents.first});
        return;
    }
    if (depth == 0) return;
    for (const fs::path& subfolder : contents.subfolders)
        search(subfolder, (name.empty() ? "" : name + "/") + displayName(subfolder), depth - 1, found);
}

}  // namespace

std::vector<FolderOfImages> foldersOfImages(const fs::path& folder) {
    std::vector<FolderOfImages> found;
    search(folder, {}, searchedDepth, found);
    std::ranges::sort(found, [](const FolderOfImages& a, const FolderOfImages& b) { return naturalLess(a.name, b.name); });
    return found;
}

}  // namespace coarsen
