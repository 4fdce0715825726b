// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"
#include "core/displace/shift.hpp"

#include <memory>

namespace coarsen {

/// What the pictures are compared with that come one after the other.
enum class TrackReference { previous, first };

/// Follows pictures of one size as they come: the peak of the cross-correlation up to a largest shift, at half the resolution,
/// then least squares on the pixels (Refinement). What the reference needs is kept; before a new picture's answer as little is
/// done as can be. One caller's thread.
class Tracker {
public:
    /// `shape`: the pictures' size and type, the largest shift looked for, and threads. Throws SettingError, EngineError.
    Tracker(std::shared_ptr<const CorrelationEngine> engine, PlanShape shape, TrackReference reference);
    ~Tracker();
    Tracker(Tracker&&) noexcept;

    bool fits(const Image& picture) const;  ///< in size and type

    /// How far the picture's content sits right of and below the reference's. The first picture is its own reference (origin).
    /// Not found: one of the two has no contrast, or they have nothing in common up to the largest shift. Throws EngineError.
    FoundShift next(const MaskedImage& picture);

    /// Whether the last picture has any contrast.
    bool isReadable() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace coarsen
