// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/frame.hpp"
#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/settings/field.hpp"
#include "core/settings/warning.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace coarsen {

enum class LineMeans { kept, rows, columns, both };
enum class LineFields { both, first, second };
enum class LineCells { single, twoByTwo };

/// Undoes what a sensor, a camera or a scan does to whole lines of pixels; leaves the picture as it is by default. Fields: of an
/// interlaced picture the rows of one field stay, each other row is the mean of its neighbours. Cells: each pixel becomes the
/// mean of the 2 x 2 from it on to the right and down (at the far edges back), of the valid ones, so combs go; R_max of 6 px
/// grows by 2 %. Means: each row's (column's, or first rows' and then columns') own mean, over its valid pixels, becomes that of
/// the picture, so bands go, and with them whatever of the pattern runs along the whole line.
struct Lines {
    static constexpr const char* key = "lines";
    static constexpr const char* label = "Lines";
    static constexpr const char* stageLabel = "Lines";
    static constexpr const char* help = "Takes off what rows or columns of pixels have of their own";
    static constexpr bool canSwitchOff = false;
    static constexpr bool isNewerThanItsRecipe = true;

    LineFields fieldsKept = LineFields::both;  ///< `fields`: rows 0, 2, ... are the first
    LineCells cells = LineCells::single;       ///< `cells`
    LineMeans means = LineMeans::kept;         ///< `means`

    static const Fields<Lines>& fields();
    std::string summary() const;
    std::vector<Warning> warnings(const MeasuredFacts& facts) const;
    bool isActing() const { return *this != Lines{}; }
    bool isForDisplayOnly() const { return !isActing(); }
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame, const StepContext& context) const;
    bool operator==(const Lines&) const = default;
};

}  // namespace coarsen
