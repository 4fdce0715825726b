// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/shift_search.hpp"
#include "core/register/engine.hpp"

#include <vector>

namespace coarsen {

/// Where a drift's search through levels begins, voxels of this one: the peak of VolumeShiftFinder, or 0 where there is none.
VolumeShift likeliestShift(const RegistrationPair& pair, const Threads& threads);

/// The levels in the computer's memory, for engines that are given a pair and a flow at a time.
class HostLevels final : public RegistrationLevels {
public:
    HostLevels(const RegistrationEngine& engine, const Volume& fixed, const Volume& moved, const LevelsSettings& settings);

    std::size_t count() const override { return levels_.size(); }
    std::array<double, 3> drift() const override;
    std::unique_ptr<RegistrationLevel> level(std::size_t level, const ForceSettings& force,
                                             const std::array<double, 3>& displacement) const override;
    std::unique_ptr<RegistrationLevel> finer(const RegistrationLevel& coarser, std::size_t level,
                                             const ForceSettings& force) const override;
    double correlation(const std::array<double, 3>& displacement) const override;
    double correlation(const RegistrationLevel& finest) const override;
    double mismatch(const std::array<double, 3>& displacement, const ForceSettings& force) const override;
    std::array<PhaseMeans, 2> phases() const override { return phases_; }
    std::vector<BlockGreys> drawnGreys(const RegistrationLevel& finest, const BlockGrid& grid) override;
    std::vector<BlockGreys> movedGreys(const BlockGrid& grid) const override;
    PhaseMeans undo(const SlowBrightness& slow) override;

private:
    const RegistrationEngine& engine_;
    LevelsSettings settings_;
    Volume moved_;
    std::array<PhaseMeans, 2> phases_;
    std::vector<UndoneBrightness> undone_;
    RegistrationPair alike_;  ///< smoothed for the correlation
    std::vector<RegistrationPair> levels_;
    std::vector<std::uint8_t> counted_;  ///< voxels that drawnGreys went by
};

}  // namespace coarsen
