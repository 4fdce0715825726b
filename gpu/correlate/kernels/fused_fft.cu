// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/kernels/fused_fft_kernels.cuh"

#include <cmath>

namespace coarsen::gpu {

namespace {

FusedFftLength lengthFor(int k) {
    return k <= 5 ? fusedFftShort(k) : k <= 9 ? fusedFftMiddle(k) : fusedFftLong(k);
}

int minusOffset(const FusedFftShape& shape) {
    return (shape.columns() + 3) / 4 * shape.rowPairs() * 4;
}

}  // namespace

int FusedFftShape::roundedUp(int length) {
    int k = (length + 255) / 256;
    while (k < longest / 256 && !lengthFor(k).rows)
        ++k;
    return 256 * k;
}

int FusedFftShape::rowPairs() const {
    const int step = transformHeight() / 16, whole = height / (2 * step), rest = height - whole * 2 * step;
    return whole * step + (rest < step ? rest : step);
}

std::size_t FusedFftShape::spectrumSize() const {
    return static_cast<std::size_t>(planes()) * 2 * static_cast<std::size_t>(minusOffset(*this));
}

int fusedFftTwiddleCount(int length) {
    return 17 * length / 16;
}

void fusedFftTwiddles(int length, float2* factors) {
    const int threads = length / 16, k = length / 256;
    const auto factor = [](int product, int of) {
        const double angle = -2 * M_PI * product / of;
        return float2{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    };
    for (int p = 0; p < 16; ++p)
        for (int j = 0; j < threads; ++j)
            factors[p * threads + j] = factor(p * j, length);
    for (int p = 0; p < 16; ++p)
        for (int j = 0; j < k; ++j)
            factors[length + p * k + j] = factor(p * j, threads);
}

cudaError_t launchFusedFft(const FusedFftShape& shape, const DevicePlanes& planes, const FusedFftMemory& memory, int frames,
                           cudaStream_t stream) {
    const FusedFftLength across = lengthFor(shape.transformWidth() / 256), down = lengthFor(shape.transformHeight() / 256);
    const std::size_t minus = static_cast<std::size_t>(minusOffset(shape));

    RowsTask rows{};
    rows.planes = planes;
    rows.width = shape.width;
    rows.height = shape.height;
    rows.channels = shape.channels;
    rows.pairs = {shape.transformHeight() / 16, shape.rowPairs()};
    rows.spectra = memory.spectra;
    rows.spectrumSize = 2 * minus;
    rows.minusOffset = minus;
    rows.twiddles = memory.rowTwiddles;
    if (const cudaError_t status = across.rows(rows, frames * shape.planes(), stream); status != cudaSuccess) return status;

    ColumnsTask columns{};
    columns.spectra = memory.spectra;
    columns.spectrumSize = 2 * minus;
    columns.minusOffset = minus;
    columns.channels = shape.channels;
    columns.pairs = shape.rowPairs();
    columns.columns = shape.columns();
    columns.maxLag = shape.maxLag;
    columns.products = memory.products;
    columns.productSize = shape.productSize();
    columns.productPitch = shape.answerPitch();
    columns.twiddles = memory.columnTwiddles;
    columns.isEarly = frames == 1;
    const auto correlateColumns = shape.isAutocorrelation ? down.columnsWithThemselves : down.columnsOfTwo;
    if (const cudaError_t status = correlateColumns(columns, frames, stream); status != cudaSuccess) return status;

    AnswersTask answers{};
    answers.products = memory.products;
    answers.productSize = shape.productSize();
    answers.productPitch = shape.answerPitch();
    answers.rows = shape.answerRows();
    answers.maxLag = shape.maxLag;
    answers.answers = memory.answers;
    answers.answerSize = shape.answerSize();
    // Taking rows apart doubles each factor, and taking columns apart doubles the product of an autocorrelation.
    const double doubled = shape.isAutocorrelation ? 8 : 4;
    answers.scale = static_cast<float>(1 / (doubled * shape.transformWidth() * shape.transformHeight()));
    answers.twiddles = memory.rowTwiddles;
    return across.answers(answers, frames, stream);
}

}  // namespace coarsen::gpu
