// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/electron_microscopes.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/image/conventions/instrument_words.hpp"
#include "core/image/conventions/stored_numbers.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

namespace coarsen::conventions {

namespace {

constexpr double metreUm = 1e6;

/// A pixel's side in metres that is written as a number; nothing where there is no text, named in `unread` where it is none.
std::optional<double> metresIn(std::string_view text, const std::string& what, FileFacts& facts) {
    if (text.empty()) return std::nullopt;
    const auto number = parseNumber(text);
    if (!number || !std::isfinite(*number)) {
        facts.unread.push_back("the size of pixels of " + what + "=" + shortly(text));
        return std::nullopt;
    }
    return *number;
}

/// The section of the beam that made the picture; the infrared one has no name of its own.
std::string_view beamOfFei(std::string_view text) {
    const std::string_view beam = iniValue(sectionIn(text, "Beam"), "Beam");
    if (const std::string_view section = beam.empty() ? beam : sectionIn(text, beam); !section.empty()) return section;
    const std::string_view infrared = sectionIn(text, "IRBeam");
    return infrared.empty() ? sectionIn(text, "EBeam") : infrared;
}

void addFeiSize(std::string_view text, FileFacts& facts) {
    const std::string_view scan = sectionIn(text, "Scan"), image = sectionIn(text, "Image"), beam = beamOfFei(text);
    const std::string_view width = iniValue(scan, "PixelWidth"), height = iniValue(scan, "PixelHeight");
    if (const auto x = metresIn(width, "FEI PixelWidth", facts)) {
        const auto y = metresIn(height, "FEI PixelHeight", facts);
        return addStatedSize({*x * metreUm, y.value_or(*x) * metreUm, 0}, "FEI PixelWidth=" + shortly(width), facts);
    }
    const std::string_view field = iniValue(beam, "HFW"), fieldDown = iniValue(beam, "VFW");
    const auto columns = parseNumber(iniValue(image, "ResolutionX")), rows = parseNumber(iniValue(image, "ResolutionY"));
    if (field.empty()) return;
    const auto across = metresIn(field, "FEI HFW", facts), down = metresIn(fieldDown, "FEI VFW", facts);
    if (!across) return;
    if (!columns || !(*columns > 0)) {
        facts.unread.push_back("the size of pixels by FEI HFW=" + shortly(field) + ", for ResolutionX is not there");
        return;
    }
    const double x = *across / *columns, y = down && rows && *rows > 0 ? *down / *rows : x;
    addStatedSize({x * metreUm, y * metreUm, 0}, "FEI HFW=" + shortly(field) + ", ResolutionX=" + shortest(*columns), facts);
}

/// A side of a pixel in metres, as XML of Thermo's has it: <X unit="m" unitPrefixPower="1">6.48E-07</X>.
std::optional<double> feiXmlMetres(const pugi::xml_node& side) {
    const std::string_view unit = side.attribute("unit").as_string("m"),
                           prefix = side.attribute("unitPrefixPower").as_string("1");
    const auto number = parseNumber(trimmed(side.text().get()));
    return unit == "m" && prefix == "1" ? number : std::nullopt;
}

/// Takes from XML of Thermo's the size of pixels and the clock, wherever they stand in it.
void addFeiXml(std::string_view text, FileFacts& facts) {
    pugi::xml_document words;
    const auto isNamed = [](const char* name) {
        return [name](const pugi::xml_node& node) { return std::string_view(node.name()) == name; };
    };
    if (!words.load_buffer(text.data(), text.size())) {
        facts.unread.emplace_back("FEI's words, which are broken XML");
        return;
    }
    const pugi::xml_node size = words.find_node(isNamed("PixelSize")), date = words.find_node(isNamed("AcquisitionDatetime"));
    const auto x = feiXmlMetres(size.child("X")), y = feiXmlMetres(size.child("Y"));
    if (x && y)
        addStatedSize({*x * metreUm, *y * metreUm, 0}, "FEI PixelSize=" + shortly(size.child("X").text().get()), facts);
    else
        facts.unread.emplace_back("FEI's words, which are XML that states no size of pixels in metres");
    const std::string_view when = date.text().get();
    const std::size_t cut = std::min(when.find('T'), when.size());
    addStatedClock("FEI", when.substr(0, cut), when.substr(std::min(cut + 1, when.size())), facts);
}

/// The lines of Zeiss' text: values by their names, and numbers that have none.
struct ZeissLines {
    std::map<std::string_view, std::string_view> values;
    std::vector<std::string_view> unnamed;
};

bool isZeissName(std::string_view line) {
    bool hasLetter = false;
    for (const char c : line) {
        if (c >= 'a' && c <= 'z') return false;
        hasLetter = hasLetter || (c >= 'A' && c <= 'Z');
    }
    return hasLetter && line.find_first_of("=:") == std::string_view::npos;
}

ZeissLines zeissLines(std::string_view text) {
    constexpr std::size_t mostUnnamed = 64;
    ZeissLines lines;
    std::string_view name;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (isZeissName(line)) {
            name = line;
        } else if (!name.empty()) {
            const std::size_t equals = line.find('='), sign = equals == std::string_view::npos ? line.find(':') : equals;
            if (sign != std::string_view::npos) lines.values.try_emplace(name, trimmed(line.substr(sign + 1)));
            name = {};
        } else if (lines.unnamed.size() < mostUnnamed) {
            lines.unnamed.push_back(line);
        }
    }
    return lines;
}

std::string_view zeissValue(const ZeissLines& lines, std::string_view name) {
    const auto value = lines.values.find(name);
    return value == lines.values.end() ? std::string_view() : value->second;
}

void addZeissSize(const ZeissLines& lines, int width, FileFacts& facts) {
    const std::string_view ofImage = zeissValue(lines, "AP_IMAGE_PIXEL_SIZE");
    const auto written = numberWithUnit(ofImage);
    const auto um = written ? micrometresIn(written->unit) : std::nullopt;
    if (um) return addStatedSize({written->number * *um, written->number * *um, 0}, "Zeiss " + shortly(ofImage), facts);
    if (!ofImage.empty()) facts.unread.push_back("the size of pixels of Zeiss, AP_IMAGE_PIXEL_SIZE '" + shortly(ofImage) + "'");
    constexpr std::size_t fourth = 3;
    constexpr double columnsOfNumber = 1024;
    if (lines.unnamed.size() <= fourth || width <= 0) return;
    const auto metres = parseNumber(lines.unnamed[fourth]);
    if (!metres || !(*metres > 0) || !std::isfinite(*metres)) return;
    const double side = *metres * metreUm * columnsOfNumber / width;
    addStatedSize({side, side, 0}, "Zeiss " + shortly(lines.unnamed[fourth]) + " m at 1024 pixels across", facts);
}

/// A text in a tag of type ASCII; nothing where the tag is another's.
std::optional<std::string> textOfTag(const InstrumentTags& tags, std::uint16_t number) {
    constexpr std::uint16_t ascii = 2;
    const PrivateTag* const tag = tags.find(number);
    return tag && tag->type == ascii ? std::optional(decodedText(tag->bytes)) : std::nullopt;
}

std::optional<double> doubleOfTag(const InstrumentTags& tags, std::uint16_t number) {
    constexpr std::uint16_t doubles = 12;
    const PrivateTag* const tag = tags.find(number);
    return tag && tag->type == doubles ? StoredNumbers(tag->bytes, tags.isLittle).at<double>(0) : std::nullopt;
}

}  // namespace

