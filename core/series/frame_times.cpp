// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_times.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/parallel.hpp"
#include "core/image/decode.hpp"
#include "core/series/frame_numbers.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/time_table.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <system_error>

namespace coarsen {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr const char *timesGoBack = "Times go back", *timesRepeat = "Times repeat";

std::vector<std::optional<NamedTime>> timesFromNames(const ImageSeries& series) {
    std::vector<std::optional<NamedTime>> times;
    for (const FrameSource& frame : series.frames)
        times.push_back(timeFromName(stemOf(frame.file).string()));
    return times;
}

/// The camera's clock from each file's header. A frame whose header cannot be read has none.
std::vector<std::optional<NamedTime>> timesFromHeaders(const ImageSeries& series) {
    std::vector<std::optional<NamedTime>> times(series.frames.size());
    parallelFor(times.size(), 0, [&](std::size_t i) {
        try {
            if (const auto seconds = imageHeader(series.frames[i].file).exifTimeS) times[i] = NamedTime{*seconds, true};
        } catch (const InputError&) {
            times[i].reset();  // the frame will be named as failed when it is measured
        }
    });
    return times;
}

/// Whether the times can order the series: every frame has one, all of one kind, and not all the same.
bool areUseful(const std::vector<std::optional<NamedTime>>& times) {
    const auto isMissing = [](const auto& time) { return !time; };
    if (times.empty() || std::any_of(times.begin(), times.end(), isMissing)) return false;
    const auto differs = [&](const auto& time) { return time->seconds != times.front()->seconds; };
    const auto isOtherKind = [&](const auto& time) { return time->isClock != times.front()->isClock; };
    return std::none_of(times.begin(), times.end(), isOtherKind) &&
           (times.size() == 1 || std::any_of(times.begin(), times.end(), differs));
}

/// Clock times count from the first frame that has one; elapsed times stay as they are.
void apply(ImageSeries& series, const std::vector<std::optional<NamedTime>>& times, TimeSource source, const char* problem) {
    const auto first = std::find_if(times.begin(), times.end(), [](const auto& time) { return time.has_value(); });
    const bool isClock = first != times.end() && (*first)->isClock;
    const double start = isClock ? (*first)->seconds : 0;
    series.clockStartS = isClock ? std::optional(start) : std::nullopt;
    for (std::size_t i = 0; i < times.size(); ++i) {
        series.frames[i].timeSource = source;
        series.frames[i].timeS = times[i] ? times[i]->seconds - start : unknown;
        series.frames[i].problem = times[i] ? "" : problem;
    }
}

/// Equal intervals from frame to frame, or from number to number of the names.
void applySpacing(ImageSeries& series, double intervalS, bool byNumber, TimeSource source) {
    if (byNumber) {
        std::vector<std::optional<NamedTime>> times;
        for (const auto& place : placesByNumber(series))
            times.push_back(place ? std::optional(NamedTime{*place * intervalS, false}) : std::nullopt);
        if (times.empty())
            throw InputError(series.name, "there is not one number in its names that differs from frame to frame",
                             "name frames as in frame_0012.png, or let the frames count one by one");
        return apply(series, times, source, "its name has no number as the other frames' have");
    }
    series.clockStartS.reset();
    for (std::size_t i = 0; i < series.frames.size(); ++i) {
        series.frames[i].timeS = static_cast<double>(i) * intervalS;
        series.frames[i].timeSource = source;
        series.frames[i].problem.clear();
    }
    if (const std::string missing = missingNumbers(series); !missing.empty())
        series.notes.push_back("Times count frame by frame, though numbers are missing in the names: " + missing +
                               ". Where they stand for time that has passed, let the numbers count (--numbered).");
}

void applyTable(ImageSeries& series, const TimeChoice& choice) {
    const TableOfTimes table(choice.table, choice.columns);
    const auto times = table.timesOf(series);
    const std::string name = displayName(choice.table);
    if (std::none_of(times.begin(), times.end(), [](const auto& time) { return time.has_value(); })) {
        const bool isByFile = table.columns().match == TimeColumns::Match::file;
        throw InputError(name, isByFile ? "none of its rows names a frame of this series" : "none of its rows is of a frame",
                         isByFile ? "its column '" + table.columns().frame + "' must hold names such as " +
                                        displayName(series.frames.front().file)
                                  : "frames count from the number that --time-columns from=N says");
    }
    const std::string problem = "the time table " + name + " has no row for it";
    apply(series, times, TimeSource::table, problem.c_str());
    for (const Said& said : table.saidOf(series))
        series.notes.push_back(said.text);
}

/// How far the clock on the wall here is ahead of UTC at that moment, in seconds.
double localOffset(std::time_t moment) {
    std::tm wall{};
    ::localtime_r(&moment, &wall);
    return static_cast<double>(wall.tm_gmtoff);
}

/// When each file was last written, on the wall clock of the first one: a change to summer time between them is no interval.
std::vector<std::optional<NamedTime>> timesOfFiles(const ImageSeries& series) {
    using namespace std::chrono;
    std::vector<std::optional<NamedTime>> times;
    std::optional<double> offset;
    for (const FrameSource& frame : series.frames) {
        std::error_code missing;
        const auto written = std::filesystem::last_write_time(frame.file, missing);
        if (missing) {
            times.emplace_back();
            continue;
        }
        const double seconds = duration<double>(file_clock::to_sys(written).time_since_epoch()).count();
        if (!offset) offset = localOffset(static_cast<std::time_t>(std::floor(seconds)));
        times.emplace_back(NamedTime{seconds + *offset, true});
    }
    return times;
}

TimeSource headerSource(const ImageSeries& series) {
    return series.first.format == "TIFF"    ? TimeSource::tiff
           : series.first.format == "Video" ? TimeSource::video
                                            : TimeSource::exif;
}

/// Whether the frames are the pages of one file: a film, or a stack.
bool isOneFile(const ImageSeries& series) {
    return series.frames.size() > 1 && series.frames.front().file == series.frames.back().file;
}

/// When a film's frames are shown, by its own time stamps; when a stack's pages were taken, by theirs.
std::vector<std::optional<NamedTime>> timesFromPages(const ImageSeries& series) {
    const ImageHeader header = imageHeader(series.frames.front().file);
    const std::vector<double>& stamps = header.pageTimesS;
    std::vector<std::optional<NamedTime>> times;
    for (const FrameSource& frame : series.frames) {
        const auto page = static_cast<std::size_t>(frame.page);
        const bool isKnown = page < stamps.size() && std::isfinite(stamps[page]);
        times.push_back(isKnown ? std::optional(NamedTime{stamps[page], header.pageTimesAreClock}) : std::nullopt);
    }
    return times;
}

bool doRepeat(const std::vector<std::optional<NamedTime>>& times) {
    return std::ranges::adjacent_find(times, [](const auto& a, const auto& b) { return a->seconds == b->seconds; }) !=
           times.end();
}

/// Times that are there, but not good enough to order the series by, are named.
void noteWhyUnused(ImageSeries& series, const std::vector<std::optional<NamedTime>>& times, const std::string& source) {
    const auto there = std::ranges::count_if(times, [](const auto& time) { return time.has_value(); });
    if (there == 0) return;
    const bool isAll = there == static_cast<std::ptrdiff_t>(times.size());
    const bool isOneKind =
        std::ranges::all_of(times, [&](const auto& time) { return time && time->isClock == times[0]->isClock; });
    series.notes.push_back("Times from " + source + " are not used: " +
                           (!isAll ? "only " + std::to_string(there) + " of " + std::to_string(times.size()) + " frames have one."
                            : !isOneKind       ? "some are clock times, some are elapsed."
                            : areUseful(times) ? "they repeat, and the file states its interval."
                                               : "they are the same for all frames."));
}

/// File name, else the time stamps of a film's frames or a stack's pages, else EXIF, else TIFF tags (a clock, or the interval of
/// ImageJ and OME), else the frame's number. All headers are read only when the first one has a time.
void applyBest(ImageSeries& series, bool byNumber) {
    const auto named = timesFromNames(series);
    if (areUseful(named)) return apply(series, named, TimeSource::filename, "");
    const auto interval = series.first.stack.frameIntervalS();
    if (series.volumes) {
        noteWhyUnused(series, named, "file names");
    } else if (isOneFile(series)) {
        const auto stamped = timesFromPages(series);
        // A clock of whole seconds is too slow for a stack that states its interval.
        if (areUseful(stamped) && !(interval && doRepeat(stamped))) return apply(series, stamped, headerSource(series), "");
        noteWhyUnused(series, stamped, "the pages");
    } else {
        noteWhyUnused(series, named, "file names");
    }
    if (series.first.exifTimeS && series.frames.size() > 1 && !isOneFile(series)) {
        const auto stamped = timesFromHeaders(series);
        if (areUseful(stamped)) return apply(series, stamped, headerSource(series), "");
        noteWhyUnused(series, stamped, series.first.format == "TIFF" ? "TIFF tags" : "EXIF");
    }
    if (interval && series.frames.size() > 1)
        return applySpacing(series, *interval, false, series.volumes ? TimeSource::interval : TimeSource::tiff);
    applySpacing(series, 1, byNumber, TimeSource::index);
}

void applyChosen(ImageSeries& series, const std::vector<std::optional<NamedTime>>& times, TimeSource source, const char* problem,
                 const char* remedy) {
    if (std::none_of(times.begin(), times.end(), [](const auto& time) { return time.has_value(); }))
        throw InputError(series.name, std::string("no frame: ") + problem, remedy);
    apply(series, times, source, problem);
}

/// Says of how many frames something is so, and of which first; nothing where of none.
class Occurrences {
public:
    void add(const FrameSource& frame) {
        if (count_++ == 0) first_ = frame.name + (frame.page > 0 ? ", page " + std::to_string(frame.page) : "");
    }
    void note(ImageSeries& series, const std::string& what, const std::string& consequence) const {
        if (count_ == 0) return;
        series.notes.push_back(what + " at " + std::to_string(count_) + (count_ == 1 ? " frame" : " frames") + ", first at " +
                               first_ + "; " + consequence);
    }

private:
    std::size_t count_ = 0;
    std::string first_;
};

void noteTimesOutOfOrder(ImageSeries& series) {
    double latest = -std::numeric_limits<double>::infinity();
    Occurrences back, again;
    for (const int index : framesInOrder(series)) {
        const FrameSource& frame = series.frames[static_cast<std::size_t>(index)];
        if (std::isnan(frame.timeS)) continue;
        if (frame.timeS < latest) back.add(frame);
        if (frame.timeS == latest) again.add(frame);
        latest = std::max(latest, frame.timeS);
    }
    back.note(series, timesGoBack, "frames stay in the order of their names.");
    again.note(series, timesRepeat, "a clock that counts whole seconds, or a copied file?");
}

}  // namespace

