// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/settings/field.hpp"

#include <cmath>
#include <string>

namespace coarsen {

/// True where a pixel of a float image says anything: not NaN, not infinite, nor the largest float, which programs write where
/// they have no value.
inline bool isNumber(float pixel) {
    constexpr float fillValue = 3.4e38F;
    return std::abs(pixel) < fillValue;
}

enum class GreyMethod { luminance, red, green, blue, mean, maximum };

/// One intensity per pixel. Grey pictures and single colours keep their whole numbers; mixtures become float32. Opacity is
/// dropped, and pixels that are no number (see isNumber) are masked. Where a later step looks at them, the file's planes go on
/// beside the grey picture.
struct Grey {
    static constexpr const char* key = "grey";
    static constexpr const char* label = "Grey";
    static constexpr const char* stageLabel = "Grey";
    static constexpr const char* help = "One intensity per pixel, from colour or as it is";
    static constexpr bool canSwitchOff = false;
    static constexpr bool treatsPlanes = true;

    GreyMethod method = GreyMethod::luminance;

    static const Fields<Grey>& fields();
    std::string summary() const;
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame, const StepContext& context = {}) const;
    bool operator==(const Grey&) const = default;
};

}  // namespace coarsen
