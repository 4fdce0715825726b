// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/recovery.hpp"
#include "app/window/document/saved_session.hpp"
#include "core/project/project.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <memory>
#include <vector>

namespace coarsen::window {

/// A series at the desk that is not the one looked at: all that is needed to look at it again as it was left.
struct HeldSeries {
    std::shared_ptr<const Session> session;
    std::filesystem::path file;  ///< of the session; empty: it was never saved
    std::shared_ptr<RecoveryFile> kept = std::make_shared<RecoveryFile>();
    std::shared_ptr<SavedSession> saved = std::make_shared<SavedSession>();
    std::vector<int> missing = {};  ///< frames whose file is not there
    bool isChecked = false;         ///< its images were looked at since it was read
    int frame = 0;                  ///< looked at
    int toMeasure = 0;              ///< frames that wait or are out of date
};

/// How many frames have no result of what the session asks for.
int framesToMeasure(const Session& session);

/// The series that the paths mean: a session, images, a film, each entry of a project; of a folder its sessions or images, else
/// the series in its subfolders, with the groups and numbers that their names tell, and so where several folders are given: their
/// paths below `within` say it, or below the folder that all of them lie in. What cannot be looked into is an entry, too: reading
/// it says why. For workers. Throws InputError (a project that cannot be read).
Project seriesIn(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& within = {});

/// What images that are no session yet are opened with.
struct NewSeries {
    Recipe recipe = defaultRecipe();
    TimeChoice times;
    Calibration calibration;  ///< where they state none
};

/// Reads a session's file, or opens images. For workers. Throws InputError.
HeldSeries readSeries(const std::filesystem::path& path, const NewSeries& otherwise);

}  // namespace coarsen::window
