// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_series.hpp"

#include "core/analysis/deformation.hpp"
#include "core/analysis/frame_measurer.hpp"
#include "core/analysis/input_reader.hpp"
#include "core/analysis/lent_frame_plans.hpp"
#include "core/analysis/run_plan.hpp"
#include "core/analysis/run_remarks.hpp"
#include "core/analysis/volume_steps.hpp"
#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/preprocess/info_bar.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/preprocess/saturation.hpp"
#include "core/run/ordered_map.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/frame_sizes.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <deque>
#include <mutex>
#include <new>
#include <numeric>
#include <span>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t framesRemembered = 8;  // the last ones, for the time that is left

/// A frame that the run has to do with: it measures it, or looks at it again for the sake of a neighbour that it measures.
struct Item {
    int frame = 0;
    SharedResult known;                // measured before this run
    bool followsTheOneBefore = false;  // the item before is its neighbour in the series' order
};

/// Result of one item.
struct Done {
    SharedResult row;  // null: it was stopped before it was done
    PatternSketch sketch;
    double seconds = 0;
};

void requireUsualSize(const VolumeSize& is, int index, const RunPlan& plan) {
    const VolumeSize usual{plan.widthPx, plan.heightPx, plan.depthPx};
    if (plan.widthPx == 0 || is == usual) return;
    const auto words = [](const VolumeSize& size) {
        return std::to_string(size.width) + " × " + std::to_string(size.height) +
               (size.depth > 0 ? " × " + std::to_string(size.depth) : "");
    };
    throw InputError("", "Frame " + std::to_string(index) + " is " + words(is) + ", the others are " + words(usual),
                     "check whether it belongs to this series");
}

void requireUsualSize(int width, int height, int index, const RunPlan& plan) {
    requireUsualSize({width, height, 0}, index, plan);
}

/// Where not one of the usual frames fits, the run says it once.
void requireMemoryForAny(const RunPlan& plan) {
    if (plan.depthPx > 0 && plan.memory.forFrames(1) > plan.budgetBytes)
        throw SettingError("memory",
                           "a volume of " + sizeText(VolumeSize{plan.widthPx, plan.heightPx, plan.depthPx}) + " needs about " +
                               bytesText(plan.memory.forFrames(1)) + " of memory with this recipe, and " +
                               bytesText(plan.budgetBytes) + " may be used",
                           "crop it, choose a smaller largest offset (--max-lag), or allow more memory (--memory)");
    if (plan.header.width == 0 || plan.memory.forFrames(1) <= plan.budgetBytes) return;
    const MemoryWords words = tooLargeWords(plan.header, plan.memory.forFrames(1), plan.budgetBytes);
    throw SettingError("memory", words.reason, words.remedy);
}

/// One thread's share of the work: a measurer of its own, so nothing is shared and nothing waits.
class Worker {
public:
    /// `engines`: the request's, with plans that all threads share.
    Worker(const RunRequest& request, const EngineRequest& engines, const RunPlan& plan, const Survey& survey,
           const RunListener& listener, std::mutex& imagesMutex, std::atomic<bool>& isFallBackNoticed, RunRemarks& remarks,
           std::stop_token stop)
        : request_(request),
          plan_(plan),
          survey_(survey),
          listener_(listener),
          imagesMutex_(imagesMutex),
          isFallBackNoticed_(isFallBackNoticed),
          remarks_(remarks),
          stop_(std::move(stop)),
          measurer_(request.recipe, withThreads(engines, plan.threadsPerPlan), request.calibration),
          inputs_(request.series, plan.sharesOneFile, stop_) {
        if (request.series.volumes)
            volumes_.emplace(request.series, request.recipe, request.calibration,
                             withThreads(request.engines, plan.threadsPerPlan));
        if (const Align* const align = deformingAlign(request.recipe)) {
            deformations_.emplace(*align, withThreads(request.engines, plan.threadsPerPlan), plan.workers > 1);
            sequence_ = sequenceOf(request.series);
            comparedSteps_ = stepsBeforeComparison(request.recipe);
        }
    }

