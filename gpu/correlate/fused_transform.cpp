// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/correlate/fused_transform.hpp"

#include <vector>

namespace coarsen::gpu {

namespace {

DeviceBuffer<float2> twiddles(int length) {
    std::vector<float2> factors(static_cast<std::size_t>(fusedFftTwiddleCount(length)));
    fusedFftTwiddles(length, factors.data());
    return deviceCopy(factors);
}

}  // namespace

FusedFftTables::FusedFftTables(const FusedFftShape& shape)
    : rowTwiddles(twiddles(shape.transformWidth())), columnTwiddles(twiddles(shape.transformHeight())) {}

FusedFftBuffers::FusedFftBuffers(const FusedFftShape& shape, int frames)
    : spectra(static_cast<std::size_t>(frames) * shape.spectrumSize()),
      products(static_cast<std::size_t>(frames) * shape.productSize()),
      answers(static_cast<std::size_t>(frames) * shape.answerSize()) {}

FusedFftMemory FusedFftBuffers::memory(const FusedFftTables& tables) const {
    return {spectra.get(), products.get(), answers.get(), tables.rowTwiddles.get(), tables.columnTwiddles.get()};
}

}  // namespace coarsen::gpu
