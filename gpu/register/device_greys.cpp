// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/register/device_greys.hpp"

#include "gpu/register/device_gaussian.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace coarsen::gpu {

namespace {

using Volumes = std::array<ValidValues, 2>;
constexpr std::size_t both = 2;  // volumes, percentiles and kinds of sums

void clear(void* room, const Stream& stream) {
    check(cudaMemsetAsync(room, 0, greyRoom, stream.get()), "count grey values");
}

/// Counts of each volume, in the first part and in the second.
template <typename Count>
std::vector<Count> counted(const Count* there, std::size_t bins, const Stream& stream) {
    check(cudaGetLastError(), "count grey values");
    return hostCopy(there, both * both * bins, stream);
}

/// Search in a volume for the numbers at two places of its order, as far as their bits are known.
struct Search {
    std::array<unsigned, both> prefix{};
    std::array<unsigned long long, both> left{};  ///< how many of the numbers with that prefix come before
    bool isEmpty = false;

    void begin(const unsigned* counts) {
        const auto all = std::accumulate(counts, counts + rankBins, 0ULL);
        isEmpty = all == 0;
        for (std::size_t s = 0; s < both; ++s)
            left[s] = static_cast<unsigned long long>(std::array{darkestPart, brightestPart}[s] * static_cast<double>(all - 1));
    }

    void goOn(const unsigned* counts, int width) {
        if (isEmpty) return;
        for (std::size_t s = 0; s < both; ++s) {
            unsigned bin = 0;
            while (left[s] >= counts[s * rankBins + bin])
                left[s] -= counts[s * rankBins + bin++];
            prefix[s] = prefix[s] << width | bin;
        }
    }
};

/// The darkest and the brightest number that counts; low above high where there is none.
struct Range {
    float low = 1, high = 0;
};

std::array<Range, both> rangesOf(const Volumes& volumes, unsigned* there, const Stream& stream) {
    std::array<Search, both> searches;
    constexpr int bits = 32;
    for (int shift = bits - rankBits, before = bits; before > 0; shift = std::max(0, shift - rankBits)) {
        const int width = before - shift;  // the last time fewer bits than fit
        clear(there, stream);
        for (std::size_t v = 0; v < both; ++v)
            launchRanks(volumes[v], {{searches[v].prefix[0], searches[v].prefix[1]}, shift, width}, there + v * both * rankBins,
                        stream.get());
        const std::vector<unsigned> counts = counted(there, rankBins, stream);
        for (std::size_t v = 0; v < both; ++v) {
            const unsigned* const own = counts.data() + v * both * rankBins;
            if (before == bits) searches[v].begin(own);
            searches[v].goOn(own, width);
        }
        before = shift;
    }
    std::array<Range, both> ranges;
    for (std::size_t v = 0; v < both; ++v)
        if (!searches[v].isEmpty) ranges[v] = {rankedNumber(searches[v].prefix[0]), rankedNumber(searches[v].prefix[1])};
    return ranges;
}

}  // namespace

std::array<PhaseMeans, 2> devicePhaseMeans(const std::array<ValidValues, 2>& volumes, void* room, const Stream& stream) {
    const auto ranges = rangesOf(volumes, static_cast<unsigned*>(room), stream);
    auto* const there = static_cast<unsigned long long*>(room);
    clear(room, stream);
    for (std::size_t v = 0; v < both; ++v) {
        unsigned long long* const own = there + v * both * greyBins;
        if (ranges[v].high > ranges[v].low)
            launchGreys(volumes[v], ranges[v].low, ranges[v].high, own, own + greyBins, stream.get());
    }
    const std::vector<unsigned long long> here = counted(there, greyBins, stream);
    std::array<PhaseMeans, 2> means;
    for (std::size_t v = 0; v < both; ++v) {
        const auto low = static_cast<double>(ranges[v].low), high = static_cast<double>(ranges[v].high);
        means[v] = {low, low};
        if (!(high > low)) continue;
        const unsigned long long* const own = here.data() + v * both * greyBins;
        std::vector<double> counts, sums;
        for (std::size_t bin = 0; bin < greyBins; ++bin) {
            counts.push_back(static_cast<double>(own[bin]));
            sums.push_back(counts.back() * low + static_cast<double>(own[greyBins + bin]) * 0x1p-32 * (high - low));
        }
        means[v] = phaseMeansOf(counts, sums, low, high);
    }
    return means;
}

const double* centre(const ValidValues& values, const VolumeSize& size, float* to, float* weights, const GpuArena& place) {
    const SumRoom sums = place.sums(GpuArena::otherPlace);
    launchMean(values, sidesOf(size), sums, place.stream().get());
    launchCentre(values, sums.kept, to, weights, place.stream().get());
    return sums.kept;
}

}  // namespace coarsen::gpu
