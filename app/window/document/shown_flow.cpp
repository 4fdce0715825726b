// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/shown_flow.hpp"

#include "app/window/theme/theme.hpp"
#include "app/window/theme/words.hpp"

#include <algorithm>
#include <iterator>

namespace coarsen::window {

namespace {
constexpr std::size_t bytesOfFlows = std::size_t{384} << 20;
}

ShownFlow::ShownFlow(const Opened& opened, const Machine& machine) : opened_(opened), machine_(machine) {
    connect(&ThemeHub::instance(), &ThemeHub::changed, this, &ShownFlow::draw);
    connect(&worker_, &FlowWorker::found, this, &ShownFlow::take);
    connect(&worker_, &FlowWorker::progressed, this, [this](const RegistrationProgress& progress) {
        progress_ = progress;
        emit changed();
    });
    connect(&worker_, &FlowWorker::failed, this, [this](const QString& reason) {
        problem_ = reason;
        setState(State::failed);
    });
    connect(&drawer_, &FlowDrawer::drawn, this, [this](std::shared_ptr<const FlowSlices> slices) {
        if (slices->flow != flow_ || !drawing_ || !(slices->seen == drawing_->seen)) return;
        slices_ = std::move(slices);
        emit drawn();
    });
}

void ShownFlow::setSeen(const FlowSeen& seen) {
    if (seen_ == seen) return;
    seen_ = seen;
    ask();
    emit changed();
}

std::optional<int> ShownFlow::otherFrame() const {
    const Align* const align = deformingAlign(opened_.session.recipe);
    if (!align || frame_ < 0) return std::nullopt;
    const FrameSequence& sequence = opened_.sequence();
    if (align->reference == ShiftReference::previous) return sequence.neighbour(frame_, -1);
    return frame_ == sequence.first() ? std::nullopt : std::optional(sequence.first());
}

void ShownFlow::cancel() {
    if (state_ != State::finding) return;
    worker_.cancel();
    setState(State::cancelled);
}

void ShownFlow::again() {
    asked_.reset();
    ask();
}

void ShownFlow::adopt() {
    if (state_ == State::finding) worker_.cancel();
    letGo(kept_.size());
    asked_.reset();
    request_.reset();
    measured_.reset();
    frame_ = -1;
    seen_ = {};
    show(nullptr);
    setState(State::unseen);
}

void ShownFlow::lookAt(int frame, const std::optional<PreviewRequest>& request, const Preview* preview, bool isStale) {
    frame_ = frame;
    request_ = request;
    measured_.reset();
    if (!isStale && preview && (preview->part != Preview::Part::pictures || !preview->problem.empty())) {
        measured_ = {translated(preview->problem), preview->row.rMax.px, {preview->kept.x, preview->kept.y, preview->kept.z}};
        if (preview->stages) {
            const QPoint corner = preview->stages->back().origin;
            measured_->origin = {corner.x(), corner.y(), 0};
        }
    }
    ask();
}

void ShownFlow::lookAt(const Voxel& voxel) {
    voxel_ = voxel;
    draw();
}

/// Nothing while what it hangs on is not known.
std::optional<FlowQuestion> ShownFlow::question() const {
    const std::optional<int> other = otherFrame();
    if (!other || !request_ || !measured_ || opened_.surveys.isUnderWay()) return std::nullopt;
    FlowQuestion question;
    question.here = request_->source;
    question.frame = frame_;
    question.otherFrame = *other;
    question.other = opened_.source(*other);
    question.recipe = request_->recipe;
    question.survey = request_->survey;
    question.surveyKey = request_->surveyKey;
    question.edition = request_->edition;
    question.engines = machine_.request();
    question.calibration = request_->calibration;
    question.series = request_->series;
    question.rMaxPx = measured_->rMaxPx;
    question.origin = measured_->origin;
    return question;
}

void ShownFlow::ask() {
    const auto instead = [this](State state) {
        if (state_ == State::finding) worker_.cancel();
        asked_.reset();
        show(nullptr);
        setState(state);
    };
    if (seen_.view == FlowAspect::frame || frame_ < 0) return instead(State::unseen);
    if (!deformingAlign(opened_.session.recipe)) return instead(State::off);
    if (!otherFrame()) return instead(State::first);
    if (measured_ && !measured_->problem.isEmpty()) {
        problem_ = measured_->problem;
        return instead(State::failed);
    }
    if (const auto wanted = question())
        ask(*wanted);
    else
        instead(State::waiting);
}

void ShownFlow::ask(const FlowQuestion& question) {
    if (asked_ && question.asksTheSameAs(*asked_)) return draw();  // found, under way, or not wanted again
    asked_ = question;
    const auto kept = std::ranges::find_if(kept_, [&](const auto& one) { return question.asksTheSameAs(one.first); });
    if (kept != kept_.end()) {
        if (state_ == State::finding) worker_.cancel();
        std::rotate(kept, kept + 1, kept_.end());
        show(kept_.back().second);
        return setState(State::found);
    }
    show(nullptr);
    progress_ = {};
    worker_.ask(question);
    setState(State::finding);
}

void ShownFlow::take(std::shared_ptr<const FrameFlow> flow) {
    keep(flow);
    show(std::move(flow));
    setState(State::found);
}

void ShownFlow::keep(std::shared_ptr<const FrameFlow> flow) {
    kept_.emplace_back(*asked_, std::move(flow));
    std::size_t bytes = 0, first = kept_.size();
    while (first > 0 && (first == kept_.size() || bytes + kept_[first - 1].second->bytes() <= bytesOfFlows))
        bytes += kept_[--first].second->bytes();
    letGo(first);
}

void ShownFlow::letGo(std::size_t first) {
    if (first == 0) return;
    const auto end = kept_.begin() + static_cast<std::ptrdiff_t>(first);
    auto held = std::make_shared<decltype(kept_)>(std::make_move_iterator(kept_.begin()), std::make_move_iterator(end));
    kept_.erase(kept_.begin(), end);
    releasing_.start([held = std::move(held)](std::stop_token) { held->clear(); });
}

void ShownFlow::show(std::shared_ptr<const FrameFlow> flow) {
    if (flow == flow_) return draw();
    flow_ = std::move(flow);
    drawing_.reset();
    slices_.reset();
    emit drawn();  // what was seen is another frame's
    draw();
}

void ShownFlow::setState(State state) {
    if (state == State::unseen && state_ == state) return;
    state_ = state;
    emit changed();
}

void ShownFlow::draw() {
    if (!flow_ || seen_.view == FlowAspect::frame) return;
    const FlowDrawing wanted{flow_, seen_, voxel_, theme().dark};
    if (drawing_ == wanted) return;
    if (!drawing_ || !(drawing_->seen == seen_)) slices_.reset();
    drawing_ = wanted;
    drawer_.ask(wanted);
}

}  // namespace coarsen::window
