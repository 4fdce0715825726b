// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/engines.hpp"
#include "core/base/error.hpp"
#include "core/displace/track_backend.hpp"

#include <memory>
#include <string>

namespace coarsen {

/// Follows frames of one size and type as they come: on a device where a TrackBackend of the engine can, else by Tracker. Goes on
/// without a GPU, against the same reference, when that fails, and from the first frame with a mask on. One thread.
class FrameFollower {
public:
    /// `shape`: the frames' size and type, the largest shift looked for, and threads. Throws SettingError, EngineError.
    FrameFollower(Engines engines, const std::string& name, const PlanShape& shape, TrackReference reference);
    ~FrameFollower();

    bool fits(const Image& frame) const;  ///< in size and type

    /// As TrackPlan::next. Throws EngineError (the last engine failed).
    FoundShift next(const MaskedImage& frame);
    bool isReadable() const { return plan_->isReadable(); }

    /// Engine that computes, with its device: "gpu-direct (NVIDIA H200)".
    const std::string& engine() const { return engine_; }

    /// Sentence on what has changed and why, after a failure: "the CPU follows the frames, because ..."; else empty.
    const std::string& trouble() const { return trouble_; }

private:
    bool useDevice(const std::string& name);
    void useTracker(const std::string& name);
    void leaveGpu();
    void goOnWithoutGpu(const EngineError& error);

    Engines engines_;
    PlanShape shape_;
    TrackReference reference_;
    std::unique_ptr<TrackPlan> plan_;
    bool isOnDevice_ = false;  ///< all of it; else a GPU may correlate
    bool usesGpu_ = false;
    MaskedImage against_;  ///< frame that the next one is compared with; empty: none
    std::string engine_, trouble_;
};

}  // namespace coarsen
