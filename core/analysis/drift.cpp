// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/drift.hpp"

#include "core/analysis/running_mean.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/displace/beside_flow.hpp"
#include "core/preprocess/crop.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/stabilise.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <span>

namespace coarsen {

namespace {

constexpr int framesAtOnce = 16;                  // of one thread: each block decodes the frame before it once more
constexpr double jumpTimes = 8, leastJumpPx = 3;  // a jump is that many usual moves

/// The step that is on and needs the drift; none: end().
std::vector<Step>::const_iterator stepThatNeedsDrift(const Recipe& recipe) {
    return std::ranges::find_if(recipe.steps, [](const Step& step) { return step.surveyNeed().drift.has_value(); });
}

/// Errors that the step asks for: of align those with a flow.
DriftErrors driftErrorsOf(const Step& step) {
    const Stabilise* const stabilise = step.as<Stabilise>();
    return stabilise ? stabilise->errors : DriftErrors::withFlow;
}

/// Part that the crop will leave: what lies beyond it may move by itself.
Frame keptPart(const GivenFrame& given) {
    const PixelRect& kept = given.context.foreseen.kept;
    return kept.isEmpty() ? given.frame : Crop{kept.x, kept.y, kept.width, kept.height}(given.frame);
}

/// Reads frames for comparison; one thread.
class Reader {
public:
    Reader(const ImageSeries& series, const std::vector<int>& order, const Recipe& recipe, const Image& seriesMedian,
           std::shared_ptr<Convolvers> convolvers)
        : series_(series),
          order_(order),
          recipe_(recipe),
          key_(stepThatNeedsDrift(recipe)->key()),
          errors_(driftErrorsOf(*stepThatNeedsDrift(recipe))),
          survey_{seriesMedian, {}},
          convolvers_(std::move(convolvers)) {}

    /// The frame at that place of the order. Empty where it cannot be read; it says so itself when it is measured.
    PreparedPicture prepared(std::size_t place) {
        const int index = order_[place];
        const FrameSource& source = series_.frames[static_cast<std::size_t>(index)];
        try {
            if (!source.problem.empty()) return {};
            const RawImage raw = withoutInfoBar(framePicture(source, false, kept_), source, recipe_.steps);
            const Frame frame = keptPart(givenTo(key_, rawFrame(raw, index, source.timeS), recipe_.steps, survey_, convolvers_));
            if (!finder_) finder_.emplace(frame.image.width(), frame.image.height());
            return preparedPicture({frame.image, frame.mask});
        } catch (const InputError&) {
            return {};
        }
    }
    FoundShift between(const PreparedPicture& here, const PreparedPicture& moved, bool turns, std::stop_token stop) {
        if (!finder_) return FoundShift::none();
        const FoundShift found = finder_->shiftBetween(here, moved, turns, stop);
        return errors_ == DriftErrors::besideFlow ? besideFlow(found) : found;
    }

private:
    const ImageSeries& series_;
    const std::vector<int>& order_;
    const Recipe& recipe_;
    std::string key_;  // of the step whose frames are compared
    DriftErrors errors_;
    FrameSurvey survey_;
    std::shared_ptr<Convolvers> convolvers_;
    std::shared_ptr<const SharedFile> kept_;
    std::optional<ShiftFinder> finder_;
};

std::string frameList(const std::vector<int>& frames) {
    constexpr std::size_t shown = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, frames.size()); ++i)
        text += (i ? ", " : "") + std::to_string(frames[i]);
    return frames.size() > shown ? text + " and " + std::to_string(frames.size() - shown) + " more" : text;
}

/// Where parts of the frame move differently in at least half of the frames; their median.
std::string flowNote(const Drift& drift, ShiftReference reference) {
    std::vector<double> differences;
    for (const double difference : drift.partsDifferPx)
        if (difference > 0) differences.push_back(difference);
    if (differences.empty() || 2 * differences.size() + 1 < drift.shifts.size()) return {};
    const auto middle = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
    std::ranges::nth_element(differences, middle);
    const std::string since = reference == ShiftReference::previous ? " a frame"
                              : reference == ShiftReference::first  ? " since the first frame"
                                                                    : " against the frames before";
    return "Parts of the frame move differently by " + shortest(std::round(10 * *middle) / 10) + " px" + since +
           ": the pattern itself flows, turns or grows about a point, and a common shift does not describe it";
}

