// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/stroke.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text_parts.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace coarsen {

namespace {

constexpr double largestRadiusPx = 1000, farthestPx = 1e6;
constexpr int subPixelBits = 3;  // cv::line and cv::circle take eighths of pixels

std::optional<Stroke> strokeFrom(std::string_view text) {
    Stroke stroke;
    for (const std::string_view word : textParts(text, ' ')) {
        if (word.front() == '@') {
            const auto frame = parseNumber(word.substr(1));
            if (!frame || *frame < 0 || *frame > 1e9 || *frame != std::floor(*frame)) return std::nullopt;
            stroke.frame = static_cast<int>(*frame);
        } else if (const std::size_t comma = word.find(','); comma != std::string_view::npos) {
            const auto x = parseNumber(word.substr(0, comma)), y = parseNumber(word.substr(comma + 1));
            if (!x || !y || !(std::abs(*x) < farthestPx) || !(std::abs(*y) < farthestPx)) return std::nullopt;
            stroke.path.push_back({*x, *y});
        } else if (word.front() == '+' || word.front() == '-') {
            const auto radius = parseNumber(word.substr(1));
            if (!radius || !(*radius > 0) || !(*radius <= largestRadiusPx)) return std::nullopt;
            stroke.isDust = word.front() == '+';
            stroke.radiusPx = *radius;
        } else {
            return std::nullopt;
        }
    }
    if (stroke.path.empty()) return std::nullopt;
    return stroke;
}

cv::Point fixedPoint(const Stroke::Point& point) {
    const double scale = 1 << subPixelBits;
    return {static_cast<int>(std::lround(point.x * scale)), static_cast<int>(std::lround(point.y * scale))};
}

}  // namespace

std::string strokesText(const std::vector<Stroke>& strokes) {
    std::string text;
    for (const Stroke& stroke : strokes) {
        text += (text.empty() ? "" : "; ") + std::string(stroke.isDust ? "+" : "-") + shortest(stroke.radiusPx);
        if (stroke.frame != Stroke::everyFrame) text += " @" + std::to_string(stroke.frame);
        for (const Stroke::Point& point : stroke.path)
            text += " " + shortest(point.x) + "," + shortest(point.y);
    }
    return text;
}

std::vector<Stroke> strokesFromText(std::string_view text, const std::string& key) {
    std::vector<Stroke> strokes;
    for (const std::string_view part : textParts(text, ';')) {
        const auto stroke = strokeFrom(part);
        if (!stroke)
            throw SettingError(key, "'" + std::string(part.substr(0, 60)) + "' is no stroke",
                               "write strokes as in '+8 100,200 104,203; -5 @12 40,40': sign and radius, the only frame, points");
        strokes.push_back(*stroke);
    }
    return strokes;
}

void paint(cv::Mat& dust, const std::vector<Stroke>& strokes, int frame) {
    for (const Stroke& stroke : strokes) {
        if (stroke.frame != Stroke::everyFrame && stroke.frame != frame) continue;
        const cv::Scalar value(stroke.isDust ? 1 : 0);
        const int thickness = std::max(1, static_cast<int>(std::lround(2 * stroke.radiusPx)));
        const int radius = static_cast<int>(std::lround(stroke.radiusPx * (1 << subPixelBits)));
        for (std::size_t i = 0; i < stroke.path.size(); ++i) {
            const cv::Point here = fixedPoint(stroke.path[i]);
            cv::circle(dust, here, radius, value, cv::FILLED, cv::LINE_8, subPixelBits);
            if (i > 0) cv::line(dust, fixedPoint(stroke.path[i - 1]), here, value, thickness, cv::LINE_8, subPixelBits);
        }
    }
}

bool arePaintedOn(int frame, const std::vector<Stroke>& strokes) {
    return std::ranges::any_of(
        strokes, [frame](const Stroke& stroke) { return stroke.frame == Stroke::everyFrame || stroke.frame == frame; });
}

}  // namespace coarsen
