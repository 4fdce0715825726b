// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/displace/shift.hpp"
#include "core/displace/track_settings.hpp"

#include <memory>
#include <string>

namespace coarsen {

/// Follows pictures of one size and type as they come. What the reference needs is kept; before a new picture's answer as little
/// is done as can be. One caller's thread.
///
/// Use, given `TrackPlan& plan, const std::vector<MaskedImage>& pictures, const std::function<void(const FoundShift&)>& show`:
///
///     for (const MaskedImage& picture : pictures)
///         show(plan.next(picture));  // the first one is its own reference
class TrackPlan {
public:
    virtual ~TrackPlan() = default;

    /// How far the picture's content sits right of and below the reference's. The first picture is its own reference (origin).
    /// Not found: one of the two has no contrast, or they have nothing in common up to the largest shift. Throws EngineError.
    virtual FoundShift next(const MaskedImage& picture) = 0;

    /// True where the last picture has any contrast.
    virtual bool isReadable() const = 0;
};

/// Follows pictures without masks on a device: each crosses the bus once. The same answers as Tracker's but for 1e-3 px of a
/// shift and 1 % of its error (tests/engines/track_suite_test.cpp).
class TrackBackend {
public:
    virtual ~TrackBackend() = default;

    /// The correlation engine that it stands in for: whoever chose that one, or left the choice open, is served here.
    virtual const std::string& engine() const noexcept = 0;

    /// `shape`: the pictures' size and type, and the largest shift looked for. Nothing where it cannot follow such pictures.
    /// Throws EngineError.
    virtual std::unique_ptr<TrackPlan> trackPlan(const PlanShape& shape, TrackReference reference) const = 0;
};

}  // namespace coarsen
