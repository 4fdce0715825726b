// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/engine.hpp"

namespace coarsen {

/// How cpu-fft cuts an answer into tiles, each of which is transformed with the filter's reach around it (overlap-save). A rule
/// of sizes alone, so that the same machine always gives the same bytes.
struct FftTiling {
    int width = 0, height = 0;              ///< of a transform: multiples of 8 that FFTW is quick at
    int answerWidth = 0, answerHeight = 0;  ///< of a tile, the last ones less
    int across = 0, down = 0;               ///< how many tiles

    int count() const { return across * down; }
    int pairs() const { return (count() + 1) / 2; }  ///< two real tiles go through one complex transform
};

/// The tiling that transforms the fewest numbers.
FftTiling fftTiling(const ConvolutionShape& shape);

}  // namespace coarsen