std::optional<FileFacts> feiFacts(std::string_view text, int width, int height) {
    const std::string_view begin = trimmed(text);
    if (begin.empty()) return std::nullopt;
    FileFacts facts;
    facts.writer = "FEI";
    if (begin.starts_with('<')) {
        addFeiXml(begin, facts);
        return facts;
    }
    const std::string_view image = sectionIn(text, "Image"), user = sectionIn(text, "User");
    if (image.empty() && user.empty() && sectionIn(text, "Scan").empty() && beamOfFei(text).empty()) return std::nullopt;
    const auto columns = parseInteger(iniValue(image, "ResolutionX")), rows = parseInteger(iniValue(image, "ResolutionY"));
    const bool isOther = columns && *columns > 0 && width > 0 && *columns != width;
    if (isOther)
        facts.unread.push_back("the size of pixels of FEI, which counts " + std::to_string(*columns) +
                               " across (ResolutionX) where the picture has " + std::to_string(width));
    else
        addFeiSize(text, facts);
    if (!isOther && rows && *rows > 0 && *rows < height)
        facts.pictureRows = Stated<int>{static_cast<int>(*rows), Trust::stated, "FEI ResolutionY=" + std::to_string(*rows)};
    addStatedClock("FEI", iniValue(user, "Date"), iniValue(user, "Time"), facts);
    return facts;
}

std::optional<FileFacts> zeissSemFacts(std::string_view text, int width) {
    const ZeissLines lines = zeissLines(text);
    if (lines.values.empty() && lines.unnamed.size() < 4) return std::nullopt;
    FileFacts facts;
    facts.writer = "Zeiss SEM";
    addZeissSize(lines, width, facts);
    addStatedClock("Zeiss", zeissValue(lines, "AP_DATE"), zeissValue(lines, "AP_TIME"), facts);
    return facts;
}

