// SPDX-License-Identifier: GPL-3.0-or-later
// ImageJ's selections as ij.io.RoiDecoder and RoiEncoder have them: big-endian, a head of 64 bytes, then coordinates.
#include "core/image/imagej_roi.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/image/zip.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace coarsen {

namespace {

constexpr std::size_t headBytes = 64, largestFile = std::size_t{64} << 20;
constexpr int subPixelBit = 128, versionWithFloats = 222, versionWithFloatBoxes = 223, ourVersion = 227;
enum RoiType { polygonRoi = 0, rectangleRoi = 1, ovalRoi = 2, freehandRoi = 7, tracedRoi = 8 };
constexpr std::size_t typeAt = 6, topAt = 8, leftAt = 10, bottomAt = 12, rightAt = 14, countAt = 16, floatBoxAt = 18,
                      compositeAt = 36, optionsAt = 50, positionAt = 56, secondHeadAt = 60;
constexpr std::size_t channelBehind = 4, sliceBehind = 8, timeBehind = 12;  // the second head's start

/// Reads big-endian numbers where they are; a file that ends before is damaged.
class RoiBytes {
public:
    RoiBytes(std::span<const std::byte> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

    int byteAt(std::size_t at) const { return static_cast<int>(require(at, 1)); }
    int shortAt(std::size_t at) const { return static_cast<std::int16_t>(require(at, 2)); }
    int unsignedAt(std::size_t at) const { return static_cast<int>(require(at, 2)); }
    std::uint32_t wordAt(std::size_t at) const { return require(at, 4); }
    double floatAt(std::size_t at) const { return std::bit_cast<float>(require(at, 4)); }
    /// One that counts from 1; 0 where there is none.
    int numberAt(std::size_t at) const {
        constexpr std::uint32_t most = 1'000'000'000;
        const std::uint32_t number = at < bytes_.size() && bytes_.size() - at >= 4 ? require(at, 4) : 0;
        return number > most ? 0 : static_cast<int>(number);
    }
    [[noreturn]] void refuse(const std::string& reason, const std::string& remedy = "save the selection again in ImageJ") const {
        throw InputError(name_, reason, remedy);
    }

private:
    std::uint32_t require(std::size_t at, std::size_t count) const {
        if (at > bytes_.size() || bytes_.size() - at < count) refuse("the selection is cut short");
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < count; ++i)
            value = value << 8 | std::to_integer<std::uint32_t>(bytes_[at + i]);
        return value;
    }

