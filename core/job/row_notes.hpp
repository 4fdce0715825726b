// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/job/run_report.hpp"
#include "core/recipe/recipe.hpp"

#include <map>
#include <string>

namespace coarsen {

/// True where a frame has what is asked of it: the length that is fitted and, where the recipe measures it, the surface.
bool isComplete(const FrameResult& row, const Recipe& recipe, const std::string& length);

/// Says why frames lack what is asked of them: the first three of a kind by their names, the others by their number. Frames are
/// of one kind that have one status and one reason, but for the numbers in it.
class RowNotes {
public:
    explicit RowNotes(RunReport& report) : report_(report) {}

    /// Says nothing of a row that is complete.
    void say(const FrameResult& row, const Recipe& recipe, const std::string& length);

    /// Number of frames of each kind that were not named since the last call.
    void sayRest();

private:
    struct Kind {
        int named = 0, more = 0;
        std::string latest;  ///< message on the last one that was only counted
    };

    RunReport& report_;
    std::map<std::string, Kind> kinds_;
};

}  // namespace coarsen
