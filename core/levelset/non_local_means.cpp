// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/levelset/non_local_means.hpp"

#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t elementsAtOnce = 2048;

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class CpuNlmEngine final : public NlmEngine {
public:
    std::string name() const override { return "cpu-simd"; }
    std::optional<NeighbourLists> nearestOfAll(const Patches& patches, int m, int threads, std::stop_token stop) const override {
        return coarsen::nearestOfAll(patches, m, threads, stop);
    }
};

/// Half the median over the elements of the m-th smallest D: it follows the noise by itself. Lists that radius mode had to fill
/// up have none.
double halfMedian(const NeighbourLists& lists, std::size_t elements) {
    std::vector<float> last;
    for (std::size_t i = 0; i < elements; ++i)
        if (const float square = lists.squaresOf(i).back(); std::isfinite(square)) last.push_back(square);
    if (last.empty()) return 0;
    const auto middle = last.begin() + static_cast<std::ptrdiff_t>(last.size() / 2);
    std::ranges::nth_element(last, middle);
    return static_cast<double>(*middle) / 2;
}

/// Equation 16 on the elements' values: each moves towards those that are like it.
void sweep(const NeighbourLists& lists, const std::vector<float>& weights, const std::vector<double>& steps,
           std::vector<float>& values, std::vector<float>& next, int threads) {
    const auto m = static_cast<std::size_t>(lists.each);
    parallelFor((values.size() + elementsAtOnce - 1) / elementsAtOnce, threads, [&](std::size_t chunk) {
        for (std::size_t i = chunk * elementsAtOnce; i < std::min(values.size(), (chunk + 1) * elementsAtOnce); ++i) {
            double sum = 0;
            for (std::size_t k = 0; k < m; ++k)
                sum += static_cast<double>(weights[i * m + k]) *
                       (static_cast<double>(values[lists.number[i * m + k]]) - static_cast<double>(values[i]));
            next[i] = static_cast<float>(static_cast<double>(values[i]) + steps[i] * sum);
        }
    });
    std::swap(values, next);
}

/// Throws InputError where patches and neighbours of so many elements do not fit into what may be taken.
void requireMemory(std::size_t elements, int m) {
    const std::size_t bytes = bytesForNonLocalMeans(elements, m);
    if (bytes <= memoryBudget()) return;
    throw InputError("the volume",
                     "non-local means of its " + std::to_string(elements) + " elements beside the surface need " +
                         bytesText(bytes) + " of the " + bytesText(memoryBudget()) + " that may be taken",
                     "take a smaller m or band, crop the volume, or denoise in another way");
}

}  // namespace

const NlmEngine& cpuNlmEngine() {
    static const CpuNlmEngine engine;
    return engine;
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
                                           std::stop_token stop) {
    const std::vector<std::size_t> elements = bandOf(distance, settings.bandPx);
    NlmRound round;
    round.elements = elements.size();
    round.candidates = settings.candidates;
    if (round.candidates == NlmCandidates::automatic)
        round.candidates = elements.size() <= mostForAll ? NlmCandidates::all : NlmCandidates::radius;
    if (elements.size() < 2) return round;
    const int m = static_cast<int>(std::min(static_cast<std::size_t>(settings.m), elements.size() - 1));
    round.m = m;
    requireMemory(elements.size(), m);
    const auto start = std::chrono::steady_clock::now();
    const auto nearest = [&](double placeFactor) {
        const Patches patches = patchesAround(distance, elements, placeFactor, threads);
        return round.candidates == NlmCandidates::all
                   ? engine.nearestOfAll(patches, m, threads, stop)
                   : nearestWithin(patches, distance, elements, settings.radiusPx, m, threads, stop);
    };
    std::optional<NeighbourLists> lists;
    if (!settings.c1 || !settings.c2) {
        lists = nearest(0);
        if (!lists) return {};
    }
    round.c2 = settings.c2 ? *settings.c2 : halfMedian(*lists, elements.size());
    if (!(round.c2 > 0)) return round;                                     // patches that are all the same have nothing to learn
    if (settings.c1) lists = nearest(std::sqrt(round.c2 / *settings.c1));  // the whole exponent is one squared distance
    if (!lists) return {};
    round.searchS = secondsSince(start);

    const auto sweepStart = std::chrono::steady_clock::now();
    std::vector<float> weights(lists->square.size()), values(elements.size()), next(elements.size());
    std::vector<double> steps(elements.size());
    parallelFor((elements.size() + elementsAtOnce - 1) / elementsAtOnce, threads, [&](std::size_t chunk) {
        for (std::size_t i = chunk * elementsAtOnce; i < std::min(elements.size(), (chunk + 1) * elementsAtOnce); ++i) {
            values[i] = distance.phi[elements[i]];
            for (std::size_t k = i * static_cast<std::size_t>(m); k < (i + 1) * static_cast<std::size_t>(m); ++k) {
                weights[k] = static_cast<float>(std::exp(-static_cast<double>(lists->square[k]) / round.c2));
                steps[i] += static_cast<double>(weights[k]);
            }
        }
    });
    const bool isByRow = settings.sweeps == NlmSweeps::byRow;
    const double largest = *std::ranges::max_element(steps);
    for (double& step : steps) {
        const double sum = isByRow ? step : largest;
        step = sum > 0 ? 1 / sum : 0;
    }
    const int sweeps = settings.sweepCount > 0 ? settings.sweepCount : isByRow ? 3 : 10;
    for (int i = 0; i < sweeps; ++i) {
        if (stop.stop_requested()) return {};
        sweep(*lists, weights, steps, values, next, threads);
    }
    for (std::size_t i = 0; i < elements.size(); ++i)
        distance.phi[elements[i]] = values[i];
    round.sweepS = secondsSince(sweepStart);
    return round;
}

}  // namespace coarsen