std::string_view nameOf(TimeSource source) {
    switch (source) {
        case TimeSource::filename:
            return "filename";
        case TimeSource::exif:
            return "exif";
        case TimeSource::tiff:
            return "tiff";
        case TimeSource::video:
            return "video";
        case TimeSource::interval:
            return "interval";
        case TimeSource::table:
            return "table";
        case TimeSource::mtime:
            return "mtime";
        case TimeSource::index:
            break;
    }
    return "index";
}

void assignTimes(ImageSeries& series, const TimeChoice& choice) {
    if (series.frames.empty()) return;
    series.order = choice.order;
    std::erase_if(series.notes, [](const std::string& note) { return note.starts_with("Times "); });
    switch (choice.kind) {
        case TimeChoice::Kind::automatic:
            applyBest(series, choice.byNumber);
            break;
        case TimeChoice::Kind::interval:
            if (!(choice.intervalS > 0) || !std::isfinite(choice.intervalS))
                throw SettingError("interval", "it must be more than 0 seconds", "give the seconds between two frames");
            applySpacing(series, choice.intervalS, choice.byNumber, TimeSource::interval);
            break;
        case TimeChoice::Kind::table:
            applyTable(series, choice);
            break;
        case TimeChoice::Kind::filename:
            applyChosen(series, timesFromNames(series), TimeSource::filename, "its name carries no time",
                        "name files like frame_2009-03-16T14-00-00.png or frame_t0012.5s.png, or give an interval");
            break;
        case TimeChoice::Kind::exif:
            if (isOneFile(series))
                applyChosen(series, timesFromPages(series), headerSource(series), "the file states no time for it",
                            "give an interval or a time table");
            else
                applyChosen(series, timesFromHeaders(series), headerSource(series), "its header carries no time",
                            "give an interval or a time table");
            break;
        case TimeChoice::Kind::index:
            applySpacing(series, 1, choice.byNumber, TimeSource::index);
            break;
        case TimeChoice::Kind::mtime:
            if (isOneFile(series))
                throw InputError(series.name, "its frames are pages of one file, which has one date",
                                 "give an interval or a time table");
            applyChosen(series, timesOfFiles(series), TimeSource::mtime, "its file has no date",
                        "give an interval or a time table");
            series.notes.push_back(
                "Times are the dates of the files, when they were last written; copying a file may change its date.");
            break;
    }
    noteTimesOutOfOrder(series);
}

void setOrder(ImageSeries& series, FrameOrder order) {
    series.order = order;
    std::erase_if(series.notes,
                  [](const std::string& note) { return note.starts_with(timesGoBack) || note.starts_with(timesRepeat); });
    noteTimesOutOfOrder(series);
}

}  // namespace coarsen
