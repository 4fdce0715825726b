// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/stage_picture.hpp"

#include "app/window/values/fields_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coarsen::window {

namespace {

QImage greyPicture(const Frame& frame, double lowPercent, double highPercent) {
    const int width = frame.image.width(), height = frame.image.height();
    const GreyRange range = greyRange(frame, lowPercent, highPercent);
    const auto low = static_cast<float>(range.low);
    const float scale = range.high > range.low ? 255.0f / static_cast<float>(range.high - range.low) : 0;
    QImage picture(width, height, QImage::Format_Grayscale8);
    frame.image.visit([&](auto pixels) {
        for (int y = 0; y < height; ++y) {
            uchar* const row = picture.scanLine(y);
            const auto* const from = pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
            for (int x = 0; x < width; ++x)
                row[x] = static_cast<uchar>(std::clamp((static_cast<float>(from[x]) - low) * scale, 0.0f, 255.0f));
        }
    });
    return picture;
}

/// How many of the channels are colours: all but the opacity of a file's own picture.
int colourChannels(const Frame& frame) {
    return frame.image.channels() - (frame.hasAlpha && frame.image.channels() > 1 ? 1 : 0);
}

/// Red, green and blue as the file has them, stretched alike.
QImage colourPicture(const Frame& frame, double lowPercent, double highPercent) {
    const int width = frame.image.width(), height = frame.image.height();
    constexpr int colours = 3;
    float low = std::numeric_limits<float>::infinity(), high = -low;
    for (int channel = 0; channel < colours; ++channel) {
        const GreyRange range = greyRange(frame, lowPercent, highPercent, channel);
        low = std::min(low, static_cast<float>(range.low)), high = std::max(high, static_cast<float>(range.high));
    }
    const float scale = high > low ? 255.0f / (high - low) : 0;
    QImage picture(width, height, QImage::Format_RGB32);
    picture.fill(Qt::black);
    for (int channel = 0; channel < colours; ++channel)
        frame.image.visit(
            [&](auto pixels) {
                for (int y = 0; y < height; ++y) {
                    auto* const row = reinterpret_cast<QRgb*>(picture.scanLine(y));
                    const auto* const from = pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
                    for (int x = 0; x < width; ++x)
                        row[x] |= static_cast<QRgb>(std::clamp((static_cast<float>(from[x]) - low) * scale, 0.0f, 255.0f))
                                  << (8 * (colours - 1 - channel));
                }
            },
            channel);
    return picture;
}

}  // namespace

StagePicture stagePicture(const Stage& stage, double lowPercent, double highPercent) {
    const Frame& frame = stage.frame;
    const int width = frame.image.width(), height = frame.image.height();
    StagePicture out;
    out.key = QString::fromStdString(stage.key);
    out.on = stage.on;
    out.origin = {frame.originX, frame.originY};
    out.frame = frame;
    out.milliseconds = stage.milliseconds;

    out.picture = frame.channelNames.size() > 1 ? fieldsPicture(frame, lowPercent, highPercent)
                  : colourChannels(frame) == 3  ? colourPicture(frame, lowPercent, highPercent)
                                                : greyPicture(frame, lowPercent, highPercent);
    if (!frame.mask.isAllValid()) {
        out.dust = QImage(width, height, QImage::Format_Alpha8);
        const auto valid = frame.mask.pixels();
        std::size_t masked = 0;
        for (int y = 0; y < height; ++y) {
            uchar* const row = out.dust.scanLine(y);
            for (int x = 0; x < width; ++x) {
                const bool isDust =
                    !valid[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
                row[x] = isDust ? 255 : 0;
                masked += isDust;
            }
        }
        out.maskedPercent = 100 * static_cast<double>(masked) / static_cast<double>(valid.size());
    }
    return out;
}

void leaveOut(StagePicture& picture, const Region& region) {
    if (picture.dust.isNull() || region.empty()) return;
    const int width = picture.dust.width(), height = picture.dust.height(), x0 = picture.origin.x(), y0 = picture.origin.y();
    const Mask inside = maskOf(region, x0 + width, y0 + height);
    std::size_t masked = 0, all = 0;
    for (int y = 0; y < height; ++y) {
        uchar* const row = picture.dust.scanLine(y);
        for (int x = 0; x < width; ++x) {
            if (!inside.isValid(x0 + x, y0 + y)) row[x] = 0;
            masked += row[x] != 0;
            all += inside.isValid(x0 + x, y0 + y);
        }
    }
    picture.maskedPercent = all > 0 ? 100 * static_cast<double>(masked) / static_cast<double>(all) : 0;
}

std::vector<StagePicture> channelPictures(const Stage& stage, double lowPercent, double highPercent) {
    std::vector<StagePicture> pictures;
    const int channels = stage.frame.image.channels() - (stage.frame.orientation ? 2 : 0);  // axes come last
    if (stage.frame.channelNames.size() < 2) return pictures;
    for (int channel = 0; channel < channels; ++channel) {
        Stage one = stage;
        one.key += "." + stage.frame.channelNames[static_cast<std::size_t>(channel)];
        one.frame.channelNames.clear();
        one.frame.orientation.reset();
        one.frame.image = stage.frame.image.visit(
            [&](auto pixels) {
                return Image(stage.frame.image.width(), stage.frame.image.height(), std::vector(pixels.begin(), pixels.end()));
            },
            channel);
        pictures.push_back(stagePicture(one, lowPercent, highPercent));
    }
    return pictures;
}

GreyHistogram greyHistogram(const Stage& rawStage, const Frame& finalFrame, std::optional<int> bitsInUse) {
    const Frame& raw = rawStage.frame;
    constexpr int bins = 128;
    GreyHistogram out;
    out.raw.assign(bins, 0);
    out.final.assign(bins, 0);
    out.brightest = std::pow(2.0, raw.bitsPerSample) - 1;
    if (!raw.image.holdsWholeNumbers()) {
        const GreyRange range = greyRange(raw, 0, 100);
        out.darkest = range.low;
        out.brightest = range.high;
    }
    const double range = out.brightest - out.darkest, perBin = range > 0 ? bins / range : 0;
    const auto count = [&](const Frame& frame, std::vector<double>& into) {
        frame.image.visit([&](auto pixels) {
            for (std::size_t i = 0; i < pixels.size(); i += 3)
                into[static_cast<std::size_t>(
                    std::clamp((static_cast<double>(pixels[i]) - out.darkest) * perBin, 0.0, bins - 1.0))] += 1;
        });
    };
    count(raw, out.raw);
    count(finalFrame, out.final);
    out.darkest *= raw.greyUnit;
    out.brightest *= raw.greyUnit;
    out.saturation = saturation(raw, rawStage.foreseen, bitsInUse);
    return out;
}

}  // namespace coarsen::window
