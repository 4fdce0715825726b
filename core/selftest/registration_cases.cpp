// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/registration.hpp"
#include "core/register/regulariser.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_flows.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/synth/random_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace coarsen {

namespace {

/// 64^3 voxels, wavelength 14, up to 4 voxels.
FlowPairSettings flowOfSeed(std::uint64_t seed) {
    FlowPairSettings settings;
    settings.seed = seed;
    return settings;
}

RegistrationSettings registrationOf(const FlowPairSettings& pair, Evolving evolving) {
    RegistrationSettings settings;
    settings.wavelength = pair.wavelength;
    settings.evolving = evolving;
    return settings;
}

double meanError(const Registration& answer, const FlowPair& pair) {
    return endPointErrors(answer.u.size, answer.u.along, pair.u).mean();
}

/// Without noise nothing is smoothed before.
void knownFlow(SelfTestRun& run, const FlowPairSettings& made, Sampling sampling) {
    const FlowPair pair = flowPair(made);
    RegistrationSettings settings = registrationOf(made, Evolving::no);
    settings.presmooth = 0, settings.presmoothBy = PresmoothBy::setting;
    settings.sampling = sampling;
    const Registration answer = registeredBy(run, pair.fixed, pair.moved, settings);
    const EndPointErrors errors = endPointErrors(made.size, answer.u.along, pair.u);
    const std::string name = std::string(sampling == Sampling::cubic ? "cubic" : "linear") + ", " +
                             std::to_string(made.size.width) + " voxels a side: ";
    run.report(name + "u against its truth, mean", "px", errors.mean(), 0, errors.mean(),
               sampling == Sampling::cubic ? 0.06 : 0.09);
    if (sampling == Sampling::linear) return;
    run.report(name + "u against its truth, 95 %", "px", errors.percentile(0.95), 0, errors.percentile(0.95), 0.13);
    run.report(name + "J min", "", answer.jacobians.least, 1, 1 - answer.jacobians.least, 0.5);
    Flow truth(made.size);
    truth.along = pair.u;
    const double inverse = endPointErrors(made.size, inverseOf(answer.u), inverseOf(truth)).mean();
    run.report(name + "its inverse against the truth's, mean", "px", inverse, 0, inverse, 0.06);
}

/// The regulariser's force as the paper prints it against differences of its energy, on a field as rough as one can be.
void regulariserGradient(SelfTestRun& run) {
    const VolumeSize size{11, 9, 10};
    RandomNumbers random(3, 1);
    VectorField<double> u(size), pulled(size);
    for (auto& component : u.along)
        for (double& value : component)
            value = random.uniform(-0.15, 0.15);
    Regulariser<double> regulariser(size, RegulariserForm::printed, 1);
    regulariser.energyOf(u);
    regulariser.pull(-1, u, pulled);
    const auto energyWith = [&](double& value, double by) {
        const double before = value;
        value += by;
        const double energy = regulariser.energyOf(u).energy;
        value = before;
        return energy;
    };
    constexpr double h = 1e-3;
    double largest = 0, worst = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (int z = 2; z < size.depth - 2; ++z)  // two voxels from every face differences are centred
            for (int y = 2; y < size.height - 2; ++y)
                for (int x = 2; x < size.width - 2; ++x) {
                    double& value = u.along[axis][size.index(x, y, z)];
                    const double gradient = pulled.along[axis][size.index(x, y, z)],
                                 numerical = (8 * (energyWith(value, h) - energyWith(value, -h)) -
                                              (energyWith(value, 2 * h) - energyWith(value, -2 * h))) /
                                             (12 * h);
                    largest = std::max(largest, std::abs(gradient));
                    worst = std::max(worst, std::abs(numerical - gradient));
                }
    const double relative = worst / largest;
    run.report("the regulariser's gradient against its energy's, relative", "", relative, 0, relative, 1e-6);
}

/// |u(x) + back(x - u(x))|, `back` being found with the volumes exchanged.
void thereAndBack(SelfTestRun& run, const FlowPairSettings& made) {
    const FlowPair pair = flowPair(made);
    RegistrationSettings settings = registrationOf(made, Evolving::no);
    settings.presmooth = 0, settings.presmoothBy = PresmoothBy::setting;
    const Flow there = registeredBy(run, pair.fixed, pair.moved, settings).u,
               back = registeredBy(run, pair.moved, pair.fixed, settings).u;
    const double mean = thereAndBackError(there, back);
    run.report("volumes exchanged: there and back, mean", "px", mean, 0, mean, 0.06);
}

void noisyFlow(SelfTestRun& run, FlowPairSettings made) {
    made.noise = 0.1;
    const FlowPair pair = flowPair(made);
    const double mean = meanError(registeredBy(run, pair.fixed, pair.moved, registrationOf(made, Evolving::no)), pair);
    run.report("noise 0.1: u against its truth, mean", "px", mean, 0, mean, 0.15);
}

void noFlow(SelfTestRun& run, FlowPairSettings made) {
    made.noise = 0.1;
    made.maxU = 0;
    const FlowPair pair = flowPair(made);
    const Registration answer = registeredBy(run, pair.fixed, pair.moved, registrationOf(made, Evolving::no));
    const double rms = rmsOf(answer.u);
    run.report("nothing but noise: rms of u", "px", rms, 0, rms, 0.1);
    run.report("nothing but noise: sd of log J", "", answer.jacobians.logSd, 0, answer.jacobians.logSd, 0.015);
}

void evolvingFlow(SelfTestRun& run, FlowPairSettings made) {
    made.kept = 0.957;  // which gives rho 0.95
    const FlowPair pair = flowPair(made);
    const Registration answer = registeredBy(run, pair.fixed, pair.moved, registrationOf(made, Evolving::automatic));
    const double mean = meanError(answer, pair);
    run.report("rho 0.95: u against its truth, mean", "px", mean, 0, mean, 0.55);
    run.report("rho 0.95: expected error by the true one, ratio's logarithm", "", answer.expectedError, mean,
               std::log2(answer.expectedError / mean), 1);
}

/// A displacement beyond half a wavelength may be taken for another, and is then flagged.
void farFlow(SelfTestRun& run) {
    int missed = 0;
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
        FlowPairSettings made = flowOfSeed(seed);
        made.wavelength = 24, made.flowScale = 24, made.maxU = 14 + 2 * static_cast<double>(seed % 3);
        const FlowPair pair = flowPair(made);
        const Registration answer = registeredBy(run, pair.fixed, pair.moved, registrationOf(made, Evolving::no));
        missed += !answer.mayBeOnePeriodOff() && endPointErrors(made.size, answer.u.along, pair.u).largest() > 3;
    }
    run.report("a period off and not flagged, of 6", "", missed, 0, missed, 0);
}

}  // namespace

void registrationCases(SelfTestRun& run) {
    regulariserGradient(run);
    run.tell("a known flow");
    knownFlow(run, flowOfSeed(2), Sampling::cubic);
    knownFlow(run, flowOfSeed(2), Sampling::linear);
    if (!run.isQuick()) {
        FlowPairSettings large = flowOfSeed(4);
        large.size = {96, 96, 96}, large.flowScale = 24;
        run.tell("a known flow of 96 voxels a side");
        knownFlow(run, large, Sampling::cubic);
        knownFlow(run, large, Sampling::linear);
    }
    run.tell("volumes exchanged");
    thereAndBack(run, flowOfSeed(2));
    run.tell("noise");
    noisyFlow(run, flowOfSeed(1));
    noFlow(run, flowOfSeed(1));
    run.tell("a structure that evolves");
    evolvingFlow(run, flowOfSeed(1));
    run.tell("flows beyond half a wavelength");
    farFlow(run);
}

}  // namespace coarsen
