// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/run_series.hpp"

#include "core/analysis/frame_measurer.hpp"
#include "core/analysis/pattern_sketch.hpp"
#include "core/analysis/run_plan.hpp"
#include "core/analysis/run_remarks.hpp"
#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/base/shared_file.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/saturation.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <numeric>
#include <span>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t waitingAtMost = 64;    // rows that may wait for an earlier, slower frame
constexpr std::size_t framesRemembered = 8;  // the last ones, for the time that is left

/// A frame's row with what its successor needs of it.
struct Done {
    FrameResult row;
    PatternSketch sketch;
    double seconds = 0;
    bool isKnown = false;  // was measured before this run
};

void requireUsualSize(int width, int height, int index, const RunPlan& plan) {
    if (plan.widthPx == 0 || (width == plan.widthPx && height == plan.heightPx)) return;
    const auto size = [](int across, int down) { return std::to_string(across) + " × " + std::to_string(down); };
    throw InputError(
        "",
        "Frame " + std::to_string(index) + " is " + size(width, height) + ", the others are " + size(plan.widthPx, plan.heightPx),
        "check whether it belongs to this series");
}

/// Where not one of the usual frames fits, the run says it once.
void requireMemoryForAny(const RunPlan& plan) {
    if (plan.header.width == 0 || plan.memory.forFrames(1) <= plan.budgetBytes) return;
    const MemoryWords words = tooLargeWords(plan.header, plan.memory.forFrames(1), plan.budgetBytes);
    throw SettingError("memory", words.reason, words.remedy);
}

/// One thread's share of the work: a measurer of its own, so nothing is shared and nothing waits. While a device measures a frame
/// the next one is decoded.
class Worker {
public:
    Worker(const RunRequest& request, const RunPlan& plan, const Survey& survey, const RunListener& listener,
           std::mutex& imagesMutex, std::atomic<bool>& fallBackTold, RunRemarks& remarks)
        : request_(request),
          plan_(plan),
          survey_(survey),
          listener_(listener),
          imagesMutex_(imagesMutex),
          fallBackTold_(fallBackTold),
          remarks_(remarks),
          measurer_(request.recipe, withThreads(request.engines, plan.threadsPerPlan), request.calibration) {}

    /// Reads and decodes a frame, then hands over the one before, which a device measured meanwhile (see finish), and starts with
    /// this one. Whatever is wrong with this one frame becomes a failed row. SettingErrors concern every frame.
    template <typename HandOver>
    void begin(std::size_t position, int index, HandOver handOver) {
        Begun begun;
        begun.position = position;
        begun.source = &request_.series.frames[static_cast<std::size_t>(index)];
        begun.done.row.frame = index;
        Frame raw;
        begun.isMeasuring = holdsFor(begun, [&] {
            const FrameSource& source = *begun.source;
            if (!source.problem.empty()) throw InputError(source.name, source.problem);
            raw = rawFrameOf(source, index, [&](const std::string& hash, std::size_t size) {
                begun.hash = hash;
                begun.size = size;
            });
            begun.saturated = saturation(raw, foreseenBy(request_.recipe.steps, raw)).sum();
            remarks_.lookAt(raw, source);
        });
        finish(handOver);
        if (begun.isMeasuring)
            begun.isMeasuring = holdsFor(begun, [&] { measurer_.start(std::move(raw), frameSurvey(survey_, index)); });
        begun_ = std::move(begun);
        if (!measurer_.isOnDevice()) finish(handOver);
    }

    /// Calls `handOver(position, Done)` for the frame begun last, if there is one.
    template <typename HandOver>
    void finish(HandOver handOver) {
        if (!begun_) return;
        Begun begun = *std::exchange(begun_, std::nullopt);
        if (begun.isMeasuring) holdsFor(begun, [&] { take(begun); });
        begun.done.row.inputSha256 = begun.hash;
        begun.done.row.inputBytes = begun.size;
        begun.done.row.saturatedFraction = begun.saturated;
        if (request_.excluded.contains(begun.done.row.frame)) begun.done.row.status = FrameStatus::excluded;
        const auto now = std::chrono::steady_clock::now();
        begun.done.seconds = std::chrono::duration<double>(now - std::exchange(finishedLast_, now)).count();
        handOver(begun.position, std::move(begun.done));
    }

    /// The sketch of a frame whose row is known, for the frame after it.
    Done recall(const FrameResult& known) {
        Done done;
        done.row = known;
        done.isKnown = true;
        const FrameSource& source = request_.series.frames[static_cast<std::size_t>(known.frame)];
        if (known.status == FrameStatus::failed) return done;
        try {
            Frame raw = rawFrameOf(source, known.frame, [](const std::string&, std::size_t) {});
            done.sketch = patternSketch(finalFrame(std::move(raw), request_.recipe.steps, frameSurvey(survey_, known.frame)));
        } catch (const InputError& error) {
            if (listener_.notice) listener_.notice(std::string(error.what()) + " (its earlier result is kept)");
        }
        return done;
    }

private:
    /// A frame that was decoded, and perhaps is on a device.
    struct Begun {
        std::size_t position = 0;
        const FrameSource* source = nullptr;
        Done done;
        bool isMeasuring = false;  // else its row is there already: failed
        std::string hash;
        std::uintmax_t size = 0;
        double saturated = FrameResult::nan;
    };

