// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/values/volume_slices.hpp"
#include "core/analysis/deformation.hpp"
#include "core/analysis/survey.hpp"
#include "core/recipe/recipe.hpp"
#include "core/series/image_series.hpp"

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen::window {

/// A frame and the one that it is compared with: values, so that a worker can find the flow between them.
struct FlowQuestion {
    FrameSource here, other;
    int frame = 0, otherFrame = 0;
    Recipe recipe;  ///< with a step align that measures the deformation
    std::shared_ptr<const Survey> survey;
    std::string surveyKey;
    int edition = 0;  ///< counts the files written anew
    EngineRequest engines;
    Calibration calibration;
    std::shared_ptr<const ImageSeries> series = {};            ///< where its frames are volumes; else nullptr
    Voxel origin{};                                            ///< of what is measured, in the whole frame
    double rMaxPx = std::numeric_limits<double>::quiet_NaN();  ///< of this frame

    bool asksTheSameAs(const FlowQuestion& other) const;
};

/// The flow that has carried the other frame's content into this one's, and the frames as they are shown with it. Immutable.
struct FrameFlow {
    int frame = 0, otherFrame = 0;
    Registration found;
    Spacing spacing;  ///< of its voxels, pictures' too; in micrometres where that is known
    Voxel origin{};
    bool isPicture = false;
    std::vector<std::uint8_t> here, other, alignedOther;  ///< greys; alignedOther: the other one moved by the flow
    std::vector<std::uint8_t> valid;                      ///< empty: all of this frame
    double meanPx = 0, mostPx = 0;                        ///< of |u|, in px; 99.5 % of the frame are below mostPx
    double mostFactor = 1;                                ///< 99.5 % of J lie between its reciprocal and it
    std::string trouble;                                  ///< that the CPU has found it though a GPU was to, and why; else empty

    const VolumeSize& size() const { return found.u.size; }
    /// |u| in px of the cube of a voxel's volume.
    double lengthPx(std::size_t voxel) const;
    std::size_t bytes() const;
};

/// Reads both frames and finds it, as a run does. Empty after a stop. Throws what reading, steps and registration throw.
std::shared_ptr<const FrameFlow> findFlow(const FlowQuestion& question,
                                          const std::function<void(const RegistrationProgress&)>& onProgress,
                                          std::stop_token stop = {});

}  // namespace coarsen::window
