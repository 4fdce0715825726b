// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/registration.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/register/flow_quality.hpp"
#include "core/register/grey_noise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

namespace coarsen {

namespace {

constexpr double narrow = 0.4, wide = 1;  // sigma, wavelengths
constexpr double wideLambda = 0.2;
constexpr double evolvedRho = 0.99;
constexpr double leastTrustedJ = 0.2, mostTrusted = 0.45;  // of |u|, wavelengths (decision F3)
constexpr double sigmaWithoutWavelength = 6;
constexpr int leastAlong = 8;
constexpr double littleInCommon = 0.5;   // rho
constexpr double tellingError = 0.1;     // of u by brightness, voxels
constexpr double leastBesideMask = 0.5;  // presmooth: it fills masked voxels beside valid ones, which splines go through, too

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
    requireLegal(settings);
    if (settings.sigma && settings.sigma->isInWavelengths && !settings.wavelength)
        throw InputError(fixedVolume, "it has no R_max, so its wavelength is not known",
                         "give sigma in voxels, about half the distance between two domains");
}

/// A descent through the levels, the coarsest first.
struct Passage {
    std::unique_ptr<RegistrationLevel> finest;
    std::vector<Descent> descents;
    bool wasFolding() const { return std::ranges::any_of(descents, &Descent::wasFolding); }
};

struct Registrar {
    const RegistrationLevels& levels;
    const FlowSettings& settings;
    const std::function<void(const RegistrationProgress&)>& progressed;
    std::stop_token stop;

    /// From the coarsest level on, which knows no more than the drift.
    Passage pass(const std::array<double, 3>& drift, const ForceSettings& force) const {
        Passage passage;
        const std::size_t count = levels.count();
        for (std::size_t level = count; level-- > 0 && !stop.stop_requested();) {
            passage.finest = passage.finest ? levels.finer(*passage.finest, level, force) : levels.level(level, force, drift);
            const DescentEnd end = descentEnd(level, count, settings);
            const auto tell = [&](const Descent& now) {
                if (progressed)
                    progressed({static_cast<int>(count - 1 - level), static_cast<int>(count), now.evaluations, end.most,
                                now.last.energy(force.lambda)});
            };
            passage.descents.push_back(descend(*passage.finest, force.lambda, end, tell, stop));
        }
        return passage;
    }
};

std::string whyOnePeriodOff(const Passage& passage, const RegistrationLevel::Found& found, double wavelength) {
    const double least = found.jacobians.statistics.least;
    if (least < leastTrustedJ || passage.wasFolding()) return "J falls to " + coarsen::fixed(least, 2);
    if (found.farthest > mostTrusted * wavelength)
        return "it moves by up to " + coarsen::fixed(found.farthest, 1) + " px beside the drift, half a wavelength is " +
               coarsen::fixed(wavelength / 2, 1);
    return "";
}

/// Settings, and what they leave to the noise of the two.
struct OpenSettings {
    const RegistrationSettings& asked;
    NoiseChoice byNoise{1, 0.05};  ///< as in earlier versions
    double noise = Registration::nan;

