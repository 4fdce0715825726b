// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/non_local_means.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace coarsen {

namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Half the median over the elements of the m-th smallest D: it follows the noise by itself. Lists that radius mode had to fill
/// up have none.
double halfMedian(std::vector<float> last) {
    std::erase_if(last, [](float square) { return !std::isfinite(square); });
    if (last.empty()) return 0;
    const auto middle = last.begin() + static_cast<std::ptrdiff_t>(last.size() / 2);
    std::ranges::nth_element(last, middle);
    return static_cast<double>(*middle) / 2;
}

}  // namespace

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
                                           std::stop_token stop, const PartDone& told) {
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
    const auto search = engine.search({distance, elements, round.candidates, settings.radiusPx, m, threads, told});
    const bool isC1Infinite = !settings.c1;
    if ((isC1Infinite || !settings.c2) && !search->find(0, stop)) return {};
    round.c2 = settings.c2 ? *settings.c2 : halfMedian(search->lastSquares());
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
