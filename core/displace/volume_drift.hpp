// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/volume_shift.hpp"
#include "core/volume/volume.hpp"

#include <optional>
#include <stop_token>

namespace coarsen {

/// Follows the content of a series of volumes, given one after the other: each is compared with the one before and with the last
/// fifth one of those that were found, and where it sits against the first is the mean of what both say, weighted by its
/// variance, 1 / correlation^2 - 1 of each comparison added up along the way.
///
/// Use, given `const std::vector<Volume>& volumes, const std::function<void(const VolumeShift&)>& show`:
///
///     VolumeDriftFollower follower(0);
///     for (const Volume& volume : volumes)
///         show(follower.next(volume));  // against the first one
class VolumeDriftFollower {
public:
    /// Memory of a volume whose drift was found.
    struct Known {
        Volume volume;
        VolumeShift position;
        double variance = 0;  ///< up to a factor
    };
    /// Index of the found volume that the next is compared with beside the last, from 0; of none and of one it is the last.
    static int fifthOf(int found) { return found < 2 ? found - 1 : (found - 2) / everyFifth * everyFifth; }

    explicit VolumeDriftFollower(int threads) : threads_(threads) {}
    /// One that goes on where another has found so many: with their last, and that of fifthOf().
    VolumeDriftFollower(int threads, int found, Known last, Known fifth);

    /// Where it sits against the first, voxels. `isFound()` false: it could not be compared (blank, damaged, of another size, too
    /// different); the next ones are compared with those before it.
    VolumeShift next(const Volume& volume, std::stop_token stop = {});
    double variance() const { return before_ ? before_->variance : 0; }  ///< of the last one found, up to a factor

private:
    static constexpr int everyFifth = 5;

    std::optional<Known> found(const Volume& volume, std::stop_token stop);

    int threads_;
    int count_ = 0;
    std::optional<VolumeShiftFinder> finder_;
    std::optional<Known> before_, fifth_;
};

}  // namespace coarsen
