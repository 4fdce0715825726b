// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/times_offered.hpp"

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/image/decode.hpp"
#include "core/series/frame_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace coarsen {

namespace {

/// A clock that the header states, of the trust that is asked for.
std::optional<NamedTime> clockIn(const ImageHeader& header, bool isOfAcquisition) {
    const SceneFacts* const scene = sceneOf(header);
    if (isOfAcquisition && scene && !scene->beginnings.empty()) return NamedTime{scene->beginnings.front().value.seconds, true};
    for (const Stated<Moment>& time : header.facts.times)
        if ((time.trust == Trust::stated) == isOfAcquisition) return NamedTime{time.value.seconds, true};
    return std::nullopt;
}

/// The same of each file. A frame whose header cannot be read has none.
Times clocksOfFiles(const ImageSeries& series, bool areOfAcquisition) {
    Times times(series.frames.size());
    parallelFor(times.size(), 0, [&](std::size_t i) {
        try {
            times[i] = clockIn(imageHeader(series.frames[i].file), areOfAcquisition);
        } catch (const InputError&) {
            times[i].reset();  // the frame will be named as failed when it is measured
        }
    });
    return times;
}

/// Whether the times can order the series: every frame has one, all of one kind, and not all the same.
bool areUseful(const Times& times) {
    const auto isMissing = [](const auto& time) { return !time; };
    if (times.empty() || std::any_of(times.begin(), times.end(), isMissing)) return false;
    const auto differs = [&](const auto& time) { return time->seconds != times.front()->seconds; };
    const auto isOtherKind = [&](const auto& time) { return time->isClock != times.front()->isClock; };
    return std::none_of(times.begin(), times.end(), isOtherKind) &&
           (times.size() == 1 || std::any_of(times.begin(), times.end(), differs));
}

/// What the planes of the frames are, by the header; null of a frame that is none of them.
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
            return imageHeader(series_.frames.front().file);
        } catch (const InputError&) {
            return std::nullopt;
        }
    }

    void add(TimesOffer offer) {
        const bool isThere = std::ranges::any_of(offer.times, [](const auto& time) { return time.has_value(); });
        if (areUseful(offer.times))
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
        if (isOne_) add(ofPages(Trust::stated));
    }

    void addNames() {
        found.names = factsOfNames(stemsOf(series_));
        if (found.names.kind == FactsOfNames::Kind::order) return;
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
        const bool areSlices = isOne_ && scene && scene->isTold && scene->times == 1 && scene->slices > 1;
        if (interval && series_.frames.size() > 1 && !isBetweenPages && !areSlices) {
            const auto planes =
                isOne_ ? planesOf(series_, header()) : std::vector<const PlaneFacts*>(series_.frames.size(), nullptr);
            TimesOffer offer{TimeChoice::Kind::fileInterval,
                             series_.volumes ? TimeSource::interval : TimeSource::tiff,
                             isOne_ || series_.volumes ? Trust::stated : Trust::inherited,
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
        if (!clockIn(series_.first, areOfAcquisition)) return;
        const bool isOffered =
            std::ranges::any_of(series_.first.facts.times, [](const auto& time) { return time.trust == Trust::offered; });
        const Trust trust = areOfAcquisition ? Trust::stated : isOffered ? Trust::offered : Trust::inherited;
        const bool isTiff = series_.first.format == "TIFF";
        add({areOfAcquisition ? TimeChoice::Kind::exif : TimeChoice::Kind::date, isTiff ? TimeSource::tiff : TimeSource::exif,
             trust, areOfAcquisition ? "the camera's clock" : "the TIFF's date", clocksOfFiles(series_, areOfAcquisition)});
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
    const auto there = std::ranges::count_if(offer.times, [](const auto& time) { return time.has_value(); });
    const bool isAll = there == std::ssize(offer.times);
    const bool isOneKind =
        std::ranges::all_of(offer.times, [&](const auto& time) { return time && time->isClock == offer.times[0]->isClock; });
    return "Times from " + offer.by + " are not used: " +
           (!isAll       ? "only " + std::to_string(there) + " of " + std::to_string(offer.times.size()) + " frames have one."
            : !isOneKind ? "some are clock times, some are elapsed."
                         : "they are the same for all frames.");
}

OffersOfTimes offersOfTimes(const ImageSeries& series) {
    return Collector(series).found;
}

}  // namespace coarsen
