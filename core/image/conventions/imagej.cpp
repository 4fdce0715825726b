// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/imagej.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/image/conventions/density.hpp"
#include "core/image/conventions/property_lines.hpp"
#include "core/image/conventions/regular_planes.hpp"

#include <algorithm>
#include <cmath>

namespace coarsen::conventions {

namespace {

constexpr int mostPictures = 1 << 20;

/// Java properties: a line each, "key=value".
class Properties {
public:
    explicit Properties(std::string_view text) : text_(text) {}

    std::string_view operator()(std::string_view key) const { return propertyIn(text_, key); }
    int count(std::string_view key) const {
        const auto number = parseInteger((*this)(key));
        return number && *number >= 1 && *number <= mostPictures ? static_cast<int>(*number) : 1;
    }

private:
    std::string_view text_;
};

std::string stated(std::string_view key, std::string_view value) {
    return "ImageJ " + std::string(key) + "=" + std::string(value);
}

void readImageJInterval(const Properties& property, FileFacts& facts) {
    if (const auto rate = parseNumber(property("fps")); rate && *rate > 0) facts.replayPerS = *rate;
    const auto interval = parseNumber(property("finterval"));
    if (!interval || !(*interval > 0)) return;
    const std::string_view unit = property("tunit");
    const auto seconds = unit.empty() ? std::optional<double>(1) : secondsIn(unit, UnitDialect::imageJ);
    if (!seconds) {
        facts.unread.push_back("ImageJ's tunit '" + std::string(unit) + "'");
        return;
    }
    if (std::isfinite(*interval * *seconds))
        facts.intervalsS.push_back(
            {*interval * *seconds, Trust::stated,
             stated("finterval", property("finterval")) + (unit.empty() ? "" : ", tunit=" + std::string(unit))});
}

/// µm in the unit of an axis; nothing where it is none, named in `unread` where it is not known.
std::optional<double> unitOfAxis(std::string_view unit, std::string_view key, FileFacts& facts) {
    if (isNoUnit(unit)) return std::nullopt;
    const auto um = micrometresIn(unit, UnitDialect::imageJ);
    if (!um) facts.unread.push_back("ImageJ's " + std::string(key) + " '" + std::string(unit) + "'");
    return um;
}

void readImageJSizes(const Properties& property, const Resolution& resolution, FileFacts& facts) {
    const std::string_view unit = property("unit"), yUnit = property("yunit"), zUnit = property("zunit");
    if (unit.empty()) addNumberWithoutUnit(resolution, "ImageJ", facts);
    if (unit.empty() || isNoUnit(unit)) return addDensity(resolution, "the TIFF's resolution", facts);
    const auto across = unitOfAxis(unit, "unit", facts);
    const auto down = yUnit.empty() ? across : unitOfAxis(yUnit, "yunit", facts);
    const auto deep = zUnit.empty() ? across : unitOfAxis(zUnit, "zunit", facts);
    if (!across || !down || resolution.x == 0 || resolution.y == 0) return;
    PixelSize size{*across / resolution.x, *down / resolution.y, 0};
    constexpr int perCentimetre = 3;
    constexpr double centimetreUm = 1e4;
    facts.isPerCentimetre = resolution.unit == perCentimetre && *across != centimetreUm;
    if (facts.isPerCentimetre) size = {centimetreUm / resolution.x, centimetreUm / resolution.y, 0};
    if (const auto spacing = parseNumber(property("spacing")); spacing && deep) size.z = *spacing * *deep;
    // An inch is what scanners and printers count in.
    constexpr double inchUm = 25400;
    facts.sizes.push_back({size, *across == inchUm ? Trust::offered : Trust::stated, stated("unit", unit)});
}

}  // namespace

int imageJPictures(std::string_view description) {
    return description.starts_with("ImageJ=") ? Properties(description).count("images") : 1;
}

std::optional<FileFacts> imageJFacts(std::string_view description, const Resolution& resolution, int pages) {
    if (!description.starts_with("ImageJ=")) return std::nullopt;
    const Properties property(description);
    FileFacts facts;
    facts.writer = "ImageJ";
    readImageJInterval(property, facts);
    readImageJSizes(property, resolution, facts);

    SceneFacts scene;
    scene.channels = property.count("channels");
    scene.times = property.count("frames");
    const int slices = property.count("slices");
    // A plain stack calls its pages slices, whatever they are; only a hyperstack means it.
    if (property("hyperstack") == "true" || scene.channels > 1 || scene.times > 1) {
        scene.slices = slices;
    } else {
        scene.times = std::max(property.count("images"), slices);
        facts.callsAllSlices = scene.times > 1 && property("frames").empty();
    }
    const bool isStated = scene.channels > 1 || scene.times > 1 || scene.slices > 1;
    if (isStated && placeInOrder(scene, "CZT", pages)) facts.scenes.push_back(std::move(scene));
    return facts;
}

}  // namespace coarsen::conventions
