// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/times_offered.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/series/frame_numbers.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace coarsen {

namespace {

/// The clock of acquisition that the header states, or another that it has.
std::optional<Stated<Moment>> clockIn(const ImageHeader& header, bool isOfAcquisition) {
    const SceneFacts* const scene = sceneOf(header);
    if (isOfAcquisition && scene && !scene->beginnings.empty()) return scene->beginnings.front();
    for (const Stated<Moment>& time : header.facts.times)
        if ((time.trust == Trust::stated) == isOfAcquisition) return time;
    return std::nullopt;
}

/// Moment that is stated of the first slice of a stack at one of its times.
std::optional<Stated<Moment>> timeOfSlice(const ImageHeader& header, int time) {
    const SceneFacts* const scene = sceneOf(header);
    for (const PlaneFacts& plane : scene ? std::span<const PlaneFacts>(scene->planes) : std::span<const PlaneFacts>()) {
        if (plane.t != time || plane.z != 0 || plane.c != 0) continue;
        const auto stated = std::ranges::find(plane.times, Trust::stated, &Stated<Moment>::trust);
        if (stated != plane.times.end()) return *stated;
    }
    return std::nullopt;
}

/// Times on one clock: where all say how far theirs is ahead of UTC, a change of it between them is no interval.
Times onOneClock(const std::vector<std::optional<Moment>>& moments) {
    const bool haveZones = std::ranges::all_of(moments, [](const auto& moment) { return moment && moment->zoneS; });
    Times times;
    for (const auto& moment : moments) {
        const double shift = haveZones ? *moments.front()->zoneS - *moment->zoneS : 0;
        times.push_back(moment ? std::optional(NamedTime{moment->seconds + shift, moment->isClock}) : std::nullopt);
    }
    return times;
}

/// Moment that is stated of a file's only page.
std::optional<Stated<Moment>> timeOfPage(const ImageHeader& header) {
    const SceneFacts* const scene = sceneOf(header);
    if (!scene || scene->planes.size() != 1) return std::nullopt;
    const auto& times = scene->planes.front().times;
    const auto stated = std::ranges::find(times, Trust::stated, &Stated<Moment>::trust);
    return stated == times.end() ? std::nullopt : std::optional(*stated);
}

/// True where the times can order the series: every frame has one, all of one kind, and not all the same.
bool areUseful(const Times& times) {
    const auto isMissing = [](const auto& time) { return !time; };
    if (times.empty() || std::any_of(times.begin(), times.end(), isMissing)) return false;
    const auto differs = [&](const auto& time) { return time->seconds != times.front()->seconds; };
    const auto isOtherKind = [&](const auto& time) { return time->isClock != times.front()->isClock; };
    return std::none_of(times.begin(), times.end(), isOtherKind) &&
           (times.size() == 1 || std::any_of(times.begin(), times.end(), differs));
}

/// True where a clock counts whole seconds and shows several frames the same: then it tells none of them from the next.
bool isCoarseClock(const TimesOffer& offer) {
    std::set<double> seconds;
    for (const auto& time : offer.times) {
        if (!time || !time->isClock || time->seconds != std::floor(time->seconds)) return false;
        seconds.insert(time->seconds);
    }
    return seconds.size() < offer.times.size();
}

/// Planes of the frames, by the header; null for a frame that is none of them.
std::vector<const PlaneFacts*> planesOf(const ImageSeries& series, const ImageHeader& header) {
    std::map<std::pair<std::string, int>, const PlaneFacts*> known;
    const std::filesystem::path own = series.frames.front().file.filename();
    if (const SceneFacts* const scene = sceneOf(header))
        for (const PlaneFacts& plane : scene->planes)
            known.emplace(std::pair{plane.file.empty() ? own.string() : plane.file, plane.page}, &plane);
    std::vector<const PlaneFacts*> planes;
    for (const FrameSource& frame : series.frames) {
        const auto found = known.find({frame.file.filename().string(), frame.page});
        planes.push_back(found == known.end() ? nullptr : found->second);
    }
    return planes;
}

/// Tells whether the words of one name alone ("picture_2d") are of a dimension and not of days.
bool saysDimension(const std::string& by) {
    return by.ends_with("('2d')") || by.ends_with("('3d')") || by.ends_with("('2D')") || by.ends_with("('3D')");
}

/// Collects them.
class Collector {
public:
    explicit Collector(const ImageSeries& series) : series_(series), isOne_(isOneImage(series)) {
        if (isOne_ && series.first.facts.scenes.empty()) {  // of a session: its facts are read again
            again_ = headerOfFirst();
            if (again_) takeScene(*again_, series.first.scene);
        }
        addPages();
        if (!isOne_) addNames();
        addInterval();
        if (!isOne_ && !series.volumes && series.frames.size() > 1) {
            addClocks(true);
            addClocks(false);
        }
    }

