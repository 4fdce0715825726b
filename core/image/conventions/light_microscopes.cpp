// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/conventions/light_microscopes.hpp"

#include "core/base/numbers.hpp"
#include "core/base/units.hpp"
#include "core/image/conventions/instrument_words.hpp"
#include "core/image/conventions/regular_planes.hpp"
#include "core/image/conventions/stored_numbers.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

namespace coarsen::conventions {

namespace {

constexpr double umInMetre = 1e6, secondsInDay = 86400;

std::string metresText(double metres) {
    return significant(metres, 6) + " m";
}

/// The clock of SIS' header, to the minute.
void addSisClock(const StoredNumbers& header, FileFacts& facts) {
    const auto at = [&](std::size_t offset) { return int{header.at<std::int16_t>(offset).value_or(-1)}; };
    const int minute = at(10), hour = at(12), dayOfMonth = at(14), month = at(16) + 1, year = at(18) + 1900;
    if (dayOfMonth <= 0) return;  // not set
    const std::chrono::year_month_day date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(dayOfMonth)));
    if (!date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59) {
        facts.unread.emplace_back("Olympus SIS's date, which is none");
        return;
    }
    const double seconds =
        static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) * secondsInDay + hour * 3600 + minute * 60;
    facts.times.push_back({{seconds, true}, Trust::stated, "Olympus SIS date"});
}

/// Path of the beam of an LSM: which axes are pages, and what the rows of a page are.
struct LsmScan {
    bool hasSlices = false, hasTimes = false;
    enum class Rows { y, z, t } rows = Rows::y;
};

std::optional<LsmScan> lsmScan(int scanType) {
    using Rows = LsmScan::Rows;
    switch (scanType) {
        case 0:
            return LsmScan{true, false, Rows::y};
        case 1:
        case 8:
            return LsmScan{false, false, Rows::z};
        case 2:
        case 5:
        case 10:
            return LsmScan{false, false, Rows::t};
        case 3:
            return LsmScan{false, true, Rows::y};
        case 4:
        case 9:
            return LsmScan{false, true, Rows::z};
        case 6:
        case 7:
            return LsmScan{true, true, Rows::y};
        default:
            return std::nullopt;
    }
}

void addLsmSize(const StoredNumbers& info, const LsmScan& scan, FileFacts& facts) {
    const auto side = [&](std::size_t offset) { return info.at<double>(offset).value_or(0); };
    const double x = side(40), y = side(48), z = side(56);
    if (x == 0) return;
    const std::string what = "Zeiss LSM VoxelSizeX=" + metresText(x);
    if (scan.rows == LsmScan::Rows::t) {
        facts.unread.push_back("the size of pixels of " + what + ", for the rows of a line scan are times");
        return;
    }
    const bool isAlongZ = scan.rows == LsmScan::Rows::z;
    addStatedSize({x * umInMetre, (isAlongZ ? z : y) * umInMetre, isAlongZ ? 0 : z * umInMetre}, what, facts);
}

/// The time stamps, from the first on; none where their block is damaged or has another number of them.
std::vector<double> lsmStamps(const InstrumentTags& tags, std::uint32_t offset, int times) {
    constexpr std::size_t head = 8;
    if (offset < head || times < 1) return {};
    const std::vector<std::byte> block = tags.bytesFrom(offset, head + static_cast<std::size_t>(times) * sizeof(double));
    const StoredNumbers numbers(block, tags.isLittle);
    if (numbers.at<std::int32_t>(4) != times) return {};
    std::vector<double> stamps;
    for (int i = 0; i < times; ++i) {
        const auto stamp = numbers.at<double>(head + static_cast<std::size_t>(i) * sizeof(double));
        const double sinceFirst = stamp.value_or(std::nan("")) - (stamps.empty() ? 0 : stamps.front());
        if (!std::isfinite(sinceFirst)) return {};
        stamps.push_back(sinceFirst);
    }
    stamps.front() = 0;
    return stamps;
}

