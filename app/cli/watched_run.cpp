// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/watched_run.hpp"

#include "app/cli/analyze_run.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/watched_listing.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/tenth_of_time.hpp"
#include "core/series/watch.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume_files/read_volume.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

fs::path watchedFolder(const AnalyzeOptions& options) {
    if (options.inputs.size() != 1 || !volumes::isPlainFolder(options.inputs.front()))
        throw SettingError("--watch", "--watch follows one folder, and INPUT is not one",
                           "name the folder that the images come into");
    if (openingOf(options).isForVolumes()) refuseToWatchVolumes();
    const fs::path folder = options.inputs.front();
    if (!imagesIn(folder, options.dataset).empty()) return folder;
    try {
        requireNoVolumes(folder, options.dataset);
    } catch (const InputError&) {
        refuseToWatchVolumes();
    }
    return folder;
}

/// A folder without an image opens with its first one. False after a stop.
bool awaitFirstImage(const fs::path& folder, const std::string& dataset, ProgressReport& report, std::stop_token stop) {
    if (!imagesIn(folder, dataset).empty()) return true;
    WatchedListing listing(folder, watchOf({}, dataset), report);
    report.showWaiting("the first image");
    while (!stop.stop_requested()) {
        if (const auto news = listing.news(stop); news && !news->arrived.empty()) return !stop.stop_requested();
        waitForNextListing(stop);
    }
    return false;
}

/// Frames by their names.
std::map<std::string, int> framesByName(const ImageSeries& series) {
    std::map<std::string, int> frames;
    for (int frame = 0; const FrameSource& source : series.frames)
        frames[source.name] = frame++;
    return frames;
}

/// Tables of the run: each writing takes all rows anew, so as they grow they are renewed less often.
class TablesInTime {
public:
    explicit TablesInTime(SeriesRun& run) : run_(run) {}

    void areBehind() { areBehind_ = true; }
    void writeWhereDue() {
        const auto start = TenthOfTime::Clock::now();
        if (!areBehind_ || !writing_.isDue(start)) return;
        run_.writeTables(false);
        writing_.took(start, TenthOfTime::Clock::now());
        areBehind_ = false;
    }

private:
    SeriesRun& run_;
    TenthOfTime writing_;
    bool areBehind_ = false;
};

/// Takes what a listing found into the run; returns the frames whose files are being written.
std::set<int> take(const FolderNews& news, SeriesRun& run, ProgressReport& report) {
    std::map<std::string, int> frames;
    if (!news.rewritten.empty() || !news.returned.empty() || !news.unfinished.empty()) frames = framesByName(run.series());
    std::vector<int> again;
    for (const fs::path& file : news.rewritten)
        if (const auto known = frames.find(displayName(file)); known != frames.end()) again.push_back(known->second);
    for (const fs::path& file : news.returned)
        if (const auto known = frames.find(displayName(file)); known != frames.end() && run.hasFailed(known->second))
            again.push_back(known->second);
    run.forget(again);
    for (const std::string& name : news.early)
        report.say(name +
                   ": by its name it belongs before the last frame, and is left out; a run without --watch, with --force, " +
                   "has it in its place");
    std::set<int> unfinished;
    for (const std::string& name : news.unfinished)
        if (const auto known = frames.find(name); known != frames.end()) unfinished.insert(known->second);
    if (!news.arrived.empty()) run.grow(news.arrived);
    return unfinished;
}

}  // namespace

int watchedRun(const AnalyzeOptions& options, const Engines& engines, ProgressReport& report, const Interrupt& interrupt) {
    const std::stop_token stop = interrupt.token();
    const fs::path folder = watchedFolder(options);
    requireLegalSettings(options);  // else a mistake in them is said when the first image comes, which may be tomorrow
    if (!awaitFirstImage(folder, options.dataset, report, stop)) {
        report.say("no image came into " + displayName(folder));
        return nothingMeasured;
    }

    const auto opened = openedRun(options, engines, report);
    SeriesRun& run = *opened;
    if (const std::string why = whyItCannotGrow(run.series()); !why.empty())
        throw SettingError("--watch", "only a folder grows in which each single image is a frame, and " + why, "leave it out");
    std::vector<std::string> names;
    for (const FrameSource& frame : run.series().frames)
        names.push_back(frame.name);
    WatchedListing listing(run.series().folder, watchOf(names, run.series().frames.front().dataset), report);
    TablesInTime tables(run);
    for (bool isWaiting = false; !stop.stop_requested();) {
        const std::optional<FolderNews> news = listing.news(stop);
        if (stop.stop_requested()) break;
        if (news && run.measure(stop, take(*news, run, report))) {
            tables.areBehind();
            isWaiting = false;
        }
        tables.writeWhereDue();
        if (options.until > 0 && std::ssize(run.series().frames) >= options.until && !run.isAnyMissing()) break;
        if (news && news->arrived.size() == arrivalsAtOnce) continue;
        if (!std::exchange(isWaiting, true)) report.showWaiting("the next image");
        waitForNextListing(stop);
    }
    report.clearLine();
    const bool isCutShort = run.isAnyMissing();
    if (!isCutShort) {
        run.forgetPassing();
        run.measure({});  // a second signal ends the program
    }
    run.writeTables(!isCutShort, stop);
    return conclude(run, report, isCutShort);
}

}  // namespace coarsen::cli