    bool isByNoise() const { return asked.presmoothBy == PresmoothBy::noise; }
    /// Wavelength by which a flow is smoothed that is too smooth to be taken in by a change; 0: none is known.
    double judgingWavelength() const { return asked.wavelength.value_or(isByNoise() ? 2 * sigmaWithoutWavelength : 0); }
};

OpenSettings filledIn(const RegistrationSettings& settings, const Volume& fixed, const Volume& moved,
                      const std::stop_token& stop) {
    OpenSettings open{settings};
    if (!open.isByNoise()) {
        open.byNoise.presmooth = settings.presmooth;
        return open;
    }
    const Threads threads{settings.threads, stop};
    open.noise = std::hypot(greyNoise(fixed, threads), greyNoise(moved, threads)) / std::sqrt(2.0);
    if (std::isfinite(open.noise)) open.byNoise = choiceFor(open.noise);
    const bool isMasked = !fixed.isAllValid() || !moved.isAllValid();
    if (isMasked) open.byNoise.presmooth = std::max(open.byNoise.presmooth, leastBesideMask);
    return open;
}

/// Settings of the force, with what was left open filled in.
ForceSettings forceFor(const OpenSettings& open, bool isEvolving, const std::stop_token& stop) {
    const RegistrationSettings& settings = open.asked;
    ForceSettings force;
    force.lambda = settings.lambda.value_or(isEvolving ? wideLambda : open.byNoise.lambda);
    force.sampling = settings.sampling;
    force.form = settings.regulariser;
    force.term = settings.forceTerm;
    force.threads = {settings.threads, stop};
    if (settings.sigma)
        force.sigma = settings.sigma->value * (settings.sigma->isInWavelengths ? *settings.wavelength : 1);
    else
        force.sigma = settings.wavelength ? *settings.wavelength * (isEvolving ? wide : narrow) : sigmaWithoutWavelength;
    return force;
}

/// A flow smooth enough not to take what has changed for a displacement.
ForceSettings smoothForce(ForceSettings force, double wavelength) {
    force.sigma = wide * wavelength;
    force.lambda = wideLambda;
    return force;
}

struct Registered {
    Registration answer;
    /// Greys of `fixed` once it is drawn along by a flow smoothed over a wavelength, where there is one; else by the flow itself.
    std::vector<BlockGreys> drawn;
};

/// The two as the levels have them, and where `grid` is given what brightness is told from.
Registered registeredAlike(RegistrationLevels& levels, const OpenSettings& open, const BlockGrid* grid,
                           const std::function<void(const RegistrationProgress&)>& progressed, const std::stop_token& stop) {
    const RegistrationSettings& settings = open.asked;
    const double judging = open.judgingWavelength();
    Registered both;
    Registration& answer = both.answer;
    answer.levels = static_cast<int>(levels.count());
    answer.wavelength = settings.wavelength.value_or(Registration::nan);
    answer.presmooth = open.byNoise.presmooth;
    answer.noise = open.noise;
    answer.drift = levels.drift();
    if (stop.stop_requested()) return both;
    answer.driftRho = levels.correlation(answer.drift);
    if (stop.stop_requested()) return both;
    const bool isAutomatic = settings.evolving == Evolving::automatic;
    answer.isEvolving = settings.evolving == Evolving::yes || (isAutomatic && !(answer.driftRho >= evolvedRho));
    if (!settings.sigma && !settings.wavelength)
        answer.remarks.push_back("the volume has no R_max: sigma is " + shortest(sigmaWithoutWavelength) +
                                 " voxels, which fits domains about 12 voxels apart; give sigma");

    const Registrar registrar{levels, settings, progressed, stop};
    Passage passage;
    bool isRhoKnown = false;
    const auto compare = [&] {  // a smooth flow takes little of what brightness does for motion
        answer.rho = levels.correlation(*passage.finest);
        if (grid && both.drawn.empty()) both.drawn = levels.drawnGreys(*passage.finest, *grid);
    };
    if (isAutomatic && answer.isEvolving && settings.evolvingBy == EvolvingBy::flow && judging > 0) {
        // what a strong flow does to the correlation is no change
        passage = registrar.pass(answer.drift, smoothForce(forceFor(open, true, stop), judging));
        if (stop.stop_requested()) return both;
        compare();
        answer.isEvolving = !(answer.rho >= evolvedRho);
        isRhoKnown = true;
    }
    const ForceSettings force = forceFor(open, answer.isEvolving, stop);
    answer.sigma = force.sigma;
    answer.lambda = force.lambda;
    const bool isWide = judging > 0 && force.sigma >= 0.999 * wide * judging && force.lambda >= wideLambda;
    const bool isFound = isRhoKnown && force.sigma == wide * judging && force.lambda == wideLambda;
    if (!isFound) {
        passage = {};
        passage = registrar.pass(answer.drift, force);
        if (stop.stop_requested()) return both;
    }
    RegistrationLevel::Found found = passage.finest->found(answer.drift);
    if (stop.stop_requested()) return both;
    if (!isRhoKnown || (isWide && !isFound)) {  // of a flow at least so smooth
        if (judging > 0 && !isWide) {
            passage.finest.reset();
            passage.finest = registrar.pass(answer.drift, smoothForce(force, judging)).finest;
            if (stop.stop_requested()) return both;
        }
        compare();
    }
    passage.finest.reset();
    if (!(answer.rho >= littleInCommon))
        answer.remarks.push_back("the two have little in common (rho " + coarsen::fixed(answer.rho, 2) +
                                 "): they may not show the same part of the sample, or lie too far apart in time");
    if (settings.wavelength) answer.expectedError = expectedError(force.sigma, *settings.wavelength, answer.rho);
    for (const Descent& descent : passage.descents)
        answer.evaluations.push_back(descent.evaluations);
    answer.after = passage.descents.back().last;
    answer.before = {.mismatch = levels.mismatch(answer.drift, force), .regularisation = 0, .jMin = 1};
    answer.jacobian = std::move(found.jacobians.everywhere);
    answer.jacobians = found.jacobians.statistics;
    answer.onePeriodOff = whyOnePeriodOff(passage, found, answer.wavelength);
    answer.u = std::move(found.u);
    answer.leastInside = leastInside(answer.u, answer.jacobian, {settings.threads, stop});
    answer.isDone = !stop.stop_requested();
    return both;
}

/// Volume of the same voxels, valid where the other's are, too: beside a face that only one of the two lacks, smoothing would
/// make a difference of them.
Volume validInBoth(const Volume& volume, const Volume& other) {
    if (other.isAllValid()) return volume;
    std::vector<std::uint8_t> valid(other.valid().begin(), other.valid().end());
    if (!volume.isAllValid())
        for (std::size_t i = 0; i < valid.size(); ++i)
            valid[i] &= volume.valid()[i];
    return volume.withMask(std::move(valid));
}

/// Levels of the two, each by its own phases, where both are valid; as they are where that leaves hardly a voxel.
std::unique_ptr<RegistrationLevels> matchedLevels(const Volume& fixed, const Volume& moved, const RegistrationEngine& engine,
                                                  LevelsSettings settings) {
    settings.isMatched = true;
    if (fixed.isAllValid() && moved.isAllValid()) return engine.levels(fixed, moved, settings);
    try {
        return engine.levels(validInBoth(fixed, moved), validInBoth(moved, fixed), settings);
    } catch (const InputError&) {  // of one grey
        return engine.levels(fixed, moved, settings);
    }
}

/// Finds how brightness differs, and takes it out of the levels.
class BrightnessMatcher {
public:
    BrightnessMatcher(RegistrationLevels& levels, const BlockGrid& grid, std::stop_token stop)
        : levels_(levels), grid_(grid), stop_(std::move(stop)) {
        const auto [fixed, moved] = levels_.phases();
        const double contrast = fixed.bright - fixed.dark;
        found_.gain = (moved.bright - moved.dark) / contrast;
        found_.offset = (moved.dark - fixed.dark) / contrast;
    }