    std::span<const std::byte> bytes_;
    const std::string& name_;
};

bool isInside(const RegionShape::Point& point, const RegionShape& ring) {
    bool inside = false;
    for (std::size_t i = 0, j = ring.points.size() - 1; i < ring.points.size(); j = i++) {
        const auto &a = ring.points[i], &b = ring.points[j];
        if ((a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
    }
    return inside;
}

/// Rings of a composite selection: one that lies in an odd number of others is a hole.
Region nested(std::vector<RegionShape> rings) {
    std::vector<std::pair<std::size_t, RegionShape>> byDepth;
    for (std::size_t i = 0; i < rings.size(); ++i) {
        std::size_t depth = 0;
        for (std::size_t k = 0; k < rings.size(); ++k)
            if (k != i && isInside(rings[i].points.front(), rings[k])) ++depth;
        byDepth.emplace_back(depth, rings[i]);
        byDepth.back().second.adds = depth % 2 == 0;
    }
    std::ranges::stable_sort(byDepth, {}, &std::pair<std::size_t, RegionShape>::first);
    Region region;
    for (auto& [depth, ring] : byDepth)
        region.push_back(std::move(ring));
    return region;
}

/// A path of Java's: move, line, curves of two and three control points, close.
Region composite(const RoiBytes& bytes, std::size_t count) {
    constexpr std::size_t moveTo = 0, lineTo = 1, quadTo = 2, cubicTo = 3, close = 4;
    constexpr int stepsOfCurve = 16;
    constexpr std::array<std::size_t, 5> numbersOf{2, 2, 4, 6, 0};
    constexpr std::size_t mostRings = 1000;  // each is compared with every other
    std::vector<RegionShape> rings;
    for (std::size_t at = 0; at < count;) {
        const double code = bytes.floatAt(headBytes + 4 * at++);
        if (!(code >= 0 && code <= close) || code != std::floor(code)) bytes.refuse("the composite selection is damaged");
        const auto segment = static_cast<std::size_t>(code);
        std::array<double, 6> to{};
        for (std::size_t i = 0; i < numbersOf[segment]; ++i)
            to[i] = bytes.floatAt(headBytes + 4 * at++);
        if (segment == moveTo) {
            if (rings.size() == mostRings) bytes.refuse("the composite selection has more than 1000 outlines", "divide it");
            rings.emplace_back();
        }
        if (rings.empty()) bytes.refuse("the composite selection is damaged");
        auto& points = rings.back().points;
        if (segment == moveTo || segment == lineTo) points.push_back({to[0], to[1]});
        if (segment != quadTo && segment != cubicTo) continue;
        if (points.empty()) bytes.refuse("the composite selection is damaged");
        const RegionShape::Point from = points.back();
        for (int step = 1; step <= stepsOfCurve; ++step) {
            const double t = static_cast<double>(step) / stepsOfCurve, s = 1 - t;
            const auto curve = [&](double a, std::size_t i) {
                return segment == quadTo
                           ? s * s * a + 2 * s * t * to[i] + t * t * to[i + 2]
                           : s * s * s * a + 3 * s * s * t * to[i] + 3 * s * t * t * to[i + 2] + t * t * t * to[i + 4];
            };
            points.push_back({curve(from.x, 0), curve(from.y, 1)});
        }
    }
    std::erase_if(rings, [](const RegionShape& ring) { return ring.points.size() < 3; });
    return nested(std::move(rings));
}

RegionShape outline(const RoiBytes& bytes, std::size_t count, bool hasFloats) {
    RegionShape shape;
    const double left = bytes.shortAt(leftAt), top = bytes.shortAt(topAt);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t x = headBytes + 2 * i, y = x + 2 * count;
        const std::size_t floatX = headBytes + 4 * count + 4 * i, floatY = floatX + 4 * count;
        if (hasFloats)
            shape.points.push_back({bytes.floatAt(floatX), bytes.floatAt(floatY)});
        else
            shape.points.push_back({left + bytes.shortAt(x), top + bytes.shortAt(y)});
    }
    return shape;
}

RegionShape boxed(const RoiBytes& bytes, bool isOval, bool hasFloats) {
    double x = bytes.shortAt(leftAt), y = bytes.shortAt(topAt);
    double width = bytes.shortAt(rightAt) - x, height = bytes.shortAt(bottomAt) - y;
    if (hasFloats) {
        x = bytes.floatAt(floatBoxAt), y = bytes.floatAt(floatBoxAt + 4);
        width = bytes.floatAt(floatBoxAt + 8), height = bytes.floatAt(floatBoxAt + 12);
    }
    if (isOval) return {RegionShape::Kind::ellipse, true, {{x + width / 2, y + height / 2}, {width / 2, height / 2}}};
    return {RegionShape::Kind::rectangle, true, {{x, y}, {width, height}}};
}

Region selection(const RoiBytes& bytes) {
    const int version = bytes.unsignedAt(4), type = bytes.byteAt(typeAt);
    const bool isSubPixel = (bytes.unsignedAt(optionsAt) & subPixelBit) != 0;
    Region region;
    if (const std::uint32_t count = bytes.wordAt(compositeAt); count > 0) {
        if (count > largestFile / 4) bytes.refuse("the composite selection is damaged");
        region = composite(bytes, count);
    } else if (type == rectangleRoi || type == ovalRoi) {
        region = {boxed(bytes, type == ovalRoi, isSubPixel && version >= versionWithFloatBoxes)};
    } else if (type == polygonRoi || type == freehandRoi || type == tracedRoi) {
        region = {
            outline(bytes, static_cast<std::size_t>(bytes.unsignedAt(countAt)), isSubPixel && version >= versionWithFloats)};
    } else {
        bytes.refuse("the selection is a line, an angle or points, which have no area", "select an area");
    }
    if (region.empty()) bytes.refuse("the selection has no area", "select an area");
    for (const RegionShape& shape : region) {
        try {
            requireUsable(shape, "");
        } catch (const SettingError& error) {
            bytes.refuse(error.reason());
        }
    }
    return region;
}

/// From a label of ImageJ's ROI Manager, "0003-0120-0456": image, y, x, of four digits each, or of five or six; else 0.
int imageInName(const std::string& name) {
    const std::size_t slash = name.find_last_of("/\\"), begin = slash == std::string::npos ? 0 : slash + 1;
    const std::string_view label = std::string_view(name).substr(begin);
    for (const std::size_t digits : {std::size_t{4}, std::size_t{5}, std::size_t{6}}) {
        const std::size_t length = 3 * digits + 2;
        bool isSuch = label.size() >= length;
        for (std::size_t i = 0; isSuch && i < length; ++i)
            isSuch = i % (digits + 1) == digits ? label[i] == '-' : label[i] >= '0' && label[i] <= '9';
        if (isSuch) return static_cast<int>(parseNumber(label.substr(0, digits)).value_or(0));
    }
    return 0;
}

RoiPosition positionOf(const RoiBytes& bytes, const std::string& name) {
    RoiPosition position{bytes.numberAt(positionAt)};
    if (const int second = bytes.numberAt(secondHeadAt); second > 0) {
        const auto start = static_cast<std::size_t>(second);
        position.channel = bytes.numberAt(start + channelBehind);
        position.slice = bytes.numberAt(start + sliceBehind);
        position.time = bytes.numberAt(start + timeBehind);
    }
    if (position == RoiPosition{}) position.image = imageInName(name);
    return position;
}

RoiSelection selectionOf(std::span<const std::byte> bytes, const std::string& where, const std::string& name) {
    const RoiBytes roi(bytes, where);
    return {selection(roi), positionOf(roi, name)};
}

bool isSelection(std::span<const std::byte> bytes) {
    return bytes.size() >= 4 && std::memcmp(bytes.data(), "Iout", 4) == 0;
}

/// True where a set's entry is named as one of ours that takes away: "0002-ellipse.roi".
bool isNamedTakingAway(const std::string& name) {
    const auto sign = name.find_first_not_of("0123456789");
    return sign != std::string::npos && sign > 0 && name[sign] == '-' &&
           (name.ends_with("-rectangle.roi") || name.ends_with("-ellipse.roi") || name.ends_with("-polygon.roi"));
}

void putShort(std::vector<std::byte>& bytes, std::size_t at, int value) {
    bytes[at] = static_cast<std::byte>(static_cast<unsigned>(value) >> 8 & 0xff);
    bytes[at + 1] = static_cast<std::byte>(static_cast<unsigned>(value) & 0xff);
}

void putFloat(std::vector<std::byte>& bytes, std::size_t at, double value) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    putShort(bytes, at, static_cast<int>(bits >> 16));
    putShort(bytes, at + 2, static_cast<int>(bits & 0xffff));
}

std::vector<std::byte> selectionBytes(const RegionShape& shape) {
    const bool isPolygon = shape.kind == RegionShape::Kind::polygon;
    double left = shape.points[0].x, top = shape.points[0].y, right = left, bottom = top;
    if (isPolygon) {
        for (const auto& [x, y] : shape.points)
            left = std::min(left, x), right = std::max(right, x), top = std::min(top, y), bottom = std::max(bottom, y);
    } else {
        const bool isEllipse = shape.kind == RegionShape::Kind::ellipse;
        const auto [width, height] = shape.points[1];
        if (isEllipse) left -= width, top -= height;
        right = left + (isEllipse ? 2 : 1) * width, bottom = top + (isEllipse ? 2 : 1) * height;
    }
    const std::size_t count = isPolygon ? shape.points.size() : 0;
    const double least = std::min(std::floor(left), std::floor(top)), most = std::max(std::ceil(right), std::ceil(bottom));
    if (count > 65535 || least < -32768 || most > 32767)
        throw SettingError("region", "ImageJ's file holds 65535 points within 32767 px at most, and this shape goes beyond",
                           "leave it in the recipe");
    const auto isWhole = [](double value) { return value == std::floor(value); };
    const bool isSubPixel =
        isPolygon ? !std::ranges::all_of(shape.points, [&](const auto& point) { return isWhole(point.x) && isWhole(point.y); })
                  : !(isWhole(left) && isWhole(top) && isWhole(right) && isWhole(bottom));
    std::vector<std::byte> bytes(headBytes + count * (isSubPixel ? 12 : 4));
    std::memcpy(bytes.data(), "Iout", 4);
    putShort(bytes, 4, ourVersion);
    bytes[typeAt] = static_cast<std::byte>(isPolygon                                  ? polygonRoi
                                           : shape.kind == RegionShape::Kind::ellipse ? ovalRoi
                                                                                      : rectangleRoi);
    const int atLeft = static_cast<int>(std::floor(left)), atTop = static_cast<int>(std::floor(top));
    putShort(bytes, topAt, atTop);
    putShort(bytes, leftAt, atLeft);
    putShort(bytes, bottomAt, static_cast<int>(std::ceil(bottom)));
    putShort(bytes, rightAt, static_cast<int>(std::ceil(right)));
    putShort(bytes, countAt, static_cast<int>(count));
    if (const int image = shape.frame + 1; image > 0) {
        putShort(bytes, positionAt, image >> 16);
        putShort(bytes, positionAt + 2, image & 0xffff);
    }
    if (isSubPixel) putShort(bytes, optionsAt, subPixelBit);
    if (isSubPixel && !isPolygon)
        for (const auto& [at, value] : {std::pair{0, left}, {4, top}, {8, right - left}, {12, bottom - top}})
            putFloat(bytes, floatBoxAt + static_cast<std::size_t>(at), value);
    for (std::size_t i = 0; i < count; ++i) {
        const auto [x, y] = shape.points[i];
        putShort(bytes, headBytes + 2 * i, static_cast<int>(std::floor(x)) - atLeft);
        putShort(bytes, headBytes + 2 * count + 2 * i, static_cast<int>(std::floor(y)) - atTop);
        if (!isSubPixel) continue;
        putFloat(bytes, headBytes + 4 * count + 4 * i, x);
        putFloat(bytes, headBytes + 8 * count + 4 * i, y);
    }
    return bytes;
}

}  // namespace