/// Frames that each frame was compared with, and the answers.
struct Comparisons {
    explicit Comparisons(std::size_t count) : moves(count, FoundShift::none()), comparedWith(count, nothing) {}

    static constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max(), mean = nothing - 1;
    std::vector<FoundShift> moves;
    std::vector<std::size_t> comparedWith;  // `nothing`: not compared, or the first of all; `mean`: with the running mean
    std::shared_ptr<const RunningMean> meanOfAll;
};

int heightOf(const ImageSeries& series, const Recipe& recipe) {
    if (!leaveOutInfoBar(recipe.steps)) return series.first.height;
    try {
        return pictureHeight(frameHeader(series.frames.front()), recipe.steps);
    } catch (const InputError&) {  // the frame fails when it is compared
        return series.first.height;
    }
}

/// Series that is compared, and the settings of it.
struct Task {
    const ImageSeries& series;
    std::vector<int> order;
    const Recipe& recipe;
    const Image& seriesMedian;
    ShiftReference reference;
    bool turns;
    int threads;
    const std::function<void(int, int)>& progress;
    std::stop_token stop;
    const Drift& before;
    std::shared_ptr<Convolvers> convolvers;
    int height;  // of the first picture as the steps are given it

    std::size_t known() const { return before.shifts.size(); }
    std::size_t count() const { return series.frames.size(); }
    Reader reader() const { return {series, order, recipe, seriesMedian, convolvers}; }

    /// A move found in what the crop leaves, about the centre of the whole picture.
    FoundShift inWholePicture(const FoundShift& move) const {
        const int width = series.first.width;
        const PixelRect kept = keptBy(recipe.steps, anyFrame, width, height);
        if (kept.isEmpty()) return move;
        return move.aboutAnotherCentre(kept.x + (kept.width - width) / 2.0, kept.y + (kept.height - height) / 2.0);
    }
};

/// In blocks of frames that any thread may take: what a frame is compared with depends on the series alone.
Comparisons againstFrames(const Task& task) {
    const std::size_t count = task.count();
    const bool againstFirst = task.reference == ShiftReference::first;
    Comparisons compared(count);
    std::mutex mutex;
    int done = static_cast<int>(task.known());
    const std::size_t blocks = (count - task.known() + framesAtOnce - 1) / framesAtOnce;
    parallelFor(
        blocks, task.threads,
        [&](std::size_t block) {
            Reader reader = task.reader();
            const std::size_t begin = task.known() + block * framesAtOnce, end = std::min(count, begin + framesAtOnce);
            PreparedPicture before;
            std::size_t beforeIndex = 0;
            if (againstFirst) {
                for (; beforeIndex < begin + framesAtOnce && beforeIndex < count && !before.isReadable(); ++beforeIndex)
                    before = reader.prepared(beforeIndex);
                if (before.isReadable()) --beforeIndex;
            } else {
                for (std::size_t back = begin; back > 0 && !before.isReadable(); --back) {
                    before = reader.prepared(back - 1);
                    beforeIndex = back - 1;
                }
            }
            for (std::size_t i = begin; i < end && !task.stop.stop_requested(); ++i) {
                PreparedPicture now = reader.prepared(i);
                if (now.isReadable() && before.isReadable() && i != beforeIndex) {
                    compared.moves[i] = reader.between(before, now, task.turns, task.stop);
                    compared.comparedWith[i] = beforeIndex;
                } else if (now.isReadable() && (i == beforeIndex || !before.isReadable())) {
                    compared.moves[i] = FoundShift::origin();  // the first of all
                }
                if (!againstFirst && now.isReadable()) {
                    before = std::move(now);
                    beforeIndex = i;
                }
                const std::lock_guard lock(mutex);
                if (task.progress) task.progress(++done, static_cast<int>(count));
            }
        },
        task.stop);
    return compared;
}

