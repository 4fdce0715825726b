// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/array_axes.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

namespace coarsen::volumes {

std::string shapeText(const std::vector<long long>& shape) {
    std::string text;
    for (const long long side : shape)
        text += (text.empty() ? "" : ", ") + std::to_string(side);
    return "(" + text + ")";
}

namespace {

/// Colours or channels stand side by side along a last axis of 2 to 4, behind sides that are no rows of a few pixels.
bool hasColours(const std::vector<long long>& shape) {
    constexpr long long leastSide = 8;
    const std::size_t count = shape.size();
    return count >= 3 && shape.back() >= 2 && shape.back() <= 4 && shape[count - 2] >= leastSide && shape[count - 3] >= leastSide;
}

}  // namespace

ArrayAxes axesOfBareArray(const std::filesystem::path& file, const std::vector<long long>& shape) {
    std::vector<int> axes;
    std::vector<long long> sides;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 1) continue;
        axes.push_back(static_cast<int>(i));
        sides.push_back(shape[i]);
    }
    ArrayAxes found;
    if (hasColours(sides)) {
        found.s = axes.back();
        axes.pop_back();
    }
    const std::size_t count = axes.size();
    if (count < 2 || count > 4)
        throw InputError(displayName(file), "its shape is " + shapeText(shape) + ", and a picture has two axes",
                         "save arrays of y, x, or frames, y, x, or t, z, y, x");
    found.x = axes[count - 1];
    found.y = axes[count - 2];
    if (count > 2) found.z = axes[count - 3];
    if (count > 3) found.t = axes[count - 4];
    found.arePlanesStated = count > 3;
    return found;
}

}  // namespace coarsen::volumes
