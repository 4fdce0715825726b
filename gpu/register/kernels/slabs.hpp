// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime_api.h>

namespace coarsen::gpu {

/// GPUs that share a level, at most.
inline constexpr int mostSharers = 16;

/// A number of each of several GPUs, in the computer's memory.
struct NumbersOfAll {
    const double* of[mostSharers];
    int count;
};

/// largest = the largest of them, on the device.
void launchLargest(const NumbersOfAll& numbers, double* largest, cudaStream_t stream);

/// Pieces that lie on other GPUs, whose memory this one can read: of each six components at most.
struct PiecesOfAll {
    struct Piece {
        const void* from;
        void* to;
        unsigned long long bytes;  ///< even
    };
    Piece pieces[6 * mostSharers];
    unsigned count;
};

/// Copies them all at once. Nothing is done where there is none.
void launchPull(const PiecesOfAll& pieces, cudaStream_t stream);

}  // namespace coarsen::gpu
