// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/line_profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen {

namespace {

double bilinear(const Image& image, double x, double y, int channel) {
    // Half a pixel wide, the rim lies between the outermost middles and the image's edge: it has their value.
    const double u = std::clamp(x - 0.5, 0.0, image.width() - 1.0), v = std::clamp(y - 0.5, 0.0, image.height() - 1.0);
    const int left = static_cast<int>(u), top = static_cast<int>(v);
    const int right = std::min(left + 1, image.width() - 1), bottom = std::min(top + 1, image.height() - 1);
    const double p = u - left, q = v - top;
    return (1 - q) * ((1 - p) * image.at(left, top, channel) + p * image.at(right, top, channel)) +
           q * ((1 - p) * image.at(left, bottom, channel) + p * image.at(right, bottom, channel));
}

}  // namespace

double PixelLine::lengthPx() const {
    return std::hypot(x2 - x1, y2 - y1);
}

LineProfile lineProfile(const Image& image, const PixelLine& line, int originX, int originY, int channels) {
    const int steps = std::max(1, static_cast<int>(std::ceil(line.lengthPx())));
    const int averaged = channels > 0 ? std::min(channels, image.channels()) : image.channels();
    LineProfile profile;
    for (int i = 0; i <= steps; ++i) {
        const double part = static_cast<double>(i) / steps;
        const double x = line.x1 + part * (line.x2 - line.x1), y = line.y1 + part * (line.y2 - line.y1);
        const double inX = x - originX, inY = y - originY;
        profile.x.push_back(x);
        profile.y.push_back(y);
        if (inX < 0 || inY < 0 || inX > image.width() || inY > image.height()) {
            profile.value.push_back(std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        double sum = 0;
        for (int channel = 0; channel < averaged; ++channel)
            sum += bilinear(image, inX, inY, channel);
        profile.value.push_back(sum / averaged);
    }
    return profile;
}

}  // namespace coarsen