    Done done(const Item& item) { return item.known ? recalled(item.known) : measured(item.frame); }

private:
    /// Whatever is wrong with this one frame becomes a failed row. SettingErrors concern every frame.
    Done measured(int index) {
        const auto start = std::chrono::steady_clock::now();
        const FrameSource& source = request_.series.frames[static_cast<std::size_t>(index)];
        Done done;
        FrameResult row;
        InputFacts input;
        try {
            std::optional<FrameResult> measured = measuredRow(source, index, input, done.sketch);
            if (!measured) return {};
            row = std::move(*measured);
        } catch (const SettingError&) {
            throw;
        } catch (const StorageError&) {
            throw;
        } catch (const std::bad_alloc&) {
            row = failedResult(source, index, source.name + ": there is not enough memory for it; close other programs");
        } catch (const NothingToMeasure& error) {
            row = failedResult(source, index, error.what());
            row.image = error.image;
        } catch (const std::exception& error) {
            row = failedResult(source, index, error.what());
        }
        tellOfTrouble(index);
        // A frame that fails after a stop may fail because of it.
        if (stop_.stop_requested() && (deformations_ || row.status == FrameStatus::failed)) return {};
        row.inputSha256 = input.hash;
        row.inputBytes = input.size;
        row.channelsSha256 = input.channelsHash;
        row.image.saturatedFraction = input.saturated;
        if (request_.excluded.contains(index)) row.status = FrameStatus::excluded;
        done.row = shared(std::move(row));
        if (listener_.measured) listener_.measured(*done.row);
        done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return done;
    }

    /// The sketch of a frame whose row is known.
    Done recalled(const SharedResult& known) {
        Done done{known, {}, 0};
        if (known->status == FrameStatus::failed) return done;
        try {
            InputFacts ignored;
            const FrameSource& source = request_.series.frames[static_cast<std::size_t>(known->frame)];
            if (volumes_) {
                const Volume raw = volumes_->read(source, stop_);
                if (stop_.stop_requested()) return {};
                const FrameDrift drift = frameDrift(survey_.drift, known->frame);
                done.sketch = patternSketch(volumes_->final(raw, known->frame, drift, stop_), plan_.threadsPerPlan);
            } else {
                const std::optional<Frame> raw = rawFrameOf(source, known->frame, ignored);
                if (!raw) return {};
                done.sketch = patternSketch(
                    finalFrame(*raw, request_.recipe.steps, frameSurvey(survey_, known->frame), stop_, measurer_.convolvers()));
            }
            if (stop_.stop_requested()) return {};
        } catch (const InputError& error) {
            if (listener_.notice) listener_.notice(std::string(error.what()) + " (its earlier result is kept)");
        }
        return done;
    }

    /// Nothing after a stop.
    std::optional<FrameResult> measuredRow(const FrameSource& source, int index, InputFacts& input, PatternSketch& sketch) {
        if (!source.problem.empty()) throw InputError(source.name, source.problem);
        if (volumes_) return volumeRow(source, index, input, sketch);
        std::optional<Frame> read = rawFrameOf(source, index, input);
        if (!read) return std::nullopt;
        Frame raw = *std::move(read);
        const std::optional<int> bitsInUse = request_.series.first.facts.bitsInUse;
        input.saturated = saturation(raw, foreseenBy(request_.recipe.steps, raw), bitsInUse).sum();
        remarks_.lookAtDepth(raw, source, bitsInUse);
        remarks_.lookAt(raw, source);
        if (request_.recipe.measure.falseColour == Fault::flagged) remarks_.lookAtColours(raw, source);
        const Frame compared = deformations_ ? raw : Frame{};
        FrameMeasurer::Answer answer = measurer_(std::move(raw), frameSurvey(survey_, index), listener_.images != nullptr, stop_);
        if (stop_.stop_requested()) return std::nullopt;
        sketch = std::move(answer.sketch);
        remarks_.lookAtSteps(answer.frame, source);
        FrameResult row = frameResult(source, index, answer.image, answer.measured, markerOf(index), request_.recipe.measure);
        addScriptLengths(row, answer.measured.profile, request_.recipe.lengths);
        if (input.otherSize) {
            row.ownUmPerPx = input.otherSize->isKnown() ? input.otherSize->umPerPx() : 0;
            remarks_.lookAtSize(row, source);
        }
        if (listener_.images) {
            const std::lock_guard lock(imagesMutex_);
            listener_.images(source, index, answer.frame, answer.measured);
        }
        if (deformations_) addDeformation(row, source, comparedSlice(compared));
        return row;
    }

    Volume comparedSlice(const Frame& raw) {
        return asSlice(finalFrame(raw, comparedSteps_, frameSurvey(survey_, raw.index), stop_, measurer_.convolvers()));
    }

