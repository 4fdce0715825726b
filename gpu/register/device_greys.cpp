// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_greys.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace coarsen::gpu {

namespace {

void clear(void* room, const Stream& stream) {
    check(cudaMemsetAsync(room, 0, greyRoom, stream.get()), "count grey values");
}

/// The numbers at those parts of the order; low above high where there is none.
std::array<float, 2> percentiles(const ValidValues& values, const std::array<double, 2>& parts, unsigned* there,
                                 const Stream& stream) {
    std::array<unsigned, 2> prefix{};
    std::array<unsigned long long, 2> left{};  // how many of the numbers with that prefix come before
    constexpr int bits = 32;
    for (int shift = bits - rankBits, before = bits;; shift = std::max(0, shift - rankBits)) {
        const int width = before - shift;  // the last time fewer bits than fit
        clear(there, stream);
        launchRanks(values, {{prefix[0], prefix[1]}, shift, width}, there, stream.get());
        check(cudaGetLastError(), "count grey values");
        stream.wait();
        const std::vector<unsigned> counts = hostCopy(there, 2 * rankBins);
        if (before == bits) {
            const auto all = std::accumulate(counts.begin(), counts.begin() + rankBins, 0ULL);
            if (all == 0) return {1, 0};
            for (std::size_t s = 0; s < 2; ++s)
                left[s] = static_cast<unsigned long long>(parts[s] * static_cast<double>(all - 1));
        }
        for (std::size_t s = 0; s < 2; ++s) {
            unsigned bin = 0;
            while (left[s] >= counts[s * rankBins + bin])
                left[s] -= counts[s * rankBins + bin++];
            prefix[s] = prefix[s] << width | bin;
        }
        before = shift;
        if (shift == 0) return {rankedNumber(prefix[0]), rankedNumber(prefix[1])};
    }
}

}  // namespace

PhaseMeans devicePhaseMeans(const ValidValues& values, void* room, const Stream& stream) {
    const auto [low, high] = percentiles(values, {darkestPart, brightestPart}, static_cast<unsigned*>(room), stream);
    const auto from = static_cast<double>(low), to = static_cast<double>(high);
    if (!(high > low)) return {from, from};
    auto* const there = static_cast<unsigned long long*>(room);
    clear(room, stream);
    launchGreys(values, low, high, there, there + greyBins, stream.get());
    check(cudaGetLastError(), "count grey values");
    stream.wait();
    const std::vector<unsigned long long> here = hostCopy(there, 2 * greyBins);
    std::vector<double> counts, sums;
    for (std::size_t bin = 0; bin < greyBins; ++bin) {
        counts.push_back(static_cast<double>(here[bin]));
        sums.push_back(counts.back() * from + static_cast<double>(here[greyBins + bin]) * 0x1p-32 * (to - from));
    }
    return phaseMeansOf(counts, sums, from, to);
}

}  // namespace coarsen::gpu
