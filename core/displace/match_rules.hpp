// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace coarsen {

/// Rules of least squares on the pixels of two pictures, and of Tracker, whatever computes them.
struct MatchRules {
    static constexpr int shortestSidePx = 16;  ///< of a picture
    static constexpr double smoothingPx = 1;
    static constexpr int reachPx = 3;  ///< of that smoothing, as far as it matters, and of a gradient

    static constexpr int mostRounds = 30;
    static constexpr double settledPx = 1e-3;
    /// Where one more step follows, of Newton's kind: what it leaves is of second order.
    static constexpr double nearlySettledPx = 1e-2;
    static constexpr double farthestPx = 3;           ///< from where the search started
    static constexpr double leastOverlap = 0.2;       ///< part of the pixels that both pictures define
    static constexpr double leastCorrelation = 0.35;  ///< of the pictures once the shift is undone

    /// Specks that no mask has found stay where the sensor is, and would hold the picture back: where the pictures differ by far
    /// more than elsewhere, pixels do not count (Tukey's biweight).
    static constexpr double biweightReach = 4.685;       ///< in standard deviations
    static constexpr double deviationOfMedian = 1.4826;  ///< a normal distribution's, in median absolute ones
    /// Step between the pixels, among `pixels` inner ones in rows of `columns`, that say how much the pictures differ: an odd
    /// step that no width divides evenly, so that samples do not stand in columns.
    static constexpr int sampleEvery(int pixels, int columns) {
        int every = pixels / samples > 1 ? pixels / samples | 1 : 1;
        while (every > 1 && columns > 1 && columns % every < 2)  // one beyond all columns leaves all of them
            every += 2;
        return every;
    }
    static constexpr int samples = 4096;  ///< about so many, and fewer than twice as many

    /// Tracker: of a picture that is smoothed by a pixel, every second pixel of every second row says where the other one lies to
    /// a pixel.
    static constexpr int coarseEvery = 2;
    static constexpr int coarse(int size) { return (size + coarseEvery - 1) / coarseEvery; }
    static constexpr int rowsOfMean = 16;  ///< that a picture is centred by: no comparison needs more
    /// So many rows tell rounds enough: at 640 x 480 they end within a tenth of the error from those that see all.
    static constexpr int rowsOfRounds = 64;
    static constexpr int everyRow(int height) { return height / rowsOfRounds > 2 ? height / rowsOfRounds : 2; }
};

}  // namespace coarsen
