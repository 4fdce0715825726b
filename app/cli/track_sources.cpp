// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/track_sources.hpp"

#include "app/cli/watched_listing.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/grey.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/named_axes.hpp"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <span>
#include <unistd.h>
#include <utility>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds(Clock::duration time) {
    return std::chrono::duration<double>(time).count();
}

MaskedImage greyOf(const RawImage& raw) {
    const Frame grey = Grey{}(rawFrame(raw, 0, 0));
    return {grey.image, grey.mask};
}

class PipedFrames final : public TrackSource {
public:
    explicit PipedFrames(const RawFrames& form)
        : form_(form),
          bytes_(static_cast<std::size_t>(form.width) * static_cast<std::size_t>(form.height) *
                 static_cast<std::size_t>(form.bits / 8)) {
#ifdef F_SETPIPE_SZ
        ::fcntl(STDIN_FILENO, F_SETPIPE_SZ, 1 << 20);  // room for frames that come while one is measured
#endif
    }

    std::optional<ArrivedFrame> next(std::stop_token stop) override {
        const bool wasWaiting = isAnyThere(0);
        std::vector<std::uint8_t> pixels(bytes_);
        const std::size_t got = read(pixels, stop);
        if (stop.stop_requested()) return std::nullopt;
        if (got == 0 && count_ == 0)
            throw InputError("standard input", "it ends before the first frame", "write raw frames into it");
        if (got == 0) return std::nullopt;
        ArrivedFrame frame;
        frame.arrival = Clock::now();
        frame.name = "frame " + std::to_string(count_);
        if (got < bytes_) {
            isCutOff_ = true;
            frame.problem = "standard input ends in the middle of it, after " + std::to_string(got) + " of " +
                            std::to_string(bytes_) + " bytes; check --size and --bits";
            ++count_;
            return frame;
        }
        frame.picture.image = form_.bits == 8 ? Image(form_.width, form_.height, std::move(pixels))
                                              : Image(form_.width, form_.height, wholeNumbers(pixels));
        if (count_ == 0) first_ = frame.arrival;
        if (form_.rateHz) lagS_ = std::max(lagS_, seconds(frame.arrival - first_) - static_cast<double>(count_) / *form_.rateHz);
        waited_ += wasWaiting && count_ > 0;
        ++count_;
        return frame;
    }

    std::string lateness() const override {
        std::string text = "no frame was dropped";
        if (waited_ > 0) text += "; " + std::to_string(waited_) + " were waiting when the one before was done";
        if (form_.rateHz) text += "; at most " + fixed(lagS_, 3) + " s behind the camera";
        return text;
    }
    bool isIncomplete() const override {
        return isCutOff_;
    }

private:
    RawFrames form_;
    std::size_t bytes_, count_ = 0, waited_ = 0;
    double lagS_ = 0;
    Clock::time_point first_;
    bool isCutOff_ = false;

    static bool isAnyThere(int waitMs) {
        pollfd asked{STDIN_FILENO, POLLIN, 0};
        return ::poll(&asked, 1, waitMs) > 0;
    }

    /// Fewer than asked for only at the end, and after a stop.
    static std::size_t read(std::span<std::uint8_t> to, std::stop_token stop) {
        constexpr int stopIsSeenAfterMs = 100;
        std::size_t got = 0;
        while (got < to.size() && !stop.stop_requested()) {
            if (!isAnyThere(stopIsSeenAfterMs)) continue;
            const ssize_t more = ::read(STDIN_FILENO, to.data() + got, to.size() - got);
            if (more < 0 && errno != EINTR && errno != EAGAIN)
                throw InputError("standard input", std::string("it cannot be read (") + std::strerror(errno) + ")");
            if (more == 0) break;
            got += static_cast<std::size_t>(std::max<ssize_t>(0, more));
        }
        return got;
    }

    static std::vector<std::uint16_t> wholeNumbers(std::span<const std::uint8_t> bytes) {
        std::vector<std::uint16_t> numbers(bytes.size() / 2);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<std::uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8);
        return numbers;
    }
};

/// Reads a frame's file. What cannot be read is said in the frame.
class FrameReader {
public:
    ArrivedFrame operator()(const FrameSource& source) {
        ArrivedFrame frame;
        frame.name = source.name;
        frame.arrival = Clock::now();
        try {
            if (!source.problem.empty()) throw InputError(source.name, source.problem);
            if (isOfMany(source)) {  // counted from before it is read: a page is not read apart from its decoding
                frame.picture = greyOf(framePicture(source, false, kept_));
            } else {
                const std::vector<std::byte> bytes = readWhole(source.file);
                frame.arrival = Clock::now();
                frame.picture = greyOf(decode(bytes, source.file));
            }
        } catch (const InputError& error) {
            frame.problem = error.reason() + (error.remedy().empty() ? "" : "; " + error.remedy());
        }
        return frame;
    }

private:
    std::shared_ptr<const SharedFile> kept_;

    static bool isOfMany(const FrameSource& source) {
        return source.page > 0 || source.plane || !source.dataset.empty() || isReadInPieces(source.file);
    }
};

