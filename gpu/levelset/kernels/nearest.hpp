// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The search for like patches on a device. Each element of a band is a row and a column of the matrix of squared distances D. A
// first look goes through it by tensor cores, on patches rounded to 11 bits, and keeps for each row what lies below a bar; what
// may be among the nearest is compared again in float32. How far rounding can move a distance is known, so a row whose answer it
// could change is found out and compared in float32 alone.

#include "gpu/levelset/kernels/tile_sizes.hpp"

#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace coarsen::gpu {

/// Facts that all patches have in common, as the bits of floats >= 0, which are in the order of the floats.
struct PatchFacts {
    std::uint32_t largest;   ///< absolute value
    std::uint32_t rounding;  ///< length of what rounding took from a patch, scaled
    std::uint32_t square;    ///< of a patch's length, scaled
};

/// Patches as they are, in the order of the elements, and rounded. Those are shuffled, so that the first ones are a fair sample.
struct PatchTable {
    float* rows;         ///< [elements][128]
    __half* rounded;     ///< [whole tiles][128], scaled by a power of two; zeros behind the last
    float* minusHalves;  ///< - |b|^2 / 2 of what is rounded; -infinity behind the last
    PatchFacts* facts;   ///< one
    const std::uint32_t *elementAtPlace, *placeOfElement;
    std::uint32_t elements;
};

struct GatherTask {
    const float* phi;
    const std::uint32_t* voxels;  ///< of the elements
    int sides[3];
    double places[3];  ///< what a voxel's place counts along each axis
};
/// Makes the table.
cudaError_t gatherPatches(const GatherTask& task, const PatchTable& table, cudaStream_t stream);

/// Rows `first` to `first + count` against the columns at the first places.
struct CompareTask {
    PatchTable table;
    std::uint32_t first, count, columns;
    std::uint32_t tilesOfBlock;  ///< of rows x columns, one after the other
    int segments;                ///< that the columns of a row come in at most, a block each
    // The first stage: all of `columns` squares a row.
    float* squares;
    // The others.
    const float* bars;  ///< a row
    Survivor* survivors;
    std::uint32_t* counts;  ///< a row, segment and lane; more than capacity where some were lost
    int capacity;           ///< of a row, segment and lane
    int room;               ///< for all survivors of a row
};
cudaError_t sampleSquares(const CompareTask& task, cudaStream_t stream);
cudaError_t compareTiles(const CompareTask& task, cudaStream_t stream);

/// The bars of the next stage: the `rank`-th smallest square of each row.
cudaError_t setBarsBySample(const CompareTask& task, int rank, float* bars, cudaStream_t stream);
cudaError_t setBars(const CompareTask& task, int rank, float* bars, cudaStream_t stream);

/// Where the lists go, and the rows whose survivors prove nothing.
struct ListTask {
    std::uint32_t* numbers;  ///< [rows of this device][m], elements
    float* squares;
    std::uint32_t firstRow;  ///< of this device
    int m;
    std::uint32_t* doubtful;
    std::uint32_t* doubtfulCount;
};
/// The m nearest of the last stage's survivors.
cudaError_t finishLists(const CompareTask& task, const ListTask& lists, cudaStream_t stream);

/// Rows `first` to `first + count`, or only the doubtful ones, against all by their differences in float32. `found` is room for
/// what so many blocks find.
cudaError_t searchPlainly(const PatchTable& table, const ListTask& lists, std::uint32_t first, std::uint32_t count,
                          bool onlyDoubtful, unsigned long long* found, int blocks, cudaStream_t stream);
std::size_t foundByPlainSearch(int m, int blocks);

/// Among elements within a radius.
struct RadiusTask {
    const std::uint32_t* elementAt;  ///< a voxel; elements where there is none
    const std::uint32_t* voxels;
    int sides[3], reach[3];
    double steps[3], radius;
};
cudaError_t searchWithin(const PatchTable& table, const RadiusTask& task, const ListTask& lists, std::uint32_t first,
                         std::uint32_t count, cudaStream_t stream);

}  // namespace coarsen::gpu
