// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/workers/preview.hpp"
#include "core/analysis/volume_frame_measurer.hpp"
#include "core/session/result_key.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace coarsen::window {

/// What is shown of a volume whose brick is there: no file is read for it, so that the window's thread asks it while one scrubs.
void showBrick(Preview& preview, std::shared_ptr<const VolumeBrick> brick, const PreviewRequest& request);

/// Finds what is known of a frame that is a volume. Lives in the preview's thread and keeps between requests what is costly to
/// make.
class VolumePreviewJob {
public:
    using Send = std::function<void(std::shared_ptr<const Preview>)>;

    void run(const PreviewRequest& request, std::stop_token stop, const Send& send);
    void rest() { measurer_.reset(); }  ///< lets go of what only the next measurement needs

private:
    /// The last whole answer, with what it was found for.
    struct Found {
        ResultKey key;
        std::string frame;
        Preview preview;
    };

    void look(Preview& preview, const PreviewRequest& request, std::stop_token stop, const Send& send);
    const Volume& volumeOf(const PreviewRequest& request);
    void measure(Preview& preview, const PreviewRequest& request, std::stop_token stop, const Send& send);
    void readAhead(const PreviewRequest& request, std::stop_token stop);
    VolumeFrameMeasurer& measurerFor(const PreviewRequest& request);

    std::string held_;  ///< which frame's voxels these are
    Volume voxels_;
    std::optional<Found> found_;
    std::shared_ptr<const ImageSeries> series_;  ///< goes after who measures it
    std::optional<VolumeFrameMeasurer> measurer_;
    Calibration calibration_;
};

}  // namespace coarsen::window
