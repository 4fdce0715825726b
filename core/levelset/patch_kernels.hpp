// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The innermost loop of the search for like patches, once for each instruction set. Only plain types here: the .cpp files behind
// it are compiled for processors that may not be there, so they must not emit inline functions that the linker could choose for
// all.

namespace coarsen {

constexpr int patchTileRows = 12, patchTileColumns = 32, patchTileLength = 128;

struct PatchKernel {
    const char* name;  ///< "AVX2"

    /// squares[r * 32 + c] = norms[c] - 2 sum over k of rows[r * 128 + k] panel[k * 32 + c]; hits[r]: how many of a row lie below
    /// bars[r].
    void (*tile)(const float* rows, const float* panel, const float* norms, const float* bars, float* squares, int* hits);

    /// The sum of the squared differences of two rows.
    float (*square)(const float* a, const float* b);
};

extern const PatchKernel portablePatches;

/// The fastest that this processor can run.
const PatchKernel& patchKernel();

}  // namespace coarsen
