// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture's shift against the one before, all of it in one launch: core's Tracker up to its last look. Plain numbers only.

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

enum class TrackedPixels { u8, u16, f32 };

/// A Gaussian of one pixel as far as core's filter goes, normalised.
constexpr int smoothReach = 4;
struct SmoothingWeights {
    float of[2 * smoothReach + 1];
};

/// Memory on the device of the reference, from one picture to the next.
struct TrackMemory {
    int slot;          ///< of its planes
    int isThere;       ///< true where there is one, with any contrast
    float coarseMean;  ///< of its coarse plane
};

enum class TrackOutcome : int { noContrast, first, nothingAlike, look };

/// Parts of the work, each over when the next begins.
enum TrackStage { trackSmoothing, trackCorrelating, trackSettling, trackLooking, trackStages };

/// Sums of each of 6 x 6 blocks of the picture, row by row: core's block sums (XX, XY, YX, YY, X, Y), then its moments.
constexpr int trackBlocksAcross = 6, trackBlocks = trackBlocksAcross * trackBlocksAcross, sumsOfTrackBlock = 12;

/// Answer that comes back; only a `look` has a shift and sums.
struct TrackAnswer {
    TrackOutcome outcome;
    int rounds;                     ///< of least squares
    double x, y;                    ///< nearly settled
    long long cycles[trackStages];  ///< of the first multiprocessor, from the launch to the end of each stage
    double sums[trackBlocks * sumsOfTrackBlock];
};

struct TrackTask {
    const void* pixels;  ///< width x height of the type
    TrackedPixels type;
    int width, height;
    int coarseLag;       ///< largest lag at half the resolution
    double fewestPairs;  ///< a coarse lag of fewer is skipped
    bool keepsFirst;     ///< the first picture stays the reference
    int tileHeight;      ///< of the pieces that are smoothed at once
    int bands;           ///< that rows are shared out by in the correlation
    int looks;           ///< parts of a block of the picture in the last look
    int sampleEvery;     ///< of the pixels that rounds see
    SmoothingWeights weights;
    TrackMemory* memory;
    float *smooth[2], *coarse[2];  ///< the reference's and the new picture's
    double* coarseFacts;           ///< 3 for each block of the grid
    double* lagSums;               ///< `bands` for each lag
    float* drawn;                  ///< of each pixel that rounds see
    float2* samples;
    double *momentSums, *stepSums;  ///< 6 and 5 for each block of the grid
    double* lookSums;               ///< sumsOfTrackBlock for each part of a block
    unsigned* ticket;               ///< 0
    TrackAnswer* answer;            ///< in the computer's memory
};

/// How many elements a task's arrays have.
struct TrackSizes {
    int width, height, coarseLag;
    int grid;  ///< thread blocks, which all run at once

    int coarsePixels() const;
    int lags() const;
    int tileHeight() const;
    int bands() const;
    int looks() const;
    int roundPixels() const;  ///< that rounds see
    int sampleEvery() const;
};

/// How many thread blocks such a picture keeps busy where so many can run at once.
int trackGrid(int width, int height, int mostBlocks);

/// How many can run at once on a multiprocessor of the current device; 0: it cannot hold one.
cudaError_t trackBlocksAtOnce(TrackedPixels type, int* blocks);

/// Queues a picture's work.
cudaError_t launchTrack(const TrackTask& task, int grid, cudaStream_t stream);

}  // namespace coarsen::gpu