    OffersOfTimes found;

private:
    const ImageHeader& header() const { return again_ ? *again_ : series_.first; }

    std::optional<ImageHeader> headerOfFirst() const {
        try {
            return frameHeader(series_.frames.front());
        } catch (const InputError&) {
            return std::nullopt;
        }
    }

    /// Times that the files' headers state. A frame whose header cannot be read has nothing.
    template <typename TimeIn>
    Times timesOfFiles(TimeIn timeIn) const {
        std::vector<std::optional<Moment>> moments(series_.frames.size());
        parallelFor(moments.size(), 0, [&](std::size_t i) {
            try {
                ImageHeader header = frameHeader(series_.frames[i]);
                takeScene(header, series_.first.scene);
                if (const std::optional<Stated<Moment>> time = timeIn(header)) moments[i] = time->value;
            } catch (const InputError&) {
                moments[i].reset();  // the frame will be named as failed when it is measured
            }
        });
        return onOneClock(moments);
    }

    void add(TimesOffer offer) {
        const bool isThere = std::ranges::any_of(offer.times, [](const auto& time) { return time.has_value(); });
        if (areUseful(offer.times) && (offer.trust == Trust::offered || !isCoarseClock(offer)))
            found.all.push_back(std::move(offer));
        else if (isThere)
            found.incomplete.push_back(std::move(offer));
    }

    TimesOffer ofPages(Trust trust) const {
        const auto planes = planesOf(series_, header());
        const bool isFilm = series_.first.format == "Video";
        TimesOffer offer{isFilm                   ? TimeChoice::Kind::film
                         : trust == Trust::stated ? TimeChoice::Kind::pages
                                                  : TimeChoice::Kind::date,
                         isFilm ? TimeSource::video : TimeSource::tiff,
                         trust,
                         {},
                         Times(planes.size())};
        for (std::size_t i = 0; i < planes.size(); ++i) {
            if (!planes[i]) continue;
            for (const Stated<Moment>& time : planes[i]->times)
                if (time.trust == trust) offer.times[i] = NamedTime{time.value.seconds, time.value.isClock}, offer.by = time.by;
        }
        return offer;
    }

    void addPages() {
        if (isOne_) return add(ofPages(Trust::stated));
        if (series_.volumes) return addTimesOfVolumes();
        const auto first = timeOfPage(series_.first);
        if (first && series_.frames.size() > 1)
            add({TimeChoice::Kind::pages, TimeSource::tiff, Trust::stated, first->by, timesOfFiles(timeOfPage)});
    }

    /// Adds the times of each volume's first slice.
    void addTimesOfVolumes() {
        if (series_.frames.size() < 2 || series_.volumes->first.format != "TIFF") return;
        std::map<std::filesystem::path, ImageHeader> headers;
        TimesOffer offer{TimeChoice::Kind::pages, TimeSource::tiff, Trust::stated, {}, Times(series_.frames.size())};
        for (std::size_t i = 0; i < series_.frames.size(); ++i) {
            const FrameSource& frame = series_.frames[i];
            try {
                if (!headers.contains(frame.file)) headers[frame.file] = frameHeader(frame);
            } catch (const InputError&) {  // the frame will be named as failed when it is measured
                continue;
            }
            const auto time = timeOfSlice(headers[frame.file], frame.page);
            if (!time) continue;
            offer.times[i] = NamedTime{time->value.seconds, time->value.isClock};
            offer.by = time->by;
        }
        add(std::move(offer));
    }

    void addNames() {
        found.names = factsOfNames(stemsOf(series_));
        if (found.names.kind == FactsOfNames::Kind::order) return;
        if (series_.frames.size() == 1 && saysDimension(found.names.by)) return;
        Times times;
        for (const double seconds : found.names.seconds)
            times.emplace_back(NamedTime{seconds, found.names.kind == FactsOfNames::Kind::clock});
        add({TimeChoice::Kind::filename, TimeSource::filename, Trust::stated, found.names.by, std::move(times)});
    }

