// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy (numpy/lib/format.py): a mark, the length of a text, the text of a Python dictionary, the samples.
#include "core/base/binary_numbers.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/array_axes.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace coarsen::volumes {

namespace {

constexpr std::string_view npyMark = "\x93NUMPY";
constexpr std::size_t longestNpyHeader = 64 << 10;

bool isNpy(std::span<const std::byte> start) {
    return std::string_view(reinterpret_cast<const char*>(start.data()), start.size()).starts_with(npyMark);
}

/// Contents of the dictionary.
struct NpyHeader {
    std::string type;  ///< "<f4"
    bool isFortran = false;
    std::vector<long long> shape;
    std::size_t samplesAt = 0;
};

/// The text behind a key and its colon, to the end of the dictionary; empty where the key is not there.
std::string_view behindKey(std::string_view text, const std::string& key) {
    for (const char quote : {'\'', '"'}) {
        const std::size_t at = text.find(quote + key + quote);
        const std::size_t colon = at == text.npos ? at : text.find(':', at);
        if (colon == text.npos) continue;
        text.remove_prefix(colon + 1);
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        return text;
    }
    return {};
}

std::vector<long long> tupleOf(std::string_view text, const std::filesystem::path& file) {
    std::vector<long long> numbers;
    const std::size_t close = text.find(')');
    if (!text.starts_with('(') || close == text.npos) throw damaged(file, "its header has no shape");
    text = text.substr(1, close - 1);
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view part = text.substr(0, comma);
        text.remove_prefix(std::min(comma + 1, text.size()));
        while (part.starts_with(' '))
            part.remove_prefix(1);
        while (part.ends_with(' ') || part.ends_with('L'))  // as Python 2 wrote long numbers
            part.remove_suffix(1);
        if (part.empty()) continue;
        const auto number = parseInteger(part);
        if (!number || *number < 0) throw damaged(file, "'" + printable(part) + "' in its shape is no size");
        numbers.push_back(*number);
    }
    return numbers;
}

NpyHeader npyHeader(const std::filesystem::path& file) {
    const std::vector<std::byte> start = FileReader(file).start(longestNpyHeader);
    constexpr std::size_t versionAt = 6, lengthAt = 8;
    const BinaryNumbers numbers(start, false);
    const auto version = numbers.at<std::uint8_t>(versionAt);
    if (version < 1 || version > 3)
        throw InputError(displayName(file),
                         "it is of version " + std::to_string(version) + " of NumPy's format, which is not known",
                         "save it with numpy.save of today");
    const std::size_t length = version == 1 ? numbers.at<std::uint16_t>(lengthAt) : numbers.at<std::uint32_t>(lengthAt);
    const std::size_t textAt = lengthAt + (version == 1 ? 2 : 4);
    if (length > start.size() || textAt + length > start.size()) throw damaged(file, "its header ends early");
    const std::string_view text(reinterpret_cast<const char*>(start.data()) + textAt, length);
    NpyHeader header;
    header.samplesAt = textAt + length;
    const std::string_view type = behindKey(text, "descr");
    if (type.starts_with('['))
        throw InputError(displayName(file), "its samples are records of several fields", "save one field as an array of numbers");
    if (type.size() > 2) header.type = type.substr(1, type.find(type.front(), 1) - 1);
    header.isFortran = behindKey(text, "fortran_order").starts_with("True");
    header.shape = tupleOf(behindKey(text, "shape"), file);
    return header;
}

SampleType npyType(const std::filesystem::path& file, const std::string& type) {
    constexpr std::pair<std::string_view, SampleType> known[] = {
        {"b1", SampleType::u8},  {"u1", SampleType::u8},  {"i1", SampleType::s8},  {"u2", SampleType::u16},
        {"i2", SampleType::s16}, {"u4", SampleType::u32}, {"i4", SampleType::s32}, {"u8", SampleType::u64},
        {"i8", SampleType::s64}, {"f2", SampleType::f16}, {"f4", SampleType::f32}, {"f8", SampleType::f64}};
    for (const auto& [name, sample] : known)
        if (type.size() == 3 && type.substr(1) == name) return sample;
    const bool isComplex = type.find('c') != type.npos;
    throw InputError(displayName(file), "its samples are of type '" + printable(type) + "', which Coarsen does not read",
                     isComplex ? "save their absolute values, or one part of them" : "save it as float32 or uint16");
}

StoredVolume npyIn(const std::filesystem::path& file) {
    const NpyHeader stated = npyHeader(file);
    const ArrayAxes axes = axesOfBareArray(file, stated.shape);
    const auto side = [&](int axis) { return axis < 0 ? 1 : stated.shape[static_cast<std::size_t>(axis)]; };
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    StoredVoxels& voxels = stored.voxels;
    if (axes.s >= 0) header.channels = voxels.interleaved = static_cast<int>(side(axes.s));
    if (stated.isFortran && (axes.z >= 0 || axes.s >= 0))
        throw InputError(displayName(file), "its samples stand in Fortran's order", "save numpy.ascontiguousarray(array)");
    stored.isTransposed = stated.isFortran;
    header.size = checkedSides(file, side(axes.x), side(axes.y), side(axes.z));
    constexpr long long mostTimes = 1 << 24;
    if (side(axes.t) < 1 || side(axes.t) > mostTimes) throw damaged(file, "its shape is " + shapeText(stated.shape));
    header.times = static_cast<int>(side(axes.t));
    stored.arePlanesStated = axes.arePlanesStated;
    header.type = npyType(file, stated.type);
    header.format = "NumPy";
    voxels.file = file;
    voxels.fileOffset = stated.samplesAt;
    voxels.isBigEndian = stated.type.starts_with('>');
    voxels.volumes = static_cast<std::uintmax_t>(header.times);
    checkLength(stored);
    return stored;
}

}  // namespace

StoredFormat npy() {
    return {"NumPy", {".npy"}, isNpy, npyIn};
}

}  // namespace coarsen::volumes
