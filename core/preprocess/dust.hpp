// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preprocess/picture_memory.hpp"
#include "core/preprocess/step_context.hpp"
#include "core/preprocess/stroke.hpp"
#include "core/preprocess/survey_need.hpp"
#include "core/settings/field.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace coarsen {

enum class DustFinding { outliers, thresholds, none, file, still, specks };
enum class DustTreatment { mask, copy, inpaint };

/// Finds specks and takes them out of the measurement: masked (only valid pairs count), filled by a copy of the picture `offset`
/// px away (the paper), or filled smoothly from around them. Filled pixels count as valid. File: an image whose bright pixels are
/// dust, or with `invert` the valid ones. Still: outliers of the series' median (FrameSurvey::seriesMedian), which specks on the
/// sensor survive and a moving pattern does not. Strokes painted by hand come last, whatever was found. What the user says
/// himself, by a file or by strokes, also stays out of what the steps before this one judge by (Foreseen::userMask).
///
/// Outliers: a grey value is dust when it lies beyond the picture's own distribution: above P98 + strength (P98 - P90), below
/// P2 - strength (P10 - P2). For a Gaussian pattern strength 2.5 is 4.0 standard deviations; a two-phase pattern, whose
/// distribution ends steeply, is followed closely. Robust as long as dust covers less than 2 % on either side. Specks grow by
/// their soft edge: pixels beside them beyond a quarter of the strength. Specks: outliers, and what stands in the outermost grey
/// values and has a sharp edge round it (speckSeeds), so that specks of up to a few per cent of the picture on either side are
/// found, and such as are no darker or brighter than the pattern gets. Thresholds: the paper's colour key, nearly black and
/// nearly white, in per cent of the camera's range; these specks grow by every pixel beside them.
struct Dust {
    static constexpr const char* key = "dust";
    static constexpr const char* label = "Dust";
    static constexpr const char* stageLabel = "Dust";
    static constexpr const char* help = "Finds specks and leaves them out of the measurement";
    static constexpr bool canSwitchOff = true;
    static constexpr bool treatsPlanes = true;  ///< found in grey, filled in each

    DustFinding find = DustFinding::outliers;
    double strength = 2.5;
    double lowPercent = 4, highPercent = 96;
    int growPx = 2;
    DustTreatment treat = DustTreatment::mask;
    int offsetPx = 20;
    std::string maskFile = {};
    bool invert = false;
    std::vector<Stroke> strokes = {};

    static const Fields<Dust>& fields();
    std::string summary() const;
    SurveyNeed surveyNeed() const { return {find == DustFinding::still, {}, {"find"}}; }
    std::size_t memory(PictureMemory& picture) const;
    Frame operator()(const Frame& frame, const StepContext& context = {}) const;

    /// Where no dust of the user's own is, in the frame of that index and size; without a mask where there is none.
    Mask userMask(int frame, int width, int height) const;
    bool operator==(const Dust&) const = default;
};

// How dust is found, for a device that does it by itself (with dust_limits.hpp and speck_limits.hpp):

/// Every how many-th pixel of `area` judged ones gives the grey values' distribution: 100,000 give P2 to 0.05 %.
std::size_t dustSampleStep(std::size_t area);

/// Index of the percentile among `count` sorted grey values, from 0.
std::size_t percentilePlace(double percent, std::size_t count);

/// A speck grows by the disc of these half widths, one a row from -growPx to growPx.
std::vector<int> growthHalfWidths(int growPx);

}  // namespace coarsen
