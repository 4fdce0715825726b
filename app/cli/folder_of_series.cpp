// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/folder_of_series.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/shell_word.hpp"
#include "core/series/folders_of_images.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <string>

namespace coarsen::cli {

namespace {

constexpr std::size_t namedFolders = 6;

std::string listOf(const std::vector<FolderOfImages>& folders) {
    std::string list;
    for (std::size_t i = 0; i < std::min(folders.size(), namedFolders); ++i)
        list += (i > 0 ? ", " : "") + folders[i].name + " (" + std::to_string(folders[i].images.size()) + ")";
    if (folders.size() > namedFolders) list += " and " + std::to_string(folders.size() - namedFolders) + " more";
    return list;
}

}  // namespace

ImageSeries openOneSeries(const std::vector<std::filesystem::path>& inputs, const SeriesOpening& opening) {
    try {
        return openSeries(inputs, opening);
    } catch (const InputError& error) {
        if (inputs.size() != 1 || !volumes::isPlainFolder(inputs.front())) throw;
        const std::vector<FolderOfImages> below = foldersOfImages(inputs.front()).below;
        if (below.empty()) throw;
        throw InputError(error.subject(), "there is no image in it, but there are in folders below it: " + listOf(below),
                         "measure one with coarsen-cli analyze " + shellWord(below.front().folder.string()) +
                             " -o OUT, or all of them with coarsen-cli batch " + shellWord(inputs.front().string()) +
                             " -o OUT; where each is a volume and its images are the slices, add --volumes");
    }
}

}  // namespace coarsen::cli
