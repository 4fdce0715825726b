// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fallback_measurer.hpp"
#include "core/analysis/frame_backend.hpp"
#include "core/base/error.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// A frame on its whole way, from the decoded picture to its lengths: on a device where the engine's FrameBackend can do all of
/// the recipe, else step by step. Goes on without the device when that fails. One thread at a time.
class FrameMeasurer {
public:
    FrameMeasurer(Recipe recipe, EngineRequest engines, Calibration calibration);

    struct Answer {
        FinalImage image;
        PatternSketch sketch;
        Measurer::Answer measured;  ///< with its map where images were asked for
        Frame frame;                ///< the final image; empty unless asked for or at hand anyway
    };

    /// Begins with a frame: a device works on it while the caller decodes the next. Throws SettingError (no frame can be
    /// measured).
    void start(Frame raw, FrameSurvey survey = {});

    /// Whether a device works on the frame started last, so that it is worth doing something else before take().
    bool isOnDevice() const { return isOnDevice_; }

    /// The frame started last; `withImages`: with its final image and C2D. Throws InputError (this frame cannot be measured),
    /// SettingError, EngineError (the last engine failed).
    Answer take(bool withImages);

    /// What has changed and why, after a failure: "another engine takes over, because ..."; else empty.
    std::string trouble() const;

private:
    FramePlan* devicePlanFor(const Frame& raw);
    void giveUpDevice(const EngineError& error);
    Answer fromDevice(bool withImages) const;
    Answer stepByStep(bool withImages);

    Recipe recipe_;
    EngineRequest engines_;
    Calibration calibration_;
    FallbackMeasurer measurer_;
    Frame raw_;                           // started and not yet taken
    FrameSurvey survey_;                  // for its steps
    bool isOnDevice_ = false;             // it is
    std::optional<RawKind> plannedKind_;  // what plan_ was asked for; it may be empty then
    std::unique_ptr<FramePlan> plan_;
    EngineChoice planEngine_;
    std::string deviceTrouble_;
};

}  // namespace coarsen
