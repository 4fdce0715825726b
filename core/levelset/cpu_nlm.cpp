// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/levelset/large_array.hpp"
#include "core/levelset/nlm_engines.hpp"
#include "core/levelset/non_local_means.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t mostForAllOnACpu = 200'000;  // beyond it all pairs take minutes
constexpr std::size_t elementsAtOnce = 2048;

/// Throws InputError where patches and neighbours of so many elements do not fit into what may be taken.
void requireMemory(std::size_t elements, int m) {
    const std::size_t bytes = bytesForNonLocalMeans(elements, m);
    if (bytes <= memoryBudget()) return;
    throw InputError("the volume",
                     "non-local means of its " + std::to_string(elements) + " elements beside the surface need " +
                         bytesText(bytes) + " of the " + bytesText(memoryBudget()) + " that may be taken",
                     "take a smaller m or band, crop the volume, or denoise in another way");
}

class CpuNlmSearch final : public NlmSearch {
public:
    explicit CpuNlmSearch(const NlmTask& task) : task_(task) { requireMemory(task.elements.size(), task.m); }

    bool find(double placeFactor, std::stop_token stop) override {
        const Patches patches = patchesAround(task_.distance, task_.elements, placeFactor, task_.threads, stop);
        if (stop.stop_requested()) return false;
        auto found = task_.candidates == NlmCandidates::all
                         ? nearestOfAll(patches, task_.m, task_.threads, stop, task_.onProgress)
                         : nearestWithin(patches, task_.distance, task_.elements, task_.radiusPx, task_.m, task_.threads, stop,
                                         task_.onProgress);
        if (!found) return false;
        lists_ = *std::move(found);
        return true;
    }

    std::vector<float> lastSquares() const override {
        std::vector<float> last(task_.elements.size());
        for (std::size_t i = 0; i < last.size(); ++i)
            last[i] = lists_.squaresOf(i).back();
        return last;
    }

    NeighbourLists lists() const override { return lists_; }

    std::optional<std::vector<float>> swept(const NlmSweeping& sweeping, std::stop_token stop) override {
        const auto m = static_cast<std::size_t>(lists_.each);
        std::vector<float> weights = zerosOf<float>(lists_.square.size(), stop);
        if (stop.stop_requested()) return {};
        std::vector<float> values(task_.elements.size()), next(values.size());
        std::vector<double> steps(values.size());
        inChunks(stop, [&](std::size_t i) {
            values[i] = task_.distance.phi[task_.elements[i]];
            for (std::size_t k = i * m; k < (i + 1) * m; ++k) {
                weights[k] = static_cast<float>(std::exp(-static_cast<double>(lists_.square[k]) / sweeping.c2));
                steps[i] += static_cast<double>(weights[k]);
            }
        });
        const double largest = *std::ranges::max_element(steps);
        for (double& step : steps) {
            const double sum = sweeping.isByRow ? step : largest;
            step = sum > 0 ? 1 / sum : 0;
        }
        for (int sweep = 0; sweep < sweeping.count; ++sweep) {
            if (stop.stop_requested()) return {};
            inChunks(stop, [&](std::size_t i) {  // each moves towards those that are like it
                double sum = 0;
                for (std::size_t k = i * m; k < (i + 1) * m; ++k)
                    sum += static_cast<double>(weights[k]) *
                           (static_cast<double>(values[lists_.number[k]]) - static_cast<double>(values[i]));
                next[i] = static_cast<float>(static_cast<double>(values[i]) + steps[i] * sum);
            });
            std::swap(values, next);
        }
        if (stop.stop_requested()) return {};
        return values;
    }

private:
    template <typename Body>
    void inChunks(const std::stop_token& stop, const Body& body) const {
        const std::size_t count = task_.elements.size();
        const auto each = [&](std::size_t chunk) {
            for (std::size_t i = chunk * elementsAtOnce; i < std::min(count, (chunk + 1) * elementsAtOnce); ++i)
                body(i);
        };
        parallelFor((count + elementsAtOnce - 1) / elementsAtOnce, task_.threads, each, stop);
    }

    NlmTask task_;
    NeighbourLists lists_;
};

class CpuSimdNlm final : public Described<NlmEngine> {
public:
    CpuSimdNlm() {
        description_.name = "cpu-simd";
        description_.device = "CPU, " + std::to_string(threadCount()) + (threadCount() == 1 ? " thread" : " threads");
        description_.mostForAll = mostForAllOnACpu;
    }
    std::unique_ptr<NlmSearch> plan(const NlmTask& task) const override { return std::make_unique<CpuNlmSearch>(task); }
};

}  // namespace

std::shared_ptr<const NlmEngine> cpuSimdNlm() {
    static const auto engine = std::make_shared<const CpuSimdNlm>();
    return engine;
}

}  // namespace coarsen
