// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/batch_series.hpp"
#include "core/series/image_series.hpp"
#include "core/settings/field.hpp"

#include <filesystem>
#include <stop_token>

namespace coarsen {

/// Choice of how the folders of a batch are taken.
struct BatchChoices {
    bool leavesGroups = false;  ///< `no_groups`: none are made of names

    static const Fields<BatchChoices>& fields();
};

/// The series in a folder: each subfolder with images, however deep, and each film or stack, where several lie in a folder;
/// files that are volumes, by what they say or by `opening`, are a series together, and so are folders of slices.
/// Folders called frames, images and so on are their parent's (nameByPath). Hidden folders, `without` and folders of results of
/// ours are passed over. With `isGrouped` repeats that lie together, 20C/a and 20C/b, or are called so, 20C-1 and 20C-2, are the
/// group 20C, and the number in the name of a group (or of a series that lies alone) is its x; what was taken is said in the
/// notes. Throws InputError: the folder cannot be read, or holds no series. After a stop what was found until then.
FoundSeries foundSeries(const std::filesystem::path& parent, bool isGrouped = true, const std::filesystem::path& without = {},
                        const SeriesOpening& opening = {}, std::stop_token stop = {});

/// Makes a series of each position on the sample where files or names hold several, and neither `opening` nor a table's row takes
/// one; each is called by its position behind the series' name. What was made so is said in the notes.
void spreadPositions(FoundSeries& found, const SeriesOpening& opening = {}, std::stop_token stop = {});

/// Names series that lie below a folder, however they were found, and with `isGrouped` gives them groups and x, as above.
void giveNamesBelow(FoundSeries& found, const std::filesystem::path& parent, bool isGrouped);

}  // namespace coarsen
