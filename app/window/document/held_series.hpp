// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/recovery.hpp"
#include "app/window/document/saved_session.hpp"
#include "core/project/project.hpp"
#include "core/recipe/recipe.hpp"
#include "core/session/session.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coarsen::window {

/// A series open beside the shown one: all that is needed to show it again as it was left.
struct HeldSeries {
    std::shared_ptr<const Session> session;
    std::filesystem::path file;  ///< of the session; empty: it was never saved
    std::shared_ptr<RecoveryFile> kept = std::make_shared<RecoveryFile>();
    std::shared_ptr<SavedSession> saved = std::make_shared<SavedSession>();
    std::vector<int> missing = {};  ///< frames whose file is not there
    bool isChecked = false;         ///< its images were checked since it was read
    int frame = 0;                  ///< that is shown
    int toMeasure = 0;              ///< frames that wait or are out of date
};

/// How many frames have no result of what the session asks for.
int framesToMeasure(const Session& session);

/// The series that the paths mean: a session, images, a film, each entry of a project; of a folder its sessions or images, else
/// the series in its subfolders, with the groups and numbers that their names tell, and so where several folders are given: their
/// paths below `within` say it, or below the folder that all of them lie in. What cannot be looked into is an entry, too: reading
/// it says why. For workers. Throws InputError (a project that cannot be read).
Project seriesIn(const std::vector<std::filesystem::path>& paths, const std::filesystem::path& within = {});

/// The recipe of another series, for one that keeps what is said of it alone: when its quench was, and the range of its fit.
Recipe likeRecipe(const Recipe& other, const FitSettings& own = defaultRecipe().fit);

/// Reads a session's file, or opens images: those with that recipe, and with the times and sizes that their files state. For
/// workers. Throws InputError.
HeldSeries readSeries(const std::filesystem::path& path, const Recipe& recipeOfNew, FrameOrder order = FrameOrder::name);

/// Values that were typed for one series and are to hold for others.
struct SharedValues {
    std::optional<Calibration> calibration = {};
    std::optional<double> intervalS = {};
    std::optional<double> t0S = {};
    std::map<std::string, TimeUnit> typedUnits = {};  ///< as Session has them

    bool isEmpty() const { return !calibration && !intervalS && !t0S; }
};
/// Throws SettingError: a size that the series cannot have. For workers.
void takeTyped(Session& session, const SharedValues& typed);

/// The series with other times; results follow.
void takeTimes(Session& session, ImageSeries series);

}  // namespace coarsen::window