    /// Whether `work` came to its end; else the frame's row says why not.
    template <typename Work>
    static bool holdsFor(Begun& begun, Work work) {
        const int index = begun.done.row.frame;
        try {
            work();
            return true;
        } catch (const SettingError&) {
            throw;
        } catch (const StorageError&) {
            throw;
        } catch (const std::bad_alloc&) {
            begun.done.row = failedResult(*begun.source, index,
                                          begun.source->name + ": there is not enough memory for it; close other programs");
        } catch (const std::exception& error) {
            begun.done.row = failedResult(*begun.source, index, error.what());
        }
        return false;
    }

    void take(Begun& begun) {
        const int index = begun.done.row.frame;
        FrameMeasurer::Answer answer = measured(index);
        begun.done.sketch = std::move(answer.sketch);
        remarks_.lookAtSteps(answer.frame, *begun.source);
        const auto manual = request_.manualRMaxPx.find(index);
        begun.done.row = frameResult(*begun.source, index, answer.image, answer.measured,
                                     manual == request_.manualRMaxPx.end() ? std::nullopt : std::optional(manual->second),
                                     request_.recipe.measure);
        if (!listener_.images) return;
        const std::lock_guard lock(imagesMutex_);
        listener_.images(*begun.source, index, answer.frame, answer.measured.map);
    }

    static EngineRequest withThreads(EngineRequest engines, int threads) {
        engines.threads = threads;
        return engines;
    }

    /// Calls `identified(SHA-256, size)` for the file once it is read, whatever its picture turns out to be.
    template <typename Identified>
    Frame rawFrameOf(const FrameSource& source, int index, Identified identified) {
        const auto file = pictureFile(source.file, plan_.sharesOneFile);
        if (plan_.sharesOneFile || file->staysInPlace()) keptFile_ = file;  // for its next pages
        identified(file->sha256(), file->size());
        if (source.page == 0) {  // its size before its pixels are decoded: a giant among small frames costs no memory
            const ImageHeader header = imageHeader(*file, source.file);
            requireUsualSize(header.width, header.height, index, plan_);
            const std::size_t heldBytes =
                file->staysInPlace() || plan_.sharesOneFile ? 0 : static_cast<std::size_t>(file->size());
            requireMemory(header, memoryFor(header, heldBytes, plan_.work).forFrames(1), plan_.bytesForOne());
        }
        const RawImage raw = decode(*file, source.file, source.page);
        requireUsualSize(raw.image.width(), raw.image.height(), index, plan_);  // also of a page that is not the first
        return rawFrame(raw, index, source.timeS);
    }

    FrameMeasurer::Answer measured(int index) {
        FrameMeasurer::Answer answer = measurer_.take(listener_.images != nullptr);
        const std::string trouble = measurer_.trouble();
        if (!trouble.empty() && listener_.notice && !fallBackTold_.exchange(true))  // once, not by every thread
            listener_.notice("From frame " + std::to_string(index) + " on " + trouble);
        return answer;
    }

    const RunRequest& request_;
    const RunPlan& plan_;
    const Survey& survey_;
    const RunListener& listener_;
    std::mutex& imagesMutex_;
    std::atomic<bool>& fallBackTold_;
    RunRemarks& remarks_;
    FrameMeasurer measurer_;
    std::shared_ptr<const SharedFile> keptFile_;
    std::optional<Begun> begun_;
    std::chrono::steady_clock::time_point finishedLast_ = std::chrono::steady_clock::now();
};

/// Puts the rows into frame order, compares neighbours and tells the listener, one row at a time.
class Collector {
public:
    Collector(const RunListener& listener, std::size_t total, int toMeasure, int workers)
        : listener_(listener), waiting_(total), toMeasure_(toMeasure), total_(static_cast<int>(total)), workers_(workers) {}

    /// Whether few enough rows wait for an earlier frame.
    bool admits(std::size_t position) {
        const std::lock_guard lock(mutex_);
        return position < next_ + waitingAtMost;
    }

    /// Waits until it is so; false when the run ends.
    bool waitToAdmit(std::size_t position, std::stop_token stop) {
        std::unique_lock lock(mutex_);
        return moved_.wait(lock, stop, [&] { return position < next_ + waitingAtMost; });
    }

    void add(std::size_t position, Done done) {
        const std::lock_guard lock(mutex_);
        if (!done.isKnown) {
            seconds_.push_back(done.seconds);
            if (seconds_.size() > framesRemembered) seconds_.pop_front();
        }
        waiting_[position] = std::move(done);
        while (next_ < waiting_.size() && waiting_[next_]) {
            emit(std::move(*waiting_[next_]));
            waiting_[next_].reset();
            ++next_;
        }
        moved_.notify_all();
    }

