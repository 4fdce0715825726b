// SPDX-License-Identifier: GPL-3.0-or-later
// Which elements of a surface's band are most alike, and how much.
#include "core/base/parallel.hpp"
#include "core/levelset/non_local_means.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

/// Elements of a noisy ball.
constexpr std::size_t neighbourElements = 5000;
constexpr double allowedShare = 0.1;  // %

using Ranked = std::vector<std::pair<double, std::uint32_t>>;

/// The m rows most like this one, by differences in double.
Ranked mostAlike(const Patches& patches, std::size_t row, std::size_t m) {
    Ranked all;
    all.reserve(patches.count);
    for (std::uint32_t other = 0; other < patches.count; ++other) {
        double square = 0;
        for (std::size_t k = 0; k < Patches::length; ++k) {
            const double apart = static_cast<double>(patches.row(row)[k]) - static_cast<double>(patches.row(other)[k]);
            square += apart * apart;
        }
        if (other != row) all.emplace_back(square, other);
    }
    std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(m));
    all.resize(m);
    return all;
}

std::size_t inBoth(const Ranked& truth, std::span<const std::uint32_t> found) {
    std::vector<std::uint32_t> ours(found.begin(), found.end()), theirs, both;
    for (const auto& [square, number] : truth)
        theirs.push_back(number);
    std::ranges::sort(ours);
    std::ranges::sort(theirs);
    std::ranges::set_intersection(ours, theirs, std::back_inserter(both));
    return both.size();
}

std::string neighbourWords(const std::string& engine) {
    return engine + "neighbours of " + std::to_string(neighbourElements) + " elements, those of all pairs";
}

void neighboursBy(SelfTestRun& run, const NlmEngine& engine, const std::string& name) {
    const LevelSet distance = withNormalNoise(levelSetOf(ball(18, 18, 18, 11), {37, 37, 37}), 0.7, 0.8, 1);
    std::vector<std::size_t> elements = bandOf(distance, 2);
    elements.resize(std::min(elements.size(), neighbourElements));
    const Patches patches = patchesAround(distance, elements, 0, 0);
    const NlmTask task{distance, elements};
    const auto search = engine.plan(task);
    if (!search->find(0, run.stopToken())) throw SelfTestStopped{};
    const NeighbourLists lists = search->lists();
    const auto m = static_cast<std::size_t>(lists.each);
    const std::size_t step = run.isQuick() ? 10 : 1, rows = (patches.count + step - 1) / step;
    std::vector<std::size_t> equal(rows);
    std::vector<double> off(rows);
    parallelFor(
        rows, 0,
        [&](std::size_t i) {
            const Ranked truth = mostAlike(patches, i * step, m);
            equal[i] = inBoth(truth, lists.of(i * step));
            const double c2 = truth.back().first / 2;
            for (std::size_t k = 0; k < m; ++k)
                off[i] = std::max(off[i], std::abs(std::exp(-static_cast<double>(lists.squaresOf(i * step)[k]) / c2) -
                                                   std::exp(-truth[k].first / c2)));
        },
        run.stopToken());
    double same = 0;
    for (const std::size_t one : equal)
        same += static_cast<double>(one);
    const double share = 100 * same / static_cast<double>(rows * m), worst = *std::ranges::max_element(off);
    run.report(neighbourWords(name), "%", share, 100, share - 100, allowedShare);
    run.report(name + "weights of neighbours, worst", "", worst, 0, worst, 1e-4);
}

}  // namespace

void neighbourCases(SelfTestRun& run) {
    neighboursBy(run, *cpuSimdNlm(), "");
    bool isThere = false;
    for (const auto& engine : run.engines().nlm) {
        if (!engine->description().isGpu || !engine->description().unavailable.empty()) continue;
        isThere = true;
        neighboursBy(run, *engine, "GPU, ");
    }
    if (!isThere) run.reportAbsent(neighbourWords("GPU, "), "%", allowedShare, noGpu);
}

}  // namespace coarsen