    /// A frame after all steps, read for the sake of one that is compared with it; null after a stop.
    const Volume* comparedFrame(int index) {
        if (compared_ && compared_->first == index) return &compared_->second;
        const FrameSource& source = request_.series.frames[static_cast<std::size_t>(index)];
        if (!source.problem.empty()) throw InputError(source.name, source.problem);
        InputFacts ignored;
        Volume volume;
        if (volumes_) {
            const Volume raw = volumes_->read(source, stop_);
            if (!stop_.stop_requested()) volume = volumes_->final(raw, index, frameDrift(survey_.drift, index), stop_);
        } else if (const std::optional<Frame> raw = rawFrameOf(source, index, ignored)) {
            volume = comparedSlice(*raw);
        }
        if (stop_.stop_requested()) return nullptr;
        compared_.emplace(index, std::move(volume));
        return &compared_->second;
    }

    bool comparesWithThePrevious() const { return deformingAlign(request_.recipe)->reference == ShiftReference::previous; }

    /// In the series' order, whichever frames are measured.
    std::optional<int> comparedWith(int index) const {
        if (comparesWithThePrevious()) return sequence_.neighbour(index, -1);
        return index == sequence_.first() ? std::nullopt : std::optional(sequence_.first());
    }

    void addDeformation(FrameResult& row, const FrameSource& source, const Volume& now) {
        const std::optional<int> other = comparedWith(row.frame);
        const auto say = [&row](const std::string& text) { row.message += (row.message.empty() ? "" : "; ") + text; };
        if (other && !stop_.stop_requested()) try {
                const Volume* const before = comparedFrame(*other);
                if (!before) return;
                const Registration found = deformations_->between(*before, now, row.rMax.px, {}, stop_);
                if (!found.isDone) return;
                row.deformation = factsOf(found, now.spacing());
                if (found.mayBeOnePeriodOff()) say("the deformation may have locked one period off (" + found.onePeriodOff + ")");
                for (const std::string& remark : found.remarks)
                    say("the deformation: " + remark);
                if (listener_.deformations) {
                    const std::lock_guard lock(imagesMutex_);
                    listener_.deformations(row.frame, found, now.spacing());
                }
                remarks_.lookAtDeformation(row, source, true);
            } catch (const InputError& error) {
                const std::string name = request_.series.frames[static_cast<std::size_t>(*other)].name;
                say("the deformation since " + name + " was not found: " + error.what());
                remarks_.lookAtDeformation(row, source, false);
            }
        if (comparesWithThePrevious()) compared_.emplace(row.frame, now);
    }

    std::optional<FrameResult> volumeRow(const FrameSource& source, int index, InputFacts& input, PatternSketch& sketch) {
        inputs_.hashVolume(index, input);
        if (stop_.stop_requested()) return std::nullopt;
        requireUsualSize(volumeHeader(source.file, volumeOf(request_.series, source)).size, index, plan_);
        const Volume raw = volumes_->read(source, stop_);
        if (stop_.stop_requested()) return std::nullopt;
        remarks_.lookAt(raw, index, source);
        std::optional<VolumeFrameMeasurer::Answer> answer = (*volumes_)(raw, index, frameDrift(survey_.drift, index), stop_);
        if (!answer) return std::nullopt;
        sketch = std::move(answer->sketch);
        FrameResult row = frameResult(source, index, answer->image, answer->measured, markerOf(index), request_.recipe.measure);
        addScriptLengths(row, answer->measured.profile, request_.recipe.lengths);
        if (answer->surface) row.surface = factsOf(*answer->surface);
        if (!answer->noSurface.empty()) row.message += (row.message.empty() ? "" : ". ") + answer->noSurface;
        if (listener_.volumes) {
            const std::lock_guard lock(imagesMutex_);
            listener_.volumes(source, index, *answer);
        }
        if (deformations_) addDeformation(row, source, answer->volume);
        return row;
    }

    std::optional<double> markerOf(int index) const {
        const auto manual = request_.manualRMaxPx.find(index);
        return manual == request_.manualRMaxPx.end() ? std::nullopt : std::optional(manual->second);
    }

    static EngineRequest withThreads(EngineRequest engines, int threads) {
        engines.threads = threads;
        return engines;
    }

