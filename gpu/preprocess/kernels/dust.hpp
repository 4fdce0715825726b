// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The dust step: grey values beyond the picture's own tails, or beyond thresholds, and seeds of specks. Plain numbers only.

#include "core/preprocess/dust_limits.hpp"
#include "core/preprocess/speck_limits.hpp"
#include "gpu/preprocess/kernels/grey_plane.hpp"

namespace coarsen::gpu {

/// Grey values outside of `dust` are dust; pixels beside it outside of `edge` are its soft edge.
struct DustLimits {
    GreyLimits dust, edge;
    SpeckLimits specks;
};

/// Knowledge of a selection of up to four ranks between its passes; counts and ticket are 0 before and after.
struct Selection {
    static constexpr int most = 4, digits = 2048;
    unsigned prefixes[most];  ///< the digits known so far of the key at each rank
    int ranks[most];          ///< among the keys that begin so
    int counts[most][digits];
    unsigned ticket;
};

/// Some of a sample's sorted values: of grey values, or of the sizes of second differences along rows and columns.
struct QuantilesTask {
    const int* places;  ///< of the pixels, or of the first of three
    int count;          ///< of them
    int spacing;        ///< 0: grey values; else second differences between pixels so far apart,
    int alongRows;      ///< so many of them along rows, the rest along columns
    unsigned* keys;     ///< count: the sample, as whole numbers in the same order
    int wanted;
    int ranks[Selection::most];  ///< among the sorted
    Selection* selection;
    float* values;  ///< wanted: the answer
};

/// The picture's limits from samples of its pixels (core's Dust).
struct TailsTask {
    const float* image;
    int width;
    QuantilesTask samples[3];  ///< grey values at dustPercentiles; for specks also the steps' sizes at either spacing
    int sampleCount;           ///< 1 or 3
    double strength;
    unsigned* ticket;    ///< 0 before and after
    DustLimits* limits;  ///< the answer
};
cudaError_t launchTails(const TailsTask& task, cudaStream_t stream);

/// core's speckSeeds, where they grow into the marked part.
struct SeedsTask {
    const float* image;
    int width, height;
    Rectangle kept;    ///< the final image
    Rectangle marked;  ///< where dust will be marked; holds the final image
    int grow;          ///< how far seeds will grow
    int directions[8][2], spacings[2];
    const DustLimits* limits;
    std::uint16_t* walked;  ///< width * height: where walks lead on and where they end
    SpeckSide* specks;      ///< width * height, written as far as it is read; so are the seeds
    SpeckSide* seeds;       ///< the answer
    unsigned* counts;       ///< seeds in the final image: bright, dark
};
cudaError_t launchSeeds(const SeedsTask& task, cudaStream_t stream);

struct MarkDustTask {
    const float* image;
    int width, height;
    Rectangle kept;    ///< the final image
    Rectangle marked;  ///< where dust is marked; holds the final image
    const DustLimits* limits;
    const SpeckSide* seeds;  ///< null: only grey values tell
    const unsigned* seedCounts;
    const int* halfWidths;  ///< of the disc's rows, 2 grow + 1
    int grow;
    std::uint8_t* valid;  ///< of the marked part: 1 = valid
};
cudaError_t launchMarkDust(const MarkDustTask& task, cudaStream_t stream);

/// core's filling by a copy: each dusty pixel of the final image takes the first clean one `offset` px right, left, below or
/// above it.
struct CopyOverDustTask {
    const float* image;
    int width, height;
    Rectangle kept, marked;
    int offset;
    const std::uint8_t* clean;  ///< of the marked part
    float* filled;              ///< width * height, written in the final image
    std::uint8_t* valid;        ///< of the final image: 1 = clean or filled
};
cudaError_t launchCopyOverDust(const CopyOverDustTask& task, cudaStream_t stream);

}  // namespace coarsen::gpu
