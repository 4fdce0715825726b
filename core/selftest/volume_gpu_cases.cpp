// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU computes of volumes against the CPU.
#include "core/levelset/non_local_means.hpp"
#include "core/register/engines.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "core/synth/flow_pair.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace coarsen {

namespace {

constexpr double allowedU = 0.02, allowedPhi = 0.01;  // voxels
constexpr const char *ofU = "u after the same 40 steps, 64 voxels a side, worst",
                     *ofPhi = "phi after a round of non-local means, worst";

/// NaN where a number is none.
double farthest(const std::vector<float>& a, const std::vector<float>& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto apart = static_cast<double>(std::abs(a[i] - b[i]));
        if (!(apart <= worst)) worst = apart;
        if (std::isnan(worst)) break;
    }
    return worst;
}

/// Steps of a descent from one flow, the same whatever the energy says.
Flow afterSteps(const RegistrationEngine& engine, const RegistrationPair& pair, std::stop_token stop) {
    constexpr int steps = 40;
    constexpr double firstReach = 0.5, shrinking = 0.95, anyJ = -1e9;
    const auto level = engine.level(pair, {.sigma = 5.6}, Flow(pair.size));
    double reach = firstReach;
    for (int i = 0; i < steps; ++i, reach *= shrinking) {
        if (stop.stop_requested()) throw SelfTestStopped{};
        level->evaluate(anyJ);
        level->accept();
        level->step(reach);
    }
    return level->displacement();
}

void flowsOfGpus(SelfTestRun& run) {
    bool isThere = false;
    for (const auto& engine : run.engines().registration) {
        const RegistrationEngineDescription& description = engine->description();
        if (!description.isGpu || !description.unavailable.empty()) continue;
        isThere = true;
        const FlowPair made = flowPair({});
        const RegistrationPair pair{made.fixed.size(),
                                    {made.fixed.values().begin(), made.fixed.values().end()},
                                    {made.moved.values().begin(), made.moved.values().end()},
                                    {},
                                    {}};
        const Flow judge = afterSteps(*cpuSimdRegistration(), pair, run.stopToken()),
                   answer = afterSteps(*engine, pair, run.stopToken());
        double worst = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            worst = std::max(worst, farthest(judge.along[axis], answer.along[axis]));
        run.report(ofU, "voxel", worst, 0, worst, allowedU);
    }
    if (!isThere) run.reportAbsent(ofU, "voxel", allowedU, noGpu);
}

void distancesOfGpus(SelfTestRun& run) {
    bool isThere = false;
    for (const auto& engine : run.engines().nlm) {
        const NlmEngineDescription& description = engine->description();
        if (!description.isGpu || !description.unavailable.empty()) continue;
        isThere = true;
        const LevelSet noisy = withNormalNoise(levelSetOf(ball(23.5, 23.5, 23.5, 14), {48, 48, 48}), 0.7, 0.8, 20120901);
        LevelSet judge = noisy, answer = noisy;
        const NlmSettings settings;
        if (!nonLocalMeansRound(judge, settings, *cpuSimdNlm(), 0, run.stopToken()) ||
            !nonLocalMeansRound(answer, settings, *engine, 0, run.stopToken()))
            throw SelfTestStopped{};
        const double worst = farthest(judge.phi, answer.phi);
        run.report(ofPhi, "px", worst, 0, worst, allowedPhi);
    }
    if (!isThere) run.reportAbsent(ofPhi, "px", allowedPhi, noGpu);
}

}  // namespace

void volumeGpuCases(SelfTestRun& run) {
    flowsOfGpus(run);
    distancesOfGpus(run);
}

}  // namespace coarsen
