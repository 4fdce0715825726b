// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/document/machine.hpp"
#include "app/window/state/opened.hpp"
#include "app/window/workers/flow_drawer.hpp"
#include "app/window/workers/flow_worker.hpp"
#include "app/window/workers/preview.hpp"

#include <QObject>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace coarsen::window {

/// The flow that has led to the shown frame, as it is seen. It is found once somebody wants to see it, and kept.
class ShownFlow : public QObject {
    Q_OBJECT
public:
    enum class State {
        unseen,   ///< nobody wants to see it
        off,      ///< the recipe does not measure it
        first,    ///< the frame is compared with none
        waiting,  ///< for the frame, or for the survey
        finding,
        found,
        failed,  ///< problem()
        cancelled
    };

    /// All of it outlives this.
    ShownFlow(const Opened& opened, const Machine& machine);

    const FlowSeen& seen() const { return seen_; }
    void setSeen(const FlowSeen& seen);
    State state() const { return state_; }
    bool isUnderWay() const { return state_ == State::finding || drawer_.isUnderWay(); }
    const RegistrationProgress& progress() const { return progress_; }
    const QString& problem() const { return problem_; }
    std::optional<int> otherFrame() const;                                  ///< the frame that the shown one is compared with
    const std::shared_ptr<const FrameFlow>& flow() const { return flow_; }  ///< flow of the shown frame; null: not found
    const std::shared_ptr<const FlowSlices>& slices() const { return slices_; }  ///< of it; null: not drawn
    void cancel();
    void again();  ///< after a cancel or a failure

    // Called after a change of the shown frame.
    void adopt();  ///< another session
    /// For that frame; its preview, made for that request, may be null or stale.
    void lookAt(int frame, const std::optional<PreviewRequest>& request, const Preview* preview, bool isStale);
    void lookAt(const Voxel& voxel);

signals:
    void changed();  ///< the state, or the progress
    void drawn();    ///< slices()

private:
    /// Parts of a frame's measurement that the flow depends on.
    struct Measured {
        QString problem;
        double rMaxPx = 0;
        Voxel origin{};
    };

    void ask();
    void ask(const FlowQuestion& question);
    void take(std::shared_ptr<const FrameFlow> flow);
    void keep(std::shared_ptr<const FrameFlow> flow);
    void letGo(std::size_t first);  ///< of so many that are kept
    void show(std::shared_ptr<const FrameFlow> flow);
    void setState(State state);
    void draw();
    std::optional<FlowQuestion> question() const;

    const Opened& opened_;
    const Machine& machine_;
    FlowSeen seen_;
    State state_ = State::unseen;
    RegistrationProgress progress_;
    QString problem_;
    int frame_ = -1;
    std::optional<PreviewRequest> request_;
    std::optional<Measured> measured_;  ///< nothing: not yet
    std::optional<FlowQuestion> asked_;
    std::vector<std::pair<FlowQuestion, std::shared_ptr<const FrameFlow>>> kept_;  ///< the last one used comes last
    std::shared_ptr<const FrameFlow> flow_;
    std::shared_ptr<const FlowSlices> slices_;
    std::optional<FlowDrawing> drawing_;
    Voxel voxel_{};
    DetachableThread releasing_;  ///< of what is kept no longer: to give back a gigabyte takes a while
    FlowWorker worker_;
    FlowDrawer drawer_;
};

}  // namespace coarsen::window
