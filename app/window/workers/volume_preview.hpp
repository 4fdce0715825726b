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
#include <vector>

namespace coarsen::window {

/// Shows a volume whose brick is there; false where it is not: no file is read for it, so that the window's thread asks it while
/// one scrubs.
bool showKnownBricks(Preview& preview, const PreviewRequest& request);

/// Finds what is known of a frame that is a volume. Lives in the preview's thread and keeps between requests what is costly to
/// make.
class VolumePreviewJob {
public:
    using Send = std::function<void(std::shared_ptr<const Preview>)>;

    void run(const PreviewRequest& request, std::stop_token stop, const Send& send);
    void rest() { measurer_.reset(); }  ///< lets go of what only the next measurement needs

private:
    struct Setting {
        ResultKey key;
        std::string frame, engine, survey;

        bool operator==(const Setting&) const = default;
    };
    /// The last whole answer, with what it was found for.
    struct Found {
        Setting setting;
        SurfaceChoices surface;
        Preview preview;
    };

    static Setting settingOf(const PreviewRequest& request);
    static Setting settingOfSurface(const PreviewRequest& request, const FrameSource& source);
    void look(Preview& preview, const PreviewRequest& request, std::stop_token stop, const Send& send);
    const Volume& volumeOf(const PreviewRequest& request, const std::stop_token& stop);
    void measure(Preview& preview, const PreviewRequest& request, std::stop_token stop, const Send& send);
    void findEffects(Preview& preview, const PreviewRequest& request, std::stop_token stop);
    void measureSurfaceOf(Preview& preview, const PreviewRequest& request, std::stop_token stop, const Send& send);
    void measureMoved(Preview& preview, const PreviewRequest& request, std::stop_token stop);
    static SurfaceSettings surfaceSettings(const PreviewRequest& request);
    void makeBricks(Preview& preview, const PreviewRequest& request, std::stop_token stop);
    void readAhead(const PreviewRequest& request, std::stop_token stop);
    VolumeFrameMeasurer& measurerFor(const PreviewRequest& request);

    std::string held_;  ///< frame whose voxels these are
    Volume voxels_;
    std::optional<Found> found_;
    /// The distance to the surface measured last, for how far that of the next frame has moved.
    struct KnownSurface {
        Setting setting;
        SurfaceChoices surface;
        std::shared_ptr<const LevelSet> distance;
    };
    std::optional<KnownSurface> known_;          ///< only while that is asked for
    std::shared_ptr<const ImageSeries> series_;  ///< goes after who measures it
    std::optional<VolumeFrameMeasurer> measurer_;
    Calibration calibration_;  ///< of the measurer, as what follows
    std::string engine_;
    MeasureSettings measure_;
    std::vector<Step> steps_;
};

}  // namespace coarsen::window
