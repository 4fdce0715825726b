// SPDX-License-Identifier: GPL-3.0-or-later
// The table of limits for flows, held to what `register FIXED MOVED` gives without an option. Seeds stand in each row.
#include "core/register/wavelength.hpp"
#include "core/selftest/cases.hpp"
#include "core/selftest/known_flows.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace coarsen {

namespace {

constexpr std::uint64_t firstFlowSeed = 6401;

/// As the command does it: everything is the default, and the wavelength is that of the volume.
Registration asUsersRegister(SelfTestRun& run, const Volume& fixed, const Volume& moved, RegistrationSettings settings = {}) {
    settings.wavelength = structureWavelength(fixed, 0, run.stopToken());
    return registeredBy(run, fixed, moved, settings);
}

/// Seeds of a row, and their words: one where the test is quick.
struct Seeds {
    Seeds(const SelfTestRun& run, std::size_t most) {
        for (std::uint64_t i = 0; i < (run.isQuick() ? 1 : most); ++i)
            each.push_back(firstFlowSeed + i);
    }

    std::string words() const {
        const std::string first = std::to_string(each.front());
        return each.size() == 1 ? "seed " + first : "seeds " + first + " to " + std::to_string(each.back());
    }

    std::vector<std::uint64_t> each;
};

/// Numbers of one registration whose truth is known; of several the worst of each.
struct Worst {
    double mean = 0, most = 0, offJ = 0, inverse = 0;

