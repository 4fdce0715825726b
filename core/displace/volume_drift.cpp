// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/volume_drift.hpp"

#include "core/correlate/volume/volume_statistics.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

std::optional<VolumeDriftFollower::Known> VolumeDriftFollower::found(const Volume& volume, std::stop_token stop) {
    VolumeShift sum{0, 0, 0, 0};
    double weights = 0;
    const auto compare = [&](const std::optional<Known>& known) {
        if (!known) return;
        const VolumeShift further = finder_->between(known->volume, volume, stop);
        if (!further.isFound()) return;
        constexpr double least = 1e-4;  // of two that are the same
        const double alike = further.correlation * further.correlation;
        const double weight = 1 / (known->variance + std::max(least, (1 - alike) / alike));
        sum.x += weight * (known->position.x + further.x);
        sum.y += weight * (known->position.y + further.y);
        sum.z += weight * (known->position.z + further.z);
        sum.correlation = std::max(sum.correlation, further.correlation);
        weights += weight;
    };
    compare(before_);
    compare(fifth_);
    if (weights == 0) return std::nullopt;
    return Known{volume, {sum.x / weights, sum.y / weights, sum.z / weights, sum.correlation}, 1 / weights};
}

VolumeDriftFollower::VolumeDriftFollower(int threads, int found, Known last, Known fifth)
    : threads_(threads), count_(found), before_(std::move(last)), fifth_(std::move(fifth)) {
    finder_.emplace(before_->volume.size(), threads_);
    if (count_ < 2) fifth_.reset();
}

VolumeShift VolumeDriftFollower::next(const Volume& volume, std::stop_token stop) {
    std::optional<Known> now;
    if (!before_) {
        if (!(statisticsOf(volume, threads_).energyAboutMean > 0)) return {};
        finder_.emplace(volume.size(), threads_);
        now = Known{volume, {0, 0, 0, 1}, 0};
    } else {
        now = found(volume, stop);
        if (!now) return {};
    }
    // The one before is compared once, even where it is a fifth one.
    if (count_++ % everyFifth == 1) fifth_ = before_;
    return before_.emplace(*std::move(now)).position;
}

}  // namespace coarsen
