// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/preprocess/survey_need.hpp"
#include "core/settings/field.hpp"

#include <string>

namespace coarsen {

enum class DriftErrors { besideFlow, withFlow };

/// Moves the picture back by its drift (FrameSurvey::drift: found for the whole series before, see
/// analysis/drift.hpp), and its mask with it. Catmull-Rom between pixels; what no pixel can tell is masked: the strip that has
/// moved in, and the neighbours of masked pixels. A frame whose drift is 0 or unknown stays as it is.
struct Stabilise {
    static constexpr const char* key = "stabilise";
    static constexpr const char* label = "Stabilise";
    static constexpr const char* stageLabel = "Still";
    static constexpr const char* help = "Moves each frame back by its drift";
    static constexpr bool canSwitchOff = true;

    ShiftReference reference = ShiftReference::previous;
    ShiftMotion motion = ShiftMotion::translation;
    DriftErrors errors = DriftErrors::besideFlow;  ///< with or without what a flow of the whole pattern adds (beside_flow.hpp)

    static const Fields<Stabilise>& fields();
    std::string summary() const;
    SurveyNeed surveyNeed() const { return {false, DriftSearch{reference, motion}, {"reference", "motion", "errors"}}; }
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame, const StepContext& context) const;
    bool operator==(const Stabilise&) const = default;
};

}  // namespace coarsen