class RecordedFrames final : public TrackSource {
public:
    RecordedFrames(const AnalyzeOptions& input, double rateHz, bool isLive, ProgressReport& report)
        : series_(openPictures({input.inputs.begin(), input.inputs.end()}, input, "track", report)), isLive_(isLive) {
        const std::vector<Said> known = series_.notes;
        assignTimes(series_, {});
        std::erase_if(series_.notes, [&](const Said& said) { return std::ranges::find(known, said) != known.end(); });
        report.sayNotes(series_);
        const bool hasTimes = !countsFrames(series_);
        for (std::size_t i = 0; i < series_.frames.size(); ++i)
            times_.push_back(rateHz > 0 ? std::optional(static_cast<double>(i) / rateHz)
                             : hasTimes ? std::optional(series_.frames[i].timeS)
                                        : std::nullopt);
        if (isLive && !times_.front())
            throw SettingError("--live", "the frames of " + series_.name + " have no times", "say how fast they came: --rate HZ");
    }

    std::optional<ArrivedFrame> next(std::stop_token stop) override {
        if (isLive_) awaitNewest(stop);
        if (at_ == times_.size() || stop.stop_requested()) return std::nullopt;
        ArrivedFrame frame = reader_(series_.frames[at_]);
        frame.timeS = times_[at_++];
        return frame;
    }

    std::string lateness() const override {
        return isLive_ ? std::to_string(dropped_) + (dropped_ == 1 ? " frame was" : " frames were") + " dropped" : "";
    }

private:
    ImageSeries series_;
    bool isLive_;
    std::vector<std::optional<double>> times_;
    FrameReader reader_;
    std::size_t at_ = 0, dropped_ = 0;
    Clock::time_point began_;

    Clock::time_point due(std::size_t frame) const {
        return began_ +
               std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*times_[frame] - *times_.front()));
    }
    void awaitNewest(std::stop_token stop) {
        if (at_ == 0) began_ = Clock::now();
        if (at_ == times_.size()) return;
        while (at_ + 1 < times_.size() && due(at_ + 1) <= Clock::now()) {
            ++at_;
            ++dropped_;
        }
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait_until(lock, stop, due(at_), [] { return false; });
    }
};

class ArrivingFrames final : public TrackSource {
public:
    ArrivingFrames(const fs::path& folder, ProgressReport& report) : listing_(folder, watchOf(namesIn(folder)), report) {}

    std::optional<ArrivedFrame> next(std::stop_token stop) override {
        constexpr std::chrono::milliseconds listedEvery{50};
        while (waiting_.empty() && !stop.stop_requested()) {
            while (takeNew(stop) == arrivalsAtOnce && !stop.stop_requested()) {
            }
            for (; waiting_.size() > arrivalsAtOnce; ++dropped_)
                waiting_.pop_front();
            if (waiting_.empty()) waitForNextListing(stop, listedEvery);
        }
        if (stop.stop_requested()) return std::nullopt;
        FrameSource source;
        source.file = waiting_.front();
        source.name = displayName(source.file);
        waiting_.pop_front();
        requireOneFrameAFile(source);
        return reader_(source);
    }

    std::string lateness() const override {
        return std::to_string(dropped_) + (dropped_ == 1 ? " frame was" : " frames were") + " dropped";
    }

private:
    WatchedListing listing_;
    FrameReader reader_;
    std::deque<fs::path> waiting_;
    std::size_t dropped_ = 0;
    ImageSeries last_;  // the names of the last images

    void requireOneFrameAFile(const FrameSource& source) {
        constexpr std::size_t namesCompared = 8;
        last_.name = displayName(source.file.parent_path());
        last_.frames.push_back(source);
        if (last_.frames.size() > namesCompared) last_.frames.erase(last_.frames.begin());
        if (const std::string axis = axisBesideTimes(last_); !axis.empty())
            throw InputError(last_.name, "the names of its images say several " + axis + ", and each image is tracked as a frame",
                             "track a folder of one of them");
    }

    static std::vector<std::string> namesIn(const fs::path& folder) {
        std::vector<std::string> names;
        for (const ListedFile& file : imagesIn(folder))
            names.push_back(displayName(file.file));
        return names;
    }
    std::size_t takeNew(std::stop_token stop) {
        const std::optional<FolderNews> news = listing_.news(stop);
        if (!news) return 0;
        waiting_.insert(waiting_.end(), news->arrived.begin(), news->arrived.end());
        return news->arrived.size();
    }
};

}  // namespace

std::unique_ptr<TrackSource> pipedFrames(const RawFrames& form) {
    return std::make_unique<PipedFrames>(form);
}

std::unique_ptr<TrackSource> recordedFrames(const AnalyzeOptions& input, double rateHz, bool isLive, ProgressReport& report) {
    return std::make_unique<RecordedFrames>(input, rateHz, isLive, report);
}

std::unique_ptr<TrackSource> arrivingFrames(const fs::path& folder, ProgressReport& report) {
    return std::make_unique<ArrivingFrames>(folder, report);
}

}  // namespace coarsen::cli
