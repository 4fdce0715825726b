// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/frame_errors.hpp"

#include "core/measure/uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen {

namespace {

constexpr double leastOwn = 0.05;
constexpr std::size_t fewestForOwn = 8;
constexpr double medianOfSquares = 0.4549;      // of a standard normal variable
constexpr double relativeErrorOfMedian = 2.33;  // of such squares, for one of them
constexpr double leastAlike = 1e-9;             // below, images are independent
constexpr double ofSubImages = 5;               // degrees of freedom of a jack-knife over six
constexpr double ofTheSeries = 20;              // and how many the law counts for
constexpr std::size_t fewestForLaw = 5;

/// The part of the variance that frames do not share, from how far ln R of each lies off the line through its two neighbours: a
/// smooth law hardly moves that, and shared errors move all three alike.
double ownPart(const std::vector<GrowthPoint>& points, const std::vector<double>& errors, const std::vector<double>& places) {
    if (points.size() < fewestForOwn) return leastOwn;
    std::vector<double> parts;
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const double before = points[i].time - points[i - 1].time, after = points[i + 1].time - points[i].time;
        if (!(before > 0) || !(after > 0)) continue;
        const double a = -after / (before + after), b = -before / (before + after);
        const auto relative = [&](std::size_t k) { return errors[k] / points[k].length; };
        const double x = a * relative(i - 1), y = relative(i), z = b * relative(i + 1);
        const double apart = x * x + y * y + z * z;
        const double alike =
            apart + 2 * (x * y * std::exp(places[i - 1] - places[i]) + y * z * std::exp(places[i] - places[i + 1]) +
                         x * z * std::exp(places[i - 1] - places[i + 1]));
        const double off = a * std::log(points[i - 1].length) + std::log(points[i].length) + b * std::log(points[i + 1].length);
        if (apart > alike) parts.push_back((off * off / medianOfSquares - alike) / (apart - alike));
    }
    if (parts.empty()) return leastOwn;
    const auto middle = parts.begin() + static_cast<std::ptrdiff_t>(parts.size() / 2);
    std::ranges::nth_element(parts, middle);
    // Less two of its standard errors: what may be shared counts as shared, or the errors of laws would be too small.
    const double uncertain = 2 * relativeErrorOfMedian / std::sqrt(static_cast<double>(parts.size()));
    return std::clamp(*middle * (1 - std::min(uncertain, 1.0)), leastOwn, 1.0);
}

}  // namespace

FrameErrors::FrameErrors(std::vector<double> errors, std::vector<double> places, double own)
    : errors_(std::move(errors)), places_(std::move(places)), own_(own) {
    double variance = 1 - own_;  // of what the frames before do not tell of the shared part
    for (std::size_t i = 0; i < size(); ++i) {
        const double memory = i == 0 ? 0 : std::exp(places_[i - 1] - places_[i]);
        if (i > 0) variance = memory * memory * variance + (1 - memory * memory) * (1 - own_);
        const double total = variance + own_, gain = variance / total;
        memory_.push_back(memory);
        gain_.push_back(gain);
        news_.push_back(std::sqrt(total));
        variance *= 1 - gain;
    }
}

FrameErrors FrameErrors::keptWhere(const std::vector<bool>& isKept) const {
    std::vector<double> errors, places;
    for (std::size_t i = 0; i < size(); ++i) {
        if (!isKept[i]) continue;
        errors.push_back(errors_[i]);
        places.push_back(places_[i]);
    }
    return {std::move(errors), std::move(places), own_};
}

std::vector<double> FrameErrors::covarianceTimes(const std::vector<double>& vector) const {
    std::vector<double> answer(size());
    double before = 0, after = 0;  // what the frames on either side add, faded by the steps between
    for (std::size_t i = 0; i < size(); ++i) {
        before *= memory_[i];
        const double scaled = errors_[i] * vector[i];
        answer[i] = (1 - own_) * before + scaled;
        before += scaled;
    }
    for (std::size_t i = size(); i-- > 0;) {
        answer[i] = errors_[i] * (answer[i] + (1 - own_) * after);
        after = memory_[i] * (after + errors_[i] * vector[i]);
    }
    return answer;
}

std::vector<double> FrameErrors::whitened(const std::vector<double>& vector) const {
    std::vector<double> answer(size());
    double expected = 0;
    for (std::size_t i = 0; i < size(); ++i) {
        expected *= memory_[i];
        const double news = vector[i] / errors_[i] - expected;
        answer[i] = news / news_[i];
        expected += gain_[i] * news;
    }
    return answer;
}

std::vector<double> FrameErrors::coloured(const std::vector<double>& vector) const {
    std::vector<double> answer(size());
    double expected = 0;
    for (std::size_t i = 0; i < size(); ++i) {
        expected *= memory_[i];
        const double news = vector[i] * news_[i];
        answer[i] = errors_[i] * (expected + news);
        expected += gain_[i] * news;
    }
    return answer;
}

double renewalOf(double correlation) {
    return -2 * std::log(std::clamp(correlation, leastAlike, 1.0));
}

FrameErrors frameErrors(const std::vector<GrowthPoint>& points, double neighbourCorrelation, std::vector<double> errors) {
    // The farthest that the pattern has grown (or shrunk) so far, not each frame's own length: scatter is no growth.
    const bool grows = points.empty() || points.back().length >= points.front().length;
    std::vector<double> places;
    double place = 0, farthest = points.empty() ? 1 : points.front().length;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const GrowthPoint& point = points[i];
        if (i > 0) {
            const double steps = std::isfinite(point.renewal) && std::isfinite(points[i - 1].renewal)
                                     ? point.renewal - points[i - 1].renewal
                                     : renewalOf(neighbourCorrelation);
            const double next = grows ? std::max(farthest, point.length) : std::min(farthest, point.length);
            place += std::max(0.0, steps) + std::abs(std::log(next / farthest));
            farthest = next;
        }
        places.push_back(place);
    }
    const double own = ownPart(points, errors, places);
    return {std::move(errors), std::move(places), own};
}

std::vector<double> steadiedErrors(const std::vector<GrowthPoint>& points) {
    std::vector<double> errors, laws;
    double squares = 0;
    std::size_t known = 0;
    for (const GrowthPoint& point : points) {
        errors.push_back(point.error);
        const bool isKnown = point.error > 0 && point.domains > 0 && std::isfinite(point.cMax);
        laws.push_back(isKnown ? point.length * relativeErrorFloor(point.cMax, point.domains) : 0);
        if (!isKnown) continue;
        squares += std::pow(point.error / laws.back(), 2);
        ++known;
    }
    if (known < fewestForLaw) return errors;
    const double scale2 = squares / static_cast<double>(known);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (laws[i] > 0)
            errors[i] = std::sqrt((ofSubImages * errors[i] * errors[i] + ofTheSeries * scale2 * laws[i] * laws[i]) /
                                  (ofSubImages + ofTheSeries));
    return errors;
}

}  // namespace coarsen
