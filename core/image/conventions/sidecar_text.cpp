// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/sidecar_text.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/image/conventions/instrument_words.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace coarsen::conventions {

namespace {

/// The sides of the picture that the text is about.
using PictureSides = std::optional<std::pair<long long, long long>>;

/// "1280x960", "1280 960"
PictureSides sidesIn(std::string_view text) {
    constexpr std::string_view digits = "0123456789";
    const auto take = [&]() -> std::optional<long long> {
        text.remove_prefix(std::min(text.find_first_of(digits), text.size()));
        const std::size_t end = std::min(text.find_first_not_of(digits), text.size());
        const auto number = parseInteger(text.substr(0, end));
        text.remove_prefix(end);
        return number;
    };
    const auto width = take(), height = take();
    return width && height && *width > 0 && *height > 0 ? PictureSides({*width, *height}) : std::nullopt;
}

/// True where the picture has the columns that the text counts. It says where not, and where there is an info bar.
bool isOfPicture(const PictureSides& sides, std::string_view by, int width, int height, FileFacts& facts) {
    if (!sides) return true;
    const std::string written = std::string(by) + " " + std::to_string(sides->first) + " \u00D7 " + std::to_string(sides->second);
    if (sides->first != width || sides->second > height) {
        facts.unread.push_back("the size of pixels beside the picture, which is of one of other sides (" + written + ")");
        return false;
    }
    if (sides->second < height) facts.pictureRows = Stated<int>{static_cast<int>(sides->second), Trust::stated, written};
    return true;
}

FileFacts hitachiFacts(std::string_view section, int width, int height) {
    FileFacts facts;
    const std::string_view written = iniValue(section, "PixelSize");
    const auto size = numberWithUnit(written);
    const bool isOne = isOfPicture(sidesIn(iniValue(section, "DataSize")), "Hitachi DataSize", width, height, facts);
    if (size && isOne) {
        constexpr double nanometreUm = 1e-3;
        const auto um = size->unit.empty() ? std::optional(nanometreUm) : micrometresIn(size->unit);
        if (um)
            addStatedSize({size->number * *um, size->number * *um, 0}, "Hitachi PixelSize=" + shortly(written), facts);
        else
            facts.unread.push_back("Hitachi's unit '" + shortly(size->unit) + "'");
    } else if (!written.empty() && isOne) {
        facts.unread.push_back("the size of pixels of Hitachi, PixelSize '" + shortly(written) + "'");
    }
    addStatedClock("Hitachi", iniValue(section, "Date"), iniValue(section, "Time"), facts);
    return facts;
}

/// The value of a line "$KEY value"; JEOL's keys have one or two dollars.
std::string_view jeolValue(std::string_view text, std::string_view key) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.starts_with('$')) continue;
        line.remove_prefix(line.starts_with("$$") ? 2 : 1);
        const bool isKey =
            line.starts_with(key) && line.size() > key.size() && (line[key.size()] == ' ' || line[key.size()] == '\t');
        if (isKey) return trimmed(line.substr(key.size()));
    }
    return {};
}

FileFacts jeolFacts(std::string_view text, int width, int height) {
    FileFacts facts;
    const std::string_view bar = jeolValue(text, "SM_MICRON_BAR"), marker = jeolValue(text, "SM_MICRON_MARKER");
    const auto pixels = parseNumber(bar);
    const auto length = numberWithUnit(marker);
    const auto um = length ? micrometresIn(length->unit) : std::nullopt;
    const bool isOne = isOfPicture(sidesIn(jeolValue(text, "CM_FULL_SIZE")), "JEOL CM_FULL_SIZE", width, height, facts);
    const std::string words = shortly(marker) + " over " + shortly(bar) + " px";
    if (isOne && um && pixels && *pixels > 0) {
        const double side = length->number * *um / *pixels;
        addStatedSize({side, side, 0}, "JEOL bar, " + words + ", whole pixels: to " + significant(100 / *pixels, 2) + " %",
                      facts);
    } else if (isOne && !(bar.empty() && marker.empty())) {
        facts.unread.push_back("the size of pixels by JEOL's bar, " + words);
    }
    addStatedClock("JEOL", jeolValue(text, "CM_DATE"), jeolValue(text, "CM_TIME"), facts);
    return facts;
}

}  // namespace

std::optional<FileFacts> sidecarTextFacts(std::span<const std::byte> bytes, int width, int height) {
    const std::string text = decodedText(bytes);
    std::optional<FileFacts> facts;
    for (const char* const name : {"SemImageFile", "TemImageFile"})
        if (const std::string_view section = sectionIn(text, name); !facts && !section.empty())
            facts = hitachiFacts(section, width, height);
    const bool isOfJeol = !jeolValue(text, "CM_FORMAT").empty() || !jeolValue(text, "CM_MAG").empty() ||
                          !jeolValue(text, "SM_MICRON_MARKER").empty();
    if (!facts && isOfJeol) facts = jeolFacts(text, width, height);
    if (!facts) return std::nullopt;
    for (Stated<PixelSize>& size : facts->sizes)
        size.value.isOfSidecar = true;
    return facts;
}

}  // namespace coarsen::conventions
