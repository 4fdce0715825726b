// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/median_test.hpp"

#include <algorithm>
#include <cmath>
#include <ranges>

namespace coarsen {

namespace {

constexpr double noisePx = 0.1, threshold = 2;
constexpr std::size_t leastNeighbours = 3;

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::ranges::max_element(values.begin(), middle)) / 2;
}

/// A move beside another, so many patches to the right and down.
struct Place {
    Move move;
    int right = 0, down = 0;
};

/// Neighbours of a patch that are wanted.
template <typename IsWanted>
std::vector<Place> neighbours(const std::vector<Move>& moves, int columns, std::size_t index, IsWanted isWanted) {
    const int rows = static_cast<int>(moves.size()) / columns;
    const int column = static_cast<int>(index) % columns, row = static_cast<int>(index) / columns;
    std::vector<Place> found;
    for (int v = std::max(0, row - 1); v <= std::min(rows - 1, row + 1); ++v)
        for (int u = std::max(0, column - 1); u <= std::min(columns - 1, column + 1); ++u)
            if (const auto i = static_cast<std::size_t>(v * columns + u); i != index && isWanted(i))
                found.push_back({moves[i], u - column, v - row});
    return found;
}

bool isAtRim(std::size_t index, std::size_t count, int columns) {
    const auto across = static_cast<std::size_t>(columns);
    return index % across == 0 || index % across == across - 1 || index < across || index + across >= count;
}

std::vector<Move> movesOf(const std::vector<Place>& places) {
    std::vector<Move> moves;
    for (const Place& place : places)
        moves.push_back(place.move);
    return moves;
}

/// Half a change over two steps, or a whole one over one, between known neighbours that lie in a line along an axis.
double usualSlope(const std::vector<Place>& beside, bool isDown, double Move::*axis) {
    std::vector<double> slopes;
    for (const Place& from : beside)
        for (const Place& to : beside) {
            const int across = isDown ? to.right - from.right : to.down - from.down;
            const int steps = isDown ? to.down - from.down : to.right - from.right;
            if (across == 0 && steps > 0) slopes.push_back((to.move.*axis - from.move.*axis) / steps);
        }
    return slopes.empty() ? 0 : medianOf(slopes);
}

/// A linear flow is no outlier at the rim either, where all neighbours lie on one side: they are taken to the middle by it.
std::vector<Move> broughtToMiddle(const std::vector<Place>& beside) {
    std::vector<Move> moves = movesOf(beside);
    for (double Move::*axis : {&Move::x, &Move::y}) {
        const double right = usualSlope(beside, false, axis), down = usualSlope(beside, true, axis);
        for (std::size_t i = 0; i < moves.size(); ++i)
            moves[i].*axis -= right * beside[i].right + down * beside[i].down;
    }
    return moves;
}

std::vector<double> along(const std::vector<Move>& moves, double Move::*axis) {
    std::vector<double> values;
    for (const Move& move : moves)
        values.push_back(move.*axis);
    return values;
}

/// The distance from the neighbours' median, in their own median distance from it and the noise.
double normalisedRest(const Move& move, const std::vector<Move>& beside, double Move::*axis) {
    std::vector<double> values = along(beside, axis);
    const double median = medianOf(values);
    for (double& value : values)
        value = std::abs(value - median);
    return (move.*axis - median) / (medianOf(values) + noisePx);
}

}  // namespace

std::vector<bool> fitNeighbours(const std::vector<Move>& moves, int columns) {
    std::vector<bool> fits(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        if (!moves[i].isKnown()) continue;
        const std::vector<Place> places = neighbours(moves, columns, i, [&](std::size_t j) { return moves[j].isKnown(); });
        const std::vector<Move> beside = isAtRim(i, moves.size(), columns) ? broughtToMiddle(places) : movesOf(places);
        fits[i] = beside.size() < leastNeighbours ||
                  std::hypot(normalisedRest(moves[i], beside, &Move::x), normalisedRest(moves[i], beside, &Move::y)) <= threshold;
    }
    return fits;
}

std::vector<Move> withGapsFilled(std::vector<Move> moves, std::vector<bool> good, int columns) {
    if (std::ranges::find(good, true) == good.end()) return std::vector<Move>(moves.size(), {0, 0});
    while (std::ranges::find(good, false) != good.end()) {
        const std::vector<bool> before = good;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (before[i]) continue;
            const std::vector<Move> beside = movesOf(neighbours(moves, columns, i, [&](std::size_t j) { return before[j]; }));
            if (beside.empty()) continue;
            moves[i] = {medianOf(along(beside, &Move::x)), medianOf(along(beside, &Move::y))};
            good[i] = true;
        }
    }
    return moves;
}

}  // namespace coarsen