void addLsmScene(const InstrumentTags& tags, const StoredNumbers& info, const LsmScan& scan, FileFacts& facts) {
    const auto count = [&](std::size_t offset) {
        return std::clamp(info.at<std::int32_t>(offset).value_or(1), 1, mostPromisedPlanes + 1);  // so many are refused below
    };
    const int slices = scan.hasSlices ? count(16) : 1, channels = count(20), times = scan.hasTimes ? count(24) : 1;
    const double pages = 1.0 * slices * times;
    SceneFacts scene;
    scene.times = times, scene.slices = slices;
    if (channels > 1 && pages * channels == tags.pictures)
        scene.channels = channels;  // else they are samples of a page
    else if (pages < tags.pictures)
        facts.unread.push_back("the axes of Zeiss LSM, " + std::to_string(times) + " times and " + std::to_string(slices) +
                               " slices, where there are " + std::to_string(tags.pictures) + " pages");
    if (pages * scene.channels < tags.pictures || pages * scene.channels == 1) return;
    if (!placeInOrder(scene, "CZT", tags.pictures)) {
        facts.unread.emplace_back("the axes of Zeiss LSM, which promise more pages than a file has");
        return;
    }
    const std::vector<double> stamps = lsmStamps(tags, info.at<std::uint32_t>(132).value_or(0), times);
    for (PlaneFacts& plane : scene.planes)
        if (!stamps.empty())
            plane.times.push_back({{stamps[static_cast<std::size_t>(plane.t)], false}, Trust::stated, "Zeiss LSM TimeStamps"});
    const double intervalS = info.at<double>(112).value_or(0);
    if (times > 1 && intervalS > 0 && std::isfinite(intervalS))
        scene.intervalsS.push_back({intervalS, Trust::stated, "Zeiss LSM TimeInterval=" + significant(intervalS, 6) + " s"});
    facts.scenes.push_back(std::move(scene));
}

constexpr std::uint16_t uic1 = 33628, uic2 = 33629;
constexpr std::size_t uic2Bytes = 24;  // a plane has a fraction, two days, two times of day

/// The fraction at an offset of the file; nothing where it is none.
std::optional<double> uicFraction(const InstrumentTags& tags, std::uint32_t offset) {
    const std::vector<std::byte> stored = tags.bytesFrom(offset, 8);
    const StoredNumbers numbers(stored, tags.isLittle);
    const auto above = numbers.at<std::uint32_t>(0), below = numbers.at<std::uint32_t>(4);
    return above && below && *below != 0 ? std::optional(1.0 * *above / *below) : std::nullopt;
}

/// A text at an offset of the file, behind its length.
std::string uicText(const InstrumentTags& tags, std::uint32_t offset) {
    constexpr std::uint32_t longest = 1023;
    const std::vector<std::byte> size = tags.bytesFrom(offset, 4);
    const auto length = StoredNumbers(size, tags.isLittle).at<std::uint32_t>(0);
    if (!length || *length > longest) return {};
    return decodedText(tags.bytesFrom(std::uint64_t{offset} + 4, *length));
}

