// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/folders_of_images.hpp"

#include "core/base/files.hpp"
#include "core/series/image_series.hpp"
#include "core/series/volume_series.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>
#include <utility>

namespace coarsen {

namespace fs = std::filesystem;

namespace {

constexpr std::array resultFolders{"c2d", "c3d", "final", "mask", "phi", "surface", "figures"};  // beside a session

bool comesBefore(const fs::path& a, const fs::path& b) {
    return naturalLess(a.filename().string(), b.filename().string());
}

bool isSameFolder(const fs::path& a, const fs::path& b) {
    std::error_code unknown;
    return !b.empty() && fs::equivalent(a, b, unknown);
}

class Search {
public:
    Search(const fs::path& root, const FolderSearch& asked) : asked_(asked) {
        std::error_code unknown;
        root_ = fs::canonical(root, unknown);
    }

    /// `name`: of the folder below the one that is searched; empty for that itself.
    void look(const fs::path& folder, const std::string& name, int depth) {
        std::error_code unknown;
        const fs::path whole = fs::canonical(folder, unknown);
        if (asked_.stop.stop_requested() || !seen_.insert(unknown ? folder : whole).second) return;
        std::vector<fs::path> folders, images;
        bool hasResults = false;
        std::error_code failed;
        for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::directory_iterator();
             entry.increment(failed)) {
            const fs::path path = entry->path();
            if (path.filename().native().starts_with('.')) continue;
            if (entry->is_directory(unknown) && !volumes::isFolderInput(path))
                (entry->is_symlink(unknown) && leadsOut(path) ? found.linkedOut : folders).push_back(path);
            else if (isFrameFile(path))
                images.push_back(path);
            hasResults |= path.filename() == "session.coarsen";
        }
        if (failed) return found.unread.push_back({folder, failed.message()});
        std::ranges::sort(folders, comesBefore);
        std::ranges::sort(images, comesBefore);
        if (name.empty())
            found.own = std::move(images);
        else if (!images.empty())
            found.below.push_back({folder, name, std::move(images)});
        if (depth == 0) return;
        for (const fs::path& below : folders) {
            const std::string own = below.filename().string();
            const bool isOurs = own == "coarsen-results" || (hasResults && std::ranges::count(resultFolders, own) > 0);
            if (!isOurs && !isSameFolder(below, asked_.without))
                look(below, (name.empty() ? "" : name + "/") + displayName(below), depth - 1);
        }
    }

    FoldersOfImages found;

private:
    bool leadsOut(const fs::path& link) const {
        std::error_code unknown;
        const fs::path below = fs::canonical(link, unknown).lexically_relative(root_);
        return below.empty() || *below.begin() == "..";
    }

    const FolderSearch& asked_;
    fs::path root_;
    std::set<fs::path> seen_;  // links may lead back
};

}  // namespace

FoldersOfImages foldersOfImages(const fs::path& folder, const FolderSearch& asked) {
    Search search(folder, asked);
    search.look(folder, {}, asked.depth);
    return std::move(search.found);
}

std::vector<FolderOfImages> seriesToChoose(const fs::path& folder) {
    auto [own, below, unread, linkedOut] = foldersOfImages(folder);
    if (own.empty()) return below;
    const auto isSeries = [](const FolderOfImages& each) { return each.images.size() > 1; };
    if (own.size() > 1 || std::ranges::none_of(below, isSeries)) return {};
    below.insert(below.begin(), {own.front(), displayName(own.front()), own});
    return below;
}

}  // namespace coarsen
