// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/non_local_means.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <numeric>

namespace coarsen {

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

double halfMedianOf(const std::vector<float>& squares) {
    constexpr unsigned bits = 20;  // that a bin does not tell apart
    const auto binOf = [](float square) { return std::bit_cast<std::uint32_t>(square) >> bits; };
    const std::uint32_t bins = binOf(std::numeric_limits<float>::infinity());
    std::vector<std::size_t> counts(std::size_t{1} << (32 - bits));
    for (const float square : squares)
        ++counts[binOf(square)];
    const std::size_t all = std::accumulate(counts.begin(), counts.begin() + bins, std::size_t{0});
    if (all == 0) return 0;
    std::size_t rank = all / 2;
    std::uint32_t bin = 0;
    for (; rank >= counts[bin]; ++bin)
        rank -= counts[bin];
    std::vector<float> there;
    there.reserve(counts[bin]);
    std::ranges::copy_if(squares, std::back_inserter(there), [&](float square) { return binOf(square) == bin; });
    const auto middle = there.begin() + static_cast<std::ptrdiff_t>(rank);
    std::ranges::nth_element(there, middle);
    return static_cast<double>(*middle) / 2;
}

std::size_t bytesForNonLocalMeans(std::size_t elements, int m) {
    return elements * (2 * Patches::length * sizeof(float) + static_cast<std::size_t>(m) * 3 * sizeof(float));
}

std::vector<std::size_t> bandOf(const LevelSet& distance, double bandPx) {
    std::vector<std::size_t> elements;
    for (std::size_t i = 0; i < distance.phi.size(); ++i)
        if (std::abs(static_cast<double>(distance.phi[i])) <= bandPx && distance.isValid(i)) elements.push_back(i);
    return elements;
}

std::optional<NlmRound> nonLocalMeansRound(LevelSet& distance, const NlmSettings& settings, const NlmEngine& engine, int threads,
                                           std::stop_token stop, const PartDone& onProgress) {
    const std::vector<std::size_t> elements = bandOf(distance, settings.bandPx);
    NlmRound round;
    round.elements = elements.size();
    round.candidates = settings.candidates;
    if (round.candidates == NlmCandidates::automatic)
        round.candidates = elements.size() <= engine.description().mostForAll ? NlmCandidates::all : NlmCandidates::radius;
    if (elements.size() < 2) return round;
    const int m = static_cast<int>(std::min(static_cast<std::size_t>(settings.m), elements.size() - 1));
    round.m = m;
    const auto start = std::chrono::steady_clock::now();
    const auto search = engine.plan({distance, elements, round.candidates, settings.radiusPx, m, threads, onProgress});
    const bool isC1Infinite = !settings.c1;
    if ((isC1Infinite || !settings.c2) && !search->find(0, stop)) return {};
    round.c2 = settings.c2 ? *settings.c2 : halfMedianOf(search->lastSquares());
    if (!(round.c2 > 0)) return round;  // patches that are all the same have nothing to learn
    // The whole exponent is one squared distance.
    if (!isC1Infinite && !search->find(std::sqrt(round.c2 / *settings.c1), stop)) return {};
    round.searchS = secondsSince(start);

    const auto sweepStart = std::chrono::steady_clock::now();
    const bool isByRow = settings.sweeps == NlmSweeps::byRow;
    const int sweeps = settings.sweepCount > 0 ? settings.sweepCount : isByRow ? 3 : 10;
    const auto values = search->swept({round.c2, isByRow, sweeps}, stop);
    if (!values) return {};
    for (std::size_t i = 0; i < elements.size(); ++i)
        distance.phi[elements[i]] = (*values)[i];
    round.sweepS = secondsSince(sweepStart);
    return round;
}

}  // namespace coarsen