std::optional<FileFacts> gatanFacts(const InstrumentTags& tags) {
    constexpr std::array<std::uint16_t, 3> units{65003, 65004, 65005}, scales{65009, 65010, 65011};
    FileFacts facts;
    facts.writer = "Gatan";
    std::array<double, 3> sides{}, bare{};
    std::string by;
    for (std::size_t axis = 0; axis < units.size(); ++axis) {
        const auto unit = textOfTag(tags, units[axis]);
        const auto scale = doubleOfTag(tags, scales[axis]);
        if (!unit || !scale) {
            if (axis == 0) return std::nullopt;  // other programs use these numbers, too
            continue;
        }
        const std::string written(trimmed(*unit));
        constexpr std::size_t third = 2;
        if (const auto seconds = axis == third ? secondsIn(written) : std::nullopt;
            seconds && *scale > 0 && std::isfinite(*scale))
            facts.intervalsS.push_back(
                {*scale * *seconds, Trust::stated, "Gatan " + significant(*scale, 6) + " " + shortly(written)});
        else if (const auto um = micrometresIn(written))
            sides[axis] = *scale * *um;
        else if (!isNoUnit(written))
            facts.unread.push_back("Gatan's unit '" + shortly(written) + "'");
        else if (written.starts_with("1/"))
            facts.unread.push_back("Gatan's unit '" + shortly(written) + "', which is no length");
        else if (written.empty())
            bare[axis] = *scale;
        if (axis == 0) by = "Gatan " + significant(*scale, 6) + " " + shortly(written);
    }
    if (sides[0] != 0) addStatedSize({sides[0], sides[1] != 0 ? sides[1] : sides[0], std::abs(sides[2])}, by, facts);
    const bool isCounted = bare[0] > 0 && std::isfinite(bare[0]) && bare[0] != 1;  // 1 stands there where nobody calibrated
    if (isCounted) facts.withoutUnit = Stated<PixelSize>{{bare[0], bare[1] > 0 ? bare[1] : bare[0], 0}, Trust::offered, "Gatan"};
    return facts;
}

std::optional<FileFacts> tvipsFacts(const InstrumentTags& tags) {
    constexpr std::size_t versionAt = 0, secondAt = 244, dateAt = secondAt + 340, timeAt = secondAt + 344,
                          sizeXAt = secondAt + 2724, sizeYAt = secondAt + 2728, modeAt = secondAt + 3288,
                          magicAt = secondAt + 6064, length = magicAt + 4;
    constexpr std::uint32_t magic = 0xAAAAAAAA;
    constexpr std::int32_t diffraction = 3;
    const PrivateTag* const tag = tags.find(37706);
    if (!tag) return std::nullopt;
    const std::vector<std::byte> header = tags.bytesFrom(tag->offset, length);
    const StoredNumbers numbers(header, tags.isLittle);
    const auto version = numbers.at<std::int32_t>(versionAt);
    if (version != 2 || numbers.at<std::uint32_t>(magicAt) != magic) return std::nullopt;
    FileFacts facts;
    facts.writer = "TVIPS";
    constexpr double nanometreUm = 1e-3;
    const double x = numbers.at<float>(sizeXAt).value_or(0), y = numbers.at<float>(sizeYAt).value_or(0);
    if (numbers.at<std::int32_t>(modeAt) == diffraction && x != 0)
        facts.unread.push_back("the size of pixels of TVIPS, " + significant(x, 6) + " 1/nm in diffraction, which is no length");
    else if (x != 0)
        addStatedSize({x * nanometreUm, (y != 0 ? y : x) * nanometreUm, 0}, "TVIPS PixelSizeX=" + significant(x, 6) + " nm",
                      facts);
    const auto date = numbers.at<std::uint32_t>(dateAt).value_or(0), seconds = numbers.at<std::uint32_t>(timeAt).value_or(0);
    constexpr std::uint32_t secondsOfDay = 86400, firstYear = 1970, lastYear = 9999;
    const std::chrono::year_month_day day(std::chrono::year(static_cast<int>(date >> 16)), std::chrono::month(date >> 8 & 0xFF),
                                          std::chrono::day(date & 0xFF));
    if (date != 0 && day.ok() && date >> 16 >= firstYear && date >> 16 <= lastYear && seconds < secondsOfDay)
        facts.times.push_back(
            {{static_cast<double>(std::chrono::sys_days(day).time_since_epoch().count()) * secondsOfDay + seconds, true},
             Trust::stated,
             "TVIPS date"});
    else if (date != 0)
        facts.unread.push_back("TVIPS's date '" + std::to_string(date) + "', or its time of day");
    return facts;
}

}  // namespace coarsen::conventions