/// Reads MetaMorph's first tag, pairs of a number and where its value lies, for the size of pixels.
void addUicSize(const InstrumentTags& tags, FileFacts& facts) {
    constexpr std::uint32_t isCalibrated = 3, xCalibration = 4, yCalibration = 5, unitOfBoth = 6;
    constexpr std::size_t pairBytes = 8, mostPairs = 1024;
    const PrivateTag* const tag = tags.find(uic1);
    if (!tag || tag->type != 4) return;  // in old files it has another meaning
    const std::vector<std::byte> stored =
        tags.bytesFrom(tag->offset, pairBytes * static_cast<std::size_t>(std::min<std::uint64_t>(tag->count, mostPairs)));
    const StoredNumbers numbers(stored, tags.isLittle);
    std::optional<double> x, y;
    std::string unit;
    bool isOff = false;
    for (std::size_t at = 0; at + pairBytes <= stored.size(); at += pairBytes) {
        const std::uint32_t id = *numbers.at<std::uint32_t>(at), value = *numbers.at<std::uint32_t>(at + 4);
        if (id == isCalibrated) isOff = value == 0;
        if (id == xCalibration) x = uicFraction(tags, value);
        if (id == yCalibration) y = uicFraction(tags, value);
        if (id == unitOfBoth) unit = trimmed(uicText(tags, value));
    }
    if (!x || isOff) return;
    if (unit.empty() && *x > 0 && *x != 1)
        facts.withoutUnit = Stated<PixelSize>{{*x, y.value_or(*x), 0}, Trust::offered, "MetaMorph"};
    if (isNoUnit(unit)) return;
    if (const auto um = micrometresIn(unit))
        addStatedSize({*x * *um, y.value_or(*x) * *um, 0}, "MetaMorph XCalibration=" + significant(*x, 6) + " " + shortly(unit),
                      facts);
    else
        facts.unread.push_back("MetaMorph's unit '" + shortly(unit) + "'");
}

/// Words of MetaMorph's second tag about each plane.
struct UicPlanes {
    std::vector<double> distances;                    ///< in z, from the plane before
    std::vector<std::vector<Stated<Moment>>> clocks;  ///< when it was taken
};

UicPlanes uicPlanes(const InstrumentTags& tags, const PrivateTag& tag, int count) {
    constexpr double dayOf1970 = 2440587, firstDay = 1721424, lastDay = 5373483, msOfDay = 86400000;  // as MetaMorph counts
    const std::vector<std::byte> stored = tags.bytesFrom(tag.offset, uic2Bytes * static_cast<std::size_t>(count));
    const StoredNumbers numbers(stored, tags.isLittle);
    UicPlanes planes;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const auto at = [&](std::size_t word) { return numbers.at<std::uint32_t>(i * uic2Bytes + 4 * word).value_or(0); };
        const double above = at(0), below = at(1), day = at(2), ms = at(3);
        planes.distances.push_back(below == 0 ? 0 : above / below);
        std::vector<Stated<Moment>>& clock = planes.clocks.emplace_back();
        if (day >= firstDay && day <= lastDay && ms < msOfDay)
            clock.push_back({{(day - dayOf1970) * secondsInDay + ms / 1000, true}, Trust::stated, "MetaMorph time of creation"});
    }
    return planes;
}

}  // namespace

std::optional<FileFacts> olympusSisFacts(const InstrumentTags& tags) {
    constexpr std::size_t headerBytes = 60, entryBytes = 8, sizeBytes = 28;
    const PrivateTag* const tag = tags.find(33560);
    if (!tag) return std::nullopt;
    const std::vector<std::byte> header = tags.bytesFrom(tag->offset, headerBytes);
    const StoredNumbers numbers(header, true);
    constexpr std::uint32_t magic = 0x30534953;  // "SIS0"
    if (numbers.at<std::uint32_t>(0) != magic) return std::nullopt;
    FileFacts facts;
    facts.writer = "Olympus SIS";
    addSisClock(numbers, facts);
    const std::size_t blocks = numbers.at<std::uint16_t>(58).value_or(0);
    const std::vector<std::byte> entries = tags.bytesFrom(tag->offset + headerBytes, blocks * entryBytes);
    const StoredNumbers directory(entries, true);
    for (std::size_t at = 0; at + entryBytes <= entries.size() && facts.sizes.empty(); at += entryBytes) {
        constexpr std::int16_t general = 1;
        if (directory.at<std::int16_t>(at) != general) continue;
        const std::vector<std::byte> block = tags.bytesFrom(*directory.at<std::uint32_t>(at + 4), sizeBytes);
        const StoredNumbers values(block, true);
        const auto exponent = values.at<std::int16_t>(10);
        const auto x = values.at<double>(12), y = values.at<double>(20);
        if (!exponent || !x || !y || *x == 0) continue;
        const double unit = std::pow(10.0, *exponent);
        addStatedSize({*x * unit * umInMetre, *y * unit * umInMetre, 0}, "Olympus SIS " + metresText(*x * unit), facts);
    }
    return facts;
}

