// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/entrance.hpp"

#include "app/cli/progress.hpp"
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/decode.hpp"
#include "core/preprocess/pipeline.hpp"
#include "core/series/frame_picture.hpp"
#include "core/series/notes.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

namespace coarsen::cli {

namespace {

namespace fs = std::filesystem;

bool isFolder(const fs::path& input) {
    std::error_code unknown;
    return fs::is_directory(input, unknown);
}

/// Tells whether a file of pictures has pages that may be slices: it calls them so, or says nothing of them.
bool mayBeVolume(const ImageSeries& series) {
    const ImageHeader& first = series.first;
    if (first.pages < 2 || !mayHoldSlices(series.frames.front().file)) return false;
    const bool areStated = first.stack.pages() == first.pages && !first.facts.callsAllSlices;
    return !areStated || first.stack.slices > 1;
}

/// Tells whether a name is that of a volume, for a command that takes pictures as well.
bool holdsVolume(const std::string& input, SeriesOpening opening) {
    if (opening.raw || isFolder(input)) return true;
    opening.channel = {};
    const ImageSeries series = openSeries({input}, opening);
    return series.volumes || (!opening.slice && mayBeVolume(series));
}

std::string firstIsTaken(std::size_t channels) {
    return "Each frame has " + std::to_string(channels) + " channels; the first is taken.";
}

/// Leaves of each frame one channel of those that its page holds in planes.
void takePlane(ImageSeries& series, const std::optional<int>& channel) {
    const int planes = series.first.planes;
    unsay(series, "pages.channels");
    if (!channel)
        return say(series, "pages.channels",
                   series.first.channels > 1 ? "Each frame has " + std::to_string(planes) + " channels, of which grey is made."
                                             : firstIsTaken(static_cast<std::size_t>(planes)),
                   "--channel 2", series.first.channels > 1 ? "--channel N takes one." : "--channel N takes another.");
    if (*channel < 1 || *channel > planes)
        throw SettingError("--channel",
                           "there is no channel " + std::to_string(*channel) + ": the pictures have " + std::to_string(planes),
                           "write 1 to " + std::to_string(planes));
    for (FrameSource& frame : series.frames)
        frame.plane = *channel - 1;
}

/// Leaves of each frame one channel.
void takeChannel(ImageSeries& series, const std::optional<int>& channel) {
    const std::size_t channels = std::max<std::size_t>(1, series.frames.front().channelPages.size());
    if (channels == 1 && series.first.planes > 1) return takePlane(series, channel);
    if (!channel) {
        if (channels == 1) return;
        unsay(series, "pages.channels");
        return say(series, "pages.channels", firstIsTaken(channels), "--channel 2", "--channel N takes another.");
    }
    if (*channel < 1 || static_cast<std::size_t>(*channel) > channels)
        throw SettingError(
            "--channel",
            "there is no channel " + std::to_string(*channel) + ": the pictures " +
                (series.first.channels > 2 ? "are in colours, which are made grey" : "have " + std::to_string(channels)),
            channels == 1 ? "leave it out" : "write 1 to " + std::to_string(channels));
    unsay(series, "pages.channels");
    const auto at = static_cast<std::size_t>(*channel) - 1;
    for (FrameSource& frame : series.frames) {
        if (at < frame.channelPages.size()) frame.page = frame.channelPages[at];
        if (at < frame.channelFiles.size()) frame.file = frame.channelFiles[at];
        frame.channelPages.clear();
        frame.channelFiles.clear();
    }
}

ImageSeries openAs(const std::vector<fs::path>& inputs, SeriesOpening opening, const std::string& command) {
    const std::optional<int> channel = std::exchange(opening.channel, {});
    ImageSeries series = openSeries(inputs, opening);
    requirePictures(series, command);
    takeChannel(series, channel);
    return series;
}

/// Leaves one of its times.
void takeTime(ImageSeries& series, const std::optional<int>& time) {
    const auto times = static_cast<int>(series.frames.size());
    const fs::path& first = series.frames.front().file;
    const bool isOneFile = std::ranges::all_of(series.frames, [&](const FrameSource& frame) { return frame.file == first; }) ||
                           std::ranges::any_of(series.notes, [](const Said& said) { return said.code == "files.set"; });
    if (!isOneFile)
        throw InputError(series.name,
                         "it holds " + std::to_string(times) + (series.volumes ? " volumes" : " pictures") +
                             " in files of their own, and one is needed",
                         "name one of the files");
    if (time && (*time < 1 || *time > times))
        throw SettingError("--t",
                           "there is no time " + std::to_string(*time) + ": " + series.name + " has " + std::to_string(times),
                           times == 1 ? "leave it out" : "write 1 to " + std::to_string(times));
    if (!time && times > 1)
        say(series, "pages.time",
            "Of " + std::to_string(times) + (series.volumes ? " times" : " pictures") + " in it the first is taken.", "--t 2",
            "--t N takes another.");
    series.frames = {series.frames[static_cast<std::size_t>(time.value_or(1) - 1)]};
}

}  // namespace

ImageSeries openPictures(const std::vector<fs::path>& inputs, const AnalyzeOptions& options, const std::string& command,
                         ProgressReport& report) {
    ImageSeries series = openAs(inputs, openingOf(options), command);
    report.sayNotes(series);
    return series;
}

Frame OpenedFrame::picture() const {
    std::shared_ptr<const SharedFile> kept;
    return rawFrame(framePicture(source(), true, kept), 0, 0);
}

Volume OpenedFrame::volume() const {
    const Volume volume = readVolume(source().file, volumeOf(series, source()));
    return volume.withSpacing(spacingOf(series, calibration));
}

OpenedFrame openFrame(const std::string& input, const AnalyzeOptions& options, std::optional<int> time, Takes takes,
                      const std::string& command, ProgressReport& report) {
    if (!options.memory.empty()) memoryOf(options);
    SeriesOpening opening = openingOf(options);
    opening.time = {};
    opening.areVolumes = takes == Takes::volumes || (takes == Takes::either && holdsVolume(input, opening));
    opening.keepsSlices = !opening.areVolumes;
    OpenedFrame opened;
    ImageSeries& series = opened.series;
    series = opening.areVolumes ? openSeries({input}, opening) : openAs({input}, opening, command);
    if (!options.channel && !options.recipe.empty() && arePlanesNeeded(readRecipe(options.recipe).steps))
        unsay(series, "pages.channels");  // it is the recipe that says which are taken
    takeTime(series, time);
    opened.calibration = series.calibration;
    if (options.scale.pixelSize) opened.calibration = calibrationFor(series, *options.scale.pixelSize);
    report.sayNotes(series);
    return opened;
}

std::optional<int> timeOf(const std::vector<int>& times, bool isSecond) {
    if (times.empty()) return {};
    return isSecond ? times.back() : times.front();
}

}  // namespace coarsen::cli
