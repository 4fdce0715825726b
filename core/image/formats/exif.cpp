// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/exif.hpp"

#include "core/base/numbers.hpp"
#include "core/image/conventions/density.hpp"

#include <exiv2/error.hpp>
#include <exiv2/exif.hpp>
#include <exiv2/image.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
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

std::string textIn(const Exiv2::ExifData& tags, const char* key) {
    const auto tag = tags.findKey(Exiv2::ExifKey(key));
    return tag == tags.end() ? std::string() : tag->toString();
}

/// Seconds that the clock is ahead of UTC: "+02:00", or "Z".
std::optional<double> zoneOf(std::string_view text) {
    if (text == "Z") return 0;
    if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return std::nullopt;
    const auto hours = parseInteger(text.substr(1, 2)), minutes = parseInteger(text.substr(4, 2));
    if (!hours || !minutes || *hours < 0 || *hours > 15 || *minutes < 0 || *minutes > 59) return std::nullopt;
    const auto seconds = static_cast<double>(*hours * 3600 + *minutes * 60);
    return text[0] == '-' ? -seconds : seconds;
}

/// A date with what EXIF keeps of it in other tags.
std::optional<Moment> momentIn(const Exiv2::ExifData& tags, const char* date, const char* fraction, const char* zone) {
    const auto seconds = exifTimeS(textIn(tags, date));
    if (!seconds) return std::nullopt;
    Moment moment{*seconds, true, zoneOf(textIn(tags, zone))};
    const auto part = parseNumber("0." + textIn(tags, fraction));
    if (part && *part >= 0 && *part < 1) moment.seconds += *part;
    return moment;
}

/// Programs that change pictures, whose date is when they were saved.
bool isOfEditor(std::string_view software) {
    constexpr std::string_view editors[] = {"Adobe",       "GIMP",        "ImageMagick", "GraphicsMagick", "darktable",
                                            "RawTherapee", "Capture One", "Paint.NET",   "Photoshop",      "IrfanView",
                                            "XnView",      "digiKam",     "Microsoft",   "Windows",        "ImageJ",
                                            "Affinity",    "Luminar",     "Snapseed"};
    return std::ranges::any_of(editors, [&](std::string_view editor) { return software.find(editor) != std::string_view::npos; });
}

/// When the picture was taken; else when it was digitised or last saved, which may be another time.
std::optional<Stated<Moment>> timeIn(const Exiv2::ExifData& tags) {
    if (const auto taken = momentIn(tags, "Exif.Photo.DateTimeOriginal", "Exif.Photo.SubSecTimeOriginal", "Exif.Photo.0x9011"))
        return Stated<Moment>{*taken, Trust::stated, "EXIF DateTimeOriginal"};
    if (const auto made = momentIn(tags, "Exif.Photo.DateTimeDigitized", "Exif.Photo.SubSecTimeDigitized", "Exif.Photo.0x9012"))
        return Stated<Moment>{*made, Trust::inherited, "EXIF DateTimeDigitized"};
    if (const auto saved = momentIn(tags, "Exif.Image.DateTime", "Exif.Photo.SubSecTime", "Exif.Photo.0x9010"))
        return Stated<Moment>{*saved, isOfEditor(textIn(tags, "Exif.Image.Software")) ? Trust::offered : Trust::inherited,
                              "EXIF DateTime"};
    return std::nullopt;
}

double ratioIn(const Exiv2::ExifData& tags, const char* key) {
    const auto tag = tags.findKey(Exiv2::ExifKey(key));
    if (tag == tags.end() || tag->count() == 0) return 0;
    const Exiv2::Rational ratio = tag->toRational();
    return ratio.second == 0 ? 0 : static_cast<double>(ratio.first) / ratio.second;
}

/// Leaves in `facts` what was read before any damage.
void collect(const Exiv2::ExifData& tags, ExifFacts& facts) {
    const auto orientation = parseInteger(textIn(tags, "Exif.Image.Orientation"));
    if (orientation && *orientation >= 1 && *orientation <= 8) facts.orientation = static_cast<int>(*orientation);
    facts.time = timeIn(tags);
    const auto unit = parseInteger(textIn(tags, "Exif.Image.ResolutionUnit"));
    facts.resolution = {ratioIn(tags, "Exif.Image.XResolution"), ratioIn(tags, "Exif.Image.YResolution"),
                        unit && *unit >= 1 && *unit <= 3 ? static_cast<int>(*unit) : 2};
}

template <typename Opened>
ExifFacts factsOfImage(Opened image) {
    ExifFacts facts;
    image->readMetadata();
    const Exiv2::ExifData& tags = image->exifData();
    collect(tags, facts);
    if (facts.time && facts.time->trust == Trust::stated) return facts;
    // where DNG's makers put it else
    if (const auto developed = exifTimeS(textIn(tags, "Exif.Image.DateTimeOriginal")))
        facts.time = Stated<Moment>{{*developed, true}, Trust::stated, "EXIF DateTimeOriginal"};
    return facts;
}

}  // namespace

void addClock(const ExifFacts& exif, FileFacts& facts) {
    if (exif.time) facts.times.push_back(*exif.time);
}

void addExifDensity(const ExifFacts& exif, FileFacts& facts) {
    constexpr double inchM = 0.0254, centimetreM = 0.01, tolerance = 1e-3;
    const auto& [x, y, unit] = exif.resolution;
    if (unit == 1) return;  // it says how wide a pixel is for its height
    const double lengthM = unit == 2 ? inchM : centimetreM;
    auto size = conventions::sizeOfDensity(x / lengthM, y / lengthM, "EXIF XResolution");
    if (!size) return;
    if (unit == 2) size->trust = Trust::offered;
    const bool isSaid = std::ranges::any_of(facts.sizes, [&](const Stated<PixelSize>& other) {
        return std::abs(other.value.x / size->value.x - 1) <= tolerance &&
               std::abs(other.value.y / size->value.y - 1) <= tolerance;
    });
    if (!isSaid) facts.sizes.push_back(*size);
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
