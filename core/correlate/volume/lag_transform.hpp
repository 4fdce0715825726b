// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/volume/lag_sums.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace coarsen {

/// Sums of products of real fields at every offset, by Fourier transforms in double precision of boxes that are padded only as
/// far as the reach asks for. Keeps its plans; one thread uses it at a time, itself it takes `threads` (0: all).
///
/// Use, given `const Volume& volume, double mean`:
///
///     LagTransform transform(volume.size(), {10, 10, 10}, 0);
///     const auto sums = transform.ofItself(centredRows(volume, mean, wholeOf(volume.size())));
///     if (sums) const double atOffset = sums->at(3, -2, 1);
class LagTransform {
public:
    LagTransform(const VolumeSize& size, const LagReach& reach, int threads);
    ~LagTransform();
    LagTransform(LagTransform&&) noexcept;

    const VolumeSize& size() const;
    const LagReach& reach() const;
    VolumeSize padded() const;

    /// sum over x of a(x) a(x - X), Z >= 0. Nothing after a stop.
    std::optional<VolumeLagSums> ofItself(const FieldRows& a, std::stop_token stop = {});
    /// The same in memory that was of others.
    std::optional<VolumeLagSums> ofItself(const FieldRows& a, std::stop_token stop, VolumeLagSums room);
    /// sum over x of a(x) b(x - X), from Z = -reach.z on: where a is b moved by d, greatest at d. Nothing after a stop.
    std::optional<VolumeLagSums> ofBoth(const FieldRows& a, const FieldRows& b, std::stop_token stop = {});

    /// Bytes that a call takes beside its fields, its answer included.
    static std::size_t bytes(const VolumeSize& size, const LagReach& reach, bool isOfBoth, int threads);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace coarsen
