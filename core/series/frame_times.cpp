// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/frame_times.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/series/frame_numbers.hpp"
#include "core/series/frame_order.hpp"
#include "core/series/notes.hpp"
#include "core/series/time_table.hpp"
#include "core/series/times_from.hpp"
#include "core/series/times_offered.hpp"
#include "core/series/volume_series.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <system_error>

namespace coarsen {

namespace {

constexpr const char* giveTimes = "give an interval or a time table";
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr const char *timesGoBack = "time.goes-back", *timesRepeat = "time.repeats";

/// Clock times count from the first frame that has one; elapsed times stay as they are.
void apply(ImageSeries& series, const Times& times, TimeSource source, const char* problem) {
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

/// `flag`: what lets the numbers count.
void sayGap(ImageSeries& series, const std::string& flag = "--numbered") {
    if (const std::string missing = missingNumbers(series); !missing.empty())
        say(series, "time.gap",
            "Times count frame by frame, though numbers are missing in the names: " + missing +
                ". Where they stand for time that has passed, let the numbers count.",
            flag, flag + " lets them.");
}

/// Equal intervals from frame to frame, or from number to number of the names.
void applySpacing(ImageSeries& series, double intervalS, bool byNumber, TimeSource source) {
    if (byNumber) {
        Times times;
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
    sayGap(series);
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
        say(series, said.code, said.text, said.flag, said.advice);
}

/// How far the clock on the wall here is ahead of UTC at that moment, in seconds.
double localOffset(std::time_t moment) {
    std::tm wall{};
    ::localtime_r(&moment, &wall);
    return static_cast<double>(wall.tm_gmtoff);
}

/// When each file was last written, on the wall clock of the first one: a change to summer time between them is no interval.
Times timesOfFiles(const ImageSeries& series) {
    using namespace std::chrono;
    Times times;
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

std::string spanText(const Times& times) {
    const double start = times.front()->isClock ? times.front()->seconds : 0;
    constexpr int digits = 9;  // sums of a film's intervals have further ones, which nobody meant
    return significant(times.front()->seconds - start, digits) + " to " + significant(times.back()->seconds - start, digits) +
           " s";
}

/// Times that each name states by itself.
Times timesOfSingleNames(const ImageSeries& series) {
    Times times;
    for (const FrameSource& frame : series.frames)
        times.push_back(timeFromName(stemOf(frame.file).string()));
    return times;
}

/// "f3" is a frame to most, and a field to some.
bool mayBeFrameNumbers(const FactsOfNames& names) {
    return std::ranges::all_of(names.axes, [](const FactsOfNames::Axes& axes) {
        return axes.position && axes.position->starts_with('f') &&
               axes.position->find_first_not_of("0123456789", 1) == std::string::npos;
    });
}

/// Says where some names carry a time, or all the same one.
void sayTimesOfSomeNames(ImageSeries& series) {
    TimesOffer offer{.by = "file names", .times = timesOfSingleNames(series)};
    const auto there = std::ranges::count_if(offer.times, [](const auto& time) { return time.has_value(); });
    if (there > 0 && series.frames.size() > 1) say(series, "time.unused", whyUnused(offer));
}

void sayTimes(ImageSeries& series, const OffersOfTimes& offers, const TimesOffer* used, bool isAsked) {
    if (used && used->trust == Trust::inherited)
        say(series, "time.inherited",
            "Times are " + spanText(used->times) + ", from " + used->by +
                (used->kind == TimeChoice::Kind::fileInterval ? ", an interval that files of one page have from elsewhere."
                 : used->kind == TimeChoice::Kind::film       ? ", which is the speed of replay."
                                                              : ", which may be that of saving."),
            "--interval");
    for (const TimesOffer& other : offers.all) {
        if (used && other.kind == used->kind) continue;
        const std::string flag = timesFlag(other.kind);
        if (other.trust == Trust::offered) {
            if (other.kind == TimeChoice::Kind::date && !isAsked)
                say(series, "time.save-date",
                    "The dates of the " + std::string(series.first.format == "TIFF" ? "TIFFs" : "files") +
                        " are those of saving and are not used.",
                    flag, flag + " takes them.");
            if (other.kind == TimeChoice::Kind::fileInterval && !used && !isAsked)
                say(series, "time.asked-for",
                    "Times are not known: " + other.by + " is the interval that was asked for, which may not have been kept.",
                    flag, flag + " takes it.");
        } else if (used && !isAsked && other.times[0]->isClock == used->times[0]->isClock &&
                   doConflict(used->times, other.times)) {
            say(series, "time.conflict",
                "Times are " + spanText(used->times) + ", from " + used->by + "; " + other.by + " would give " +
                    spanText(other.times) + ".",
                flag, flag + " takes that.");
        }
    }
    if (isAsked) {
        const auto& all = offers.all;
        const bool isOther = !all.empty() && all.front().trust != Trust::offered && used && all.front().kind != used->kind;
        if (isOther)
            say(series, "time.other",
                "Times are " + spanText(used->times) + ", from " + used->by + ", as asked; " + all.front().by + " would give " +
                    spanText(all.front().times) + ".",
                timesFlag(all.front().kind));
        return;
    }
    for (const Said& said : offers.names.said)
        if (said.code != "names.positions" || (!used && !mayBeFrameNumbers(offers.names)))
            say(series, said.code, said.text, said.flag, said.advice);
    for (const TimesOffer& offer : offers.incomplete)
        if (!used || offer.kind == TimeChoice::Kind::pages || offer.areIntervals)
            say(series, "time.unused",
                whyUnused(offer) + (offer.times.empty() ? " (" + series.first.facts.intervalsDiffer + ")" : ""));
    if (!used) {
        if (offers.names.kind == FactsOfNames::Kind::order && offers.names.said.empty() && !isOneImage(series))
            sayTimesOfSomeNames(series);
    }
    if (!isOneImage(series) && !series.volumes && series.first.pages > 1 && series.first.stack.intervalS)
        say(series, "time.interval-inside",
            "The interval that its files state (" + shortest(*series.first.stack.intervalS) +
                " s) is one between their pages, which are not the frames: it is not used.",
            "--join");
    if (const auto rate = series.first.facts.replayPerS; rate && !used && series.frames.size() > 1)
        say(series, "time.fps",
            "ImageJ replays the file at " + shortest(*rate) + " pictures a second, which is no time of taking.",
            "--interval " + shortest(1 / *rate), "--interval " + shortest(1 / *rate) + " would take it.");
}

/// Applies an offer; equal intervals of files say what is missing among them.
void applyOffer(ImageSeries& series, const TimesOffer& offer, const char* problem = "") {
    apply(series, offer.times, offer.source, problem);
    series.timesBy = offer.by;
    if (!offer.areIntervals || isOneImage(series)) return;
    const double intervalS = offer.times.size() > 1 ? offer.times[1]->seconds - offer.times[0]->seconds : 0;
    sayGap(series, "--interval " + shortest(intervalS) + " --numbered");
}

/// The first by rank that may be used unasked, else the frame's number.
void applyBest(ImageSeries& series, bool byNumber) {
    const OffersOfTimes offers = offersOfTimes(series);
    const auto best = std::ranges::find_if(offers.all, [](const TimesOffer& offer) { return offer.trust != Trust::offered; });
    const TimesOffer* const used = best == offers.all.end() ? nullptr : &*best;
    if (used)
        applyOffer(series, *used);
    else
        applySpacing(series, 1, byNumber, TimeSource::index);
    sayTimes(series, offers, used, false);
}

void applyChosen(ImageSeries& series, const Times& times, TimeSource source, const char* problem, const char* remedy) {
    if (std::none_of(times.begin(), times.end(), [](const auto& time) { return time.has_value(); }))
        throw InputError(series.name, std::string("no frame: ") + problem, remedy);
    apply(series, times, source, problem);
}

/// Where a clock is asked for, of one file whatever it states of its pages.
std::vector<TimeChoice::Kind> kindsOf(TimeChoice::Kind asked) {
    using enum TimeChoice::Kind;
    return asked == exif ? std::vector{exif, pages, date, film} : std::vector{asked};
}

/// The source that was asked for. Throws InputError where the series has none.
void applyAsked(ImageSeries& series, const TimeChoice& choice) {
    const TimesWord& word = *timesWordOf(choice.kind);
    const OffersOfTimes offers = offersOfTimes(series);
    if (choice.kind == TimeChoice::Kind::filename && !choice.numbersUnit.empty()) {
        const auto unit = secondsIn(choice.numbersUnit);
        const auto seconds = unit ? numbersInUnit(offers.names, *unit) : std::nullopt;
        if (!seconds)
            throw InputError(series.name, "not every name has a number after t or time that varies",
                             "name frames as in frame_t0012.png, or give an interval or a time table");
        TimesOffer asked{TimeChoice::Kind::filename, TimeSource::filename, Trust::typed, "the numbers in the names", {}};
        for (const double one : *seconds)
            asked.times.emplace_back(NamedTime{one, false});
        applyOffer(series, asked);
        const auto& all = offers.all;
        if (!all.empty() && all.front().trust != Trust::offered)
            say(series, "time.other",
                "Times are " + spanText(asked.times) + ", from the numbers in the names, as asked; " + all.front().by +
                    " would give " + spanText(all.front().times) + ".",
                timesFlag(all.front().kind));
        return;
    }
    for (const TimeChoice::Kind kind : kindsOf(choice.kind))
        for (const auto* const list : {&offers.all, &offers.incomplete})
            if (const auto asked = std::ranges::find(*list, kind, &TimesOffer::kind); asked != list->end()) {
                applyOffer(series, *asked, word.problem);
                if (list == &offers.all) sayTimes(series, offers, &*asked, true);
                return;
            }
    if (choice.kind == TimeChoice::Kind::filename)  // as far as each name says one by itself
        return applyChosen(series, timesOfSingleNames(series), TimeSource::filename, word.problem, word.remedy);
    throw InputError(series.name, std::string("no frame: ") + word.problem, word.remedy);
}

/// Says of how many frames something is so, and of which first; nothing where of none.
class Occurrences {
public:
    void add(const FrameSource& frame) {
        if (count_++ == 0) first_ = frame.name + (frame.page > 0 ? ", page " + std::to_string(frame.page) : "");
    }
    void note(ImageSeries& series, const char* code, const std::string& what, const std::string& consequence) const {
        if (count_ == 0) return;
        say(series, code,
            what + " at " + std::to_string(count_) + (count_ == 1 ? " frame" : " frames") + ", first at " + first_ + "; " +
                consequence);
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
    back.note(series, timesGoBack, "Times are not in order", "frames stay in the order of their names.");
    again.note(series, timesRepeat, "Times repeat", "a clock that counts whole seconds, or a copied file?");
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
    series.timesBy.clear();
    unsay(series, "time.");
    unsay(series, "names.");
    unsay(series, "table.");
    switch (choice.kind) {
        case TimeChoice::Kind::automatic:
            applyBest(series, choice.byNumber);
            break;
        case TimeChoice::Kind::interval:
            if (!(choice.intervalS > 0) || !std::isfinite(choice.intervalS))
                throw SettingError("interval", "it must be more than 0 seconds", "give the seconds between two frames");
            applySpacing(series, choice.intervalS, choice.byNumber, TimeSource::interval);
            series.timesBy = "typed";
            break;
        case TimeChoice::Kind::table:
            applyTable(series, choice);
            series.timesBy = displayName(choice.table);
            break;
        case TimeChoice::Kind::index:
            applySpacing(series, 1, choice.byNumber, TimeSource::index);
            break;
        case TimeChoice::Kind::mtime:
            if (isOneImage(series))
                throw InputError(series.name, "its frames are pages of one file, which has one date", giveTimes);
            applyChosen(series, timesOfFiles(series), TimeSource::mtime, "its file has no date", giveTimes);
            say(series, "time.file-date",
                "Times are the dates of the files, when they were last written; copying a file may change its date.");
            break;
        default:
            applyAsked(series, choice);
            break;
    }
    noteTimesOutOfOrder(series);
}

void setOrder(ImageSeries& series, FrameOrder order) {
    series.order = order;
    unsay(series, timesGoBack);
    unsay(series, timesRepeat);
    noteTimesOutOfOrder(series);
}

}  // namespace coarsen
