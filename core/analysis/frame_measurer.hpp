// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/fallback_measurer.hpp"
#include "core/analysis/frame_backend.hpp"

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

    /// Throws InputError (this frame cannot be measured), SettingError (no frame can), EngineError (the last engine failed).
    Answer operator()(const Frame& raw, bool withImages);

    /// Which engine failed and why; empty while the one first chosen works.
    const std::string& trouble() const { return trouble_.empty() ? measurer_.trouble() : trouble_; }

private:
    FramePlan* devicePlanFor(const Frame& raw);
    Answer onDevice(FramePlan& plan, const Frame& raw, bool withImages) const;
    Answer stepByStep(const Frame& raw);

    Recipe recipe_;
    EngineRequest engines_;
    Calibration calibration_;
    FallbackMeasurer measurer_;
    std::optional<RawKind> plannedKind_;  // what plan_ was asked for; it may be empty then
    std::unique_ptr<FramePlan> plan_;
    EngineChoice planEngine_;
    std::string trouble_;
};

}  // namespace coarsen
