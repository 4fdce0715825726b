// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU computes of volumes against the CPU.
#include "core/levelset/non_local_means.hpp"
#include "core/register/descent.hpp"
#include "core/register/engines.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_surfaces.hpp"
#include "core/synth/flow_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace coarsen {

namespace {

constexpr double allowedMeanU = 0.01, allowedU = 0.15, allowedPhi = 0.01;  // voxels; of u in half precision, as GPUs keep a force
constexpr const char *ofMeanU = "u after the same 40 steps of a descent, 64 voxels a side, mean", *ofU = "the same, worst",
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

/// One after an evaluation.
struct DescentStep {
    bool isAccepted;
    double reach;
};

/// As descent.hpp has it but for its end: steps that raise the energy tell nothing of engines, for they blow up any difference.
struct Steps {
    std::vector<DescentStep> each;
    Flow end;
};

Steps stepsOfCpu(const RegistrationPair& pair, const ForceSettings& force, std::stop_token stop) {
    constexpr int count = 40;
    const auto level = cpuSimdRegistration()->plan(pair, force, Flow(pair.size));
    Steps steps;
    double reach = 0.5, last = std::numeric_limits<double>::infinity();
    for (int i = 0; i < count; ++i) {
        if (stop.stop_requested()) throw SelfTestStopped{};
        const double energy = level->evaluate(leastJacobian).energy(force.lambda);
        const bool isAccepted = energy <= last;
        reach *= isAccepted ? 1.05 : 0.5;
        steps.each.push_back({isAccepted, reach});
        if (isAccepted) level->accept(), last = energy;
        level->step(reach);
    }
    steps.end = level->displacement();
    return steps;
}

Flow afterSteps(const RegistrationEngine& engine, const RegistrationPair& pair, const ForceSettings& force, const Steps& steps) {
    const auto level = engine.plan(pair, force, Flow(pair.size));
    for (const auto& [isAccepted, reach] : steps.each) {
        level->evaluate(leastJacobian);
        if (isAccepted) level->accept();
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
        const ForceSettings force{.sigma = 5.6};
        const Steps steps = stepsOfCpu(pair, force, run.stopToken());
        const Flow answer = afterSteps(*engine, pair, force, steps);
        double worst = 0, sum = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            worst = std::max(worst, farthest(steps.end.along[axis], answer.along[axis]));
            for (std::size_t i = 0; i < answer.along[axis].size(); ++i)
                sum += static_cast<double>(std::abs(steps.end.along[axis][i] - answer.along[axis][i]));
        }
        const double mean = sum / static_cast<double>(3 * pair.size.voxels());
        run.report(ofMeanU, "voxel", mean, 0, mean, allowedMeanU);
        run.report(ofU, "voxel", worst, 0, worst, allowedU);
    }
    if (isThere) return;
    run.reportAbsent(ofMeanU, "voxel", allowedMeanU, noGpu);
    run.reportAbsent(ofU, "voxel", allowedU, noGpu);
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
