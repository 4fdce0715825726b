// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/displace/moved_picture.hpp"

#include "core/displace/match_loops.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace coarsen {

namespace {

cv::Mat turnedPicture(const cv::Mat& picture, const Shift& shift, const cv::Rect& place) {
    const double angle = shift.rotationDeg * std::numbers::pi / 180, cosine = std::cos(angle), sine = std::sin(angle);
    const double centreX = (picture.cols - 1) / 2.0, centreY = (picture.rows - 1) / 2.0;
    const cv::Matx23d toPicture(cosine, -sine, centreX + shift.x - cosine * centreX + sine * centreY,  //
                                sine, cosine, centreY + shift.y - sine * centreX - cosine * centreY);
    cv::Mat mapX(place.size(), CV_32F), mapY(place.size(), CV_32F), turned;
    for (int y = 0; y < place.height; ++y)
        for (int x = 0; x < place.width; ++x) {
            const double fromX = x + place.x, fromY = y + place.y;
            mapX.at<float>(y, x) = static_cast<float>(toPicture(0, 0) * fromX + toPicture(0, 1) * fromY + toPicture(0, 2));
            mapY.at<float>(y, x) = static_cast<float>(toPicture(1, 0) * fromX + toPicture(1, 1) * fromY + toPicture(1, 2));
        }
    cv::remap(picture, turned, mapX, mapY, cv::INTER_LINEAR, cv::BORDER_CONSTANT, 0);
    return turned;
}

std::array<float, 4> singleWeights(double t) {
    const std::array<double, 4> weights = cubicWeights(t);
    return {static_cast<float>(weights[0]), static_cast<float>(weights[1]), static_cast<float>(weights[2]),
            static_cast<float>(weights[3])};
}

/// The columns (or rows) p of `size` from `start` on whose neighbours p + whole + first ... p + whole + last all lie in 0 ...
/// end-1.
struct Span {
    int begin, end;
    Span(int start, int size, int whole, int first, int last, int end)
        : begin(std::max(0, -(start + whole + first))), end(std::min(size, end - (start + whole + last))) {}
};

/// Calls draw(y, row) for the drawn rows of `moved`, 0 outside of `columns`, and sets those outside of `rows` to 0.
template <typename Pixel, typename Draw>
void drawRows(cv::Mat& moved, const Span& columns, const Span& rows, int everyRow, Draw draw) {
    for (int y = everyRow == 1 ? 0 : 1; y < moved.rows; y += everyRow) {
        auto* const row = moved.ptr<Pixel>(y);
        if (y < rows.begin || y >= rows.end || columns.begin >= columns.end) {
            std::fill_n(row, moved.cols, Pixel{});
            continue;
        }
        std::fill(row, row + columns.begin, Pixel{});
        draw(y, row);
        std::fill(row + columns.end, row + moved.cols, Pixel{});
    }
}

}  // namespace

cv::Mat movedPicture(const cv::Mat& picture, const Shift& shift, const cv::Rect& place, int everyRow) {
    if (shift.rotationDeg != 0) return turnedPicture(picture, shift, place);
    const int left = static_cast<int>(std::floor(shift.x)), top = static_cast<int>(std::floor(shift.y));
    const auto across = singleWeights(shift.x - left);
    const auto down = singleWeights(shift.y - top);
    const Span columns(place.x, place.width, left, -1, 2, picture.cols), rows(place.y, place.height, top, -1, 2, picture.rows);
    cv::Mat moved(place.size(), CV_32F);
    const auto count = static_cast<std::size_t>(std::max(0, columns.end - columns.begin));
    std::vector<float> between(count + 3);
    drawRows<float>(moved, columns, rows, everyRow, [&](int y, float* to) {
        const int from = y + place.y + top, x = columns.begin + place.x + left - 1;
        addRows({picture.ptr<float>(from - 1) + x, picture.ptr<float>(from) + x, picture.ptr<float>(from + 1) + x,
                 picture.ptr<float>(from + 2) + x},
                down, count + 3, between.data());
        addNeighbours(between.data(), across, count, to + columns.begin);
    });
    return moved;
}

cv::Mat movedValid(const cv::Mat& valid, const Shift& shift, const cv::Rect& place, int everyRow) {
    if (shift.rotationDeg != 0) {
        cv::Mat single;
        valid.convertTo(single, CV_32F);
        return (turnedPicture(single, shift, place) > 0.999) / 255;
    }
    const int left = static_cast<int>(std::floor(shift.x)), top = static_cast<int>(std::floor(shift.y));
    const Span columns(place.x, place.width, left, 0, 1, valid.cols), rows(place.y, place.height, top, 0, 1, valid.rows);
    cv::Mat moved(place.size(), CV_8U);
    drawRows<std::uint8_t>(moved, columns, rows, everyRow, [&](int y, std::uint8_t* to) {
        const int from = y + place.y + top;
        const std::uint8_t *above = valid.ptr<std::uint8_t>(from) + place.x + left,
                           *below = valid.ptr<std::uint8_t>(from + 1) + place.x + left;
        for (int x = columns.begin; x < columns.end; ++x)
            to[x] = above[x] & above[x + 1] & below[x] & below[x + 1];
    });
    return moved;
}

}  // namespace coarsen
