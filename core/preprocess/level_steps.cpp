// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/level_steps.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace coarsen {

namespace {

constexpr std::size_t mostLines = 64;  // of either kind: a shade turns once or twice in each
constexpr std::size_t fewLines = 8;    // that tell most pictures with steps of many sizes
constexpr double leastTurnPx = 4;      // what turns within fewer is noise or a pattern of few pixels
constexpr double singleSteps = 0.9;
constexpr double lengthsWithoutTurn = 1.5;

/// Lines of a picture, its rows or its columns: pixel i of line k is at k * ofLine + i * ofPlace.
struct PixelLines {
    std::size_t number, length, ofLine, ofPlace;
};

/// Steps between neighbours along lines of pixels.
template <typename T>
class StepCount {
public:
    explicit StepCount(std::span<const T> pixels) : pixels_(pixels), sizes_(std::size_t{std::numeric_limits<T>::max()} + 1) {}

    /// Counts on lines spread over the picture, and returns the mean distance between turns; 0, as soon as it is known, where
    /// that is below `leastTurnPx` or steps have many sizes.
    double turnDistance(const PixelLines& lines) {
        const std::size_t stride = std::max<std::size_t>(1, lines.number / mostLines);
        double turns = 0, seen = 0;
        for (std::size_t line = 0; line < lines.number; line += stride) {
            turns += turnsOn(lines, line);
            seen += static_cast<double>(lines.length);
            if (turns * leastTurnPx > seen || (line == fewLines * stride && hasManySizes())) return 0;
        }
        return hasManySizes() ? 0 : seen / (turns + 1);
    }

    /// The commonest size of a step so far, where nearly all are of that size, or one beside it; 0 otherwise.
    double commonStep() const {
        return hasManySizes() || isEmpty() ? 0 : static_cast<double>(std::ranges::max_element(sizes_) - sizes_.begin());
    }

private:
    std::span<const T> pixels_;
    std::vector<std::uint32_t> sizes_;  // numbers of steps by size; none of size 0

    bool isEmpty() const { return *std::ranges::max_element(sizes_) == 0; }

    bool hasManySizes() const {
        double all = 0;
        for (const std::uint32_t count : sizes_)
            all += count;
        const auto most = std::ranges::max_element(sizes_);
        const double alike =
            *most + (most == sizes_.begin() ? 0.0 : *(most - 1)) + (most + 1 == sizes_.end() ? 0.0 : *(most + 1));
        return alike < singleSteps * all;
    }

    int turnsOn(const PixelLines& lines, std::size_t line) {
        int turns = 0, last = 0;
        std::size_t place = line * lines.ofLine;
        for (std::size_t i = 1; i < lines.length; ++i) {
            const int before = pixels_[place], difference = pixels_[place += lines.ofPlace] - before;
            if (difference == 0) continue;
            ++sizes_[static_cast<std::size_t>(std::abs(difference))];
            const int sign = difference > 0 ? 1 : -1;
            turns += sign == -last ? 1 : 0;
            last = sign;
        }
        return turns;
    }
};

}  // namespace

LevelSteps levelSteps(const Frame& raw) {
    const auto width = static_cast<std::size_t>(raw.image.width()), height = static_cast<std::size_t>(raw.image.height());
    if (!raw.image.holdsWholeNumbers() || width < 2 || height < 2) return {};
    return raw.image.visit([&]<typename T>(std::span<const T> pixels) -> LevelSteps {
        if constexpr (std::is_integral_v<T>) {
            StepCount<T> count(pixels);
            const double alongRows = count.turnDistance({height, width, width, 1});
            if (alongRows == 0) return {};  // as nearly all pictures
            const double alongColumns = count.turnDistance({width, height, 1, width});
            return alongColumns == 0 ? LevelSteps{} : LevelSteps{count.commonStep(), std::min(alongRows, alongColumns)};
        } else {
            return {};
        }
    });
}

bool areContours(const LevelSteps& steps, double rMaxPx, double variance) {
    return steps.step > 0 && steps.turnPx > lengthsWithoutTurn * rMaxPx && variance < steps.step * steps.step;
}

}  // namespace coarsen
