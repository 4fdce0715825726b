// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/region.hpp"

#include "core/base/error.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace coarsen {

namespace {

using Kind = RegionShape::Kind;
using Point = RegionShape::Point;

constexpr double farthest = 1e6;  // px
constexpr double latestFrame = 1e9;
constexpr std::size_t mostShapes = 10'000, mostPoints = 1'000'000;
constexpr std::array kinds{Kind::rectangle, Kind::ellipse, Kind::polygon};

/// Where the outline crosses the line of pixel centres at `y`, from left to right: inside between the first and the second, the
/// third and the fourth, ...
std::vector<double> crossings(const RegionShape& shape, double y) {
    const std::vector<Point>& points = shape.points;
    std::vector<double> at;
    if (shape.kind == Kind::rectangle) {
        if (y >= points[0].y && y < points[0].y + points[1].y) at = {points[0].x, points[0].x + points[1].x};
    } else if (shape.kind == Kind::ellipse) {
        const double down = (y - points[0].y) / points[1].y, half = 1 - down * down;
        if (half > 0) at = {points[0].x - points[1].x * std::sqrt(half), points[0].x + points[1].x * std::sqrt(half)};
    } else {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Point &a = points[i], &b = points[(i + 1) % points.size()];
            if ((a.y <= y) != (b.y <= y)) at.push_back(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
        }
        std::ranges::sort(at);
    }
    return at;
}

/// The first pixel whose centre is not left of `x`.
int firstCentreFrom(double x, int width) {
    return static_cast<int>(std::clamp(std::ceil(x - 0.5), 0.0, static_cast<double>(width)));
}

/// Its extent: left, top, right, bottom.
std::array<double, 4> extentOf(const RegionShape& shape) {
    const std::vector<Point>& points = shape.points;
    if (shape.kind == Kind::rectangle) return {points[0].x, points[0].y, points[0].x + points[1].x, points[0].y + points[1].y};
    if (shape.kind == Kind::ellipse)
        return {points[0].x - points[1].x, points[0].y - points[1].y, points[0].x + points[1].x, points[0].y + points[1].y};
    const auto [left, right] = std::ranges::minmax_element(points, {}, &Point::x);
    const auto [top, bottom] = std::ranges::minmax_element(points, {}, &Point::y);
    return {left->x, top->y, right->x, bottom->y};
}

std::optional<RegionShape> shapeFrom(std::string_view text) {
    const std::vector<std::string_view> words = textParts(text, ' ');
    if (words.empty() || (words.front().front() != '+' && words.front().front() != '-')) return std::nullopt;
    const auto kind = std::ranges::find(kinds, words.front().substr(1), [](Kind one) { return nameOf(one); });
    if (kind == kinds.end()) return std::nullopt;
    RegionShape shape{*kind, words.front().front() == '+', {}};
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i].front() == '@') {
            const auto frame = parseNumber(words[i].substr(1));
            if (!frame || *frame < 0 || *frame > latestFrame || *frame != std::floor(*frame)) return std::nullopt;
            shape.frame = static_cast<int>(*frame);
            continue;
        }
        const std::size_t comma = words[i].find(',');
        if (comma == std::string_view::npos) return std::nullopt;
        const auto x = parseNumber(words[i].substr(0, comma)), y = parseNumber(words[i].substr(comma + 1));
        if (!x || !y) return std::nullopt;
        shape.points.push_back({*x, *y});
    }
    return shape;
}

/// The pixels that shapes which add reach to.
class Reach {
public:
    Reach(int width, int height) : width_(width), height_(height), left_(width), top_(height) {}

    void add(const RegionShape& shape) {
        if (!first_) first_ = &shape;
        if (!shape.adds) return;
        const std::array<double, 4> extent = extentOf(shape);
        left_ = std::min(left_, firstCentreFrom(extent[0], width_));
        top_ = std::min(top_, firstCentreFrom(extent[1], height_));
        right_ = std::max(right_, firstCentreFrom(extent[2], width_));
        bottom_ = std::max(bottom_, firstCentreFrom(extent[3], height_));
    }
    /// Adds the reach of further shapes of the same region.
    void add(const Reach& other) {
        if (!first_ || (other.first_ && std::less<>{}(other.first_, first_))) first_ = other.first_;
        left_ = std::min(left_, other.left_);
        top_ = std::min(top_, other.top_);
        right_ = std::max(right_, other.right_);
        bottom_ = std::max(bottom_, other.bottom_);
    }
    bool isOfNone() const { return first_ == nullptr; }
    PixelBox box() const {
        if (!first_ || !first_->adds) return {0, 0, width_, height_};
        return {left_, top_, std::max(0, right_ - left_), std::max(0, bottom_ - top_)};
    }

private:
    int width_, height_, left_, top_, right_ = 0, bottom_ = 0;
    const RegionShape* first_ = nullptr;  // says what the region begins with
};

}  // namespace

