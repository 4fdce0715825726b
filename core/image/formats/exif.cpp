// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/exif.hpp"

#include "core/base/numbers.hpp"

#include <exiv2/error.hpp>
#include <exiv2/exif.hpp>
#include <exiv2/image.hpp>

#include <chrono>
#include <mutex>
#include <string>

namespace coarsen::formats {

std::optional<double> exifTimeS(std::string_view text) {
    if (text.size() < 19 || text[4] != ':' || text[7] != ':' || text[10] != ' ' || text[13] != ':' || text[16] != ':')
        return std::nullopt;
    const auto part = [&](std::size_t from, std::size_t count) { return parseInteger(text.substr(from, count)); };
    const auto year = part(0, 4), month = part(5, 2), day = part(8, 2), hour = part(11, 2), minute = part(14, 2),
               second = part(17, 2);
    if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
    if (*hour < 0 || *hour > 23 || *minute < 0 || *minute > 59 || *second < 0 || *second > 60) return std::nullopt;
    const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(*year)),
                                           std::chrono::month(static_cast<unsigned>(*month)),
                                           std::chrono::day(static_cast<unsigned>(*day)));
    if (!date.ok()) return std::nullopt;
    const auto days = std::chrono::sys_days(date).time_since_epoch().count();
    const bool hasFraction = text.size() > 20 && text[19] == '.';
    const auto fraction = hasFraction ? parseNumber("0" + std::string(text.substr(19))) : std::nullopt;
    return static_cast<double>(days) * 86400 + static_cast<double>(*hour * 3600 + *minute * 60 + *second) + fraction.value_or(0);
}

namespace {

void muteExiv2() {
    static std::once_flag muted;
    std::call_once(muted, [] { Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute); });
}

/// Leaves in `facts` what was read before any damage.
void collect(const Exiv2::ExifData& tags, ExifFacts& facts) {
    const auto text = [&](const char* key) {
        const auto tag = tags.findKey(Exiv2::ExifKey(key));
        return tag == tags.end() ? std::string() : tag->toString();
    };
    const auto orientation = parseInteger(text("Exif.Image.Orientation"));
    if (orientation && *orientation >= 1 && *orientation <= 8) facts.orientation = static_cast<int>(*orientation);

    facts.timeS = exifTimeS(text("Exif.Photo.DateTimeOriginal"));
    const auto fraction = parseNumber("0." + text("Exif.Photo.SubSecTimeOriginal"));
    if (facts.timeS && fraction && *fraction >= 0 && *fraction < 1) *facts.timeS += *fraction;
}

template <typename Opened>
ExifFacts factsOfImage(Opened image) {
    ExifFacts facts;
    image->readMetadata();
    const Exiv2::ExifData& tags = image->exifData();
    collect(tags, facts);
    if (facts.timeS) return facts;
    const auto developed = tags.findKey(Exiv2::ExifKey("Exif.Image.DateTimeOriginal"));  // where DNG's makers put it else
    if (developed != tags.end()) facts.timeS = exifTimeS(developed->toString());
    return facts;
}

}  // namespace

void addClock(const ExifFacts& exif, FileFacts& facts) {
    if (exif.timeS) facts.times.push_back({{*exif.timeS, true}, Trust::stated, "EXIF"});
}

ExifFacts exifFacts(std::span<const std::byte> block) {
    muteExiv2();
    ExifFacts facts;
    Exiv2::ExifData tags;
    try {
        Exiv2::ExifParser::decode(tags, reinterpret_cast<const Exiv2::byte*>(block.data()),
                                  static_cast<std::uint32_t>(block.size()));
        collect(tags, facts);
    } catch (const std::exception&) {
        return facts;  // what was read before the damage stands
    }
    return facts;
}

ExifFacts exifFactsOfFile(std::span<const std::byte> bytes) {
    muteExiv2();
    try {
        return factsOfImage(
            Exiv2::ImageFactory::open(reinterpret_cast<const Exiv2::byte*>(bytes.data()), static_cast<long>(bytes.size())));
    } catch (const std::exception&) {
        return {};
    }
}

ExifFacts exifFactsOfFile(const std::filesystem::path& file) {
    muteExiv2();
    try {
        return factsOfImage(Exiv2::ImageFactory::open(file.string()));
    } catch (const std::exception&) {
        return {};
    }
}

}  // namespace coarsen::formats
