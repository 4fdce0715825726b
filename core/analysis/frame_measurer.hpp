// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/frame_backend.hpp"
#include "core/base/error.hpp"
#include "core/base/recent_times.hpp"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// A final image that there is nothing to measure of: one grey, one axis, too small. Its row keeps what is known of the image.
struct NothingToMeasure : InputError {
    NothingToMeasure(const InputError& why, ImageFacts facts) : InputError(why), image(facts) {}

    ImageFacts image;
};

/// A frame on its whole way, from the decoded picture to its lengths: on a device where a FrameBackend of the engine can do all
/// of the recipe, else step by step. Goes on without the device when that fails. One thread at a time. The run and the window's
/// preview measure by it alike, so the shown frame and its row have the same numbers.
///
/// Use, given `const Recipe& recipe, const EngineRequest& engines, const Frame& raw`:
///
///     FrameMeasurer measure(recipe, engines, Calibration{});
///     const FrameMeasurer::Answer answer = measure(raw, FrameSurvey{}, false);
///     const double rMaxPx = answer.measured.rMax.px;
class FrameMeasurer {
public:
    FrameMeasurer(Recipe recipe, EngineRequest engines, Calibration calibration);

    struct Answer {
        ImageFacts image;
        PatternSketch sketch;
        Measurer::Answer measured;  ///< with its map where images were asked for
        Frame frame;                ///< the final image; empty unless asked for or at hand anyway
        bool hasErrors = true;      ///< standard errors; else addErrors() finds them
    };

    /// The whole frame, with what the series tells of it; `withImages`: with its final image and C2D. Throws InputError (this
    /// frame cannot be measured; NothingToMeasure where its steps are done), SettingError (no frame can), EngineError (the last
    /// engine failed). After a stop the answer is unfinished.
    Answer operator()(Frame raw, const FrameSurvey& survey, bool withImages, std::stop_token stop = {});

    /// The same for one who has done the steps already, to show them. Where that is quicker the errors are left for later. After
    /// a stop the answer's map is empty.
    Answer shown(const Frame& raw, const Frame& finalFrame, std::stop_token stop);
    void addErrors(Answer& answer, std::stop_token stop);

    /// Other steps from now on; what is kept for measuring their final images stays.
    void useSteps(const std::vector<Step>& steps);

    /// Measurer of single final images in the same way, and the convolvers of its steps: for the effects of steps.
    Measurer& measurer() { return measurer_; }
    const std::shared_ptr<Convolvers>& convolvers() const { return convolvers_; }

    /// Time that an image of that size takes here, ms, once some were measured; else 0.
    double millisecondsFor(const Image& image) const;

    /// Sentence on what has changed and why, after a failure: "another engine takes over, because ..."; else empty.
    std::string trouble() const;

private:
    FramePlan* devicePlanFor(const Frame& raw);
    std::optional<Answer> fromDevice(const Frame& raw, bool withImages);

    Recipe recipe_;
    EngineRequest engines_;
    Calibration calibration_;
    Measurer measurer_;
    std::shared_ptr<Convolvers> convolvers_;
    std::optional<RawKind> plannedKind_;  // what plan_ was asked for; it may be empty then
    std::unique_ptr<FramePlan> plan_;
    RecentTimes deviceTimes_;
    EngineChoice planEngine_;
    std::string deviceTrouble_;
};

}  // namespace coarsen
