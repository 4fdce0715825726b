// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/growth/off_neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace coarsen {

namespace {

constexpr std::size_t fewest = 2, most = 3;  // neighbours on each side
constexpr std::size_t fewestCompared = 8;
constexpr double farOff = 4, leastScatter = 0.005, deviationPerMad = 1.4826;
constexpr std::size_t namedAtMost = 5;

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

/// Standard deviation of Gaussian values with these sizes.
double scatterOf(std::vector<double>& sizes) {
    return deviationPerMad * median(sizes);
}

struct Distance {
    double off = 0;      ///< ln R of a point less what the line through its neighbours says
    double scatter = 0;  ///< of the neighbours about that line
};

Distance fromNeighbours(const std::vector<GrowthPoint>& points, std::size_t at) {
    const std::size_t half = std::min({most, at, points.size() - 1 - at});
    std::vector<std::size_t> around;
    for (std::size_t i = at - half; i <= at + half; ++i)
        if (i != at) around.push_back(i);
    std::vector<double> slopes, levels, sizes;
    for (const std::size_t i : around)
        for (const std::size_t j : around)
            if (points[i].time > points[j].time)
                slopes.push_back(std::log(points[i].length / points[j].length) / (points[i].time - points[j].time));
    const double slope = slopes.empty() ? 0 : median(slopes);
    for (const std::size_t i : around)
        levels.push_back(std::log(points[i].length) + slope * (points[at].time - points[i].time));
    std::vector<double> ordered = levels;
    const double level = median(ordered);
    for (const double one : levels)
        sizes.push_back(std::abs(one - level));
    return {std::log(points[at].length) - level, scatterOf(sizes)};
}

/// The first few frame numbers, each after a space.
std::string named(const std::vector<int>& frames) {
    std::string numbers;
    for (std::size_t i = 0; i < std::min(frames.size(), namedAtMost); ++i)
        numbers += (i == 0 ? " " : ", ") + std::to_string(frames[i]);
    if (frames.size() > namedAtMost) numbers += " and " + std::to_string(frames.size() - namedAtMost) + " more";
    return numbers;
}

}  // namespace

std::vector<OffNeighbours> framesOffNeighbours(const GrowthSeries& series) {
    std::vector<GrowthPoint> points;
    for (const GrowthPoint& point : series.points)
        if (!point.excluded && point.length > 0 && std::isfinite(point.time)) points.push_back(point);
    if (points.size() < fewestCompared) return {};
    std::ranges::stable_sort(points, {}, &GrowthPoint::time);

    std::vector<Distance> distances;
    std::vector<double> sizes;
    for (std::size_t i = fewest; i + fewest < points.size(); ++i) {
        distances.push_back(fromNeighbours(points, i));
        sizes.push_back(std::abs(distances.back().off));
    }
    const double scatter = std::max(leastScatter, scatterOf(sizes));
    std::vector<OffNeighbours> found;
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const GrowthPoint& point = points[i + fewest];
        const double own = point.error > 0 ? point.error / point.length : 0;
        const double errors = std::abs(distances[i].off) / std::hypot(scatter, own, distances[i].scatter);
        if (errors > farOff)
            found.push_back({point.frame, series.lengthKey, point.length, point.length * std::exp(-distances[i].off), errors});
    }
    return found;
}

std::string offNeighboursWarning(const std::vector<OffNeighbours>& frames) {
    std::map<std::string, std::vector<int>> byLength;
    for (const OffNeighbours& one : frames)
        byLength[one.lengthKey].push_back(one.frame);
    std::string text;
    for (const auto& [key, off] : byLength) {
        const bool isOne = off.size() == 1;
        text += (text.empty() ? "" : ". ") + std::string(isOne ? "Frame" : "Frames") + named(off);
        if (key == "r_half")
            text += std::string(isOne ? " is" : " are") +
                    " sharper or less sharp than the frames before and after (R_half of C1D); look for blur or noise";
        else
            text += std::string(isOne ? " stands" : " stand") +
                    " apart from the frames before and after; look for blur, a jump or a wrong maximum";
    }
    return text.empty() ? text : text + ", and exclude what is wrong";
}

}  // namespace coarsen
