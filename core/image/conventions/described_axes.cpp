// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/described_axes.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/image/conventions/property_lines.hpp"
#include "core/image/conventions/regular_planes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace coarsen::conventions {

namespace {

/// "C", "Z" or "T" of what is an axis of pages; nothing of one within a page.
std::optional<char> axisOfPages(char letter) {
    switch (letter) {
        case 'Y':
        case 'X':
        case 'S':
            return std::nullopt;
        case 'Z':
        case 'C':
            return letter;
        default:
            return 'T';
    }
}

/// Sets a scene's sides; false where an axis comes twice or has no side.
bool setSide(SceneFacts& scene, std::string& order, char axis, long long side) {
    if (side < 1 || side > mostPromisedPlanes || order.find(axis) != std::string::npos) return false;
    (axis == 'T' ? scene.times : axis == 'Z' ? scene.slices : scene.channels) = static_cast<int>(side);
    order += axis;
    return true;
}

void completeOrder(std::string& order) {
    for (const char axis : {'C', 'Z', 'T'})
        if (order.find(axis) == std::string::npos) order += axis;
}

std::vector<std::string_view> listOf(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t cut = std::min(text.find(','), text.size());
        parts.push_back(text.substr(0, cut));
        text.remove_prefix(std::min(cut + 1, text.size()));
    }
    return parts;
}

/// The axis that SCIFIO calls by its name: X and Y, Channel, Z, Time.
std::optional<char> scifioAxis(std::string_view name) {
    return name == "Channel" ? std::optional('C')
           : name == "Z"     ? std::optional('Z')
           : name == "Time"  ? std::optional('T')
                             : std::nullopt;
}

}  // namespace

std::optional<FileFacts> shapedFacts(std::string_view description, int pages) {
    constexpr std::size_t longest = 4096;  // of what tifffile writes; deeper texts are none of its
    if (!description.starts_with("{\"") || description.size() > longest) return std::nullopt;
    const auto json = nlohmann::json::parse(description, nullptr, false);
    if (!json.is_object() || !json.contains("shape") || !json["shape"].is_array()) return std::nullopt;
    FileFacts facts;
    facts.writer = "tifffile";
    if (!json.contains("axes") || !json["axes"].is_string()) return facts;
    const std::string axes = json["axes"];
    const auto& shape = json["shape"];
    if (axes.size() != shape.size()) return facts;
    SceneFacts scene;
    std::string order;
    for (std::size_t i = axes.size(); i-- > 0;) {
        const auto axis = axisOfPages(axes[i]);
        if (!axis) continue;
        if (!shape[i].is_number_integer() || !setSide(scene, order, *axis, shape[i].get<long long>())) return facts;
    }
    const double promised = 1.0 * scene.times * scene.slices * scene.channels;
    if (promised < pages) {
        facts.unread.push_back("tifffile's shape " + shape.dump() + ", which has fewer pages than the file's " +
                               std::to_string(pages));
        return facts;
    }
    completeOrder(order);
    if (promised > 1 && placeInOrder(scene, order, pages)) facts.scenes.push_back(std::move(scene));
    return facts;
}

std::optional<FileFacts> scifioFacts(std::string_view description, int pages) {
    if (!description.starts_with("SCIFIO=")) return std::nullopt;
    FileFacts facts;
    facts.writer = "SCIFIO";
    const auto axes = listOf(propertyIn(description, "axes")), lengths = listOf(propertyIn(description, "lengths")),
               scales = listOf(propertyIn(description, "scales")), units = listOf(propertyIn(description, "units"));
    SceneFacts scene;
    PixelSize size, bare;
    std::string order;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto length = i < lengths.size() ? parseInteger(lengths[i]) : std::nullopt;
        if (const auto axis = scifioAxis(axes[i]); axis && length && !setSide(scene, order, *axis, *length)) return facts;
        const double scale = i < scales.size() ? parseNumber(scales[i]).value_or(0) : 0;
        if (scale == 0 || axes[i] == "Channel") continue;
        const std::string_view unit = i < units.size() ? units[i] : std::string_view();
        const bool isTime = axes[i] == "Time", isBare = unit.empty() || unit == "null";
        if (isBare && isTime && scale != 1)
            facts.unread.push_back("SCIFIO's scale " + std::string(scales[i]) + " of Time, which has no unit");
        if (isBare && (axes[i] == "X" || axes[i] == "Y")) (axes[i] == "X" ? bare.x : bare.y) = scale;
        if (isBare || isNoUnit(unit)) continue;
        const auto factor = isTime ? secondsIn(unit, UnitDialect::imageJ) : micrometresIn(unit, UnitDialect::imageJ);
        if (!factor) {
            facts.unread.push_back("SCIFIO's unit '" + std::string(unit) + "' of " + std::string(axes[i]));
            continue;
        }
        const double value = scale * *factor;
        if (isTime && value > 0 && std::isfinite(value))
            facts.intervalsS.push_back(
                {value, Trust::stated, "SCIFIO scale " + std::string(scales[i]) + " " + std::string(unit)});
        (axes[i] == "X" ? size.x : axes[i] == "Y" ? size.y : size.z) = isTime ? size.z : value;
    }
    if (size.x != 0 && size.y != 0) facts.sizes.push_back({size, Trust::stated, "SCIFIO scales"});
    const bool isScaled = bare.x != 1 || bare.y != 1;
    if (bare.x > 0 && bare.y > 0 && isScaled && std::isfinite(bare.x + bare.y))
        facts.withoutUnit = Stated<PixelSize>{bare, Trust::offered, "SCIFIO"};
    completeOrder(order);
    const bool isStated = scene.times > 1 || scene.slices > 1 || scene.channels > 1;
    if (isStated && placeInOrder(scene, order, pages)) facts.scenes.push_back(std::move(scene));
    return facts;
}

}  // namespace coarsen::conventions
