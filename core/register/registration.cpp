// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/registration.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/register/flow_quality.hpp"
#include "core/register/gaussian.hpp"
#include "core/register/grey_scale.hpp"
#include "core/register/pyramid.hpp"
#include "core/register/start_shift.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

constexpr double narrow = 0.4, wide = 1;  // sigma, wavelengths
constexpr double narrowLambda = 0.05, wideLambda = 0.2;
constexpr double evolvedRho = 0.99, leastTrustedJ = 0.2;
constexpr double likenessSigma = 1;  // voxels: noise is not what the structure is alike by
constexpr double sigmaWithoutWavelength = 6;
constexpr int leastAlong = 8;
constexpr double littleInCommon = 0.5;  // rho

std::string textOf(const VolumeSize& size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height) + " x " + std::to_string(size.depth);
}

void check(const Volume& fixed, const Volume& moved, const RegistrationSettings& settings) {
    const VolumeSize& size = fixed.size();
    if (!(size == moved.size()))
        throw InputError(movedVolume, "it has " + textOf(moved.size()) + " voxels, the fixed one " + textOf(size),
                         "crop both to one size");
    for (const int side : {size.width, size.height, size.depth})
        if (side < leastAlong && !(side == 1 && side == size.depth))
            throw InputError("the volumes", "they have " + textOf(size) + " voxels, too thin to register",
                             "give at least 8 along each axis, or one slice alone");
    if (settings.levels < 1 || settings.levels > 8) throw SettingError("levels", "it must be 1 to 8", "write 3");
    if (settings.sigma && !(settings.sigma->value > 0 && settings.sigma->value < 1000))
        throw SettingError("sigma", "it must be above 0", "write 6 (voxels) or 1w (wavelengths of the structure)");
    if (settings.sigma && settings.sigma->isInWavelengths && !settings.wavelength)
        throw InputError(fixedVolume, "it has no R_max, so its wavelength is not known",
                         "give sigma in voxels, about half the distance between two domains");
    if (settings.lambda && !(*settings.lambda >= 0 && *settings.lambda <= 1000))
        throw SettingError("lambda", "it must be 0 to 1000", "write 0.05");
    if (!(settings.presmooth >= 0 && settings.presmooth <= 20))
        throw SettingError("presmooth", "it must be 0 to 20 voxels", "write 1");
}

/// Scaled so that the two phases of `fixed` are 0 and 1, not yet smoothed.
RegistrationPair scaledPair(const Volume& fixed, const Volume& moved) {
    const PhaseMeans means = phaseMeans(fixed.values(), fixed.valid());
    if (means.areOne())
        throw InputError(fixedVolume, "its valid voxels have one grey value only", "look at the file, its mask and its type");
    if (phaseMeans(moved.values(), moved.valid()).areOne())
        throw InputError(movedVolume, "its valid voxels have one grey value only", "look at the file, its mask and its type");
    const auto scaled = [&](const Volume& volume) {
        std::vector<float> values;
        values.reserve(volume.values().size());
        for (std::size_t i = 0; i < volume.values().size(); ++i) {
            const bool counts = volume.isAllValid() || volume.valid()[i];  // else it may be anything, NaN as well
            values.push_back(
                counts ? static_cast<float>((static_cast<double>(volume.values()[i]) - means.dark) / (means.bright - means.dark))
                       : 0);
        }
        return values;
    };
    return {fixed.size(),
            scaled(fixed),
            scaled(moved),
            {fixed.valid().begin(), fixed.valid().end()},
            {moved.valid().begin(), moved.valid().end()}};
}

RegistrationPair smoothedBy(double sigma, RegistrationPair pair, int threads) {
    smoothValid(pair.fixed, pair.fixedValid, pair.size, sigma, threads);
    smoothValid(pair.moved, pair.movedValid, pair.size, sigma, threads);
    return pair;
}

/// A descent through the levels, the coarsest first.
struct Passage {
    Flow u;
    std::vector<Descent> descents;
    bool wasFolding() const { return std::ranges::any_of(descents, &Descent::wasFolding); }
};

/// Limits of evaluations: most of the way is gone where a step is cheap.
int mostEvaluations(std::size_t level, std::size_t levels) {
    if (levels == 1 || level > 1) return 200;
    return level == 0 ? 60 : 100;
}

struct Registrar {
    const RegistrationEngine& engine;
    const std::function<void(const RegistrationProgress&)>& progressed;
    std::stop_token stop;

