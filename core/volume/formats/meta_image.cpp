// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text_parts.hpp"
#include "core/base/trimmed.hpp"
#include "core/base/units.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace coarsen::volumes {

namespace {

constexpr std::size_t longestMetaHeader = 64 << 10;

/// The lines "Key = Value" before the voxels.
class MetaHeader {
public:
    explicit MetaHeader(const std::filesystem::path& file) : file_(file) {
        const std::vector<std::byte> bytes = FileReader(file).start(longestMetaHeader);
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        while (voxelsAt_ < text.size()) {
            const std::size_t end = std::min(text.find('\n', voxelsAt_), text.size());
            const std::string_view line = text.substr(voxelsAt_, end - voxelsAt_);
            voxelsAt_ = std::min(end + 1, text.size());
            const std::size_t equals = line.find('=');
            if (equals == line.npos) {
                if (trimmed(line).empty()) continue;
                throw damaged(file, "its header has a line that is no \"Key = Value\"");
            }
            const std::string key(trimmed(line.substr(0, equals)));
            entries_[key] = std::string(trimmed(line.substr(equals + 1)));
            if (key == "ElementDataFile") return;
        }
        throw InputError(displayName(file), "its header does not say where its voxels are (ElementDataFile)", copyAgain);
    }

    std::size_t voxelsAt() const { return voxelsAt_; }  ///< behind the last line

    std::string text(const std::string& key) const {
        const auto entry = entries_.find(key);
        return entry == entries_.end() ? std::string() : entry->second;
    }

    bool isTrue(const std::string& key) const {
        const std::string value = text(key);
        return value == "True" || value == "true" || value == "TRUE" || value == "1";
    }

    /// All numbers of a line, `count` where that is given; none where there is no such line.
    std::vector<double> numbers(const std::string& key, std::size_t count = 0) const {
        std::vector<double> found;
        const std::string line = text(key);
        for (const std::string_view part : textParts(line, ' ')) {
            const auto number = parseNumber(part);
            if (!number || !std::isfinite(*number))
                throw damaged(file_, "'" + printable(part) + "' in its line " + key + " is no number");
            found.push_back(*number);
        }
        if (count > 0 && !found.empty() && found.size() < count)
            throw damaged(
                file_, "its line " + key + " has " + std::to_string(found.size()) + " of " + std::to_string(count) + " numbers");
        return found;
    }

    long long integer(const std::string& key, long long otherwise) const {
        const std::string value = text(key);
        if (value.empty()) return otherwise;
        const auto number = parseInteger(value);
        if (!number) throw damaged(file_, "its line " + key + " is no whole number");
        return *number;
    }

private:
    const std::filesystem::path& file_;
    std::map<std::string, std::string> entries_;
    std::size_t voxelsAt_ = 0;
};

bool isMetaImage(std::span<const std::byte> start) {
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    const std::string_view key = trimmed(text.substr(0, std::min(text.find('='), text.find('\n'))));
    constexpr std::string_view first[] = {"ObjectType", "ObjectSubType", "NDims", "Comment", "TransformType", "Name", "ID"};
    return text.find('=') != text.npos && std::ranges::find(first, key) != std::end(first);
}

SampleType metaType(const std::filesystem::path& file, const std::string& name) {
    constexpr std::pair<std::string_view, SampleType> known[] = {
        {"MET_UCHAR", SampleType::u8},      {"MET_CHAR", SampleType::s8},    {"MET_USHORT", SampleType::u16},
        {"MET_SHORT", SampleType::s16},     {"MET_UINT", SampleType::u32},   {"MET_INT", SampleType::s32},
        {"MET_FLOAT", SampleType::f32},     {"MET_DOUBLE", SampleType::f64}, {"MET_LONG_LONG", SampleType::s64},
        {"MET_ULONG_LONG", SampleType::u64}};
    for (const auto& [word, type] : known)
        if (name == word) return type;
    throw InputError(displayName(file), "its voxels are of type '" + printable(name) + "', which Coarsen does not read",
                     "save it as MET_SHORT or MET_FLOAT");
}

/// Where the header lays the voxels: each row of its matrix is where an axis runs.
Placement metaPlacement(const MetaHeader& header, std::size_t axes) {
    Placement placement;
    std::vector<double> matrix, origin;
    for (const char* const key : {"TransformMatrix", "Rotation", "Orientation"})
        if (matrix.empty()) matrix = header.numbers(key);
    for (const char* const key : {"Offset", "Position", "Origin"})
        if (origin.empty()) origin = header.numbers(key);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, origin.size()); ++i)
        placement.origin[i] = origin[i];
    if (axes < 3 || matrix.size() != axes * axes) return placement;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double* const row = matrix.data() + axis * axes;
        const double length = std::hypot(row[0], row[1], row[2]);
        for (std::size_t i = 0; length > 0 && std::isfinite(length) && i < 3; ++i)
            placement.axes[axis][i] = row[i] / length;
    }
    return placement;
}
/// Where the voxels are that the header speaks of: in its own file, or in one beside it.
void findVoxels(const std::filesystem::path& file, const MetaHeader& header, StoredVoxels& voxels) {
    const std::string name = header.text("ElementDataFile");
    const bool isLocal = name == "LOCAL" || name == "Local" || name == "local";
    voxels.file = file;
    voxels.fileOffset = header.voxelsAt();
    if (isLocal) return;
    std::error_code failed;
    const std::filesystem::path beside(name.starts_with("./") ? name.substr(2) : name);
    const bool isThere = !name.empty() && std::filesystem::exists(file.parent_path() / beside, failed);
    if (!isThere && (name.empty() || name == "LIST" || name.starts_with("LIST ") || name.find('%') != name.npos))
        throw InputError(displayName(file), "its voxels are in several files (ElementDataFile = " + printable(name) + ")",
                         "save it as one file");
    if (beside != beside.filename() || beside == "..")
        throw InputError(displayName(file),
                         "its voxels are in '" + printable(name) + "', and only a file beside the header is read",
                         "put both into one folder and correct the line ElementDataFile");
    voxels.file = file.parent_path() / beside;
    if (!std::filesystem::exists(voxels.file, failed))
        throw InputError(displayName(file), "it is a header, and its voxels (" + displayName(voxels.file) + ") are not beside it",
                         "keep both files in one folder");
    voxels.fileOffset = 0;
}

