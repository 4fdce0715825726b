// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/shown_filter.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coarsen::window {

namespace {

constexpr int mostPixels = 168;  // a side, of a picture half as wide on a screen of double density

QImage pictureOf(const ShownFilter& filter) {
    const Filter& kernel = filter.kernel;
    const int every = (std::max(kernel.width, kernel.height) + mostPixels - 1) / mostPixels;
    const int left = (kernel.width - 1) / 2 % every, top = (kernel.height - 1) / 2 % every;  // the middle stays in it
    QImage picture((kernel.width - left + every - 1) / every, (kernel.height - top + every - 1) / every, QImage::Format_Indexed8);
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x) {
            const double place = filter.colourPlace(static_cast<double>(kernel.at(left + x * every, top + y * every)));
            picture.scanLine(y)[x] = static_cast<uchar>(std::lround(255 * place));
        }
    return picture;
}

}  // namespace

double ShownFilter::colourPlace(double tap) const {
    const auto root = [](double value) { return std::copysign(std::sqrt(std::abs(value)), value); };
    return std::clamp((root(tap) - root(lowest)) / (root(highest) - root(lowest)), 0.0, 1.0);
}

ShownFilter shownFilter(Filter kernel, double aspect) {
    ShownFilter shown;
    const auto [least, most] = std::ranges::minmax(kernel.taps);
    const double size = std::max(std::abs(least), std::abs(most));
    shown.lowest = least < 0 ? -size : 0;
    shown.highest = most > 0 ? size : 0;
    shown.kernel = std::move(kernel);
    shown.picture = pictureOf(shown);
    shown.response = frequencyResponse(shown.kernel, aspect);
    return shown;
}

}  // namespace coarsen::window
