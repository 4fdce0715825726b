// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/shown_frame.hpp"

#include "app/window/workers/volume_preview.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

ShownFrame::ShownFrame(const Opened& opened, const Machine& machine, std::shared_ptr<VolumeBricks> bricks)
    : opened_(opened), machine_(machine), bricks_(std::move(bricks)), flow_(opened, machine) {
    connect(&worker_, &PreviewWorker::answered, this, &ShownFrame::takeAnswer);
}

void ShownFrame::adopt() {
    if (isStale() || !isComplete_) worker_.startOver();
    answered_ = asked_.begin();  // nothing is asked of it yet
    isComplete_ = true;
    preview_.reset();
    request_.reset();
    index_ = -1;
    bricks_->clear();
    series_.reset();
    voxel_.reset();
    flow_.adopt();
    readAnew();
}

void ShownFrame::readAnew() {
    ++edition_;
}

void ShownFrame::show(int frame) {
    if (!opened_.isOpen()) return;
    frame = std::clamp(frame, 0, opened_.frameCount() - 1);
    if (frame == index_) return;
    index_ = frame;
    emit shown(frame);
    ask();
}

void ShownFrame::showNeighbour(int places) {
    if (!opened_.isOpen() || index_ < 0) return;
    const FrameSequence& sequence = opened_.sequence();
    show(sequence.neighbour(index_, places).value_or(places < 0 ? sequence.first() : sequence.last()));
}

void ShownFrame::ask() {
    if (!opened_.isOpen() || index_ < 0) return;
    PreviewRequest request;
    request.survey = opened_.surveys.held();
    request.surveyKey = opened_.surveys.heldKey();
    request.frame = index_;
    request.source = opened_.source(index_);
    request.recipe = opened_.session.recipe;
    request.edition = edition_;
    request.bitsInUse = opened_.session.series.first.facts.bitsInUse;
    request.calibration = opened_.session.calibration;
    request.engines = machine_.request();
    if (const auto manual = opened_.session.manualRMaxPx.find(index_); manual != opened_.session.manualRMaxPx.end())
        request.manualRMaxPx = manual->second;
    for (const int step : {1, -1, 2})
        if (const auto next = opened_.sequence().neighbour(index_, step)) request.next.push_back(opened_.source(*next));
    if (opened_.session.series.volumes) {
        request.series = sharedSeries();
        request.bricks = bricks_;
        request.wantsMoved = surfaceSeen_.colour == SurfaceColour::moved;
        request.surfacePart = std::make_shared<std::atomic<double>>(0);
    }
    const bool wasHere = request_ && request_->frame == index_;
    const bool failed = preview_ && !preview_->problem.empty();  // the file may be there again
    if (request_ && !failed && request.asksTheSameAs(*request_)) return lookForFlow();
    request_ = request;
    request.ticket = asked_.begin();
    isComplete_ = false;
    worker_.ask(std::move(request));
    if (wasHere || !showKnownBrick()) emit previewChanged();  // what is measured of it stays beside new slices
    lookForFlow();
}

void ShownFrame::setVoxel(const Voxel& voxel) {
    voxel_ = voxel;
    flow_.lookAt(voxel);
}

void ShownFrame::lookForFlow() {
    flow_.lookAt(index_, request_, preview_.get(), isStale());
}

/// Scrubbing through volumes whose bricks are there waits for no worker, which may be reading another.
bool ShownFrame::showKnownBrick() {
    if (!request_->series) return false;
    Preview known;
    known.ticket = asked_.now();
    known.frame = index_;
    if (!showKnownBricks(known, *request_)) return false;
    takeAnswer(std::make_shared<const Preview>(std::move(known)));
    return true;
}

/// Copied for the worker once, not with each request.
std::shared_ptr<const ImageSeries> ShownFrame::sharedSeries() {
    if (!series_ || seriesMark_ != opened_.frames.now()) {
        series_ = std::make_shared<const ImageSeries>(opened_.session.series);
        seriesMark_ = opened_.frames.now();
    }
    return series_;
}

void ShownFrame::takeAnswer(std::shared_ptr<const Preview> preview) {
    if (asked_.isOver(preview->ticket)) return;  // an answer to a question no longer asked
    answered_ = preview->ticket;
    letGo(std::exchange(preview_, std::move(preview)));
    isComplete_ = preview_->part == Preview::Part::effects || !preview_->problem.empty() ||
                  (preview_->part == Preview::Part::errors && !preview_->lengths.rMax.isFound() && !preview_->brick);
    emit previewChanged();
    lookForFlow();
}

/// To give back the half gigabyte of a large volume takes the system 30 ms.
void ShownFrame::letGo(std::shared_ptr<const Preview> before) {
    if (!before || before->voxels.values().data() == preview_->voxels.values().data()) return;
    releasing_.start(
        [held = std::make_shared<std::shared_ptr<const Preview>>(std::move(before))](std::stop_token) { held->reset(); });
}

void ShownFrame::setSurfaceSeen(const SurfaceSeen& seen) {
    surfaceSeen_ = seen;
    if (request_ && request_->series && seen.colour == SurfaceColour::moved && !request_->wantsMoved) ask();
}

double ShownFrame::surfacePartDone() const {
    return request_ && request_->surfacePart ? request_->surfacePart->load() : 0;
}

std::vector<Warning> ShownFrame::warnings() const {
    if (!preview_ || !preview_->stages) return {};  // of volumes there are none: steps speak of pictures
    double largest = std::nan("");
    for (const auto& [frame, row] : opened_.session.results)
        largest = std::fmax(largest, row->rMax.px);
    return coarsen::warnings(opened_.session.recipe, preview_->lengths.rMax.px, largest, preview_->width(), preview_->height(),
                             preview_->histogram.saturation.sum(), preview_->lengths.rMax.fault);
}

}  // namespace coarsen::window
