// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/crop.hpp"
#include "core/preprocess/dust.hpp"
#include "core/preprocess/flatten.hpp"
#include "core/recipe/recipe.hpp"

#include <optional>

namespace coarsen::gpu {

/// A recipe that a GPU can do all of: grey pictures without their light (a polynomial's, a blur's, the Overlay
/// blend's, or chosen from the picture), dust masked
/// or copied over (specks, outliers or thresholds), cropped, global mean, bilinear circles.
struct DeviceRecipe {
    std::optional<Flatten> flatten;
    std::optional<Dust> dust;
    Crop crop;
    MeasureSettings measure;
};

/// Nothing for any other recipe.
std::optional<DeviceRecipe> deviceRecipe(const Recipe& recipe);

}  // namespace coarsen::gpu
