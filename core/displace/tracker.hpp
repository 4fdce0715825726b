// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/track_backend.hpp"

namespace coarsen {

/// Follows pictures on the CPU: the peak of the cross-correlation up to a largest shift, at half the resolution, by any engine;
/// then least squares on the pixels (Refinement).
class Tracker final : public TrackPlan {
public:
    /// `shape`: the pictures' size and type, the largest shift looked for, and threads. Throws SettingError, EngineError.
    Tracker(std::shared_ptr<const CorrelationEngine> engine, PlanShape shape, TrackReference reference);
    ~Tracker() override;
    Tracker(Tracker&&) noexcept;

    FoundShift next(const MaskedImage& picture) override;
    bool isReadable() const override;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace coarsen