StoredVolume metaIn(const std::filesystem::path& file) {
    const MetaHeader stated(file);
    const std::string object = stated.text("ObjectType");
    if (!object.empty() && object != "Image")
        throw InputError(displayName(file), "it holds a '" + printable(object) + "', not an image",
                         "choose the file of the volume");
    const long long axes = stated.integer("NDims", 0);
    if (axes < 2 || axes > 4)
        throw InputError(displayName(file), "its header declares " + std::to_string(axes) + " axes (NDims)",
                         "a volume has 3, or 4 with the time");
    const auto sides = stated.numbers("DimSize", static_cast<std::size_t>(axes));
    const auto side = [&](std::size_t axis) {
        if (axis >= static_cast<std::size_t>(axes)) return 1LL;
        if (sides.empty()) throw damaged(file, "its header lacks the line DimSize");
        if (std::abs(sides[axis]) > 0x1p40 || sides[axis] != std::floor(sides[axis]))
            throw damaged(file, "its line DimSize holds no sizes");
        return static_cast<long long>(sides[axis]);
    };
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    StoredVoxels& voxels = stored.voxels;
    header.size = checkedSides(file, side(0), side(1), side(2));
    header.type = metaType(file, stated.text("ElementType"));
    header.format = "MetaImage";
    constexpr long long mostTimes = 1 << 24, mostChannels = 1 << 16;
    const long long times = side(3), channels = stated.integer("ElementNumberOfChannels", 1);
    if (times < 1 || times > mostTimes || channels < 1 || channels > mostChannels)
        throw damaged(file,
                      "its header declares " + std::to_string(times) + " times and " + std::to_string(channels) + " channels");
    header.times = static_cast<int>(times);
    header.channels = static_cast<int>(channels);

    const auto spatial = static_cast<std::size_t>(std::min(axes, 3LL));
    auto steps = stated.numbers("ElementSpacing", spatial);
    if (steps.empty()) steps = stated.numbers("ElementSize", spatial);
    if (spatial == 2 && steps.size() == 2) steps.push_back(steps.front());  // a picture has no third side
    const bool areSizes = steps.size() >= 3 && steps[0] != 0 && steps[1] != 0 && steps[2] != 0;
    constexpr double millimetre = 1e3;  // where DistanceUnits are absent
    const std::string units = stated.text("DistanceUnits");
    const auto unit = units.empty() || units == "?" ? std::optional(millimetre) : micrometresIn(units);
    if (!unit)
        addRemark(header.remark, "Its DistanceUnits '" + units + "' are not known: --spacing X,Y,Z gives the size of a voxel.");
    if (areSizes && std::min({steps[0], steps[1], steps[2]}) < 0)
        addRemark(header.remark, "Its header has negative sides of a voxel, which are taken without their sign.");
    const auto um = [&](std::size_t axis) { return std::abs(steps[axis]) * unit.value_or(1); };
    header.isDefaultSize = areSizes && units.empty() && std::ranges::count(std::span(steps).first(3), 1.0) == 3;
    if (areSizes)
        header.spacing = statedSpacing({um(0), um(1), um(2)}, unit && !header.isDefaultSize, header.remark);
    else
        addRemark(header.remark, "It does not state the size of a voxel.");
    Placement placement = metaPlacement(stated, static_cast<std::size_t>(axes));
    placement.perUnit = unit.value_or(1);
    takePlacement(header, placement);

    if (!stated.text("BinaryData").empty() && !stated.isTrue("BinaryData"))
        throw InputError(displayName(file), "its voxels are written as text, which Coarsen does not read", "save it as binary");
    findVoxels(file, stated, voxels);
    voxels.isBigEndian = stated.isTrue("BinaryDataByteOrderMSB") || stated.isTrue("ElementByteOrderMSB");
    voxels.packing = stated.isTrue("CompressedData") ? Packing::zlib : Packing::none;
    voxels.interleaved = header.channels;
    voxels.volumes = static_cast<std::uintmax_t>(times);
    const long long skipped = stated.integer("HeaderSize", 0);
    if (skipped < -1) throw damaged(file, "its voxels begin at byte " + std::to_string(skipped));
    const std::uintmax_t volumeBytes =
        std::uintmax_t{header.size.voxels()} * sampleBytes(header.type) * static_cast<std::uintmax_t>(channels);
    if (skipped > 0) voxels.fileOffset += static_cast<std::uintmax_t>(skipped);
    checkLength(stored);
    if (skipped == -1 && voxels.packing == Packing::none)  // the voxels are the end of their file
        voxels.fileOffset = FileReader(voxels.file).size() - volumeBytes * voxels.volumes;
    return stored;
}

}  // namespace

std::filesystem::path metaImageVoxels(const std::filesystem::path& file) {
    try {
        StoredVoxels voxels;
        findVoxels(file, MetaHeader(file), voxels);
        return voxels.file;
    } catch (const InputError&) {  // who reads it says why
        return {};
    }
}

StoredFormat metaImage() {
    return {"MetaImage", {".mha", ".mhd"}, isMetaImage, metaIn, false, true};
}

}  // namespace coarsen::volumes