    const Brightness& found() const { return found_; }

    /// Difference from block to block where the structure of `fixed` has been drawn there; none where it cannot be told.
    std::optional<BlockBrightness> left(const std::vector<BlockGreys>& drawn) const {
        return blockBrightness(grid_, drawn, levels_.movedGreys(grid_));
    }

    /// Undoes what is slow, for a block's own fading makes the first look inexact in a few steps.
    void undo(std::optional<BlockBrightness> slow, const std::vector<BlockGreys>& drawn) {
        constexpr int mostSteps = 4;
        for (int step = 0; step < mostSteps && slow && slow->isSlow && !stop_.stop_requested(); ++step) {
            undo(*slow);
            if (!stop_.stop_requested()) slow = left(drawn);
        }
    }

    void settle(double left) { found_.left = left; }

private:
    void undo(const BlockBrightness& slow) {
        const PhaseMeans phases = levels_.undo(slow.varying);
        found_.gain *= phases.bright - phases.dark;
        gains_.resize(slow.slowGain.size(), 1);
        for (std::size_t i = 0; i < gains_.size(); ++i)
            gains_[i] *= slow.slowGain[i];
        const auto [least, greatest] = std::ranges::minmax(gains_);
        found_.leastGain = least, found_.greatestGain = greatest;
    }

