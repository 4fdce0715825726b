// SPDX-License-Identifier: GPL-3.0-or-later
// What brightness that differs between two volumes does to the flow between them, by each rule of `brightness`: gain, offset,
// fading along a series and within a volume, and patches that nothing can tell from motion; and when a structure counts as
// evolving by each rule of `likeness`. 64^3 voxels, wavelength 14 where nothing else is said.
#include "core/register/engines.hpp"
#include "core/register/registration.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using namespace coarsen;

namespace {

/// The grey value at a place, each coordinate from -1 to 1.
using Change = std::function<double(double grey, double x, double y, double z)>;

Volume changed(const Volume& volume, const Change& change) {
    const VolumeSize& size = volume.size();
    std::vector<float> values;
    values.reserve(size.voxels());
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x) {
                const auto place = [](int at, int side) { return 2.0 * at / (side - 1) - 1; };
                values.push_back(static_cast<float>(change(static_cast<double>(volume.at(x, y, z)), place(x, size.width),
                                                           place(y, size.height), place(z, size.depth))));
            }
    return Volume(size, {}, std::move(values));
}

struct Case {
    std::string name;
    FlowPairSettings made;
    Change ofMoved, ofFixed = {};
};

FlowPairSettings flowing(double maxU, double noise = 0, double kept = 1) {
    FlowPairSettings made;
    made.maxU = maxU, made.noise = noise, made.kept = kept;
    return made;
}

Change linear(double gain, double offset = 0) {
    return [=](double grey, double, double, double) { return gain * grey + offset; };
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const double maxU : {0.0, 3.0}) {
        const std::string what = maxU > 0 ? "flow of 3, " : "still, ";
        const auto add = [&](const std::string& name, const Change& change, double noise = 0, const Change& ofFixed = {}) {
            all.push_back({what + name, flowing(maxU, noise), change, ofFixed});
        };
        add("as it is", linear(1));
        for (const double gain : {0.5, 0.8, 1.2, 1.5})
            add("gain " + std::to_string(gain).substr(0, 3), linear(gain));
        add("offset 0.5", linear(1, 0.5));
        add("offset -0.5, gain 1.2", linear(1.2, -0.5));
        add("noise 0.1", linear(1), 0.1);
        add("noise 0.1, gain 0.5", linear(0.5), 0.1);
        add("noise 0.1, gain 1.5", linear(1.5), 0.1);
        const Change ramp = [](double grey, double x, double, double) { return grey * (1 + 0.5 * x); };
        const Change pedestal = [](double grey, double, double, double z) { return (grey + 1) * (1 + 0.5 * z); };
        const Change cup = [](double grey, double x, double y, double) { return grey * (1.25 - 0.375 * (x * x + y * y)); };
        const Change depth = [](double grey, double, double, double z) { return grey * std::exp(-0.5 * (1 + z)); };
        add("ramp of 50 %", ramp);
        add("ramp of 50 %, noise 0.1", ramp, 0.1);
        add("ramp of 50 % on a pedestal", pedestal);
        add("cup of 60 %", cup);
        add("fading with depth to 1/e", depth);
        add("both with a ramp of 50 %", ramp, 0, ramp);
        for (const double waves : {1.0, 2.0, 4.0}) {
            const Change patches = [=](double grey, double x, double y, double z) {
                const double k = 3.14159265358979 * waves;
                return grey * (1 + 0.3 * std::sin(k * x + 0.4) * std::cos(k * y) * std::cos(k * z + 1));
            };
            add("patches of 30 %, " + std::to_string(static_cast<int>(64 / waves)) + " voxels a wave", patches);
        }
    }
    for (const double kept : {0.98, 0.957, 0.8}) {
        const std::string what = "flow of 3, kept " + std::to_string(kept).substr(0, 5);
        all.push_back({what, flowing(3, 0, kept), linear(1)});
        all.push_back({what + ", gain 1.2", flowing(3, 0, kept), linear(1.2)});
    }
    return all;
}

double meanLength(const Flow& u) {
    double sum = 0;
    for (std::size_t i = 0; i < u.size.voxels(); ++i)
        sum += std::hypot(static_cast<double>(u.along[0][i]), static_cast<double>(u.along[1][i]),
                          static_cast<double>(u.along[2][i]));
    return sum / static_cast<double>(u.size.voxels());
}

struct Row {
    double error = 0, length = 0;
    Registration answer;
};

Row rowOf(const FlowPair& pair, const RegistrationSettings& settings) {
    Row row;
    row.answer = registerVolumes(pair.fixed, pair.moved, settings, *cpuSimdRegistration());
    row.error = endPointErrors(row.answer.u.size, row.answer.u.along, pair.u).mean();
    row.length = meanLength(row.answer.u);
    return row;
}

