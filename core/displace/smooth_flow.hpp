// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files only: it shows OpenCV.

#include "core/displace/patch_grid.hpp"
#include "core/image/opencv.hpp"

#include <array>
#include <vector>

namespace coarsen {

/// Moves of a grid's patches, smoothed by (1 2 1)/4 along both axes, as a flow at every pixel: Lagrange's cubic between patches'
/// centres, straight on beyond them. A move that is linear in place stays as it is.
class SmoothFlow {
public:
    SmoothFlow(const PatchGrid& grid, const std::vector<Move>& moves);  ///< all known

    /// Along row y of the picture, at its pixels from 0 on.
    void alongRow(int y, std::vector<float>& dx, std::vector<float>& dy) const;
    Move at(double x, double y) const;

private:
    /// Four neighbours' weights, the first of which stands at `first` - 1 in the grid.
    struct Between {
        int first = 0;
        std::array<double, 4> weights{};
    };
    Between between(double place, int count) const;
    /// Along an axis, in grid lines; beyond the last straight on.
    Move node(int column, int row) const;
    Move across(const Between& down, int column) const;

    PatchGrid grid_;
    int columns_, rows_;
    std::vector<Move> moves_;
    std::vector<Between> columnsOf_;  // of each pixel of a row
};

/// A picture drawn again through a flow: at p what it has at p + flow(p), by Lagrange's cubic; where that is known (CV_8U, 0 or
/// 1), 0 elsewhere.
struct DrawnPicture {
    cv::Mat picture, valid;
};
DrawnPicture drawnThrough(const SmoothFlow& flow, const cv::Mat& picture, const cv::Mat& valid, int threads);

/// Picture of half the size: means of two by two pixels, known where all four are. An odd last row or column is left out.
DrawnPicture halved(const DrawnPicture& whole);

}  // namespace coarsen