    void take(const Registration& answer, const FlowPair& pair) {
        const EndPointErrors errors = endPointErrors(answer.u.size, answer.u.along, pair.u);
        Flow truth(answer.u.size);
        truth.along = pair.u;
        mean = std::max(mean, errors.mean());
        most = std::max(most, errors.percentile(0.95));
        offJ = std::max(offJ, 1 - answer.jacobians.least);
        inverse = std::max(inverse, endPointErrors(truth.size, inverseOf(answer.u), inverseOf(truth)).mean());
    }
};

void knownFlows(SelfTestRun& run, const FlowPairSettings& made, const Seeds& seeds) {
    Worst worst;
    for (const std::uint64_t seed : seeds.each) {
        FlowPairSettings one = made;
        one.seed = seed;
        const FlowPair pair = flowPair(one);
        worst.take(asUsersRegister(run, pair.fixed, pair.moved), pair);
    }
    const std::string name = std::to_string(made.size.width) + " voxels a side, " + seeds.words() + ": ";
    run.report(name + "u, mean", "px", worst.mean, 0, worst.mean, 0.06);
    run.report(name + "u, 95 %", "px", worst.most, 0, worst.most, 0.13);
    run.report(name + "J min", "", 1 - worst.offJ, 1, worst.offJ, 0.5);
    run.report(name + "inverse, mean", "px", worst.inverse, 0, worst.inverse, 0.06);
}

/// The worst of a number over seeds.
double worstOver(const Seeds& seeds, const FlowPairSettings& made, const std::function<double(const FlowPair&)>& number) {
    double worst = 0;
    for (const std::uint64_t seed : seeds.each) {
        FlowPairSettings one = made;
        one.seed = seed;
        worst = std::max(worst, number(flowPair(one)));
    }
    return worst;
}

double errorOf(const Registration& answer, const FlowPair& pair) {
    return endPointErrors(answer.u.size, answer.u.along, pair.u).mean();
}

void reportLimit(SelfTestRun& run, const std::string& quantity, double value, double limit) {
    run.report(quantity, "px", value, 0, value, limit);
}

void noiseAndSampling(SelfTestRun& run, const Seeds& seeds) {
    FlowPairSettings noisy;
    noisy.noise = 0.1;
    reportLimit(run, "noise 0.1, " + seeds.words() + ": u, mean",
                worstOver(seeds, noisy,
                          [&](const FlowPair& pair) { return errorOf(asUsersRegister(run, pair.fixed, pair.moved), pair); }),
                0.15);
    noisy.maxU = 0;
    double logSd = 0;
    reportLimit(run, "nothing but noise 0.1, " + seeds.words() + ": rms u",
                worstOver(seeds, noisy,
                          [&](const FlowPair& pair) {
                              const Registration answer = asUsersRegister(run, pair.fixed, pair.moved);
                              logSd = std::max(logSd, answer.jacobians.logSd);
                              return rmsOf(answer.u);
                          }),
                0.1);
    run.report("nothing but noise 0.1, " + seeds.words() + ": sd of log J", "", logSd, 0, logSd, 0.015);
    reportLimit(run, "--sampling linear, " + seeds.words() + ": u, mean",
                worstOver(seeds, {},
                          [&](const FlowPair& pair) {
                              RegistrationSettings linear;
                              linear.sampling = Sampling::linear;
                              return errorOf(asUsersRegister(run, pair.fixed, pair.moved, linear), pair);
                          }),
                0.09);
}

void exchangedVolumes(SelfTestRun& run, const Seeds& seeds) {
    reportLimit(run, "volumes exchanged, " + seeds.words() + ": there and back",
                worstOver(seeds, {},
                          [&](const FlowPair& pair) {
                              return thereAndBackError(asUsersRegister(run, pair.fixed, pair.moved).u,
                                                       asUsersRegister(run, pair.moved, pair.fixed).u);
                          }),
                0.06);
}

void evolvingByDefault(SelfTestRun& run, const Seeds& seeds) {
    FlowPairSettings made;
    made.kept = 0.957;  // which gives rho 0.95
    double ratio = 0;
    reportLimit(run, "rho 0.95, " + seeds.words() + ": u, mean",
                worstOver(seeds, made,
                          [&](const FlowPair& pair) {
                              const Registration answer = asUsersRegister(run, pair.fixed, pair.moved);
                              const double error = errorOf(answer, pair), now = std::log2(answer.expectedError / error);
                              if (std::abs(now) > std::abs(ratio)) ratio = now;
                              return error;
                          }),
                0.55);
    run.report("rho 0.95, " + seeds.words() + ": log2 of expected by true error", "", ratio, 0, ratio, 1);
}

/// The volume with each grey value changed by its place, whose coordinates go from -1 to 1.
Volume withGreys(const Volume& volume, const std::function<double(double grey, double x, double y, double z)>& change) {
    const VolumeSize& size = volume.size();
    const auto place = [](int at, int side) { return 2.0 * at / (side - 1) - 1; };
    std::vector<float> values;
    values.reserve(size.voxels());
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                values.push_back(static_cast<float>(change(static_cast<double>(volume.at(x, y, z)), place(x, size.width),
                                                           place(y, size.height), place(z, size.depth))));
    return Volume(size, volume.spacing(), std::move(values));
}

/// Structure that is still, whose second volume has other greys.
void brightness(SelfTestRun& run, const Seeds& seeds) {
    FlowPairSettings still;
    still.maxU = 0;
    const auto row = [&](const std::string& name, const std::function<double(double, double, double, double)>& change) {
        reportLimit(run, name + ", " + seeds.words() + ": mean |u|",
                    worstOver(seeds, still,
                              [&](const FlowPair& pair) {
                                  return meanLengthOf(asUsersRegister(run, pair.fixed, withGreys(pair.moved, change)).u);
                              }),
                    0.02);
    };
    row("gain 0.5", [](double grey, double, double, double) { return 0.5 * grey; });
    row("gain 1.5, offset -0.5", [](double grey, double, double, double) { return 1.5 * grey - 0.5; });
    if (run.isQuick()) return;
    row("fading of 50 % along x", [](double grey, double x, double, double) { return grey * (1 + 0.5 * x); });
    row("a cup of 60 %", [](double grey, double x, double y, double) { return grey * (1.25 - 0.375 * (x * x + y * y)); });
}

/// A displacement beyond half a wavelength may be taken for another, and is then flagged.
void farFlows(SelfTestRun& run) {
    int missed = 0;
    const Seeds seeds(run, 6);
    for (const std::uint64_t seed : seeds.each) {
        FlowPairSettings made;
        made.seed = seed;
        made.wavelength = 24, made.flowScale = 24, made.maxU = 14 + 2 * static_cast<double>(seed % 3);
        const FlowPair pair = flowPair(made);
        const Registration answer = asUsersRegister(run, pair.fixed, pair.moved);
        missed += !answer.mayBeOnePeriodOff() && endPointErrors(made.size, answer.u.along, pair.u).largest() > 3;
    }
    run.report("a period off and not flagged, " + seeds.words(), "", missed, 0, missed, 0);
}

}  // namespace

void defaultFlowCases(SelfTestRun& run) {
    const Seeds seeds(run, 3);
    run.tell("known flows");
    knownFlows(run, {}, seeds);
    if (!run.isQuick()) {
        run.tell("a known flow of 96 voxels a side");
        FlowPairSettings large;
        large.size = {96, 96, 96}, large.flowScale = 24;
        knownFlows(run, large, Seeds(run, 1));
    }
    run.tell("noise, and linear sampling");
    noiseAndSampling(run, seeds);
    run.tell("volumes exchanged");
    exchangedVolumes(run, Seeds(run, 1));
    run.tell("a structure that evolves");
    evolvingByDefault(run, seeds);
    run.tell("brightness that differs");
    brightness(run, Seeds(run, 1));
    run.tell("flows beyond half a wavelength");
    farFlows(run);
}

}  // namespace coarsen
