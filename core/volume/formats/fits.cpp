// SPDX-License-Identifier: GPL-3.0-or-later
// FITS 4.0 (fits.gsfc.nasa.gov): cards of 80 letters in blocks of 2,880 bytes, then samples, big-endian.
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/trimmed.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace coarsen::volumes {

namespace {

constexpr std::size_t fitsBlock = 2880, fitsCard = 80;
constexpr std::string_view fitsMark = "SIMPLE  =";

bool isFits(std::span<const std::byte> start) {
    return std::string_view(reinterpret_cast<const char*>(start.data()), start.size()).starts_with(fitsMark);
}

using FitsCards = std::map<std::string, std::string, std::less<>>;

/// The cards from there on, to the end of the last block that holds them, where `at` stands then.
FitsCards fitsCards(const FileReader& reader, std::uintmax_t& at) {
    constexpr std::size_t mostBlocks = 1000;
    FitsCards cards;
    std::array<std::byte, fitsBlock> block;
    for (std::size_t i = 0; i < mostBlocks; ++i) {
        if (reader.readAt(static_cast<std::size_t>(at), block) < block.size())
            throw damaged(reader.file(), "its header ends early");
        at += fitsBlock;
        for (std::size_t card = 0; card < fitsBlock; card += fitsCard) {
            const std::string_view text(reinterpret_cast<const char*>(block.data()) + card, fitsCard);
            const std::string key(trimmed(text.substr(0, 8)));
            if (key == "END") return cards;
            if (text.substr(8, 2) != "= ") continue;
            std::string_view value = text.substr(10);
            if (!trimmed(value).starts_with('\'')) value = value.substr(0, value.find('/'));
            cards.emplace(key, trimmed(value));
        }
    }
    throw damaged(reader.file(), "its header does not end");
}

std::optional<double> fitsNumber(const FitsCards& cards, std::string_view key) {
    const auto card = cards.find(key);
    if (card == cards.end()) return std::nullopt;
    std::string text = card->second;
    std::ranges::replace(text, 'D', 'E');  // as Fortran writes doubles
    return parseNumber(text);
}

long long fitsInteger(const FitsCards& cards, const std::string& key, long long otherwise) {
    const auto number = fitsNumber(cards, key);
    constexpr double most = 0x1p53;
    return number && std::abs(*number) < most ? std::llround(*number) : otherwise;
}

SampleType fitsType(const std::filesystem::path& file, long long bits) {
    switch (bits) {
        case 8:
            return SampleType::u8;
        case 16:
            return SampleType::s16;
        case 32:
            return SampleType::s32;
        case 64:
            return SampleType::s64;
        case -32:
            return SampleType::f32;
        case -64:
            return SampleType::f64;
        default:
            throw damaged(file, "its samples have " + std::to_string(bits) + " bits (BITPIX)");
    }
}

/// How many axes the data of these cards have. Throws InputError: more than the format knows.
long long fitsAxes(const std::filesystem::path& file, const FitsCards& cards) {
    constexpr long long mostAxes = 999;
    const long long axes = fitsInteger(cards, "NAXIS", 0);
    if (axes < 0 || axes > mostAxes) throw damaged(file, "its header declares " + std::to_string(axes) + " axes");
    return axes;
}

/// The same of pictures; 0 of tables.
long long axesOfPicture(const std::filesystem::path& file, const FitsCards& cards) {
    const auto kind = cards.find(std::string_view("XTENSION"));
    const bool isPicture = kind == cards.end() || kind->second.starts_with("'IMAGE");
    return isPicture ? fitsAxes(file, cards) : 0;
}

/// The bytes of the data behind these cards, whatever they are, to the end of their last block.
std::uintmax_t fitsDataBytes(const std::filesystem::path& file, const FitsCards& cards) {
    const long long axes = fitsAxes(file, cards);
    double samples = axes > 0 ? 1 : 0;
    for (long long axis = 1; axis <= axes; ++axis)
        samples *= static_cast<double>(std::max(0LL, fitsInteger(cards, "NAXIS" + std::to_string(axis), 0)));
    samples = (samples + static_cast<double>(std::max(0LL, fitsInteger(cards, "PCOUNT", 0)))) *
              static_cast<double>(std::max(1LL, fitsInteger(cards, "GCOUNT", 1)));
    const double bytes = samples * static_cast<double>(std::llabs(fitsInteger(cards, "BITPIX", 8))) / 8;
    constexpr double most = 0x1p60;
    if (bytes > most) throw damaged(file, "its header promises more than a file can hold");
    return (static_cast<std::uintmax_t>(bytes) + fitsBlock - 1) / fitsBlock * fitsBlock;
}

/// Takes whole numbers for what they are: the format has none of 16 bits and more from 0 and none of 8 bits below it, and stores
/// those less half of their range (BZERO), which turns their highest bit round.
void takeOffset(VolumeHeader& header, StoredVoxels& voxels) {
    constexpr std::array<std::pair<SampleType, SampleType>, 4> others{{{SampleType::u8, SampleType::s8},
                                                                       {SampleType::s16, SampleType::u16},
                                                                       {SampleType::s32, SampleType::u32},
                                                                       {SampleType::s64, SampleType::u64}}};
    const double half = std::ldexp(header.type == SampleType::u8 ? -1.0 : 1.0, bitsOf(header.type) - 1);
    const auto other = std::ranges::find(others, header.type, &std::pair<SampleType, SampleType>::first);
    if (other == others.end() || voxels.slope != 1 || voxels.intercept != half) return;
    header.type = other->second;
    voxels.isOffsetBinary = true;
    voxels.intercept = 0;
    if (voxels.blank) *voxels.blank += half;
}

StoredVolume fitsIn(const std::filesystem::path& file) {
    const FileReader reader(file);
    std::uintmax_t at = 0;
    FitsCards cards = fitsCards(reader, at);
    while (axesOfPicture(file, cards) < 2) {  // the first picture may stand in an extension
        if (const auto packed = cards.find(std::string_view("ZIMAGE")); packed != cards.end() && packed->second.starts_with('T'))
            throw InputError(displayName(file), "its picture is packed in tiles, which Coarsen does not read",
                             "unpack it with funpack");
        at += fitsDataBytes(file, cards);
        if (at >= reader.size()) throw InputError(displayName(file), "it holds no picture", "choose a file with one");
        cards = fitsCards(reader, at);
    }
    std::vector<long long> sides;
    for (long long axis = 1; axis <= fitsAxes(file, cards); ++axis)
        sides.push_back(fitsInteger(cards, "NAXIS" + std::to_string(axis), 0));
    while (sides.size() > 2 && sides.back() == 1)
        sides.pop_back();
    constexpr std::size_t mostAxes = 4;
    if (sides.size() > mostAxes)
        throw InputError(displayName(file), "it has " + std::to_string(sides.size()) + " axes", "save two to four of them");
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    StoredVoxels& voxels = stored.voxels;
    header.size = checkedSides(file, sides[0], sides[1], sides.size() > 2 ? sides[2] : 1);
    constexpr long long mostTimes = 1 << 24;
    const long long times = sides.size() > 3 ? sides[3] : 1;
    if (times < 1 || times > mostTimes) throw damaged(file, "its header declares " + std::to_string(times) + " times");
    header.times = static_cast<int>(times);
    stored.arePlanesStated = sides.size() > 3;
    header.type = fitsType(file, fitsInteger(cards, "BITPIX", 0));
    header.format = "FITS";
    voxels.file = file;
    voxels.fileOffset = at;
    voxels.isBigEndian = true;
    voxels.slope = fitsNumber(cards, "BSCALE").value_or(1);
    voxels.intercept = fitsNumber(cards, "BZERO").value_or(0);
    if (!std::isfinite(voxels.slope) || voxels.slope == 0 || !std::isfinite(voxels.intercept))
        throw damaged(file, "its samples are scaled by no number");
    if (!isFloat(header.type)) voxels.blank = fitsNumber(cards, "BLANK");
    takeOffset(header, voxels);
    voxels.volumes = static_cast<std::uintmax_t>(times);
    checkLength(stored);
    return stored;
}

}  // namespace

StoredFormat fits() {
    return {"FITS", {".fits", ".fit", ".fts"}, isFits, fitsIn};
}

}  // namespace coarsen::volumes
