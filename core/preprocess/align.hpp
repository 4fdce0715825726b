// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/preprocess/survey_need.hpp"
#include "core/preprocess/volume_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/flow_settings.hpp"
#include "core/volume/volume.hpp"

#include <string>

namespace coarsen {

/// Moves each frame back by its drift: a volume by a part of a voxel along each axis (analysis/volume_drift_survey.hpp), a
/// picture as Stabilise does; a picture that Stabilise has moved stays. With `deform` the flow between each frame and the one it
/// is compared with is measured besides (analysis/deformation.hpp); no frame is ever warped by it, so lengths are of what is
/// there.
struct Align : FlowSettings {
    static constexpr const char* key = "align";
    static constexpr const char* label = "Align";
    static constexpr const char* stageLabel = "Align";
    static constexpr const char* help = "Moves each frame back by its drift, and measures how it deforms";
    static constexpr bool canSwitchOff = true;
    static constexpr bool isNewerThanItsRecipe = true;

    enum class Mode { drift, deform };
    Mode mode = Mode::drift;
    ShiftReference reference = ShiftReference::previous;

    bool deforms() const { return mode == Mode::deform; }

    static const Fields<Align>& fields();  ///< fields of the flow matter with `deform` alone
    std::string summary() const;
    SurveyNeed surveyNeed() const { return {false, DriftSearch{reference, ShiftMotion::translation}, {"reference"}}; }
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame, const StepContext& context) const;
    Volume operator()(const Volume& volume, const VolumeContext& context) const;
    std::string volumeKey(const VolumeContext& context) const;  ///< the drift decides alone
    bool operator==(const Align&) const = default;
};

}  // namespace coarsen