std::optional<FileFacts> zeissLsmFacts(const InstrumentTags& tags) {
    constexpr std::size_t infoBytes = 136;                              // to the offset of the time stamps
    constexpr std::uint32_t magic = 67127628, magicOfOlder = 50350412;  // release 1.3 has other fields
    const PrivateTag* const tag = tags.find(34412);
    if (!tag) return std::nullopt;
    const std::vector<std::byte> stored = tags.bytesFrom(tag->offset, infoBytes);
    const StoredNumbers info(stored, tags.isLittle);
    const auto kind = info.at<std::uint32_t>(0);
    if (kind != magic && kind != magicOfOlder) return std::nullopt;
    FileFacts facts;
    facts.writer = "Zeiss LSM";
    if (kind == magicOfOlder) {
        facts.unread.emplace_back("the size of pixels and the axes of Zeiss LSM, in the fields of its release 1.3");
        return facts;
    }
    const auto scanType = info.at<std::uint16_t>(88);
    const auto scan = scanType ? lsmScan(*scanType) : std::nullopt;
    if (!scan) {
        facts.unread.push_back("Zeiss LSM's ScanType" + (scanType ? " " + std::to_string(*scanType) : std::string()) +
                               ", and its size of pixels");
        return facts;
    }
    addLsmSize(info, *scan, facts);
    addLsmScene(tags, info, *scan, facts);
    return facts;
}

int metaMorphPlanes(const InstrumentTags& tags) {
    const PrivateTag* const planes = tags.find(uic2);
    if (!planes || planes->type != 5 || planes->count < 2 || planes->count > mostPromisedPlanes || !tags.find(uic1)) return 1;
    const std::vector<std::byte> last = tags.bytesFrom(planes->offset + uic2Bytes * (planes->count - 1), uic2Bytes);
    return last.size() == uic2Bytes ? static_cast<int>(planes->count) : 1;
}

std::optional<FileFacts> metaMorphFacts(const InstrumentTags& tags) {
    if (!tags.find(uic1)) return std::nullopt;
    FileFacts facts;
    facts.writer = "MetaMorph";
    addUicSize(tags, facts);
    const PrivateTag* const tag = tags.find(uic2);
    if (!tag) return facts;
    const int count = metaMorphPlanes(tags);
    if (tag->count != static_cast<std::uint64_t>(count)) {
        facts.unread.push_back("MetaMorph's words of its " + std::to_string(tag->count) + " planes, which are damaged");
        return facts;
    }
    UicPlanes planes = uicPlanes(tags, *tag, count);
    if (count == 1) {
        facts.times = std::move(planes.clocks.front());
        return facts;
    }
    // The first may have no distance from one before it.
    const auto begin = planes.distances.begin() + 1;
    const auto apart = std::count_if(begin, planes.distances.end(), [](double distance) { return distance != 0; });
    const bool areSlices = apart == count - 1;
    if (areSlices)
        facts.unread.push_back("MetaMorph's distances in z (" + significant(planes.distances.back(), 6) +
                               "), which have no unit");
    else if (apart > 0)
        facts.unread.emplace_back("MetaMorph's distances in z, which some of its planes have");
    SceneFacts scene;
    (areSlices ? scene.slices : scene.times) = count;
    scene.isStated = areSlices || (apart == 0 && planes.clocks.front() != planes.clocks.back());
    if (!placeInOrder(scene, "CZT", tags.pictures)) return facts;
    for (std::size_t i = 0; i < scene.planes.size(); ++i)
        scene.planes[i].times = std::move(planes.clocks[i]);
    facts.scenes.push_back(std::move(scene));
    return facts;
}

}  // namespace coarsen::conventions
