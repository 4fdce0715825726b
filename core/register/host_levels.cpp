// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/host_levels.hpp"

#include "core/displace/volume_shift.hpp"
#include "core/register/descent.hpp"
#include "core/register/flow_quality.hpp"
#include "core/register/gaussian.hpp"
#include "core/register/grey_scale.hpp"
#include "core/register/pyramid.hpp"

#include <cmath>
#include <utility>

namespace coarsen {

namespace {

/// Scaled so that the two phases of `fixed` are 0 and 1, not yet smoothed.
RegistrationPair scaledPair(const Volume& fixed, const Volume& moved) {
    const PhaseMeans means = phaseMeans(fixed.values(), fixed.valid());
    requireTwoGreys(means, phaseMeans(moved.values(), moved.valid()));
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

RegistrationPair smoothedBy(double sigma, RegistrationPair pair, const Threads& threads) {
    smoothValid(pair.fixed, pair.fixedValid, pair.size, sigma, threads);
    smoothValid(pair.moved, pair.movedValid, pair.size, sigma, threads);
    return pair;
}

Flow uniform(const VolumeSize& size, const std::array<double, 3>& shift, double per = 1) {
    std::array<float, 3> u{};
    for (std::size_t axis = 0; axis < 3; ++axis)
        u[axis] = static_cast<float>(shift[axis] / per);
    return Flow(size, u);
}

}  // namespace

VolumeShift likeliestShift(const RegistrationPair& pair, const Threads& threads) {
    const Volume fixed(pair.size, {}, pair.fixed, pair.fixedValid), moved(pair.size, {}, pair.moved, pair.movedValid);
    const VolumeShift shift = VolumeShiftFinder(pair.size, threads.count).likeliest(fixed, moved, threads.stop);
    return shift.isFound() ? shift : VolumeShift{0, 0, 0};
}

HostLevels::HostLevels(const RegistrationEngine& engine, const Volume& fixed, const Volume& moved, const LevelsSettings& settings)
    : engine_(engine), threads_(settings.threads) {
    RegistrationPair scaled = scaledPair(fixed, moved);
    alike_ = smoothedBy(correlationSigma, scaled, threads_);
    levels_ =
        pyramid(settings.presmooth == correlationSigma ? alike_ : smoothedBy(settings.presmooth, std::move(scaled), threads_),
                settings.levels, threads_);
}

std::array<double, 3> HostLevels::drift() const {
    const auto normalsAt = [&](std::size_t level, const VolumeShift& shift) {
        const RegistrationPair& pair = levels_[level];
        return shiftNormals({pair.size, pair.fixed, pair.fixedValid}, {pair.size, pair.moved, pair.movedValid}, shift,
                            threads_.count, threads_.stop);
    };
    const VolumeShift shift = shiftThroughLevels(likeliestShift(levels_.back(), threads_), levels_.size(), normalsAt);
    return {shift.x, shift.y, shift.z};
}

std::unique_ptr<RegistrationLevel> HostLevels::level(std::size_t level, const ForceSettings& force,
                                                     const std::array<double, 3>& displacement) const {
    return engine_.level(levels_[level], force,
                         uniform(levels_[level].size, displacement, std::pow(2.0, static_cast<double>(level))));
}

std::unique_ptr<RegistrationLevel> HostLevels::finer(const RegistrationLevel& coarser, std::size_t level,
                                                     const ForceSettings& force) const {
    return engine_.level(levels_[level], force, doubled(coarser.displacement(), levels_[level].size, threads_));
}

double HostLevels::correlation(const std::array<double, 3>& displacement) const {
    return correlationAfter(uniform(alike_.size, displacement), alike_, threads_);
}

double HostLevels::correlation(const RegistrationLevel& finest) const {
    return correlationAfter(finest.displacement(), alike_, threads_);
}

double HostLevels::mismatch(const std::array<double, 3>& displacement, const ForceSettings& force) const {
    return level(0, force, displacement)->evaluate(leastJacobian).mismatch;
}

}  // namespace coarsen
