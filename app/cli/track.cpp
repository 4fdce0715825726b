// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/field_options.hpp"
#include "app/cli/interrupt.hpp"
#include "app/cli/option_checks.hpp"
#include "app/cli/output.hpp"
#include "app/cli/reader_gone.hpp"
#include "app/cli/track_sources.hpp"
#include "app/cli/track_table.hpp"
#include "core/analysis/frame_follower.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/displace/match_rules.hpp"
#include "core/displace/track_settings.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct TrackOptions {
    AnalyzeOptions part;
    std::string input, output, engine = "auto";
    TrackSettings settings;
    RawFrames raw;
    int threads = 0;
    long long until = 0;
    bool isLive = false, force = false, quiet = false;

    bool isPiped() const { return input == "-"; }
};

std::unique_ptr<TrackSource> sourceOf(const TrackOptions& options, ProgressReport& report) {
    if (options.isPiped()) {
        if (!options.raw.isSized())
            throw SettingError("--size", "raw frames do not say how large they are", "name it, as --size 640x480");
        if (options.isLive) throw SettingError("--live", "a pipe drops no frame: its writer waits", "leave it out");
        return pipedFrames(options.raw);
    }
    if (options.raw.isSized())
        throw SettingError("--size", "images say how large they are", "leave it out, or pipe raw frames into -");
    if (options.isLive && volumes::isPlainFolder(options.input)) return arrivingFrames(options.input, report);
    AnalyzeOptions recorded = options.part;
    recorded.inputs = {options.input};
    return recordedFrames(recorded, options.raw.rateHz.value_or(0), options.isLive, report);
}

std::string formOf(const Image& image) {
    constexpr std::string_view types[] = {"8 bits", "16 bits", "floats"};
    return std::to_string(image.width()) + " x " + std::to_string(image.height()) + " pixels of " +
           std::string(types[static_cast<std::size_t>(image.type())]);
}

/// Collects what is wrong with frames, each by its name: of many the first ones, then how many more.
class Complaints {
public:
    explicit Complaints(ProgressReport& report) : report_(report) {}
    ~Complaints() {
        if (count_ > shown) report_.say("and " + std::to_string(count_ - shown) + " more frames like these");
    }
    Complaints(const Complaints&) = delete;
    Complaints& operator=(const Complaints&) = delete;

    void add(const std::string& name, const std::string& what) {
        if (count_++ < shown) report_.say(name + ": " + what);
    }
    std::size_t count() const { return count_; }

private:
    static constexpr std::size_t shown = 10;
    ProgressReport& report_;
    std::size_t count_ = 0;
};

/// Frames in, lines out.
class TrackRun {
public:
    TrackRun(const TrackOptions& options, const Engines& engines, ProgressReport& report)
        : options_(options), engines_(engines), report_(report), complaints_(report) {}

    int follow(TrackSource& source, TrackTable& table, const Interrupt& interrupt) {
        const auto began = Clock::now();
        std::optional<ReaderGone> reader;
        if (!table.isFile()) reader.emplace(interrupt.token());
        const std::stop_token stop = reader ? reader->token() : interrupt.token();
        while (!table.isClosed() && (options_.until == 0 || frames_ < options_.until)) {
            const std::optional<ArrivedFrame> frame = source.next(stop);
            if (!frame) break;
            if (frames_++ == 0) firstArrival_ = frame->arrival;
            take(*frame, table);
        }
        table.keep();
        report_.end();
        summarise(source, std::chrono::duration<double>(Clock::now() - began).count());
        if (interrupt.happened() && options_.until == 0) return interrupted;
        if (found_ == 0) return nothingMeasured;
        return complaints_.count() > 0 || source.isIncomplete() ? someMissing : allMeasured;
    }

private:
    const TrackOptions& options_;
    const Engines& engines_;
    ProgressReport& report_;
    Complaints complaints_;
    std::optional<FrameFollower> follower_;
    Latencies latencies_;
    Clock::time_point firstArrival_;
    Image before_;
    std::string first_;  // what the first frame was like
    std::string said_;   // what trouble
    long long frames_ = 0;
    std::size_t found_ = 0, same_ = 0;

    double timeOf(const ArrivedFrame& frame) const {
        if (frame.timeS) return *frame.timeS;
        if (options_.raw.rateHz) return static_cast<double>(frames_ - 1) / *options_.raw.rateHz;
        return std::chrono::duration<double>(frame.arrival - firstArrival_).count();
    }

    void take(const ArrivedFrame& frame, TrackTable& table) {
        const bool isFirst = !follower_.has_value();
        std::string problem = frame.problem;
        FoundShift found = FoundShift::none();
        if (problem.empty()) found = shiftOf(frame, problem);
        const auto latencyMs = [&] { return std::chrono::duration<double, std::milli>(Clock::now() - frame.arrival).count(); };
        table.add(timeOf(frame), found, latencyMs());
        const double took = latencyMs();
        table.keep();
        if (!problem.empty()) complaints_.add(frame.name, problem);
        if (follower_ && follower_->trouble() != said_) report_.say(said_ = follower_->trouble());
        if (isFirst || !found.shift.isFound()) return;  // making the plans is no part of what a frame takes
        latencies_.add(took);
        ++found_;
        constexpr double nearlyStill = 0.01;  // px: only then is it worth looking at every pixel
        if (std::hypot(found.shift.x, found.shift.y) < nearlyStill && frame.picture.image.hasSamePixelsAs(before_)) ++same_;
        before_ = frame.picture.image;
    }

