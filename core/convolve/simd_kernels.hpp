// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The innermost loops of cpu-simd and cpu-separable, once for each instruction set. Only plain types here: the .cpp files behind
// it are compiled for processors that may not be there, so they must not emit inline functions that the linker could choose for
// everybody.

#include <cstddef>

namespace coarsen {

/// The kernels for one instruction set.
struct ConvolutionKernels {
    const char* name;   ///< "AVX2"
    int columns, rows;  ///< answers of one tile, which stay in registers

    /// to[r * toStride + k] = sum over i, j of taps[j * filterWidth + i] from[(r + j) * stride + k + i], for a tile. Sums run
    /// over some tens of products before they are added up, so that roundings do not pile up. Every answer is summed in the same
    /// order wherever its tile lies.
    void (*tile)(const float* from, std::ptrdiff_t stride, const float* taps, int filterWidth, int filterHeight, float* to,
                 std::ptrdiff_t toStride);

    /// Float multiply-adds in registers alone, as many as it answers: with their time, what a core can do at most. `to`: a tile's
    /// row of numbers that nobody needs.
    double (*multiplyAdds)(int rounds, float* to);
};

extern const ConvolutionKernels portableConvolution;

/// Kernels that this processor can run, fastest first; portableConvolution is the last.
struct ConvolutionKernelList {
    const ConvolutionKernels* kernels[3];
    int size;
};
ConvolutionKernelList usableConvolutionKernels();

}  // namespace coarsen
