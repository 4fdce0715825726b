// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/raw_image.hpp"
#include "core/preprocess/step.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen {

/// Result of a step on one frame.
struct Stage {
    std::string key;  ///< "raw" or the step's key
    bool on = true;   ///< a stage whose step does not act equals the one before it
    Frame frame;
    double milliseconds = 0;
    Foreseen foreseen = {};  ///< of the steps after it
};

/// The frame as decoded, before any step.
/// Floats that float32's squares could not hold (1e30, 1e-30) are brought near 1 by a power of two, which changes none of their
/// digits: the frame's `greyUnit`. All that is measured goes through this function, so no engine and no step sees such numbers.
Frame rawFrame(const RawImage& raw, int index, double timeS);

/// Rectangle that a crop among these steps will leave of an image of this size, px; empty: all of it. Of `anyFrame`: a rectangle
/// that is at least as large as that of each.
PixelRect keptBy(std::span<const Step> steps, int frame, int width, int height);

/// True where one of these steps looks at what the file holds beside its grey picture.
bool arePlanesNeeded(std::span<const Step> steps);

/// Pixels that these steps will take out of this frame, as far as they can say before the first of them.
Foreseen foreseenBy(std::span<const Step> steps, const Frame& frame);

// Steps convolve by `convolvers`; without any by those of their own, on the CPU.

/// Runs all steps; the answer starts with "raw" and has one stage a step. After a stop the rest is missing.
std::vector<Stage> stages(const Frame& raw, const std::vector<Step>& steps, const FrameSurvey& survey = {},
                          std::stop_token stop = {}, std::shared_ptr<Convolvers> convolvers = {});

/// Only the last stage's frame: what a series run needs. The stages before it are let go of on the way, and so is a raw frame
/// that is moved in. After a stop it is not what the steps would make of it.
Frame finalFrame(Frame raw, const std::vector<Step>& steps, const FrameSurvey& survey = {}, std::stop_token stop = {},
                 std::shared_ptr<Convolvers> convolvers = {});

/// The frame that the step of that key is given, and what it would be told.
struct GivenFrame {
    Frame frame;
    StepContext context;
};
GivenFrame givenTo(std::string_view key, Frame raw, const std::vector<Step>& steps, const FrameSurvey& survey = {},
                   std::shared_ptr<Convolvers> convolvers = {});

/// Keeps the stages of the frames shown last. A stage's key is its source (which names the survey, too) and every setting up
/// to it, so a change of one step recomputes that step and the later ones only, and nothing is ever marked dirty by hand. One
/// thread.
///
/// Use, given `const Frame& raw, const std::vector<Step>& steps`:
///
///     StageCache cache(std::size_t{256} << 20);
///     const std::vector<Stage> stages = cache.stages(raw, "IMG_1.tif", steps);
///     const Image& measured = stages.back().frame.image;
class StageCache {
public:
    explicit StageCache(std::size_t maxBytes) : maxBytes_(maxBytes) {}
    std::vector<Stage> stages(const Frame& raw, const std::string& sourceKey, const std::vector<Step>& steps,
                              const FrameSurvey& survey = {}, std::stop_token stop = {},
                              std::shared_ptr<Convolvers> convolvers = {});
    std::size_t bytes() const;

private:
    struct Entry {
        std::string key;
        Stage stage;
    };
    std::size_t maxBytes_;
    std::list<Entry> entries_;  // most recently used first
};

}  // namespace coarsen
