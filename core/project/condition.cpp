// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/condition.hpp"

#include "core/base/numbers.hpp"
#include "core/project/joined_growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace coarsen {

namespace {

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
    return text;
}

/// "a and b are in um, c in px": what samples have that should have one thing in common; empty where they do.
template <typename Words>
std::string differing(const std::vector<const Sample*>& samples, Words words) {
    std::vector<std::pair<std::string, std::vector<std::string>>> kinds;
    for (const Sample* const sample : samples) {
        const std::string kind = words(*sample);
        auto known = std::ranges::find(kinds, kind, &std::pair<std::string, std::vector<std::string>>::first);
        if (known == kinds.end()) known = kinds.insert(kinds.end(), {kind, {}});
        known->second.push_back(sample->name);
    }
    if (kinds.size() < 2) return {};
    std::string text;
    for (const auto& [kind, names] : kinds)
        text += (text.empty() ? "" : ", ") + listed(names) + ' ' + kind;
    return text;
}

std::string whyNotJoined(const std::vector<const Sample*>& samples) {
    if (const std::string lengths = differing(samples, [](const Sample& each) { return "in " + each.growth.lengthUnit; });
        !lengths.empty())
        return "Its repeats have lengths of different units (" + lengths + "): give all of them a pixel size";
    if (const std::string times =
            differing(samples, [](const Sample& each) { return each.timesAreSeconds() ? "in seconds" : "by frame numbers"; });
        !times.empty())
        return "Its repeats count time differently (" + times + "): give all of them times";
    if (const std::string origins =
            differing(samples, [](const Sample& each) { return each.hasQuench() ? "from the quench" : "from the first frame"; });
        !origins.empty())
        return "Its repeats count time from different things (" + origins + "): give all of them t0, or none";
    if (const std::string lengths = differing(samples, [](const Sample& each) { return "by " + each.growth.lengthKey; });
        !lengths.empty())
        return "Its repeats fit different lengths (" + lengths + "): fit the same one";
    return {};
}

/// The growth in times since its origin.
GrowthSeries sinceOrigin(const FittedGrowth& fitted) {
    GrowthSeries growth = fitted.growth;
    for (GrowthPoint& point : growth.points)
        point.time -= fitted.origin();
    growth.firstTime -= fitted.origin();
    return growth;
}

/// The range in which every repeat's law is fitted and that all of them span.
void limitRange(FitSettings& settings, const std::vector<const Sample*>& samples, const JoinedGrowth& joint) {
    constexpr double none = std::numeric_limits<double>::infinity();
    double from = joint.span ? joint.span->first : -none, to = joint.span ? joint.span->second : none;
    for (const Sample* const sample : samples) {
        from = std::max(from, sample->settings.fromS.value_or(-none) - sample->origin());
        to = std::min(to, sample->settings.toS.value_or(none) - sample->origin());
    }
    settings.fromS = settings.toS = std::nullopt;
    if (from > -none) settings.fromS = from;
    if (to < none) settings.toS = to;
}

/// Sentence where the repeats' own values scatter by more than the joint fit's error says, or nothing.
std::string scatterNote(const Condition& condition, const std::vector<const Sample*>& samples) {
    std::vector<double> rates;
    for (const Sample* const sample : samples)
        if (const GrowthFit* const fit = sample->fit(condition.settings.chosenModel()))
            rates.push_back(fit->parameters.front().value);
    const GrowthFit* const own = condition.chosenFit();
    if (!own || rates.size() < 2) return {};
    double mean = 0, squares = 0;
    for (const double rate : rates)
        mean += rate / static_cast<double>(rates.size());
    for (const double rate : rates)
        squares += (rate - mean) * (rate - mean);
    const auto count = static_cast<double>(rates.size());
    const double ofMean = std::sqrt(squares / (count - 1) / count);
    const FitParameter& parameter = own->parameters.front();
    if (!(ofMean > 2 * parameter.errorScaled)) return {};
    const RoundedPair value = roundedToError(mean, ofMean);
    return "Between its repeats " + parameter.name + " scatters by more than the fit's error says: their mean is " + value.value +
           " +- " + value.error;
}

void join(Condition& condition, const std::vector<const Sample*>& samples) {
    condition.repeats = static_cast<int>(samples.size());
    const Sample& first = *samples.front();
    if (condition.isSingle()) {
        static_cast<FittedGrowth&>(condition) = static_cast<const FittedGrowth&>(first);
        condition.repeatsAt.assign(first.growth.points.size(), 1);
        return;
    }
    condition.problem = whyNotJoined(samples);
    if (!condition.problem.empty()) return;
    std::vector<GrowthSeries> repeats;
    for (const Sample* const sample : samples)
        repeats.push_back(sinceOrigin(*sample));
    JoinedGrowth joint = joined(repeats);
    condition.settings = first.settings;
    if (first.hasQuench()) condition.settings.t0S = 0;
    limitRange(condition.settings, samples, joint);
    condition.growth = std::move(joint.growth);
    condition.growth.firstTime = 0;
    condition.repeatsAt = std::move(joint.repeatsAt);
    condition.fits = fitGrowth(condition.growth, condition.settings);
    if (!joint.span)
        condition.notes.push_back("Its repeats have no time in common: they follow one another and are not averaged");
    if (const std::string laws = differing(samples, [](const Sample& each) { return "by " + each.settings.chosenModel(); });
        !laws.empty())
        condition.notes.push_back("Its repeats are fitted by different laws (" + laws + "); it has that of " + first.name);
    if (std::string note = scatterNote(condition, samples); !note.empty()) condition.notes.push_back(std::move(note));
}

}  // namespace

std::vector<Condition> conditionsOf(const std::vector<Sample>& samples) {
    std::vector<Condition> conditions;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Sample& sample = samples[i];
        const auto isOwn = [&](const Condition& each) { return samples[each.samples.front()].group == sample.group; };
        auto known = sample.group.empty() ? conditions.end() : std::ranges::find_if(conditions, isOwn);
        if (known == conditions.end()) known = conditions.insert(known, Condition());
        known->samples.push_back(i);
    }
    for (Condition& condition : conditions) {
        const Sample& first = samples[condition.samples.front()];
        condition.name = first.group.empty() ? first.name : first.group;
        std::vector<const Sample*> measured;
        double sum = 0;
        int count = 0;
        for (const std::size_t i : condition.samples) {
            if (samples[i].problem.empty()) measured.push_back(&samples[i]);
            if (std::isnan(samples[i].x)) continue;
            sum += samples[i].x;
            ++count;
        }
        if (count > 0) condition.x = sum / count;
        if (measured.empty())
            condition.problem = condition.samples.size() == 1 ? first.problem : "None of its repeats is measured";
        else
            join(condition, measured);
    }
    std::ranges::stable_sort(
        conditions, [](const Condition& a, const Condition& b) { return !std::isnan(a.x) && (std::isnan(b.x) || a.x < b.x); });
    return conditions;
}

}  // namespace coarsen
