// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/series/names.hpp"
#include "core/series/names/axes_in_name.hpp"
#include "core/series/names/clock_in_name.hpp"
#include "core/series/names/places.hpp"
#include "core/series/names/plain_name.hpp"
#include "core/series/names/what_is_said.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace coarsen {

namespace {

using namespace names;
using Kind = FactsOfNames::Kind;
using Reading = TimeInName::Reading;

struct ReadName {
    PlainName plain;
    std::vector<TimeInName> times;
    std::vector<ClockInName> clocks;
};

/// A time that all names have: it is the time of the series where it is the only one.
struct Candidate {
    Kind kind = Kind::elapsed;
    std::vector<double> seconds;
    bool isDayKnown = true;
    Shown shown;                      ///< of the first name
    bool hasZeroWithoutUnit = false;  ///< t0 beside t30s
};

bool isZero(const TimeInName& time) {
    return time.reading == Reading::bare && time.value == 0;
}

bool isReading(const TimeInName& time, std::initializer_list<Reading> readings) {
    return std::ranges::find(readings, time.reading) != readings.end();
}

std::vector<double> valuesOf(const Place& place) {
    std::vector<double> values;
    for (const TimeInName& time : place)
        values.push_back(time.value);
    return values;
}

/// Reads names together; of one name alone everything is taken to vary.
class NamesTogether {
public:
    explicit NamesTogether(const std::vector<std::string>& stems) {
        for (const std::string& stem : stems) {
            PlainName plain(stem);
            auto times = timesIn(plain.text());
            auto clocks = clocksIn(plain.text());
            names_.push_back({std::move(plain), std::move(times), std::move(clocks)});
        }
    }

    FactsOfNames facts() {
        readMarked();
        readUnmarked();
        readClocks();
        choose();
        readAxes();
        if (facts_.kind == Kind::order) saySomethingElse();
        if (names_.size() < 2) facts_.said.clear();
        return std::move(facts_);
    }

private:
    bool varies(const std::vector<double>& values) const {
        return names_.size() == 1 || std::ranges::any_of(values, [&](double each) { return each != values.front(); });
    }
    bool repeats(const std::vector<double>& values) const {
        return std::set<double>(values.begin(), values.end()).size() < values.size();
    }
    Shown shown(std::size_t name, std::size_t from, std::size_t to) const {
        const PlainName& plain = names_[name].plain;
        return {plain.asWritten(from, to), plain.asWritten()};
    }
    Shown shown(std::size_t name, const TimeInName& time) const { return shown(name, time.from, time.to); }
    /// The first of a place for which this is true, for messages.
    std::optional<Shown> firstShown(const Place& place, const std::function<bool(const TimeInName&)>& is) const {
        const auto found = std::ranges::find_if(place, is);
        if (found == place.end()) return std::nullopt;
        return shown(static_cast<std::size_t>(found - place.begin()), *found);
    }
    std::vector<Place> places(const std::function<bool(const TimeInName&)>& is) const {
        std::vector<std::vector<TimeInName>> times;
        for (const ReadName& name : names_)
            std::ranges::copy_if(name.times, std::back_inserter(times.emplace_back()), is);
        return placesOf(times);
    }

    void readMarked();
    void readUnmarked();
    void readClocks();
    void readClockPlace(const std::vector<const ClockInName*>& place);
    void readRefused();
    void choose();
    void readAxes();
    void saySomethingElse();
    void sayPositions();

