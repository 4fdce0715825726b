// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"
#include "core/preprocess/frame.hpp"
#include "core/settings/field.hpp"

#include <string>

namespace coarsen {

enum class FlattenMethod { polynomial, blur, overlay };

/// Removes uneven light. Division by a smooth background is exact for light that multiplies (measurement.md section 5); the
/// background's mean level is kept, so grey values stay in the camera's units. Overlay is the paper's recipe: Overlay blend with
/// an inverted blurred copy, 50 %.
struct Flatten {
    static constexpr const char* key = "flatten";
    static constexpr const char* label = "Flatten";
    static constexpr const char* help = "Removes uneven light";
    static constexpr bool canSwitchOff = true;

    FlattenMethod method = FlattenMethod::polynomial;
    int order = 2;
    double sigmaPx = 120;

    static const Fields<Flatten>& fields();
    std::string summary() const;
    Frame operator()(const Frame& frame) const;
    bool operator==(const Flatten&) const = default;
};

/// What a division by the background throws where there is none.
InputError noLightToDivideBy();

}  // namespace coarsen
