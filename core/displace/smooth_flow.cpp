// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/smooth_flow.hpp"

#include "core/base/parallel.hpp"
#include "core/displace/match_loops.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen {

namespace {

constexpr int bandRows = 16;

Move sumOf(double a, const Move& one, double b, const Move& other) {
    return {a * one.x + b * other.x, a * one.y + b * other.y};
}

/// (1 2 1)/4 along a line of moves `stride` apart; its ends stay, as if the line went straight on.
void smoothLine(Move* line, int count, int stride) {
    Move before = line[0];
    for (int i = 1; i + 1 < count; ++i) {
        const Move here = line[i * stride];
        line[i * stride] = sumOf(0.5, here, 0.25, sumOf(1, before, 1, line[(i + 1) * stride]));
        before = here;
    }
}

}  // namespace

SmoothFlow::SmoothFlow(const PatchGrid& grid, const std::vector<Move>& moves)
    : grid_(grid), columns_(grid.columns()), rows_(grid.rows()), moves_(moves) {
    for (int row = 0; row < rows_; ++row)
        smoothLine(&moves_[static_cast<std::size_t>(row * columns_)], columns_, 1);
    for (int column = 0; column < columns_; ++column)
        smoothLine(&moves_[static_cast<std::size_t>(column)], rows_, columns_);
    for (int x = 0; x < grid.width; ++x)
        columnsOf_.push_back(between(x, columns_));
}

SmoothFlow::Between SmoothFlow::between(double place, int count) const {
    const double lines = (place - grid_.centre(0)) / grid_.stepPx;
    const int first = std::clamp(static_cast<int>(std::floor(lines)), 0, std::max(0, count - 2));
    const double t = lines - first;
    if (t < 0 || t > 1) return {first, {0, 1 - t, t, 0}};
    return {first, cubicWeights(t)};
}

Move SmoothFlow::node(int column, int row) const {
    if (columns_ > 1 && column < 0) return sumOf(1 - column, node(0, row), column, node(1, row));
    if (columns_ > 1 && column >= columns_) {
        const int beyond = column - columns_ + 1;
        return sumOf(1 + beyond, node(columns_ - 1, row), -beyond, node(columns_ - 2, row));
    }
    if (rows_ > 1 && row < 0) return sumOf(1 - row, node(column, 0), row, node(column, 1));
    if (rows_ > 1 && row >= rows_) {
        const int beyond = row - rows_ + 1;
        return sumOf(1 + beyond, node(column, rows_ - 1), -beyond, node(column, rows_ - 2));
    }
    const int onlyRow = rows_ > 1 ? row : 0, onlyColumn = columns_ > 1 ? column : 0;
    return moves_[static_cast<std::size_t>(onlyRow * columns_ + onlyColumn)];
}

Move SmoothFlow::across(const Between& down, int column) const {
    Move sum{0, 0};
    for (int i = 0; i < 4; ++i)
        sum = sumOf(1, sum, down.weights[static_cast<std::size_t>(i)], node(column, down.first - 1 + i));
    return sum;
}

void SmoothFlow::alongRow(int y, std::vector<float>& dx, std::vector<float>& dy) const {
    const Between down = between(y, rows_);
    std::vector<Move> line;  // from one grid line before the first on
    for (int column = -1; column <= std::max(columns_, 2); ++column)
        line.push_back(across(down, column));
    dx.resize(columnsOf_.size());
    dy.resize(columnsOf_.size());
    for (std::size_t x = 0; x < columnsOf_.size(); ++x) {
        const Between& right = columnsOf_[x];
        const Move* const from = &line[static_cast<std::size_t>(right.first)];
        double sumX = 0, sumY = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            sumX += right.weights[i] * from[i].x;
            sumY += right.weights[i] * from[i].y;
        }
        dx[x] = static_cast<float>(sumX);
        dy[x] = static_cast<float>(sumY);
    }
}

Move SmoothFlow::at(double x, double y) const {
    const Between down = between(y, rows_), right = between(x, columns_);
    Move sum{0, 0};
    for (int i = 0; i < 4; ++i)
        sum = sumOf(1, sum, right.weights[static_cast<std::size_t>(i)], across(down, right.first - 1 + i));
    return sum;
}

DrawnPicture drawnThrough(const SmoothFlow& flow, const cv::Mat& picture, const cv::Mat& valid, int threads) {
    DrawnPicture drawn{cv::Mat::zeros(picture.size(), CV_32F), cv::Mat::zeros(picture.size(), CV_8U)};
    const int width = picture.cols, height = picture.rows;
    const auto drawRow = [&](int y, const std::vector<float>& dx, const std::vector<float>& dy) {
        float* const to = drawn.picture.ptr<float>(y);
        std::uint8_t* const isKnown = drawn.valid.ptr<std::uint8_t>(y);
        for (int x = 0; x < width; ++x) {
            const float wholeX = std::floor(dx[static_cast<std::size_t>(x)]),
                        wholeY = std::floor(dy[static_cast<std::size_t>(x)]);
            // Far outside a flow may be anything; such places are no pixels.
            if (std::abs(wholeX) > static_cast<float>(width) || std::abs(wholeY) > static_cast<float>(height)) continue;
            const int left = x + static_cast<int>(wholeX), top = y + static_cast<int>(wholeY);
            if (left < 1 || top < 1 || left + 2 >= width || top + 2 >= height) continue;
            const auto right = cubicWeights(dx[static_cast<std::size_t>(x)] - wholeX);
            const auto down = cubicWeights(dy[static_cast<std::size_t>(x)] - wholeY);
            float sum = 0;
            for (int v = 0; v < 4; ++v) {
                const float* const row = picture.ptr<float>(top - 1 + v) + left - 1;
                sum += down[static_cast<std::size_t>(v)] *
                       (right[0] * row[0] + right[1] * row[1] + right[2] * row[2] + right[3] * row[3]);
            }
            to[x] = sum;
            const std::uint8_t *above = valid.ptr<std::uint8_t>(top) + left, *below = valid.ptr<std::uint8_t>(top + 1) + left;
            isKnown[x] = above[0] & above[1] & below[0] & below[1];
        }
    };
    parallelFor(static_cast<std::size_t>((height + bandRows - 1) / bandRows), threads, [&](std::size_t band) {
        std::vector<float> dx, dy;
        const int first = static_cast<int>(band) * bandRows;
        for (int y = first; y < std::min(height, first + bandRows); ++y) {
            flow.alongRow(y, dx, dy);
            drawRow(y, dx, dy);
        }
    });
    return drawn;
}

}  // namespace coarsen