    /// Nothing after a stop.
    std::optional<Frame> rawFrameOf(const FrameSource& source, int index, InputFacts& input) {
        const auto file = inputs_.file(index, input);
        if (!file) return std::nullopt;
        if (source.page == 0) {  // its size before its pixels are decoded: a giant among small frames costs no memory
            const ImageHeader header = frameHeader(source, *file);
            input.otherSize = otherSizeIn(header, source, request_.series, request_.calibration);
            requireUsualSize(header.width, header.height, index, plan_);
            const std::size_t heldBytes =
                file->staysInPlace() || plan_.sharesOneFile ? 0 : static_cast<std::size_t>(file->size());
            requireMemory(header, memoryFor(header, heldBytes, plan_.work).forFrames(1), plan_.bytesForOne());
        }
        const RawImage raw = inputs_.picture(index, *file, arePlanesNeeded(request_.recipe.steps), input);
        if (stop_.stop_requested()) return std::nullopt;
        requireUsualSize(raw.image.width(), raw.image.height(), index, plan_);  // also of a page that is not the first
        return rawFrame(withoutInfoBar(raw, source, request_.recipe.steps), index, source.timeS);
    }

    void tellOfTrouble(int index) {
        std::string trouble = volumes_ ? volumes_->trouble() : measurer_.trouble();
        if (trouble.empty() && deformations_) trouble = deformations_->trouble();
        if (!trouble.empty() && listener_.notice && !isFallBackNoticed_.exchange(true))  // once, not by every thread
            listener_.notice("From frame " + std::to_string(index) + " on " + trouble);
    }

    const RunRequest& request_;
    const RunPlan& plan_;
    const Survey& survey_;
    const RunListener& listener_;
    std::mutex& imagesMutex_;
    std::atomic<bool>& isFallBackNoticed_;
    RunRemarks& remarks_;
    std::stop_token stop_;
    FrameMeasurer measurer_;
    InputReader inputs_;
    std::optional<VolumeFrameMeasurer> volumes_;     // where frames are volumes
    std::optional<DeformationFinder> deformations_;  // where they are asked for, with what follows
    FrameSequence sequence_;
    std::vector<Step> comparedSteps_;
    std::optional<std::pair<int, Volume>> compared_;  // the last one that may be needed again
};

/// Takes what is done in the series' order and tells the listener.
class Collector {
public:
    Collector(const RunListener& listener, RunProgress progress, int workers)
        : listener_(listener), progress_(progress), workers_(workers) {}

    void add(const Item& item, const Done& done, double neighbourCorrelation) {
        isCut_ = isCut_ || !done.row;
        if (isCut_) return;  // what comes behind a frame that was stopped is dropped
        const bool isNew = !item.known || (item.followsTheOneBefore && !isBeforeKnown_);
        isBeforeKnown_ = item.known != nullptr;
        if (isNew) {
            found_.neighbourCorrelations[item.frame] = neighbourCorrelation;
            if (listener_.compared) listener_.compared(item.frame, neighbourCorrelation);
        }
        if (item.known) return;
        seconds_.push_back(done.seconds);
        if (seconds_.size() > framesRemembered) seconds_.pop_front();
        ++progress_.done;
        progress_.frame = item.frame;
        progress_.secondsLeft = secondsLeft();
        found_.results[item.frame] = done.row;
        if (listener_.finished) listener_.finished(done.row, progress_);
    }

    MeasuredSeries found() && { return std::move(found_); }

private:
    double secondsLeft() const {
        std::vector<double> sorted(seconds_.begin(), seconds_.end());
        std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
        return sorted[sorted.size() / 2] * (progress_.total - progress_.done) / workers_;
    }

    const RunListener& listener_;
    bool isBeforeKnown_ = false, isCut_ = false;
    MeasuredSeries found_;
    RunProgress progress_;
    std::deque<double> seconds_;
    int workers_;
};

/// The engines with plans of whole frames that all threads of a run share.
EngineRequest withSharedPlans(EngineRequest engines) {
    for (auto& backend : engines.engines.frames)
        backend = withLentPlans(backend);
    return engines;
}

