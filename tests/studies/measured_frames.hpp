// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyse_frame.hpp"
#include "core/analysis/neighbour_correlation.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/synth/synthetic_series.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace coarsen::test {

/// Synthetic frames measured one after the other, as a run does it with files.
class MeasuredFrames {
public:
    explicit MeasuredFrames(const Recipe& recipe)
        : recipe_(recipe), measure_(recipe.measure, {.engines = cpuEngines(), .threads = 1}, {}) {}

    void add(const SyntheticFrame& synthetic) {
        const int index = static_cast<int>(rows_.size());
        Frame raw;
        raw.index = index;
        raw.image = synthetic.image;
        const Frame final = finalFrame(raw, recipe_.steps);
        FrameSource source;
        source.timeS = synthetic.timeS;
        source.timeSource = TimeSource::interval;
        rows_.push_back(frameResult(source, index, imageFacts(final), measure_(final, true), std::nullopt, measure_.settings()));
        SketchedFrame now = sketchedFrame(rows_.back(), patternSketch(final));
        neighbourCorrelations_[index] = neighbourCorrelation(before_, now);
        before_ = std::move(now);
    }

    const std::vector<FrameResult>& rows() const { return rows_; }
    const NeighbourCorrelations& neighbourCorrelations() const { return neighbourCorrelations_; }

private:
    Recipe recipe_;
    Measurer measure_;
    SketchedFrame before_;
    std::vector<FrameResult> rows_;
    NeighbourCorrelations neighbourCorrelations_;
};

}  // namespace coarsen::test
