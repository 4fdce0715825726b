// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/values/fields_picture.hpp"

#include "core/preprocess/contrast.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace coarsen::window {

namespace {

constexpr double middleLightness = 60;

/// CIELAB (D65) to sRGB, cut to what a screen can show.
std::array<double, 3> srgb(double lightness, double a, double b) {
    const double fy = (lightness + 16) / 116, fx = fy + a / 500, fz = fy - b / 200;
    const auto light = [](double f) { return f > 6.0 / 29 ? f * f * f : 3 * 36.0 / 841 * (f - 4.0 / 29); };
    const double x = 0.95047 * light(fx), y = light(fy), z = 1.08883 * light(fz);
    const auto shown = [](double part) {
        const double cut = std::clamp(part, 0.0, 1.0);
        return 255 * (cut <= 0.0031308 ? 12.92 * cut : 1.055 * std::pow(cut, 1 / 2.4) - 0.055);
    };
    return {shown(3.2406 * x - 1.5372 * y - 0.4986 * z), shown(-0.9689 * x + 1.8758 * y + 0.0415 * z),
            shown(0.0557 * x - 0.2040 * y + 1.0570 * z)};
}

/// The circle in steps of half a degree.
constexpr int stepsOfHalfTurn = 360;
const std::vector<std::array<double, 3>>& axisCircle() {
    static const std::vector<std::array<double, 3>> circle = [] {
        std::vector<std::array<double, 3>> colours;
        for (int i = 0; i < stepsOfHalfTurn; ++i) {
            const double turn = 2 * std::numbers::pi * i / stepsOfHalfTurn, c = std::cos(turn), s = std::sin(turn);
            colours.push_back(srgb(middleLightness + 18 * c, -38 * c, 48 * s));
        }
        return colours;
    }();
    return circle;
}

QRgb mixed(const std::array<double, 3>& colour, double coherence) {
    static const double grey = srgb(middleLightness, 0, 0)[0];
    const auto part = [&](std::size_t i) { return static_cast<int>(std::lround(grey + coherence * (colour[i] - grey))); };
    return qRgb(part(0), part(1), part(2));
}

QRgb axisRgb(double cosine, double sine) {
    const double turn = std::atan2(sine, cosine) / (2 * std::numbers::pi);
    const auto step = static_cast<std::size_t>(std::lround((turn + 1) * stepsOfHalfTurn)) % stepsOfHalfTurn;
    return mixed(axisCircle()[step], std::min(1.0, std::hypot(cosine, sine)));
}

/// A picture whose pixels `colourOf(i)` gives.
template <typename ColourOf>
QImage painted(const Frame& frame, ColourOf colourOf) {
    const int width = frame.image.width(), height = frame.image.height();
    QImage picture(width, height, QImage::Format_RGB32);
    std::size_t i = 0;
    for (int y = 0; y < height; ++y) {
        QRgb* const row = reinterpret_cast<QRgb*>(picture.scanLine(y));
        for (int x = 0; x < width; ++x, ++i)
            row[x] = colourOf(i);
    }
    return picture;
}

QImage axesPicture(const Frame& frame) {
    const int last = frame.image.channels() - 1;
    const auto x1 = frame.image.plane<float>(last - 1), x2 = frame.image.plane<float>(last);
    double most = 1e-12;  // coherence ends at 1; gradients, and pairs over their rms, do not
    for (std::size_t i = 0; i < x1.size(); ++i)
        most = std::max(most, static_cast<double>(std::hypot(x1[i], x2[i])));
    const double scale = 1 / std::max(most, frame.image.channels() == 2 && most <= 1.001 ? 1.0 : most);
    return painted(
        frame, [&](std::size_t i) { return axisRgb(scale * static_cast<double>(x1[i]), scale * static_cast<double>(x2[i])); });
}

QImage coloursPicture(const Frame& frame) {
    const auto a = frame.image.plane<float>(0), b = frame.image.plane<float>(1);
    return painted(frame, [&](std::size_t i) {
        const auto colour = srgb(middleLightness, static_cast<double>(a[i]), static_cast<double>(b[i]));
        return qRgb(static_cast<int>(colour[0]), static_cast<int>(colour[1]), static_cast<int>(colour[2]));
    });
}

QImage planesPicture(const Frame& frame, double lowPercent, double highPercent) {
    std::vector<std::vector<int>> shown;  // 0 to 255
    for (int channel = 0; channel < std::min(3, frame.image.channels()); ++channel) {
        const GreyRange range = greyRange(frame, lowPercent, highPercent, channel);
        const double scale = range.high > range.low ? 255 / (range.high - range.low) : 0;
        frame.image.visit(
            [&](auto pixels) {
                std::vector<int>& values = shown.emplace_back();
                for (const auto pixel : pixels)
                    values.push_back(static_cast<int>(std::clamp((static_cast<double>(pixel) - range.low) * scale, 0.0, 255.0)));
            },
            channel);
    }
    if (shown.size() == 2) shown.push_back(shown[0]);
    return painted(frame, [&](std::size_t i) { return qRgb(shown[0][i], shown[1][i], shown[2][i]); });
}

}  // namespace

QColor axisColour(double axisDeg, double coherence) {
    const double doubled = axisDeg * std::numbers::pi / 90;
    return QColor(axisRgb(coherence * std::cos(doubled), coherence * std::sin(doubled)));
}

QImage fieldsPicture(const Frame& frame, double lowPercent, double highPercent) {
    if (frame.orientation) return axesPicture(frame);
    if (frame.channelNames.front() == "a*") return coloursPicture(frame);
    return planesPicture(frame, lowPercent, highPercent);
}

}  // namespace coarsen::window
