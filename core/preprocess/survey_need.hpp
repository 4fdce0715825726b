// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace coarsen {

enum class ShiftReference { previous, first, mean };
enum class ShiftMotion { translation, rigid };

/// How the drift of a series is looked for.
struct DriftSearch {
    ShiftReference reference = ShiftReference::previous;
    ShiftMotion motion = ShiftMotion::translation;
};

/// Knowledge of the whole series that a step needs before it can work on any frame; found on the frames as they come to it.
struct SurveyNeed {
    bool seriesMedian = false;
    std::optional<DriftSearch> drift;
    std::vector<std::string> decidedBy;  ///< the step's fields that decide what is found

    bool isEmpty() const { return !seriesMedian && !drift; }
};

}  // namespace coarsen