std::string_view nameOf(RegionShape::Kind kind) {
    return kind == Kind::rectangle ? "rectangle" : kind == Kind::ellipse ? "ellipse" : "polygon";
}

std::string textOf(const Region& region) {
    std::string text;
    for (const RegionShape& shape : region) {
        text += (text.empty() ? "" : "; ") + std::string(shape.adds ? "+" : "-") + std::string(nameOf(shape.kind));
        if (shape.frame != RegionShape::everyFrame) text += " @" + std::to_string(shape.frame);
        for (const Point& point : shape.points)
            text += " " + shortest(point.x) + "," + shortest(point.y);
    }
    return text;
}

void requireUsable(const RegionShape& shape, const std::string& key) {
    const std::string name(nameOf(shape.kind));
    const bool isPolygon = shape.kind == Kind::polygon;
    if (isPolygon ? shape.points.size() < 3 : shape.points.size() != 2)
        throw SettingError(key, "a " + name + " has " + std::to_string(shape.points.size()) + " points",
                           isPolygon ? "give it three or more" : "give it two: a corner and its size, or a centre and half-axes");
    for (const Point& point : shape.points)
        if (!(std::abs(point.x) <= farthest) || !(std::abs(point.y) <= farthest))
            throw SettingError(key, "a " + name + " has a point that lies in no picture", "points are within 1000000 px");
    const auto [left, top, right, bottom] = extentOf(shape);
    if (!(right > left) || !(bottom > top)) throw SettingError(key, "a " + name + " has no extent", "draw it larger");
}

Region regionFrom(std::string_view text, const std::string& key) {
    Region region;
    std::size_t points = 0;
    for (const std::string_view part : textParts(text, ';')) {
        const auto shape = shapeFrom(part);
        if (!shape)
            throw SettingError(key, "'" + std::string(part.substr(0, 60)) + "' is no shape",
                               "write a text such as '+polygon 10,10 200,10 100,180; -ellipse 50,50 20,10; +rectangle @12 "
                               "10,10 200,100': sign, kind, the only frame, points");
        requireUsable(*shape, key);
        points += shape->points.size();
        region.push_back(*shape);
    }
    if (region.size() > mostShapes || points > mostPoints)
        throw SettingError(key, "it has " + std::to_string(region.size()) + " shapes with " + std::to_string(points) + " points",
                           "at most 10000 shapes and 1000000 points are taken");
    return region;
}

bool isDrawnFor(int frame, const Region& region) {
    return region.empty() || std::ranges::any_of(region, [&](const RegionShape& shape) { return shape.holdsFor(frame); });
}

bool differsByFrame(const Region& region) {
    return std::ranges::any_of(region, [](const RegionShape& shape) { return shape.frame != RegionShape::everyFrame; });
}

Mask maskOf(const Region& region, int width, int height, int frame) {
    const auto first = std::ranges::find_if(region, [&](const RegionShape& shape) { return shape.holdsFor(frame); });
    if (first == region.end()) return {};
    std::vector<std::uint8_t> inside(static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                                     first->adds ? std::uint8_t{0} : std::uint8_t{1});
    for (const RegionShape& shape : region) {
        if (!shape.holdsFor(frame)) continue;
        const std::array<double, 4> extent = extentOf(shape);
        const int to = firstCentreFrom(extent[3], height);
        for (int row = firstCentreFrom(extent[1], height); row < to; ++row) {
            const std::vector<double> at = crossings(shape, row + 0.5);
            const auto line = inside.begin() + static_cast<std::ptrdiff_t>(row) * width;
            for (std::size_t i = 0; i + 1 < at.size(); i += 2)
                std::fill(line + firstCentreFrom(at[i], width), line + firstCentreFrom(at[i + 1], width),
                          shape.adds ? std::uint8_t{1} : std::uint8_t{0});
        }
    }
    return {width, height, std::move(inside)};
}

PixelBox boxOf(const Region& region, int width, int height, int frame) {
    Reach reach(width, height);
    for (const RegionShape& shape : region)
        if (shape.holdsFor(frame)) reach.add(shape);
    return reach.box();
}

std::vector<PixelBox> boxesOf(const Region& region, int width, int height) {
    Reach every(width, height);
    std::map<int, Reach> own;
    for (const RegionShape& shape : region)
        if (shape.frame == RegionShape::everyFrame)
            every.add(shape);
        else
            own.try_emplace(shape.frame, width, height).first->second.add(shape);
    std::vector<PixelBox> boxes;
    if (!every.isOfNone()) boxes.push_back(every.box());
    for (auto& [frame, reach] : own) {
        reach.add(every);
        boxes.push_back(reach.box());
    }
    return boxes;
}

}  // namespace coarsen