    /// The rows in frame order. After a stop a row behind a frame that was not measured is missing too: it lacks its neighbour.
    std::vector<FrameResult> rows() && { return std::move(rows_); }

private:
    void emit(Done done) {
        done.sketch.patternPart = patternPart(done.row.profile, done.sketch.blockPx);
        if (!done.isKnown && !before_.isEmpty() && !done.sketch.isEmpty())
            done.row.neighbourCorrelation = sharedPattern(before_, done.sketch, done.row.rMax.px / rMaxBefore_);
        before_ = std::move(done.sketch);
        rMaxBefore_ = done.row.rMax.px;
        rows_.push_back(std::move(done.row));
        if (done.isKnown) return;
        ++measured_;
        if (listener_.finished)
            listener_.finished(rows_.back(), {static_cast<int>(rows_.size()), total_, rows_.back().frame, secondsLeft()});
    }

    double secondsLeft() const {
        if (seconds_.empty()) return std::numeric_limits<double>::quiet_NaN();
        std::vector<double> sorted(seconds_.begin(), seconds_.end());
        std::ranges::nth_element(sorted, sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2));
        return sorted[sorted.size() / 2] * (toMeasure_ - measured_) / workers_;
    }

    const RunListener& listener_;
    std::mutex mutex_;
    std::condition_variable_any moved_;
    std::vector<std::optional<Done>> waiting_;  // by position
    std::size_t next_ = 0;                      // first position not emitted
    std::vector<FrameResult> rows_;
    PatternSketch before_;
    double rMaxBefore_ = 0;
    std::deque<double> seconds_;
    int measured_ = 0;
    int toMeasure_, total_, workers_;
};

std::vector<int> framesOf(const RunRequest& request) {
    if (!request.frames.empty()) return request.frames;
    std::vector<int> all(request.series.frames.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

/// Listeners hear one notice at a time, also while rows arrive.
RunListener serialised(const RunListener& listener, std::mutex& mutex) {
    RunListener one = listener;
    if (listener.notice)
        one.notice = [&listener, &mutex](const std::string& text) {
            const std::lock_guard lock(mutex);
            listener.notice(text);
        };
    if (listener.finished)
        one.finished = [&listener, &mutex](const FrameResult& row, const RunProgress& progress) {
            const std::lock_guard lock(mutex);
            listener.finished(row, progress);
        };
    return one;
}

}  // namespace

std::vector<FrameResult> runSeries(const RunRequest& request, const RunListener& listener, std::stop_token stop) {
    const std::vector<int> frames = framesOf(request);
    if (frames.empty()) return {};
    const RunPlan plan = runPlan(request, frames);
    requireMemoryForAny(plan);
    const auto isKnown = [&](std::size_t position) { return request.known.contains(frames[position]); };

    std::mutex listenerMutex, imagesMutex;
    const RunListener heard = serialised(listener, listenerMutex);
    int toMeasure = 0;
    for (std::size_t i = 0; i < frames.size(); ++i)
        toMeasure += isKnown(i) ? 0 : 1;
    std::shared_ptr<const Survey> survey = request.survey;
    if (!survey || survey->isEmpty())
        survey =
            std::make_shared<const Survey>(surveyOf(request.series, request.recipe, request.threads, listener.surveyed, stop));
    if (stop.stop_requested()) return {};
    if (listener.notice)
        for (const std::string& note : survey->notes)
            heard.notice(note);
    if (const std::string shortage = plan.notice(); listener.notice && !shortage.empty()) heard.notice(shortage);
    Collector collector(heard, frames.size(), toMeasure, plan.workers);

    std::atomic<std::size_t> next = 0;
    std::atomic<bool> fallBackTold = false;
    RunRemarks remarks;
    std::stop_source ended;  // by the caller's stop or by the first error
    const std::stop_callback forward(stop, [&] { ended.request_stop(); });
    parallelFor(static_cast<std::size_t>(plan.workers), plan.workers, [&](std::size_t) {
        try {
            Worker worker(request, plan, *survey, heard, imagesMutex, fallBackTold, remarks);
            const auto handOver = [&](std::size_t position, Done done) { collector.add(position, std::move(done)); };
            for (std::size_t i = next++; i < frames.size() && !ended.stop_requested(); i = next++) {
                if (!collector.admits(i)) worker.finish(handOver);  // others may be waiting for that very frame
                if (!collector.waitToAdmit(i, ended.get_token())) break;
                if (!isKnown(i)) {
                    worker.begin(i, frames[i], handOver);
                } else if (i + 1 < frames.size() && !isKnown(i + 1)) {
                    collector.add(i, worker.recall(*request.known.at(frames[i])));
                } else {
                    collector.add(i, {*request.known.at(frames[i]), {}, 0, true});
                }
            }
            worker.finish(handOver);
        } catch (const std::exception&) {
            ended.request_stop();  // the other workers finish their frame; the caller gets the error
            throw;
        }
    });
    if (listener.remarked) remarks.tell(toMeasure, listener.remarked);
    return std::move(collector).rows();
}

}  // namespace coarsen