    /// From the coarsest level on, which knows no more than the drift.
    Passage pass(const std::vector<RegistrationPair>& levels, const std::array<double, 3>& drift,
                 const ForceSettings& force) const {
        Passage passage;
        const double coarser = std::pow(2.0, static_cast<double>(levels.size() - 1));
        std::array<float, 3> start{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            start[axis] = static_cast<float>(drift[axis] / coarser);
        passage.u = Flow(levels.back().size, start);
        for (std::size_t level = levels.size(); level-- > 0 && !stop.stop_requested();) {
            if (level + 1 < levels.size()) passage.u = doubled(passage.u, levels[level].size, force.threads);
            const auto work = engine.level(levels[level], force, std::move(passage.u));
            const int most = mostEvaluations(level, levels.size());
            const auto tell = [&](const Descent& now) {
                if (progressed)
                    progressed({static_cast<int>(levels.size() - 1 - level), static_cast<int>(levels.size()), now.evaluations,
                                most, now.last.energy(force.lambda)});
            };
            passage.descents.push_back(descend(*work, force.lambda, most, tell, stop));
            passage.u = work->displacement();
        }
        return passage;
    }
};

Flow uniform(const VolumeSize& size, const std::array<double, 3>& shift) {
    return Flow(size, {static_cast<float>(shift[0]), static_cast<float>(shift[1]), static_cast<float>(shift[2])});
}

/// What is left open in the settings.
ForceSettings forceFor(const RegistrationSettings& settings, bool isEvolving) {
    ForceSettings force;
    force.lambda = settings.lambda.value_or(isEvolving ? wideLambda : narrowLambda);
    force.sampling = settings.sampling;
    force.form = settings.regulariser;
    force.threads = settings.threads;
    if (settings.sigma)
        force.sigma = settings.sigma->value * (settings.sigma->isInWavelengths ? *settings.wavelength : 1);
    else
        force.sigma = settings.wavelength ? *settings.wavelength * (isEvolving ? wide : narrow) : sigmaWithoutWavelength;
    return force;
}

}  // namespace

double expectedError(double sigma, double wavelength, double rho) {
    constexpr double atNarrow = 0.275, atWide = 0.15;  // of flows known, by rho as it is found here (resources/decisions.md)
    const double part = std::clamp(std::log(sigma / (narrow * wavelength)) / std::log(wide / narrow), 0.0, 1.0);
    const double factor = atNarrow * std::pow(atWide / atNarrow, part);
    return factor * wavelength * std::sqrt(std::max(0.0, 1 - rho * rho));
}

Registration registerVolumes(const Volume& fixed, const Volume& moved, const RegistrationSettings& settings,
                             const RegistrationEngine& engine, const std::function<void(const RegistrationProgress&)>& progressed,
                             std::stop_token stop) {
    check(fixed, moved, settings);
    const RegistrationPair scaled = scaledPair(fixed, moved);
    const RegistrationPair alike = smoothedBy(likenessSigma, scaled, settings.threads);
    const auto levels =
        pyramid(settings.presmooth == likenessSigma ? alike : smoothedBy(settings.presmooth, scaled, settings.threads),
                settings.levels, settings.threads);
    Registration answer;
    answer.engine = engine.description().name;
    answer.levels = static_cast<int>(levels.size());
    answer.wavelength = settings.wavelength.value_or(Registration::nan);
    answer.drift = startShift(levels, settings.threads);
    answer.driftRho = likenessAfter(uniform(scaled.size, answer.drift), alike, settings.threads);
    answer.isEvolving =
        settings.evolving == Evolving::yes || (settings.evolving == Evolving::automatic && !(answer.driftRho >= evolvedRho));
    const ForceSettings force = forceFor(settings, answer.isEvolving);
    answer.sigma = force.sigma;
    answer.lambda = force.lambda;
    if (!settings.sigma && !settings.wavelength)
        answer.remarks.push_back("the volume has no R_max: sigma is " + shortest(sigmaWithoutWavelength) +
                                 " voxels, which fits domains about 12 voxels apart; give sigma");

    const Registrar registrar{engine, progressed, stop};
    Passage passage = registrar.pass(levels, answer.drift, force);
    const bool isWide = settings.wavelength && force.sigma >= 0.999 * wide * *settings.wavelength && force.lambda >= wideLambda;
    Flow likely;  // smooth enough not to take what has changed for a displacement
    if (settings.wavelength && !isWide) {
        ForceSettings smooth = force;
        smooth.sigma = wide * *settings.wavelength;
        smooth.lambda = wideLambda;
        likely = registrar.pass(levels, answer.drift, smooth).u;
    }
    if (stop.stop_requested()) return answer;

    answer.rho = likenessAfter(likely.size == scaled.size ? likely : passage.u, alike, settings.threads);
    if (!(answer.rho >= littleInCommon))
        answer.remarks.push_back("the two have little in common (rho " + coarsen::fixed(answer.rho, 2) +
                                 "): they may not show the same part of the sample, or lie too far apart in time");
    if (settings.wavelength) answer.expectedError = expectedError(force.sigma, *settings.wavelength, answer.rho);
    for (const Descent& descent : passage.descents)
        answer.evaluations.push_back(descent.evaluations);
    answer.after = passage.descents.back().last;
    answer.before = engine.level(levels.front(), force, uniform(scaled.size, answer.drift))->evaluate(leastJacobian);
    answer.jacobian = jacobian(passage.u, settings.threads);
    answer.jacobians = statisticsOf(answer.jacobian);
    answer.mayBeOnePeriodOff = answer.jacobians.least < leastTrustedJ || passage.wasFolding();
    answer.u = std::move(passage.u);
    answer.isDone = true;
    return answer;
}

}  // namespace coarsen