    FoundShift shiftOf(const ArrivedFrame& frame, std::string& problem) {
        const Image& image = frame.picture.image;
        if (!follower_) {
            makeFollower(image);
            first_ = formOf(image);
        }
        if (!follower_->fits(image)) {
            problem = "it has " + formOf(image) + ", the first frame " + first_ + "; it is left out";
            return FoundShift::none();
        }
        const FoundShift found = follower_->next(frame.picture);
        if (!follower_->isReadable())
            problem = "it shows no contrast";
        else if (!found.shift.isFound())
            problem = "it has nothing in common with the frame it is compared with, up to " +
                      std::to_string(options_.settings.maxLag) + " px; did it move farther? Raise --max-lag";
        return found;
    }

    void makeFollower(const Image& image) {
        PlanShape shape;
        shape.width = image.width();
        shape.height = image.height();
        shape.maxLag = options_.settings.maxLag;
        shape.isAutocorrelation = false;
        shape.type = image.type();
        shape.threads = options_.threads;
        constexpr int shortestSide = 16;  // of a picture that can be compared
        if (std::min(shape.width, shape.height) < shortestSide)
            throw InputError("the first frame", "it has only " + formOf(image),
                             "frames of 16 x 16 pixels or more can be followed");
        const int most = MatchRules::coarseEvery * (MatchRules::coarse(std::min(shape.width, shape.height)) - 1);
        if (shape.maxLag > most)
            throw SettingError("--max-lag",
                               "frames of " + formOf(image) + " can be followed over " + std::to_string(most) + " pixels at most",
                               "lower it");
        follower_.emplace(engines_, options_.engine, shape, options_.settings.reference);
    }

    void summarise(const TrackSource& source, double tookS) const {
        std::string text = std::to_string(frames_) + (frames_ == 1 ? " frame in " : " frames in ") + fixed(tookS, 1) + " s";
        if (follower_) text += " by " + follower_->engine();
        if (latencies_.count() > 0)
            text += ": " + fixed(static_cast<double>(frames_) / tookS, 0) + " a second; from a frame's last byte to its line " +
                    fixed(latencies_.percentileMs(0.5), 3) + " ms (median), " + fixed(latencies_.percentileMs(0.999), 3) +
                    " ms (99.9 %), " + fixed(latencies_.worstMs(), 3) + " ms at most";
        if (const std::string late = source.lateness(); !late.empty()) text += "; " + late;
        report_.summariseAside(text);
        if (same_ > 0)
            report_.say(std::to_string(same_) + (same_ == 1 ? " frame is" : " frames are") +
                        " the same as the one before, pixel for pixel: did the camera stand still?");
    }
};

int track(const TrackOptions& options, const Engines& engines) {
    const Interrupt interrupt;
    ProgressReport report(ProgressForm::plain, options.quiet);
    const std::unique_ptr<TrackSource> source = sourceOf(options, report);
    TrackTable table(options.output, options.force, report);
    return TrackRun(options, engines, report).follow(*source, table, interrupt);
}

}  // namespace

void addTrack(CLI::App& app, const Engines& engines, Command& chosen) {
    CLI::App* sub = app.add_subcommand("track", "Follow a moving picture, frame by frame as they come");
    auto options = std::make_shared<TrackOptions>();
    sub->add_option("INPUT", options->input, "A film, a stack, a folder of images, or - for raw frames on standard input")
        ->required();
    addFieldOptions(*sub, TrackSettings::fields(), options->settings);
    addFieldOptions(*sub, RawFrames::fields(), options->raw);
    addPicturePart(*sub, options->part);
    sub->add_flag("--live", options->isLive,
                  "Follow images as they come into the folder, or a film at its own speed; frames that come too late are dropped "
                  "and counted");
    sub->add_option("--until", options->until, "End after so many frames")->type_name("N")->check(wholeAboveZero());
    addOutput(*sub, options->output, "Folder for the same lines in track.csv");
    sub->add_option("--engine", options->engine, "As in analyze")->type_name("NAME")->capture_default_str();
    sub->add_option("--threads", options->threads, "Threads at most [all]")->type_name("N")->check(wholeOrZero());
    sub->add_flag("--force", options->force, "Replace the track.csv in OUT");
    sub->add_flag("--quiet", options->quiet, "No summary");
    sub->footer(
        "Lines: time_s,dx_px,dy_px,err_px,likeness,latency_ms. Example: camera | coarsen-cli track - --size 640x480 --rate 300");
    sub->callback([&chosen, &engines, options] { chosen = [&engines, options] { return track(*options, engines); }; });
}

}  // namespace coarsen::cli
