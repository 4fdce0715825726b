// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace coarsen {

/// Choices that a run into a folder is asked for, beside the series and its settings.
struct RunChoices {
    std::filesystem::path output = {};       ///< for the tables, made when missing; empty: nothing is written
    std::vector<std::string> save = {};      ///< c2d, final, mask: images, too
    int effects = 0;                         ///< frames whose R_max is also found without each step
    bool resumes = false;                    ///< goes on with an interrupted run there, or adds to a finished one
    bool replaces = false;                   ///< the results there, and other files of these names
    bool watches = false;                    ///< the series grows while it is measured
    bool merges = false;                     ///< the rows are those of the parts of a prepared run that lie there
    std::vector<std::string> settings = {};  ///< keys changed by the user: one that decides nothing is said, as "--set"
    std::vector<std::filesystem::path> readFiles =
        {};  ///< the user's that are never replaced, beside those that the session names

    // Of a finished run that goes on: what its session has since counts where nothing else is given now.
    bool givesFit = false, givesPixelSize = false, givesTimes = false, givesOrder = false;

    bool saves(const std::string& kind) const { return std::ranges::find(save, kind) != save.end(); }
};

}  // namespace coarsen
