// SPDX-License-Identifier: GPL-3.0-or-later
// How much two frames are best smoothed before they are compared, and how stiff the flow between them is best, by the noise that
// they have: known flows and structure that is still, 64^3 voxels, wavelength 14; with COARSEN_DATA tomography of a lung whose
// warp is known, too. What greyNoise finds stands beside, and what a user gets by default.
#include "core/register/engines.hpp"
#include "core/register/flow_quality.hpp"
#include "core/register/gaussian.hpp"
#include "core/register/grey_noise.hpp"
#include "core/register/registration.hpp"
#include "core/register/wavelength.hpp"
#include "core/synth/flow_errors.hpp"
#include "core/synth/flow_pair.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/volume_files/read_volume.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

using namespace coarsen;

namespace {

/// Two frames, and how a flow between them is judged.
struct Pair {
    std::string name;
    Volume fixed, moved;
    std::array<std::vector<float>, 3> truth;
    double noise = 0;
};

double rmsOf(const Flow& u) {
    double squares = 0;
    for (const auto& along : u.along)
        for (const float value : along)
            squares += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(squares / static_cast<double>(u.size.voxels()));
}

Pair known(double noise, double maxU, std::uint64_t seed, const VolumeSize& size) {
    FlowPairSettings made;
    made.noise = noise, made.maxU = maxU, made.seed = seed, made.size = size;
    FlowPair pair = flowPair(made);
    char name[64];
    std::snprintf(name, sizeof name, "%s, noise %.2f%s", maxU > 0 ? "flow of 4" : "still", noise,
                  size.depth == 1 ? ", a plane" : "");
    return {name, pair.fixed, pair.moved, pair.u, noise};
}

Volume withNoise(const Volume& volume, double sd, std::uint64_t seed) {
    RandomNumbers random(seed, 5);
    std::vector<float> values(volume.values().begin(), volume.values().end());
    for (float& value : values)
        value += static_cast<float>(sd * random.normal());
    return Volume(volume.size(), volume.spacing(), std::move(values));
}

std::optional<Pair> lung(double noiseHu, std::uint64_t seed) {
    const char* const data = std::getenv("COARSEN_DATA");
    if (!data) return std::nullopt;
    const std::filesystem::path folder = std::filesystem::path(data) / "volumes-known-warp";
    Pair pair;
    pair.name = "lung, noise of " + std::to_string(static_cast<int>(noiseHu)) + " HU";
    pair.fixed = withNoise(readVolume(folder / "lung_small_fixed.nii.gz"), noiseHu, seed);
    pair.moved = withNoise(readVolume(folder / "lung_small_moved.nii.gz"), noiseHu, seed + 1);
    for (int axis = 0; axis < 3; ++axis) {
        VolumeChoice component;  // the file has them where times are
        component.time = axis;
        const Volume d = readVolume(folder / "lung_small_displacement_millivoxel.nii.gz", component);
        for (const float value : d.values())
            pair.truth[static_cast<std::size_t>(axis)].push_back(-1e-3F * value);
    }
    return pair;
}

void show(const Pair& pair, const char* what, const RegistrationSettings& asked) {
    RegistrationSettings settings = asked;
    settings.wavelength = structureWavelength(pair.fixed, 0);
    const Registration answer = registerVolumes(pair.fixed, pair.moved, settings, *cpuSimdRegistration());
    const EndPointErrors errors = endPointErrors(answer.u.size, answer.u.along, pair.truth);
    std::printf("%-32s %-8s %4.2f %5.3f %5.1f  %6.4f %6.3f %6.2f  %6.3f %6.4f  %5.2f %5.2f  %6.4f %d\n", pair.name.c_str(), what,
                answer.presmooth, answer.lambda, answer.sigma, errors.mean(), errors.percentile(0.95), errors.largest(),
                rmsOf(answer.u), answer.jacobians.logSd, answer.jacobians.least, answer.leastInside, answer.noise,
                answer.isEvolving);
    std::fflush(stdout);
}

void study(const Pair& pair) {
    for (const double presmooth : {0.0, 0.35, 0.5, 0.7, 1.0, 1.4})
        for (const double lambda : {0.05, 0.01}) {
            RegistrationSettings settings;
            settings.evolving = Evolving::no;
            settings.presmooth = presmooth, settings.presmoothBy = PresmoothBy::setting;
            settings.lambda = lambda;
            show(pair, "", settings);
        }
    RegistrationSettings earlier;
    earlier.presmoothBy = PresmoothBy::setting;
    show(pair, "earlier", earlier);
    show(pair, "default", {});
}

/// By distance from the nearest face, here and where it was: the mean error of u and the least J.
void studyFaces(const std::string& name, const FlowPairSettings& made) {
    const FlowPair pair = flowPair(made);
    for (const PresmoothBy by : {PresmoothBy::setting, PresmoothBy::noise}) {
        RegistrationSettings settings;
        settings.presmoothBy = by;
        settings.wavelength = made.wavelength;
        const Registration answer = registerVolumes(pair.fixed, pair.moved, settings, *cpuSimdRegistration());
        constexpr int rings = 14;
        std::array<double, rings> sum{}, count{}, most{}, least;
        least.fill(9);
        const VolumeSize& size = made.size;
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y)
                for (int x = 0; x < size.width; ++x) {
                    const std::size_t i = size.index(x, y, z);
                    double away = rings - 1, off = 0;
                    const int at[] = {x, y, z}, sides[] = {size.width, size.height, size.depth};
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        const double truth = static_cast<double>(pair.u[axis][i]), was = at[axis] - truth;
                        away = std::min({away, double(at[axis]), double(sides[axis] - 1 - at[axis]), was, sides[axis] - 1 - was});
                        off += std::pow(static_cast<double>(answer.u.along[axis][i]) - truth, 2);
                    }
                    const auto ring = static_cast<std::size_t>(std::max(0.0, away));
                    sum[ring] += std::sqrt(off), count[ring] += 1;
                    most[ring] = std::max(most[ring], std::sqrt(off));
                    least[ring] = std::min(least[ring], static_cast<double>(answer.jacobian[i]));
                }
        std::printf("%-28s %-8s J min %5.2f, inside %5.2f\n  px   mean   most  J min\n", name.c_str(),
                    by == PresmoothBy::noise ? "default" : "earlier", answer.jacobians.least, answer.leastInside);
        for (std::size_t ring = 0; ring < rings; ++ring)
            std::printf("  %2d%s %6.3f %6.3f %5.2f\n", static_cast<int>(ring), ring + 1 == rings ? "+" : " ",
                        sum[ring] / count[ring], most[ring], least[ring]);
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app{"Smoothing before two frames are compared, by their noise; and flows near faces"};
    std::uint64_t seed = 7401;
    bool faces = false;
    app.add_option("--seed", seed, "The same seed gives the same volumes")->capture_default_str();
    app.add_flag("--faces", faces, "Errors by the distance from the faces, instead");
    CLI11_PARSE(app, argc, argv);
    if (faces) {
        FlowPairSettings shift;
        shift.seed = seed, shift.maxU = 0, shift.drift = {2.4, -1.3, 3.6};
        studyFaces("shift of 2.4, -1.3, 3.6", shift);
        FlowPairSettings flow;
        flow.seed = seed;
        studyFaces("flow of 4", flow);
        return 0;
    }
    std::printf("# seed %llu; error of u in voxels, 4 from every face; rms of u and sd of log J of all; noise as it was found\n",
                static_cast<unsigned long long>(seed));
    std::printf("# %-30s %-8s %4s %5s %5s  %6s %6s %6s  %6s %6s  %5s %5s  %6s %s\n", "pair", "", "pre.", "lambda", "sigma",
                "mean", "95 %", "most", "rms u", "sd lnJ", "Jmin", "ins.", "noise", "ev.");
    for (const double noise : {0.0, 0.03, 0.05, 0.1, 0.2, 0.3})
        for (const double maxU : {4.0, 0.0})
            if (noise > 0 || maxU > 0) study(known(noise, maxU, seed, {64, 64, 64}));
    for (const double noise : {0.0, 0.1})
        study(known(noise, 4, seed, {256, 256, 1}));
    for (const double hu : {0.0, 20.0, 40.0, 80.0})
        if (const auto pair = lung(hu, seed)) study(*pair);
}
