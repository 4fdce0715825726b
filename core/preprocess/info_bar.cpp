// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/info_bar.hpp"

#include "core/preprocess/crop.hpp"
#include "core/preprocess/step_of.hpp"
#include "core/series/frame_picture.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace coarsen {

namespace {

Image firstRows(const Image& image, int rows) {
    const std::size_t kept = static_cast<std::size_t>(image.width()) * static_cast<std::size_t>(rows);
    return image.visit([&](auto first) {
        using Pixel = typename decltype(first)::value_type;
        std::vector<Pixel> pixels;
        for (int channel = 0; channel < image.channels(); ++channel) {
            const auto plane = image.plane<Pixel>(channel).first(kept);
            pixels.insert(pixels.end(), plane.begin(), plane.end());
        }
        return Image(image.width(), rows, std::move(pixels), image.channels());
    });
}

}  // namespace

bool leaveOutInfoBar(std::span<const Step> steps) {
    return std::ranges::any_of(steps, [](const Step& step) {
        const Crop* const crop = step.as<Crop>();
        return crop && step.isOn() && crop->infoBar;
    });
}

int pictureHeight(const ImageHeader& header, std::span<const Step> steps) {
    const auto& rows = header.facts.pictureRows;
    return rows && rows->value > 0 && leaveOutInfoBar(steps) ? std::min(rows->value, header.height) : header.height;
}

RawImage withoutInfoBar(RawImage picture, const FrameSource& source, std::span<const Step> steps) {
    if (!leaveOutInfoBar(steps)) return picture;
    const int rows = pictureHeight(frameHeader(source), steps);
    if (rows >= picture.image.height()) return picture;
    picture.image = firstRows(picture.image, rows);
    for (Image& channel : picture.furtherChannels)
        channel = firstRows(channel, rows);
    return picture;
}

}  // namespace coarsen
