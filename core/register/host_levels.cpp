// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/register/host_levels.hpp"

#include "core/base/parallel.hpp"
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

/// Values scaled so that the phases are 0 and 1, and 0 where they do not count: there may be anything, NaN as well.
std::vector<float> scaled(const Volume& volume, const PhaseMeans& means) {
    std::vector<float> values;
    values.reserve(volume.values().size());
    for (std::size_t i = 0; i < volume.values().size(); ++i) {
        const bool counts = volume.isAllValid() || volume.valid()[i];
        values.push_back(
            counts ? static_cast<float>((static_cast<double>(volume.values()[i]) - means.dark) / (means.bright - means.dark))
                   : 0);
    }
    return values;
}

std::vector<std::uint8_t> maskOf(const Volume& volume) {
    return {volume.valid().begin(), volume.valid().end()};
}

void takeOut(const SlowBrightness& slow, std::vector<float>& values, const VolumeSize& size, const Threads& threads) {
    const auto width = static_cast<std::size_t>(size.width), height = static_cast<std::size_t>(size.height);
    parallelFor(height * static_cast<std::size_t>(size.depth), threads, [&](std::size_t row) {
        const std::size_t plane = row / height;
        const auto y = static_cast<double>(row - plane * height), z = static_cast<double>(plane);
        const std::array<double, 4> logGain = slow.logGain.alongRow(y, z), offset = slow.offset.alongRow(y, z);
        float* const line = values.data() + row * width;
        for (std::size_t x = 0; x < width; ++x) {
            const double at = slow.offset.coordinate(static_cast<double>(x));
            line[x] = static_cast<float>((static_cast<double>(line[x]) - polynomialAt(offset, at)) /
                                         std::exp(polynomialAt(logGain, at)));
        }
    });
}

void bringTo01(const PhaseMeans& means, std::vector<float>& values) {
    for (float& value : values)
        value = static_cast<float>((static_cast<double>(value) - means.dark) / (means.bright - means.dark));
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
    : engine_(engine),
      settings_(settings),
      moved_(moved),
      phases_{phaseMeans(fixed.values(), fixed.valid()), phaseMeans(moved.values(), moved.valid())} {
    requireTwoGreys(phases_[0], phases_[1]);
    RegistrationPair pair{fixed.size(), scaled(fixed, phases_[0]), scaled(moved, phases_[settings.isMatched ? 1 : 0]),
                          maskOf(fixed), maskOf(moved)};
    alike_ = smoothedBy(correlationSigma, pair, settings.threads);
    levels_ = pyramid(
        settings.presmooth == correlationSigma ? alike_ : smoothedBy(settings.presmooth, std::move(pair), settings.threads),
        settings.levels, settings.threads);
}

std::array<double, 3> HostLevels::drift() const {
    const auto normalsAt = [&](std::size_t level, const VolumeShift& shift) {
        const RegistrationPair& pair = levels_[level];
        return shiftNormals({pair.size, pair.fixed, pair.fixedValid}, {pair.size, pair.moved, pair.movedValid}, shift,
                            settings_.threads.count, settings_.threads.stop);
    };
    const VolumeShift shift = shiftThroughLevels(likeliestShift(levels_.back(), settings_.threads), levels_.size(), normalsAt);
    return {shift.x, shift.y, shift.z};
}

std::unique_ptr<RegistrationLevel> HostLevels::level(std::size_t level, const ForceSettings& force,
                                                     const std::array<double, 3>& displacement) const {
    return engine_.plan(levels_[level], force,
                        uniform(levels_[level].size, displacement, std::pow(2.0, static_cast<double>(level))));
}

std::unique_ptr<RegistrationLevel> HostLevels::finer(const RegistrationLevel& coarser, std::size_t level,
                                                     const ForceSettings& force) const {
    return engine_.plan(levels_[level], force, doubled(coarser.displacement(), levels_[level].size, settings_.threads));
}

double HostLevels::correlation(const std::array<double, 3>& displacement) const {
    return correlationAfter(uniform(alike_.size, displacement), alike_, settings_.threads);
}

double HostLevels::correlation(const RegistrationLevel& finest) const {
    return correlationAfter(finest.displacement(), alike_, settings_.threads);
}

double HostLevels::mismatch(const std::array<double, 3>& displacement, const ForceSettings& force) const {
    return level(0, force, displacement)->evaluate(leastJacobian).mismatch;
}

std::vector<BlockGreys> HostLevels::drawnGreys(const RegistrationLevel& finest, const BlockGrid& grid) {
    WarpedValues drawn = warped(alike_.fixed, alike_.fixedValid, finest.displacement(), Sampling::cubic, settings_.threads);
    counted_ = std::move(drawn.valid);
    for (std::size_t i = 0; i < alike_.movedValid.size(); ++i)
        counted_[i] &= alike_.movedValid[i];
    return blockGreys(grid, drawn.values, counted_, settings_.threads);
}

std::vector<BlockGreys> HostLevels::movedGreys(const BlockGrid& grid) const {
    return blockGreys(grid, alike_.moved, counted_, settings_.threads);
}

PhaseMeans HostLevels::undo(const SlowBrightness& slow) {
    const Threads& threads = settings_.threads;
    std::vector<float> values = scaled(moved_, phases_[1]);
    for (const UndoneBrightness& before : undone_) {
        takeOut(before.slow, values, moved_.size(), threads);
        bringTo01(before.phases, values);
    }
    takeOut(slow, values, moved_.size(), threads);
    const PhaseMeans found = twoPhases(phaseMeans(values, moved_.valid()));
    bringTo01(found, values);
    undone_.push_back({slow, found});

    alike_.moved = values;
    smoothValid(alike_.moved, alike_.movedValid, alike_.size, correlationSigma, threads);
    smoothValid(values, alike_.movedValid, alike_.size, settings_.presmooth, threads);
    levels_.front().moved = std::move(values);
    for (std::size_t level = 1; level < levels_.size(); ++level) {
        const RegistrationPair& fine = levels_[level - 1];
        levels_[level].moved = halved(fine.moved, fine.movedValid, fine.size, levels_[level].size, threads);
    }
    return found;
}

}  // namespace coarsen