/// One frame after the other, for each changes what the next is compared with; only reading is spread over threads.
Comparisons againstTheMean(const Task& task) {
    const std::size_t count = task.count(), atOnce = static_cast<std::size_t>(threadCount(task.threads));
    Comparisons compared(count);
    std::vector<Reader> readers;
    for (std::size_t k = 0; k < atOnce; ++k)
        readers.push_back(task.reader());
    RunningMean mean = task.before.mean ? *task.before.mean : RunningMean();
    for (std::size_t begin = task.known(); begin < count && !task.stop.stop_requested(); begin += atOnce) {
        const std::size_t size = std::min(atOnce, count - begin);
        std::vector<PreparedPicture> pictures(size);
        parallelFor(
            size, task.threads, [&](std::size_t k) { pictures[k] = readers[k].prepared(begin + k); }, task.stop);
        for (std::size_t k = 0; k < size && !task.stop.stop_requested(); ++k) {
            if (pictures[k].isReadable()) {
                const PreparedPicture reference = mean.picture();
                FoundShift& move = compared.moves[begin + k];
                if (!reference.isReadable()) {
                    move = FoundShift::origin();
                } else {
                    move = mean.place().followedBy(readers[k].between(reference, pictures[k], task.turns, task.stop));
                    compared.comparedWith[begin + k] = Comparisons::mean;
                }
                if (move.shift.isFound()) mean.add(pictures[k], move);
            }
            if (task.progress) task.progress(static_cast<int>(begin + k) + 1, static_cast<int>(count));
        }
    }
    compared.meanOfAll = std::make_shared<const RunningMean>(std::move(mean));
    return compared;
}

/// Drift by frame of one that is by place in the order, or the other way round.
Drift rearranged(const Drift& from, const std::vector<int>& order, bool byFrame) {
    Drift to = from;
    for (std::size_t place = 0; place < from.shifts.size(); ++place) {
        const auto frame = static_cast<std::size_t>(order[place]);
        const std::size_t there = byFrame ? frame : place, here = byFrame ? place : frame;
        to.shifts[there] = from.shifts[here];
        to.errors[there] = from.errors[here];
        to.isKnown[there] = from.isKnown[here];
        to.partsDifferPx[there] = from.partsDifferPx[here];
    }
    return to;
}

Drift summedUp(const Task& task, const Comparisons& compared) {
    Drift drift = task.before;
    drift.notes.clear();
    drift.mean = compared.meanOfAll;
    for (std::size_t i = task.known(); i < compared.moves.size(); ++i) {
        const FoundShift move = task.inWholePicture(compared.moves[i]);
        const bool wasCompared = compared.comparedWith[i] != Comparisons::nothing;
        drift.isKnown.push_back(move.shift.isFound());
        if (move.shift.isFound())
            drift.last = wasCompared && task.reference == ShiftReference::previous ? drift.last.followedBy(move) : move;
        else if (wasCompared && task.reference == ShiftReference::previous)
            drift.last.withoutBlock.clear();  // what comes after it has moved nobody knows how far
        drift.shifts.push_back(drift.last.shift);
        drift.partsDifferPx.push_back(compared.moves[i].partsDifferPx);
        drift.errors.push_back(move.shift.isFound() ? drift.last.error() : ShiftError{});
    }
    return drift;
}

}  // namespace