    std::vector<ReadName> names_;
    FactsOfNames facts_;
    std::vector<Candidate> marked_, unmarked_;
    std::vector<Place> bare_;
    std::vector<Said> doubts_;  ///< said where no time is found
    bool isMarkUnsure_ = false;
};

void NamesTogether::readMarked() {
    const auto isTime = [](const TimeInName& time) { return time.reading == Reading::elapsed; };
    for (const Place& place : places([](const TimeInName& time) { return time.isMarked; })) {
        const auto values = valuesOf(place);
        const auto firstTime = firstShown(place, isTime);
        const auto unsure = firstShown(place, [](const TimeInName& time) { return time.reading == Reading::unsure; });
        const auto bare =
            firstShown(place, [](const TimeInName& time) { return time.reading == Reading::bare && !isZero(time); });
        const bool areTimes = std::ranges::all_of(place, [&](const TimeInName& time) { return isTime(time) || isZero(time); });
        const bool areBare = std::ranges::all_of(place, [](const TimeInName& time) { return time.reading == Reading::bare; });
        if (!varies(values)) continue;
        if (firstTime && areTimes) {
            marked_.push_back({Kind::elapsed, values, true, *firstTime, std::ranges::any_of(place, isZero)});
        } else if (areBare) {
            bare_.push_back(place);
        } else if (unsure) {
            isMarkUnsure_ = true;
            doubts_.push_back(saidOfHyphen(*unsure));
        } else if (bare && firstTime) {
            doubts_.push_back(saidOfSomeUnits(*bare, *firstTime));
        }
    }
}

void NamesTogether::readUnmarked() {
    const auto isTime = [](const TimeInName& time) { return time.reading == Reading::elapsed; };
    const auto mayBeTime = [&](const TimeInName& time) {
        return isTime(time) || isZero(time) || time.reading == Reading::unsure;
    };
    for (const Place& place : places([&](const TimeInName& time) { return !time.isMarked && mayBeTime(time); })) {
        const auto values = valuesOf(place);
        if (const auto unsure = firstShown(place, [](const TimeInName& time) { return time.reading == Reading::unsure; })) {
            if (varies(values)) doubts_.push_back(saidOfHyphen(*unsure));
            continue;
        }
        const auto firstTime = firstShown(place, isTime);
        if (!firstTime || !varies(values)) continue;
        if (repeats(values))
            doubts_.push_back(saidOfRepeats(*firstTime));
        else
            unmarked_.push_back({Kind::elapsed, values, true, *firstTime, std::ranges::any_of(place, isZero)});
    }
}

void NamesTogether::readClocks() {
    const auto fewest = std::ranges::min_element(names_, {}, [](const ReadName& name) { return name.clocks.size(); });
    if (fewest == names_.end()) return;
    const std::size_t count = fewest->clocks.size();
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<const ClockInName*> place;
        for (const ReadName& name : names_)
            if (name.clocks.size() == count) place.push_back(&name.clocks[i]);
        if (place.size() == names_.size()) readClockPlace(place);
    }
}

void NamesTogether::readClockPlace(const std::vector<const ClockInName*>& place) {
    const auto read = [&](auto seconds) {
        std::vector<double> values;
        for (const ClockInName* clock : place)
            if (const auto value = seconds(*clock)) values.push_back(*value);
        return values.size() == place.size() ? values : std::vector<double>();
    };
    const auto dayFirst = read([](const ClockInName& clock) { return clock.dayFirst; });
    const auto monthFirst = read([](const ClockInName& clock) { return clock.monthFirst; });
    const auto ofDay = read([](const ClockInName& clock) { return std::optional(clock.ofDay); });
    const auto midnight = read(
        [](const ClockInName& clock) { return clock.dayFirst ? std::optional(*clock.dayFirst - clock.ofDay) : std::nullopt; });
    const Shown first = shown(0, place.front()->from, place.front()->to);
    const bool isClear = dayFirst == monthFirst || dayFirst.empty() || monthFirst.empty();
    const bool isOneDay = !midnight.empty() && std::ranges::all_of(midnight, [&](double day) { return day == midnight.front(); });
    if (std::ranges::any_of(place, &ClockInName::isUnsure)) {
        const bool isCounter = std::ranges::all_of(ofDay, [](double seconds) { return seconds < 3600; });
        if (!isCounter && varies(dayFirst.empty() ? monthFirst : dayFirst)) doubts_.push_back(saidOfCounter(first));
        return;
    }
    if ((dayFirst.empty() && monthFirst.empty()) || (!isClear && !isOneDay)) {
        doubts_.push_back(saidOfDays(first));
        return;
    }
    const auto& seconds = !isClear ? ofDay : dayFirst.empty() ? monthFirst : dayFirst;
    if (varies(seconds)) unmarked_.push_back({Kind::clock, seconds, isClear, first, false});
}

