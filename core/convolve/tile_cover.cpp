// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/tile_cover.hpp"

#include "core/base/parallel.hpp"

#include <algorithm>

namespace coarsen {

namespace {

void convolvePlainly(Rows<const float> from, Taps taps, int width, int height, Rows<float> to) {
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            double sum = 0;
            for (int j = 0; j < taps.height; ++j)
                for (int i = 0; i < taps.width; ++i)
                    sum +=
                        static_cast<double>(*from.at(x + i, y + j)) * taps.first[static_cast<std::ptrdiff_t>(j) * taps.width + i];
            *to.at(x, y) = static_cast<float>(sum);
        }
}

}  // namespace

const ConvolutionKernels* kernelFor(const ConvolutionKernelList& kernels, int width, int height) {
    for (int i = 0; i < kernels.size; ++i)
        if (kernels.kernels[i]->columns <= width && kernels.kernels[i]->rows <= height) return kernels.kernels[i];
    return nullptr;
}

void convolveRows(const ConvolutionKernels* kernel, Rows<const float> from, Taps taps, int width, int height, Rows<float> to) {
    if (!kernel) return convolvePlainly(from, taps, width, height, to);
    for (int row = 0; row < height; row += kernel->rows) {
        const int y = std::min(row, height - kernel->rows);
        for (int column = 0; column < width; column += kernel->columns) {
            const int x = std::min(column, width - kernel->columns);
            kernel->tile(from.at(x, y), from.stride, taps.first, taps.width, taps.height, to.at(x, y), to.stride);
        }
    }
}

void forBands(int height, int threads, const std::function<void(int y, int rows)>& body, std::stop_token stop) {
    const int bands = std::max(1, height / bandHeight);  // the last takes what is left
    parallelFor(
        static_cast<std::size_t>(bands), threads,
        [&](std::size_t band) {
            const int y = static_cast<int>(band) * bandHeight;
            body(y, y / bandHeight == bands - 1 ? height - y : bandHeight);
        },
        stop);
}

}  // namespace coarsen
