// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/machine.hpp"
#include "app/window/document/shown_flow.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/values/surface_picture.hpp"
#include "app/window/values/volume_slices.hpp"
#include "app/window/workers/detachable_thread.hpp"
#include "app/window/workers/preview_worker.hpp"
#include "core/recipe/recipe.hpp"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace coarsen::window {

/// The shown frame, and what is known of it.
class ShownFrame : public QObject {
    Q_OBJECT
public:
    /// All of it outlives this. `bricks`: of volumes.
    ShownFrame(const Opened& opened, const Machine& machine, std::shared_ptr<VolumeBricks> bricks);

    int index() const { return index_; }
    void show(int frame);
    void showNeighbour(int places);  ///< so many further on in the series' order, or back; at its ends the first or last
    const std::shared_ptr<const Preview>& preview() const { return preview_; }
    bool isStale() const { return asked_.isOver(answered_); }  ///< the preview is of another frame, or of other settings
    bool isComplete() const { return isComplete_; }            ///< no further part of the preview is to come
    const std::optional<PreviewRequest>& request() const { return request_; }  ///< last request: how the preview is made
    std::vector<Warning> warnings() const;
    /// Voxel through which the slices of a volume are shown; nothing: none yet.
    const std::optional<Voxel>& voxel() const { return voxel_; }
    void setVoxel(const Voxel& voxel);
    ShownFlow& flow() { return flow_; }  ///< that has led to it
    const ShownFlow& flow() const { return flow_; }
    const SurfaceSeen& surfaceSeen() const { return surfaceSeen_; }  ///< look of the surface of a volume
    void setSurfaceSeen(const SurfaceSeen& seen);
    double surfacePartDone() const;  ///< of the surface that is being measured, 0 to 1

    // What follows a change of what is open.
    void adopt();                             ///< another session; no frame is shown
    void ask();                               ///< for what is chosen now, where that is not what was asked for last
    int edition() const { return edition_; }  ///< of the files: another one once they may be others
    void readAnew();                          ///< files may be others than when they were last read

signals:
    void shown(int frame);
    void previewChanged();

private:
    void takeAnswer(std::shared_ptr<const Preview> preview);
    void letGo(std::shared_ptr<const Preview> before);
    bool showKnownBrick();
    void lookForFlow();
    std::shared_ptr<const ImageSeries> sharedSeries();

    const Opened& opened_;
    const Machine& machine_;
    int index_ = -1;
    std::shared_ptr<const Preview> preview_;
    std::optional<PreviewRequest> request_;  ///< request that the preview answers, or will answer
    Epoch asked_;
    Epoch::Mark answered_ = 0;
    std::shared_ptr<VolumeBricks> bricks_;
    std::shared_ptr<const ImageSeries> series_;  ///< of volumes, for the worker
    Epoch::Mark seriesMark_ = 0;                 ///< of the frames in it
    std::optional<Voxel> voxel_;
    SurfaceSeen surfaceSeen_;
    int edition_ = 0;  ///< counts the files written anew
    bool isComplete_ = true;
    ShownFlow flow_;
    PreviewWorker worker_;
    DetachableThread releasing_;
};

}  // namespace coarsen::window
