// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cv {
class Mat;
}

namespace coarsen {

/// One stroke of the brush that paints dust in or out, in pixels of the uncropped frame.
struct Stroke {
    struct Point {
        double x = 0, y = 0;
        bool operator==(const Point&) const = default;
    };

    static constexpr int everyFrame = -1;

    int frame = everyFrame;  ///< the only frame that it is painted on
    bool isDust = true;      ///< false: what lies under it is no dust
    double radiusPx = 8;
    std::vector<Point> path;

    bool operator==(const Stroke&) const = default;
};

/// "+8 100,200 104,203; -5 @12 40,40": sign (dust or not), radius, frame unless every one, points.
std::string strokesText(const std::vector<Stroke>& strokes);

/// Throws SettingError naming `key`: not strokes, a radius of 0 or above 1000 px, no points.
std::vector<Stroke> strokesFromText(std::string_view text, const std::string& key);

/// Paints the strokes of that frame in their order: 1 for dust, 0 for none. `dust` is CV_8U.
void paint(cv::Mat& dust, const std::vector<Stroke>& strokes, int frame);

/// True where any of the strokes is painted on that frame.
bool arePaintedOn(int frame, const std::vector<Stroke>& strokes);

}  // namespace coarsen
