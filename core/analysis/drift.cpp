// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/drift.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/stabilise.hpp"
#include "core/preprocess/step_of.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

namespace coarsen {

namespace {

constexpr int framesAtOnce = 16;                  // of one thread: each block decodes the frame before it once more
constexpr double jumpTimes = 8, leastJumpPx = 3;  // a jump is that many usual moves

const Stabilise* stabiliseIn(const Recipe& recipe) {
    for (const Step& step : recipe.steps)
        if (const auto* stabilise = step.as<Stabilise>(); stabilise && step.isOn()) return stabilise;
    return nullptr;
}

std::vector<Step> stepsBefore(const Recipe& recipe) {
    std::vector<Step> steps;
    for (const Step& step : recipe.steps) {
        if (step.as<Stabilise>()) break;
        steps.push_back(step);
    }
    return steps;
}

/// Reads frames for comparison; one thread.
class Reader {
public:
    Reader(const ImageSeries& series, std::vector<Step> steps) : series_(series), steps_(std::move(steps)) {}

    /// Empty where the frame cannot be read; it says so itself when it is measured.
    ShiftFinder::Prepared prepared(std::size_t index) {
        const FrameSource& source = series_.frames[index];
        try {
            if (!source.problem.empty()) return {};
            const RawImage raw = decode(source.file, source.page, kept_);
            const Frame frame = finalFrame(rawFrame(raw, static_cast<int>(index), source.timeS), steps_);
            if (!finder_) finder_.emplace(frame.image.width(), frame.image.height());
            return finder_->prepared(frame);
        } catch (const InputError&) {
            return {};
        }
    }
    Shift between(const ShiftFinder::Prepared& here, const ShiftFinder::Prepared& moved) {
        return finder_ ? finder_->shiftBetween(here, moved) : Shift{missing, missing, 0};
    }

    static constexpr double missing = std::numeric_limits<double>::quiet_NaN();

private:
    const ImageSeries& series_;
    std::vector<Step> steps_;
    std::shared_ptr<const SharedFile> kept_;
    std::optional<ShiftFinder> finder_;
};

bool isReadable(const ShiftFinder::Prepared& picture) {
    return !picture.image.image.isEmpty();
}

std::string frameList(const std::vector<int>& frames) {
    constexpr std::size_t shown = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, frames.size()); ++i)
        text += (i ? ", " : "") + std::to_string(frames[i]);
    return frames.size() > shown ? text + " and " + std::to_string(frames.size() - shown) + " more" : text;
}

/// What the user should know: frames that were not compared, and moves far beyond the usual ones.
void addNotes(Drift& drift) {
    std::vector<double> moves;
    std::vector<int> lost;
    for (std::size_t i = 1; i < drift.shifts.size(); ++i) {
        if (!drift.isKnown[i]) lost.push_back(static_cast<int>(i));
        moves.push_back(std::hypot(drift.shifts[i].x - drift.shifts[i - 1].x, drift.shifts[i].y - drift.shifts[i - 1].y));
    }
    if (!lost.empty())
        drift.notes.push_back("The drift of frame " + frameList(lost) +
                              " could not be found (blank, damaged or too different); " + "that of the frame before is used");
    if (moves.empty()) return;
    std::vector<double> sorted = moves;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    std::vector<int> jumps;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i] > std::max(leastJumpPx, jumpTimes * *middle)) jumps.push_back(static_cast<int>(i) + 1);
    if (!jumps.empty()) drift.notes.push_back("The picture jumps at frame " + frameList(jumps));
}

}  // namespace

bool needsDrift(const Recipe& recipe) {
    return stabiliseIn(recipe) != nullptr;
}

Drift findDrift(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress,
                std::stop_token stop) {
    const Stabilise* const stabilise = stabiliseIn(recipe);
    const std::size_t count = series.frames.size();
    if (!stabilise || count == 0) return {};
    const bool againstFirst = stabilise->reference == ShiftReference::first;

    // The steps, in blocks of frames that any thread may take: what a frame is compared with depends on the series alone.
    std::vector<Shift> moves(count, Shift{Reader::missing, Reader::missing, 0});
    std::vector<std::size_t> comparedWith(count, count);
    std::mutex mutex;
    int done = 0;
    const std::size_t blocks = (count + framesAtOnce - 1) / framesAtOnce;
    parallelFor(
        blocks, threads,
        [&](std::size_t block) {
            Reader reader(series, stepsBefore(recipe));
            const std::size_t begin = block * framesAtOnce, end = std::min(count, begin + framesAtOnce);
            ShiftFinder::Prepared before;
            std::size_t beforeIndex = 0;
            if (againstFirst) {
                for (; beforeIndex < begin + framesAtOnce && beforeIndex < count && !isReadable(before); ++beforeIndex)
                    before = reader.prepared(beforeIndex);
                if (isReadable(before)) --beforeIndex;
            } else {
                for (std::size_t back = begin; back > 0 && !isReadable(before); --back) {
                    before = reader.prepared(back - 1);
                    beforeIndex = back - 1;
                }
            }
            for (std::size_t i = begin; i < end && !stop.stop_requested(); ++i) {
                ShiftFinder::Prepared now = reader.prepared(i);
                if (isReadable(now) && isReadable(before) && i != beforeIndex) {
                    moves[i] = reader.between(before, now);
                    comparedWith[i] = beforeIndex;
                } else if (isReadable(now) && (i == beforeIndex || !isReadable(before))) {
                    moves[i] = {0, 0, 1};  // the first of all
                }
                if (!againstFirst && isReadable(now)) {
                    before = std::move(now);
                    beforeIndex = i;
                }
                const std::lock_guard lock(mutex);
                if (progress) progress(++done, static_cast<int>(count));
            }
        },
        stop);
    if (stop.stop_requested()) return {};

    Drift drift;
    drift.shifts.resize(count);
    drift.isKnown.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        drift.isKnown[i] = moves[i].isFound();
        const Shift base = comparedWith[i] < count ? drift.shifts[comparedWith[i]] : i > 0 ? drift.shifts[i - 1] : Shift{};
        drift.shifts[i] = base;
        if (!drift.isKnown[i]) {
            if (i > 0) drift.shifts[i] = drift.shifts[i - 1];
            continue;
        }
        const bool isStart = comparedWith[i] == count;
        drift.shifts[i] = isStart ? Shift{0, 0, 1} : Shift{base.x + moves[i].x, base.y + moves[i].y, moves[i].likeness};
    }
    addNotes(drift);
    return drift;
}

Frame withDrift(Frame raw, const Drift& drift) {
    const auto index = static_cast<std::size_t>(raw.index);
    if (index < drift.shifts.size()) {
        raw.shiftXPx = drift.shifts[index].x;
        raw.shiftYPx = drift.shifts[index].y;
    }
    return raw;
}

}  // namespace coarsen
