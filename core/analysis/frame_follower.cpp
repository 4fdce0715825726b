// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/frame_follower.hpp"

#include "core/base/error.hpp"
#include "core/displace/tracker.hpp"

#include <algorithm>
#include <utility>

namespace coarsen {

namespace {

std::string nameAndDevice(const EngineList& engines, const std::string& name) {
    const auto engine = std::ranges::find_if(engines, [&](const auto& one) { return one->description().name == name; });
    const std::string device = engine == engines.end() ? "" : (*engine)->description().device;
    return device.empty() ? name : name + " (" + device + ")";
}

}  // namespace

FrameFollower::FrameFollower(Engines engines, const std::string& name, const PlanShape& shape, TrackReference reference)
    : engines_(std::move(engines)), shape_(shape), reference_(reference) {
    try {
        if (!useDevice(name)) useTracker(name);
    } catch (const EngineError& error) {
        goOnWithoutGpu(error);
    }
}
FrameFollower::~FrameFollower() = default;

bool FrameFollower::useDevice(const std::string& name) {
    const bool isOpen = name.empty() || name == "auto";
    for (const auto& backend : engines_.tracking) {
        if (!isOpen && backend->engine() != name) continue;
        engine_ = nameAndDevice(engines_.correlation, backend->engine());
        usesGpu_ = true;
        plan_ = backend->trackPlan(shape_, reference_);
        if (plan_) return isOnDevice_ = true;
    }
    return false;
}

void FrameFollower::useTracker(const std::string& name) {
    const EngineChoice choice = choose(engines_.correlation, name, shape_);
    const EngineDescription& description = choice.engine->description();
    engine_ = nameAndDevice(engines_.correlation, description.name);
    usesGpu_ = description.isGpu;
    isOnDevice_ = false;
    plan_ = std::make_unique<Tracker>(choice.engine, shape_, reference_);
}

void FrameFollower::leaveGpu() {
    engines_ = engines_.withoutGpus();
    useTracker("auto");
    if (!against_.image.isEmpty()) plan_->next(std::exchange(against_, {}));
}

void FrameFollower::goOnWithoutGpu(const EngineError& error) {
    if (!usesGpu_) throw;
    trouble_ = "the CPU follows the frames, because " + engine_ + " failed (" + error.what() + ")";
    leaveGpu();
}

bool FrameFollower::fits(const Image& frame) const {
    return frame.width() == shape_.width && frame.height() == shape_.height && frame.type() == shape_.type;
}

FoundShift FrameFollower::next(const MaskedImage& frame) {
    if (isOnDevice_ && !frame.mask.isAllValid()) leaveGpu();
    const auto found = [&] {
        try {
            return plan_->next(frame);
        } catch (const EngineError& error) {
            goOnWithoutGpu(error);
            return plan_->next(frame);
        }
    }();
    if (usesGpu_ && (reference_ == TrackReference::previous || against_.image.isEmpty()))
        against_ = plan_->isReadable() ? frame : MaskedImage{};
    return found;
}

}  // namespace coarsen