    std::optional<Stated<double>> statedInterval() const {
        const ImageHeader& first = header();
        const SceneFacts* const scene = sceneOf(first);
        if (scene && !scene->intervalsS.empty()) return scene->intervalsS.front();
        if (!first.facts.intervalsS.empty()) return first.facts.intervalsS.front();
        if (first.stack.frameIntervalS()) return Stated<double>{*first.stack.frameIntervalS(), Trust::stated, "the file"};
        return std::nullopt;
    }

    /// The file's interval; then what is inherited of its pages, a film's clock or dates.
    void addInterval() {
        const auto interval = statedInterval();
        const SceneFacts* const scene = sceneOf(header());
        const bool isBetweenPages = !isOne_ && !series_.volumes && header().pages > 1;
        const bool areSlices = isOne_ && scene && scene->isStated && scene->times == 1 && scene->slices > 1;
        if (!isOne_ && !isBetweenPages && !header().facts.intervalsDiffer.empty()) {
            TimesOffer offer{
                TimeChoice::Kind::fileInterval, TimeSource::tiff, Trust::inherited, "the intervals of the files", {}, true};
            found.incomplete.push_back(std::move(offer));
        } else if (interval && series_.frames.size() > 1 && !isBetweenPages && !areSlices) {
            const auto planes =
                isOne_ ? planesOf(series_, header()) : std::vector<const PlaneFacts*>(series_.frames.size(), nullptr);
            TimesOffer offer{TimeChoice::Kind::fileInterval,
                             series_.volumes ? TimeSource::interval : TimeSource::tiff,
                             interval->trust == Trust::offered ? Trust::offered
                             : isOne_ || series_.volumes       ? Trust::stated
                                                               : Trust::inherited,
                             interval->by,
                             Times(series_.frames.size()),
                             true};
            for (std::size_t i = 0; i < planes.size(); ++i)
                offer.times[i] = NamedTime{interval->value * (planes[i] ? planes[i]->t : static_cast<double>(i)), false};
            add(std::move(offer));
        }
        if (!isOne_) return;
        add(ofPages(Trust::inherited));
        add(ofPages(Trust::offered));
    }

    void addClocks(bool areOfAcquisition) {
        const auto first = clockIn(series_.first, areOfAcquisition);
        if (!first) return;
        const bool isTiff = series_.first.format == "TIFF";
        add({areOfAcquisition ? TimeChoice::Kind::exif : TimeChoice::Kind::date, isTiff ? TimeSource::tiff : TimeSource::exif,
             first->trust, first->by,
             timesOfFiles([&](const ImageHeader& header) { return clockIn(header, areOfAcquisition); })});
    }

    const ImageSeries& series_;
    bool isOne_;
    std::optional<ImageHeader> again_;
};

}  // namespace

bool isOneImage(const ImageSeries& series) {
    if (series.volumes || series.frames.empty()) return false;
    const SceneFacts* const scene = sceneOf(series.first);
    const bool isSet = scene && std::ranges::any_of(scene->planes, [](const PlaneFacts& plane) { return !plane.file.empty(); });
    return isSet || (series.frames.size() > 1 && series.frames.front().file == series.frames.back().file);
}

bool doConflict(const Times& a, const Times& b) {
    std::vector<double> intervals;
    for (std::size_t i = 1; i < a.size(); ++i)
        intervals.push_back(std::abs(a[i]->seconds - a[i - 1]->seconds));
    if (intervals.empty()) return false;
    std::ranges::nth_element(intervals, intervals.begin() + static_cast<std::ptrdiff_t>(intervals.size() / 2));
    const double tolerance = 0.01 * intervals[intervals.size() / 2];
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::abs((a[i]->seconds - a[0]->seconds) - (b[i]->seconds - b[0]->seconds)) > tolerance) return true;
    return false;
}

std::string whyUnused(const TimesOffer& offer) {
    if (offer.areIntervals && offer.times.empty()) return "Times from " + offer.by + " are not used: they differ.";
    const auto there = std::ranges::count_if(offer.times, [](const auto& time) { return time.has_value(); });
    const bool isAll = there == std::ssize(offer.times);
    const bool isOneKind =
        std::ranges::all_of(offer.times, [&](const auto& time) { return time && time->isClock == offer.times[0]->isClock; });
    return "Times from " + offer.by + " are not used: " +
           (!isAll       ? "only " + std::to_string(there) + " of " + std::to_string(offer.times.size()) + " frames have one."
            : !isOneKind ? "some are clock times, some are elapsed."
            : areUseful(offer.times) ? "they count whole seconds, and several frames have the same."
                                     : "they are the same for all frames.");
}

OffersOfTimes offersOfTimes(const ImageSeries& series) {
    return Collector(series).found;
}

}  // namespace coarsen
