// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/fft_tiling.hpp"

#include <limits>
#include <new>
#include <vector>

namespace coarsen {

namespace {

constexpr double numbersInCache = 512.0 * 256;  // of a transform; larger ones cost more by `beyond`
constexpr double beyond = 1.15;

/// Sizes at which Debian's FFTW 3.3.10 with FFTW_ESTIMATE takes 0.8 to 1 ns a point; all others take up to twice that. None is
/// larger than the first that holds all of `atMost`.
std::vector<int> quickSizes(int atMost) {
    std::vector<int> sizes;
    for (int power = 16; power <= std::numeric_limits<int>::max() / 6; power *= 2)
        for (const int size : {power * 4, power * 5, power * 6}) {
            if (size % 3 == 0 && size > 384) continue;
            sizes.push_back(size);
            if (size >= atMost) return sizes;
        }
    throw std::bad_alloc();  // as no memory holds so many
}

}  // namespace

FftTiling fftTiling(const ConvolutionShape& shape) {
    FftTiling best;
    double least = std::numeric_limits<double>::infinity();
    for (const int width : quickSizes(shape.paddedWidth()))
        for (const int height : quickSizes(shape.paddedHeight())) {
            if (width < shape.filterWidth || height < shape.filterHeight) continue;
            FftTiling tiling{.width = width, .height = height};
            tiling.across = (shape.width - 1) / (width - shape.filterWidth + 1) + 1;
            tiling.down = (shape.height - 1) / (height - shape.filterHeight + 1) + 1;
            tiling.answerWidth = (shape.width - 1) / tiling.across + 1;
            tiling.answerHeight = (shape.height - 1) / tiling.down + 1;
            const double numbers = static_cast<double>(width) * height;
            const double cost = tiling.pairs() * numbers * (numbers > numbersInCache ? beyond : 1);
            if (cost >= least) continue;
            least = cost;
            best = tiling;
        }
    return best;
}

}  // namespace coarsen
