// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_result.hpp"
#include "core/preprocess/frame.hpp"
#include "core/volume/volume.hpp"

#include <vector>

namespace coarsen {

/// A final image made small enough to be kept until its neighbour is done: means over square blocks of valid pixels, at most
/// 256 blocks on the longer side, so that a structure of 21 px in 1320 px is still four blocks wide. Of a volume over cubic
/// blocks of voxels, at most 64 on its longest side.
struct PatternSketch {
    int width = 0, height = 0, depth = 1;
    int blockPx = 1;            ///< side of a block
    Spacing spacing = {};       ///< of a volume: the sides of its voxels
    std::vector<float> values;  ///< mean of the block, NaN without a valid pixel
    double patternPart = 1;     ///< of the values' variance; the rest is white noise

    bool isEmpty() const { return values.empty(); }
};

/// The sketch of a final image of this size before its values are known; empty for none.
PatternSketch emptySketch(int width, int height);

PatternSketch patternSketch(const Frame& finalFrame);
PatternSketch patternSketch(const Volume& finalVolume, int threads = 1);

/// Pattern's part of the variance of means over square blocks, 0 to 1: C1D averaged over the pairs of pixels in a block,
/// without and with the spike of white noise at R = 0. 1 for an empty profile. The other is of a sketch's blocks, also cubic
/// ones.
double patternPart(const StoredProfile& profile, int blockPx);
double patternPart(const StoredProfile& profile, const PatternSketch& sketch);

/// How much of the pattern two neighbouring frames share, 0 (independent) to 1 (the same pattern, still or magnified about the
/// centre): the larger of Pearson's correlation of the sketches as they lie and with `before` magnified by the ratio of the
/// R_max (`magnification`; 1 when unknown), freed of noise. Serves the errors that frames share (science/fits.md).
double sharedPattern(const PatternSketch& before, const PatternSketch& after, double magnification);

}  // namespace coarsen