void study(const Case& one, const std::vector<std::uint64_t>& seeds) {
    for (const std::uint64_t seed : seeds) {
        FlowPairSettings made = one.made;
        made.seed = seed;
        FlowPair pair = flowPair(made);
        pair.moved = changed(pair.moved, one.ofMoved);
        if (one.ofFixed) pair.fixed = changed(pair.fixed, one.ofFixed);
        for (const BrightnessMatch rule : {BrightnessMatch::none, BrightnessMatch::whole, BrightnessMatch::local}) {
            RegistrationSettings settings;
            settings.wavelength = made.wavelength;
            settings.brightness = rule;
            const Row row = rowOf(pair, settings);
            const Brightness brightness = row.answer.brightness.value_or(Brightness{});
            std::printf("%-48s %6llu %-6s %7.4f %7.4f %6.2f %6.4f %8.4f %5.3f %5.2f %5.2f %6.4f %3d\n", one.name.c_str(),
                        static_cast<unsigned long long>(seed),
                        rule == BrightnessMatch::none    ? "same"
                        : rule == BrightnessMatch::whole ? "whole"
                                                         : "local",
                        row.error, row.length, row.answer.jacobians.least, row.answer.rho, row.answer.expectedError,
                        brightness.gain, brightness.leastGain, brightness.greatestGain, brightness.left, row.answer.isEvolving);
            std::fflush(stdout);
        }
    }
}

/// Studies what a gain alone does where nothing is undone, for what is foretold of it.
void studyForetold(std::uint64_t seed) {
    std::printf("# mean |u| of structure that is still, by gain alone, over wavelength and the phases' misfit\n");
    for (const double wavelength : {9.0, 14.0, 20.0})
        for (const Evolving evolving : {Evolving::no, Evolving::yes})
            for (const double gain : {0.8, 0.9, 1.1, 1.2, 1.4}) {
                FlowPairSettings made = flowing(0);
                made.seed = seed, made.wavelength = wavelength;
                FlowPair pair = flowPair(made);
                pair.moved = changed(pair.moved, linear(gain));
                RegistrationSettings settings;
                settings.wavelength = wavelength, settings.evolving = evolving, settings.brightness = BrightnessMatch::none;
                const double length = rowOf(pair, settings).length;
                std::printf("wavelength %2.0f, sigma %3.1f wavelengths, gain %3.1f: %6.4f %6.3f\n", wavelength,
                            evolving == Evolving::no ? 0.4 : 1.0, gain, length,
                            length / (wavelength * std::abs(gain - 1) * std::sqrt(0.5)));
                std::fflush(stdout);
            }
}

void studyEvolving(std::uint64_t seed) {
    std::printf("# when a structure counts as evolving\n# %-32s %6s %-6s %7s %7s %7s %3s\n", "pair", "seed", "by", "error",
                "rho d.", "rho", "ev.");
    const auto show = [&](const std::string& name, FlowPairSettings made) {
        for (std::uint64_t i = 0; i < 3; ++i) {
            made.seed = seed + i;
            const FlowPair pair = flowPair(made);
            for (const EvolvingBy rule : {EvolvingBy::drift, EvolvingBy::flow}) {
                RegistrationSettings settings;
                settings.wavelength = made.wavelength;
                settings.evolvingBy = rule;
                const Row row = rowOf(pair, settings);
                std::printf("%-34s %6llu %-6s %7.4f %7.4f %7.4f %3d\n", name.c_str(), static_cast<unsigned long long>(made.seed),
                            rule == EvolvingBy::drift ? "drift" : "flow", row.error, row.answer.driftRho, row.answer.rho,
                            row.answer.isEvolving);
                std::fflush(stdout);
            }
        }
    };
    for (const int maxU : {2, 4, 6})
        show("clean, flow of " + std::to_string(maxU), flowing(maxU));
    FlowPairSettings fine = flowing(2);
    fine.wavelength = 8;
    show("clean, flow of 2, wavelength 8", fine);
    show("flow of 4, noise 0.1", flowing(4, 0.1));
    show("flow of 4, noise 0.3", flowing(4, 0.3));
    for (const double kept : {0.99, 0.98, 0.957, 0.8})
        show("flow of 4, kept " + std::to_string(kept).substr(0, 5), flowing(4, 0, kept));
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Brightness that differs between two volumes, and what counts as evolving"};
    std::uint64_t seed = 9100;
    std::uint64_t seeds = 2;
    std::string only;
    bool evolving = false;
    app.add_option("--seed", seed, "The same seed gives the same volumes")->capture_default_str();
    app.add_option("--seeds", seeds, "Pairs a case")->capture_default_str();
    app.add_option("--only", only, "Cases whose name has this in it");
    app.add_flag("--evolving", evolving, "When a structure counts as evolving, instead");
    bool foretold = false;
    app.add_flag("--foretold", foretold, "What a gain alone does, instead");
    CLI11_PARSE(app, argc, argv);
    if (evolving) {
        studyEvolving(seed);
        return 0;
    }
    if (foretold) {
        studyForetold(seed);
        return 0;
    }
    std::vector<std::uint64_t> all;
    for (std::uint64_t i = 0; i < seeds; ++i)
        all.push_back(seed + i);
    std::printf("# error and mean |u| in voxels; gain of the whole, least and greatest of what varies slowly; left: contrasts\n");
    std::printf("# %-46s %6s %-6s %7s %7s %6s %6s %8s %5s %5s %5s %6s %3s\n", "pair", "seed", "rule", "error", "mean u", "J min",
                "rho", "foretold", "gain", "least", "most", "left", "ev.");
    for (const Case& one : cases())
        if (one.name.find(only) != std::string::npos) study(one, all);
}