void addDriftNotes(Drift& drift, ShiftReference reference) {
    std::vector<int> lost, jumps;
    std::vector<Shift> inTurn;
    for (const int frame : drift.order)
        inTurn.push_back(drift.shifts[static_cast<std::size_t>(frame)]);
    for (std::size_t place = 1; place < drift.order.size(); ++place)
        if (!drift.isKnown[static_cast<std::size_t>(drift.order[place])]) lost.push_back(drift.order[place]);
    for (const int place : jumpsIn(inTurn))
        jumps.push_back(drift.order[static_cast<std::size_t>(place)]);
    if (!lost.empty())
        drift.notes.push_back((lost.size() == 1 ? "The drift of frame " : "The drift of frames ") + frameList(lost) +
                              " could not be found (blank, damaged or too different); " + "that of the frame before is used");
    if (!jumps.empty()) drift.notes.push_back("The picture jumps at frame " + frameList(jumps));
    if (const std::string flow = flowNote(drift, reference); !flow.empty()) drift.notes.push_back(flow);
}

std::vector<int> jumpsIn(const std::vector<Shift>& shifts) {
    if (shifts.size() < 2) return {};
    std::vector<double> moves;
    for (std::size_t i = 1; i < shifts.size(); ++i)
        moves.push_back(std::hypot(shifts[i].x - shifts[i - 1].x, shifts[i].y - shifts[i - 1].y));
    std::vector<double> sorted = moves;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::ranges::nth_element(sorted, middle);
    std::vector<int> jumps;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (moves[i] > std::max(leastJumpPx, jumpTimes * *middle)) jumps.push_back(static_cast<int>(i) + 1);
    return jumps;
}

bool needsDrift(const Recipe& recipe) {
    return stepThatNeedsDrift(recipe) != recipe.steps.end();
}

Drift findDrift(const ImageSeries& series, const Recipe& recipe, int threads, const std::function<void(int, int)>& progress,
                std::stop_token stop, const Image& seriesMedian, const Drift& before, const ConvolutionRequest& convolution) {
    if (!needsDrift(recipe) || series.frames.empty()) return {};
    const Recipe inEvery = recipeInEveryFrame(recipe);
    const DriftSearch search = *stepThatNeedsDrift(recipe)->surveyNeed().drift;
    const std::vector<int> order = framesInOrder(series);
    const Drift known = isOfBeginning(before, series) ? rearranged(before, order, false) : Drift{};
    const Task task{series,
                    order,
                    inEvery,
                    seriesMedian,
                    search.reference,
                    search.motion == ShiftMotion::rigid,
                    threads,
                    progress,
                    stop,
                    known,
                    std::make_shared<Convolvers>(convolution),
                    heightOf(series, recipe)};
    const Comparisons compared = search.reference == ShiftReference::mean ? againstTheMean(task) : againstFrames(task);
    if (stop.stop_requested()) return {};
    Drift drift = rearranged(summedUp(task, compared), order, true);
    drift.order = order;
    addDriftNotes(drift, task.reference);
    return drift;
}

Recipe recipeInEveryFrame(Recipe recipe) {
    Step* const step = recipe.step(Crop::key);
    const Crop* const crop = step ? step->as<Crop>() : nullptr;
    if (!crop || !differsByFrame(crop->shapes)) return recipe;
    Region region = crop->shapes;
    std::erase_if(region, [](const RegionShape& shape) { return shape.frame != RegionShape::everyFrame; });
    setText(recipe, "crop.shapes", region.empty() ? "none" : textOf(region));
    return recipe;
}

bool isOfBeginning(const Drift& drift, const ImageSeries& series) {
    const std::vector<int> order = framesInOrder(series);
    if (drift.order.empty()) return drift.isEmpty() || (drift.shifts.size() <= order.size() && orderKey(series).empty());
    return drift.order.size() <= order.size() && std::ranges::equal(drift.order, std::span(order).first(drift.order.size()));
}

FrameDrift frameDrift(const Drift& drift, int frame) {
    const auto index = static_cast<std::size_t>(frame);
    if (index >= drift.shifts.size()) return {};
    const Shift& shift = drift.shifts[index];
    const ShiftError error = drift.errorOf(index);
    const double zPx = index < drift.ofVolumes.size() ? drift.ofVolumes[index].zPx : 0;
    return {shift.x, shift.y, shift.rotationDeg, error.xPx, error.yPx, error.rotationDeg, zPx};
}

}  // namespace coarsen
