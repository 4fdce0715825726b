// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/preprocess/volume_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"
#include "core/volume/volume.hpp"

#include <string>
#include <vector>

namespace coarsen {

enum class FlattenMethod { polynomial, blur, overlay, plane, rollingBall, files, automatic };

/// Removes uneven light. Division by a smooth background is exact for light that multiplies (science/imperfections.md); the
/// background's mean level is kept, so grey values stay in the camera's units. Overlay is the paper's recipe: Overlay blend with
/// an inverted blurred copy, 50 %. Plane and rolling ball subtract: right for light that adds. Files: (frame - dark) / (flat -
/// dark) times the mean of flat - dark; pixels where the flat field is no brighter than the dark image are masked. Automatic: a
/// polynomial of the degree that the light needs, nothing where there is none; divided by where the pattern's contrast follows
/// it, else subtracted.
struct Flatten {
    static constexpr const char* key = "flatten";
    static constexpr const char* label = "Flatten";
    static constexpr const char* stageLabel = "Flat";
    static constexpr const char* help = "Removes uneven light";
    static constexpr bool canSwitchOff = true;

    FlattenMethod method = FlattenMethod::polynomial;
    int order = 2;
    double sigmaPx = 120, radiusPx = 100;
    std::string flatFile = {}, darkFile = {};

    static const Fields<Flatten>& fields();
    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame, const StepContext& context = {}) const;
    Volume operator()(const Volume& volume, const VolumeContext& context) const;  ///< each slice, whose own level stays
    bool operator==(const Flatten&) const = default;
};

/// Error of a division by the background where there is no light.
InputError noLightToDivideBy();

}  // namespace coarsen