RoiFile roisFromBytes(std::span<const std::byte> bytes, const std::string& name) {
    RoiFile file{name, {}};
    if (isSelection(bytes)) {
        file.selections = {selectionOf(bytes, name, name)};
        return file;
    }
    if (!isZip(bytes))
        throw InputError(name, "it is no selection of ImageJ",
                         "save one there: File > Save As > Selection, or a set in the ROI Manager");
    for (const ZipEntry& entry : zipEntries(bytes, name)) {
        if (!isSelection(entry.bytes)) continue;  // what else somebody has packed with them
        RoiSelection& one = file.selections.emplace_back(selectionOf(entry.bytes, name + ", " + entry.name, entry.name));
        if (isNamedTakingAway(entry.name))
            for (RegionShape& shape : one.region)
                shape.adds = !shape.adds;
    }
    if (file.selections.empty()) throw InputError(name, "there is no selection in it", "save a set in ImageJ's ROI Manager");
    regionFrom(textOf(unionOf(file)), name);  // its limits hold for them
    return file;
}

RoiFile readRois(const std::filesystem::path& file) {
    const std::vector<std::byte> bytes = readWhole(file, largestFile);
    return roisFromBytes(bytes, displayName(file));
}

Region unionOf(const RoiFile& file) {
    Region region;
    for (const RoiSelection& one : file.selections)
        region.insert(region.end(), one.region.begin(), one.region.end());
    return region;
}

std::vector<std::byte> regionFile(const Region& region, bool isSet) {
    if (region.empty()) throw SettingError("region", "there is no shape", "draw one");
    if (!isSet && region.size() == 1 && region.front().adds) return selectionBytes(region.front());
    std::vector<ZipEntry> entries;
    for (const RegionShape& shape : region) {
        std::string number = std::to_string(entries.size() + 1);
        number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0');
        entries.push_back({number + (shape.adds ? "+" : "-") + std::string(nameOf(shape.kind)) + ".roi", selectionBytes(shape)});
    }
    return zipOf(entries);
}

}  // namespace coarsen