/// The time behind the mark, else the only other one.
void NamesTogether::choose() {
    auto& candidates = marked_.empty() ? unmarked_ : marked_;
    while (candidates.size() > 1 && candidates.back().seconds == candidates.front().seconds)
        candidates.pop_back();  // said twice: 60s_1min
    if (candidates.size() > 1) doubts_.push_back(saidOfTwo(candidates[0].shown, candidates[1].shown));
    if (candidates.size() != 1 || (isMarkUnsure_ && marked_.empty())) return;
    const Candidate& time = candidates.front();
    facts_.kind = time.kind;
    facts_.seconds = time.seconds;
    facts_.isDayKnown = time.isDayKnown;
    facts_.by = "the names ('" + time.shown.time + "')";
}

void NamesTogether::readAxes() {
    const bool areWells = std::ranges::any_of(names_, [](const ReadName& name) { return hasClearWell(name.plain.text()); });
    for (const ReadName& name : names_) {
        Spans taken;
        for (const TimeInName& time : name.times)
            if (isReading(time, {Reading::elapsed, Reading::refused})) taken.emplace_back(time.from, time.to);
        for (const ClockInName& clock : name.clocks)
            if (!clock.isUnsure) taken.emplace_back(clock.from, clock.to);
        facts_.axes.push_back(axesIn(name.plain, taken, areWells));
        if (facts_.kind == Kind::elapsed && !marked_.empty() && marked_.front().hasZeroWithoutUnit) facts_.axes.back().t.reset();
    }
    if (bare_.size() == 1)
        for (const TimeInName& time : bare_.front())
            facts_.numbers.emplace_back(time.value);
}

/// Units that are refused, where a place holds them in all names and varies.
void NamesTogether::readRefused() {
    const auto isRefused = [](const TimeInName& time) { return isReading(time, {Reading::refused, Reading::apart}); };
    for (const Place& place : places([](const TimeInName& time) { return time.reading != Reading::bare; })) {
        const auto found = std::ranges::find_if(place, isRefused);
        if (found == place.end() || !varies(valuesOf(place))) continue;
        const bool isOneUnit = std::ranges::all_of(place, [&](const TimeInName& time) { return time.unit == found->unit; });
        const bool isOffered = facts_.numbers.empty() && isOneUnit;
        if (isOffered)
            for (const TimeInName& time : place)
                facts_.numbers.emplace_back(time.value);
        facts_.said.push_back(
            saidOfUnit(*firstShown(place, isRefused), found->unit, found->reading == Reading::apart, isOffered));
        return;
    }
}

void NamesTogether::saySomethingElse() {
    if (!facts_.numbers.empty()) facts_.said.push_back(saidOfNumbers(shown(0, bare_.front().front())));
    if (bare_.size() > 1) doubts_.push_back(saidOfTwo(shown(0, bare_[0].front()), shown(0, bare_[1].front())));
    readRefused();
    if (!doubts_.empty()) facts_.said.push_back(doubts_.front());
    sayPositions();
}

void NamesTogether::sayPositions() {
    const auto differ = [&](auto member) {
        return std::ranges::any_of(facts_.axes, [&](const auto& axes) { return axes.*member != facts_.axes.front().*member; });
    };
    using Axes = FactsOfNames::Axes;
    const bool haveAll = std::ranges::all_of(facts_.axes, [](const Axes& axes) { return axes.position.has_value(); });
    if (haveAll && !facts_.axes.empty() && differ(&Axes::position) && !differ(&Axes::t))
        facts_.said.push_back(saidOfPositions(*facts_.axes.front().position));
}

}  // namespace

FactsOfNames factsOfNames(const std::vector<std::string>& stems) {
    return NamesTogether(stems).facts();
}

std::optional<std::vector<double>> numbersInUnit(const FactsOfNames& facts, double secondsPerUnit) {
    std::vector<double> seconds;
    for (const auto& number : facts.numbers) {
        if (!number || !std::isfinite(*number * secondsPerUnit)) return std::nullopt;
        seconds.push_back(*number * secondsPerUnit);
    }
    return seconds.empty() ? std::nullopt : std::optional(seconds);
}

}  // namespace coarsen