    RegistrationLevels& levels_;
    const BlockGrid& grid_;
    std::stop_token stop_;
    std::vector<double> gains_;
    Brightness found_;
};

/// Value at a smoothness, in wavelengths, between what is known at a narrow one and at a wide one.
double between(double atNarrow, double atWide, double sigma) {
    const double part = std::clamp(std::log(sigma / narrow) / std::log(wide / narrow), 0.0, 1.0);
    return atNarrow * std::pow(atWide / atNarrow, part);
}

/// Into the answer's error and words. `isSlow`: what is left is more than chance.
void tellBrightness(Registration& answer, const Brightness& brightness, bool isSlow) {
    answer.brightness = brightness;
    const double error = brightnessError(answer.sigma, answer.wavelength, brightness.left);
    if (brightness.greatestGain > brightness.leastGain)
        answer.remarks.push_back("contrast of the two differs within the volume, by factors of " +
                                 coarsen::fixed(brightness.leastGain, 2) + " to " + coarsen::fixed(brightness.greatestGain, 2) +
                                 ": that was taken for brightness, not for motion");
    if (!std::isfinite(error)) return;
    if (error > tellingError && (isSlow || error > answer.expectedError))
        answer.remarks.push_back("brightness of the two differs from place to place by " +
                                 coarsen::fixed(100 * brightness.left, 0) +
                                 " % of the contrast, which cannot be told from motion");
    answer.expectedError = std::hypot(answer.expectedError, error);
}

}  // namespace

double expectedError(double sigma, double wavelength, double rho) {
    constexpr double atNarrow = 0.25, atWide = 0.135;  // of flows known, by rho as it is found here (decision F2)
    return between(atNarrow, atWide, sigma / wavelength) * wavelength * std::sqrt(std::max(0.0, 1 - rho * rho));
}

double brightnessError(double sigma, double wavelength, double left) {
    constexpr double atNarrow = 0.23, atWide = 0.05;  // of gains of 0.8 to 1.2 (tests/studies/results/brightness.txt)
    return between(atNarrow, atWide, sigma / wavelength) * wavelength * left;
}

Registration registerVolumes(const Volume& fixed, const Volume& moved, const RegistrationSettings& settings,
                             const RegistrationEngine& engine, const std::function<void(const RegistrationProgress&)>& progressed,
                             std::stop_token stop) {
    check(fixed, moved, settings);
    const OpenSettings open = filledIn(settings, fixed, moved, stop);
    const LevelsSettings forLevels{settings.levels, open.byNoise.presmooth, {settings.threads, stop}, settings.isOneOfMany};
    const auto named = [&](Registration answer) {
        answer.engine = engine.description().name;
        return answer;
    };
    if (settings.brightness == BrightnessMatch::none) {
        const auto levels = engine.levels(fixed, moved, forLevels);
        if (stop.stop_requested()) return {};
        return named(registeredAlike(*levels, open, nullptr, progressed, stop).answer);
    }

    constexpr int mostRounds = 4;
    const auto levels = matchedLevels(fixed, moved, engine, forLevels);
    const BlockGrid grid(fixed.size(), settings.wavelength.value_or(2 * sigmaWithoutWavelength));
    BrightnessMatcher matcher(*levels, grid, stop);
    for (int round = 1;; ++round) {
        if (stop.stop_requested()) return {};  // the levels are then only in part what they are to be
        auto [answer, drawn] = registeredAlike(*levels, open, &grid, progressed, stop);
        if (!answer.isDone) return answer;
        const std::optional<BlockBrightness> left = matcher.left(drawn);
        if (stop.stop_requested()) return {};
        const bool isSlow = left && left->isSlow;
        if (isSlow && settings.brightness == BrightnessMatch::local && round < mostRounds) {
            matcher.undo(left, drawn);
            continue;
        }
        matcher.settle(left ? (isSlow ? std::hypot(left->slow, left->left) : left->left) : 0);
        tellBrightness(answer, matcher.found(), isSlow);
        return named(std::move(answer));
    }
}

}  // namespace coarsen