/// The frames to measure, and those known beside one of them: a pair is compared anew when either is measured.
std::vector<Item> itemsOf(const RunRequest& request, const std::vector<int>& frames) {
    const auto isMeasured = [&](std::size_t k) {
        return k < frames.size() && (request.wanted ? request.wanted->contains(frames[k]) : !request.known.contains(frames[k]));
    };
    std::vector<Item> items;
    bool hasTheOneBefore = false;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const auto known = request.known.find(frames[k]);
        const bool isNeighbour = known != request.known.end() && (isMeasured(k + 1) || (k > 0 && isMeasured(k - 1)));
        const bool isItem = isMeasured(k) || isNeighbour;
        if (isItem) items.push_back({frames[k], isMeasured(k) ? nullptr : known->second, hasTheOneBefore});
        hasTheOneBefore = isItem;
    }
    return items;
}

/// Listeners hear one thing at a time.
RunListener serialised(const RunListener& listener, std::mutex& mutex) {
    RunListener one = listener;
    const auto guarded = [&mutex]<typename... Words>(const std::function<void(Words...)>& call) {
        if (!call) return call;
        return std::function<void(Words...)>([&call, &mutex](Words... words) {
            const std::lock_guard lock(mutex);
            call(words...);
        });
    };
    one.notice = guarded(listener.notice);
    one.finished = guarded(listener.finished);
    one.compared = guarded(listener.compared);
    return one;
}

}  // namespace

std::vector<int> framesOf(const RunRequest& request) {
    if (!request.frames.empty()) return request.frames;
    std::vector<int> all(request.series.frames.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::vector<FrameResult> MeasuredSeries::rows() const {
    std::vector<FrameResult> rows;
    rows.reserve(results.size());
    for (const auto& [frame, row] : results)
        rows.push_back(*row);
    return rows;
}

MeasuredSeries runSeries(const RunRequest& request, const RunListener& listener, std::stop_token stop) {
    const std::vector<int> frames = inOrder(request.series, framesOf(request));
    if (frames.empty()) return {};
    const std::vector<Item> items = itemsOf(request, frames);
    if (request.series.volumes) requireForVolumes(request.recipe, request.engines);
    const RunPlan plan = runPlan(request, frames, items.size());
    requireMemoryForAny(plan);
    std::mutex listenerMutex, imagesMutex;
    const RunListener heard = serialised(listener, listenerMutex);
    std::shared_ptr<const Survey> survey = request.survey;
    if (!survey || survey->isEmpty())
        survey = std::make_shared<const Survey>(surveyOf(withSizesThatCount(request.series, request.calibration), request.recipe,
                                                         request.threads, listener.surveyed, stop, {},
                                                         request.engines.forConvolution()));
    if (stop.stop_requested()) return {};
    if (listener.notice)
        for (const std::string& note : survey->notes)
            heard.notice(note);
    if (request.series.volumes && !request.calibration.isKnown() && listener.notice)
        heard.notice("The size of the voxels is not known, so lengths are in voxels" +
                     std::string(request.series.volumes->first.spacing.isIsotropic() ? ", taken for cubes" : "") +
                     "; --spacing X,Y,Z gives it");
    if (const std::string shortage = plan.notice(); listener.notice && !shortage.empty()) heard.notice(shortage);

    const auto toMeasure = static_cast<int>(std::ranges::count(items, nullptr, &Item::known));
    RunProgress progress;
    progress.total = request.wanted ? toMeasure : static_cast<int>(frames.size());
    progress.done = progress.total - toMeasure;
    Collector collector(heard, progress, plan.workers);
    std::vector<bool> follow;
    for (const Item& item : items)
        follow.push_back(item.followsTheOneBefore);
    NeighbourPairs pairs(std::move(follow));
    std::atomic<bool> isFallBackNoticed = false;
    RunRemarks remarks;
    const EngineRequest engines = withSharedPlans(request.engines);
    orderedMap(
        items.size(), {.threads = plan.workers},
        [&] {
            return [&, worker = std::make_unique<Worker>(request, engines, plan, *survey, heard, imagesMutex, isFallBackNoticed,
                                                         remarks, stop)](std::size_t i) {
                Done done = worker->done(items[i]);
                if (done.row) pairs.add(i, sketchedFrame(*done.row, std::move(done.sketch)));
                return done;
            };
        },
        [&](std::size_t i, const Done& done) { collector.add(items[i], done, pairs.take(i)); }, stop);
    if (listener.remarked) remarks.tell(toMeasure, listener.remarked);
    MeasuredSeries found = std::move(collector).found();
    for (const int frame : frames)
        if (const auto known = request.known.find(frame); known != request.known.end()) found.results.insert(*known);
    return found;
}

}  // namespace coarsen
