// SPDX-License-Identifier: GPL-3.0-or-later
// NRRD (teem.sourceforge.net/nrrd/format.html): lines "field: value" to an empty one, then the samples, or a file beside that has
// them.
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/text_parts.hpp"
#include "core/base/trimmed.hpp"
#include "core/base/units.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace coarsen::volumes {

namespace {

constexpr std::string_view nrrdMark = "NRRD000";
constexpr std::size_t longestNrrdHeader = 256 << 10;

bool isNrrd(std::span<const std::byte> start) {
    return std::string_view(reinterpret_cast<const char*>(start.data()), start.size()).starts_with(nrrdMark);
}

/// The fields before the samples.
class NrrdHeader {
public:
    explicit NrrdHeader(const std::filesystem::path& file) : file_(file) {
        const FileReader reader(file);
        const std::vector<std::byte> start = reader.start(longestNrrdHeader);
        const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
        bool isEnd = false;
        while (samplesAt_ < text.size() && !isEnd) {
            const std::size_t end = text.find('\n', samplesAt_);
            const std::string_view line = text.substr(samplesAt_, std::min(end, text.size()) - samplesAt_);
            samplesAt_ = end == text.npos ? text.size() : end + 1;
            isEnd = trimmed(line).empty();
            const std::size_t colon = line.find(": ");
            if (isEnd || line.starts_with('#') || colon == line.npos) continue;
            fields_[fieldName(line.substr(0, colon))] = trimmed(line.substr(colon + 1));
        }
        if (!isEnd && samplesAt_ < reader.size()) throw damaged(file, "its header does not end");
    }

    std::size_t samplesAt() const { return samplesAt_; }
    std::string text(const std::string& field) const {
        const auto found = fields_.find(field);
        return found == fields_.end() ? std::string() : found->second;
    }
    std::vector<std::string> words(const std::string& field) const {
        std::vector<std::string> all;
        const std::string line = text(field);
        for (const std::string_view part : textParts(line, ' '))
            if (!part.empty()) all.emplace_back(part);
        return all;
    }
    long long integer(const std::string& field, long long otherwise) const {
        const std::string value = text(field);
        if (value.empty()) return otherwise;
        const auto number = parseInteger(value);
        if (!number) throw damaged(file_, "its field '" + field + "' is no whole number");
        return *number;
    }
    /// Texts in quotation marks, as of units.
    std::vector<std::string> quoted(const std::string& field) const {
        std::vector<std::string> all;
        const std::string line = text(field);
        for (std::size_t open = line.find('"'); open != line.npos;) {
            const std::size_t close = line.find('"', open + 1);
            if (close == line.npos) break;
            all.push_back(line.substr(open + 1, close - open - 1));
            open = line.find('"', close + 1);
        }
        return all;
    }

private:
    /// Fields have several spellings: "spacings", "datafile" and "data file".
    static std::string fieldName(std::string_view name) {
        std::string plain;
        for (const char letter : name)
            if (letter != ' ') plain += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        return plain;
    }

    const std::filesystem::path& file_;
    std::map<std::string, std::string> fields_;
    std::size_t samplesAt_ = 0;
};

SampleType nrrdType(const std::filesystem::path& file, const std::string& name) {
    constexpr std::pair<std::string_view, SampleType> known[] = {{"uchar", SampleType::u8},
                                                                 {"unsigned char", SampleType::u8},
                                                                 {"uint8", SampleType::u8},
                                                                 {"uint8_t", SampleType::u8},
                                                                 {"signed char", SampleType::s8},
                                                                 {"int8", SampleType::s8},
                                                                 {"int8_t", SampleType::s8},
                                                                 {"short", SampleType::s16},
                                                                 {"short int", SampleType::s16},
                                                                 {"signed short", SampleType::s16},
                                                                 {"int16", SampleType::s16},
                                                                 {"signed short int", SampleType::s16},
                                                                 {"signed long long", SampleType::s64},
                                                                 {"long long int", SampleType::s64},
                                                                 {"unsigned long long int", SampleType::u64},
                                                                 {"int16_t", SampleType::s16},
                                                                 {"ushort", SampleType::u16},
                                                                 {"unsigned short", SampleType::u16},
                                                                 {"unsigned short int", SampleType::u16},
                                                                 {"uint16", SampleType::u16},
                                                                 {"uint16_t", SampleType::u16},
                                                                 {"int", SampleType::s32},
                                                                 {"signed int", SampleType::s32},
                                                                 {"int32", SampleType::s32},
                                                                 {"int32_t", SampleType::s32},
                                                                 {"uint", SampleType::u32},
                                                                 {"unsigned int", SampleType::u32},
                                                                 {"uint32", SampleType::u32},
                                                                 {"uint32_t", SampleType::u32},
                                                                 {"longlong", SampleType::s64},
                                                                 {"long long", SampleType::s64},
                                                                 {"int64", SampleType::s64},
                                                                 {"int64_t", SampleType::s64},
                                                                 {"ulonglong", SampleType::u64},
                                                                 {"unsigned long long", SampleType::u64},
                                                                 {"uint64", SampleType::u64},
                                                                 {"uint64_t", SampleType::u64},
                                                                 {"float", SampleType::f32},
                                                                 {"double", SampleType::f64}};
    for (const auto& [word, type] : known)
        if (name == word) return type;
    throw InputError(displayName(file), "its samples are of type '" + printable(name) + "', which Coarsen does not read",
                     "save it as unsigned short or float");
}

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

/// How long the step along an axis is, by its vector or its number, whatever its sign; NaN of words that are no number. Nothing:
/// it does not say, or says "nan", as the format does of what is unknown.
std::optional<double> nrrdStep(const NrrdHeader& stated, std::size_t axis) {
    if (const std::string line = stated.text("spacedirections"); !line.empty()) {
        std::vector<std::string> vectors;
        for (std::string_view rest = line; !rest.empty();) {
            rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
            const std::size_t end =
                rest.starts_with('(') ? std::min(rest.find(')'), rest.size() - 1) + 1 : std::min(rest.find(' '), rest.size());
            if (!rest.empty()) vectors.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end, rest.size()));
        }
        if (axis >= vectors.size() || !vectors[axis].starts_with('(')) return std::nullopt;
        double squares = 0;
        const std::string inner = vectors[axis].substr(1, vectors[axis].size() - 2);
        for (const std::string_view part : textParts(inner, ','))
            squares += std::pow(parseNumber(trimmed(part)).value_or(noNumber), 2);
        return std::sqrt(squares);
    }
    const auto steps = stated.words("spacings");
    if (axis >= steps.size()) return std::nullopt;
    const auto number = parseNumber(steps[axis]);
    return number && std::isnan(*number) ? std::nullopt : std::optional(std::abs(number.value_or(noNumber)));
}

/// The unit along an axis; anatomical spaces count in millimetres where they name none, as ITK and Slicer write them.
std::string nrrdUnit(const NrrdHeader& stated, std::size_t axis, std::size_t spatialAxis) {
    if (const auto units = stated.quoted("spaceunits"); spatialAxis < units.size()) return units[spatialAxis];
    if (const auto units = stated.quoted("units"); axis < units.size()) return units[axis];
    const std::string space = stated.text("space");
    return space.find("right") != space.npos || space.find("left") != space.npos || space == "RAS" || space == "LPS" ||
                   space == "LAS"
               ? "mm"
               : "";
}

void takeNrrdSize(StoredVolume& stored, const NrrdHeader& stating, std::size_t firstAxis, std::size_t spatial) {
    VolumeHeader& header = stored.header;
    std::array<double, 3> steps{1, 1, 1};
    std::size_t stated = 0;
    std::string unit;
    for (std::size_t i = 0; i < spatial; ++i) {
        const auto step = nrrdStep(stating, firstAxis + i);
        stated += step ? 1 : 0;
        steps[i] = step.value_or(0);
        const std::string own = nrrdUnit(stating, firstAxis + i, i);
        if (i > 0 && own != unit) {
            stored.facts.unread.push_back("units that differ from axis to axis ('" + printable(unit) + "', '" + printable(own) +
                                          "')");
            return;
        }
        unit = own;
    }
    if (stated == 0) return;
    if (stated < spatial) {
        addRemark(header.remark, "It states the size of its voxels along some axes alone (NRRD), which is not used.");
        return;
    }
    if (spatial == 2) steps[2] = steps[0];
    const auto um = unit.empty() ? std::nullopt : micrometresIn(unit);
    if (!unit.empty() && !um) stored.facts.unread.push_back("NRRD's unit '" + printable(unit) + "'");
    header.isDefaultSize = unit == "mm" && std::ranges::count(steps, 1.0) == 3;
    const double scale = um.value_or(1);
    header.spacing =
        statedSpacing({steps[0] * scale, steps[1] * scale, steps[2] * scale}, um && !header.isDefaultSize, header.remark);
    if (unit.empty()) header.withoutUnit = "NRRD spacings";
}

/// Where the samples are: behind the header, or in the one file that it names.
void findNrrdSamples(const std::filesystem::path& file, const NrrdHeader& stated, StoredVoxels& voxels) {
    voxels.file = file;
    voxels.fileOffset = stated.samplesAt();
    const std::string encoding = stated.text("encoding");
    if (encoding == "gzip" || encoding == "gz")
        voxels.packing = Packing::gzip;
    else if (encoding != "raw")
        throw InputError(displayName(file),
                         "its samples are packed as '" + printable(encoding) + "', which Coarsen does not read",
                         "save it with the encoding raw or gzip");
    const std::string name = stated.text("datafile");
    if (name.empty()) return;
    std::error_code failed;
    const std::filesystem::path beside(name.starts_with("./") ? name.substr(2) : name);
    const bool isThere = std::filesystem::exists(file.parent_path() / beside, failed);
    if (!isThere && (name == "LIST" || name.starts_with("LIST ") || name.find('%') != name.npos))
        throw InputError(displayName(file), "its samples are in several files (data file: " + printable(name) + ")",
                         "save it as one file");
    if (beside != beside.filename() || beside == "..")
        throw InputError(displayName(file),
                         "its samples are in '" + printable(name) + "', and only a file beside the header is read",
                         "put both into one folder and correct the field 'data file'");
    voxels.file = file.parent_path() / beside;
    voxels.fileOffset = 0;
    if (!std::filesystem::exists(voxels.file, failed))
        throw InputError(displayName(file),
                         "it is a header, and its samples (" + displayName(voxels.file) + ") are not beside it",
                         "keep both files in one folder");
}

/// Lines, then bytes, that stand before the samples.
void skipNrrd(const std::filesystem::path& file, const NrrdHeader& stated, const StoredVolume& stored, StoredVoxels& voxels) {
    const long long lines = stated.integer("lineskip", 0), bytes = stated.integer("byteskip", 0);
    if (lines != 0)
        throw InputError(displayName(file), "lines of text stand before its samples (line skip)", "save it as one NRRD file");
    if (bytes < -1) throw damaged(file, "its samples begin at byte " + std::to_string(bytes));
    const std::uintmax_t all = std::uintmax_t{stored.header.size.voxels()} * sampleBytes(stored.header.type) *
                               static_cast<std::uintmax_t>(voxels.interleaved) * voxels.volumes;
    if (bytes > 0) (voxels.packing == Packing::none ? voxels.fileOffset : voxels.offset) += static_cast<std::uintmax_t>(bytes);
    const std::uintmax_t size = FileReader(voxels.file).size();
    if (bytes == -1 && voxels.packing == Packing::none && size >= all) voxels.fileOffset = size - all;
}

StoredVolume nrrdIn(const std::filesystem::path& file) {
    const NrrdHeader stated(file);
    const auto words = stated.words("sizes");
    std::vector<long long> sizes;
    for (const std::string& word : words) {
        const auto number = parseInteger(word);
        if (!number || *number < 1) throw damaged(file, "'" + printable(word) + "' in its sizes is no size");
        sizes.push_back(*number);
    }
    if (sizes.empty()) throw damaged(file, "its header lacks the field sizes");
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    StoredVoxels& voxels = stored.voxels;
    // An axis that is no space and comes first holds colours or components side by side; behind the space it counts times.
    const auto kinds = stated.words("kinds");
    const bool isFirstNoSpace = !kinds.empty() && kinds.front() != "domain" && kinds.front() != "space" &&
                                kinds.front() != "???" && kinds.front() != "none";
    const bool isFirstWithoutDirection = stated.text("spacedirections").starts_with("none");
    if (!kinds.empty() && kinds.front() == "complex")
        throw InputError(displayName(file), "its samples are complex numbers, which Coarsen does not read",
                         "save their absolute values");
    const std::size_t first = (isFirstNoSpace || isFirstWithoutDirection) && sizes.size() > 2 ? 1 : 0;
    constexpr long long mostChannels = 1 << 16, mostTimes = 1 << 24;
    if (first == 1) {
        if (sizes[0] > mostChannels) throw damaged(file, "its header declares " + std::to_string(sizes[0]) + " channels");
        header.channels = voxels.interleaved = static_cast<int>(sizes[0]);
    }
    const std::size_t axes = sizes.size() - first;
    if (axes < 2 || axes > 4)
        throw InputError(displayName(file), "it has " + std::to_string(sizes.size()) + " axes",
                         "a volume has 3, or 4 with the time");
    const std::string lastKind = kinds.size() == sizes.size() ? kinds.back() : "";
    const bool isLastTime = axes == 4 || (axes == 3 && lastKind == "time");
    const std::size_t spatial = axes - (isLastTime ? 1 : 0);
    header.size = checkedSides(file, sizes[first], sizes[first + 1], spatial > 2 ? sizes[first + 2] : 1);
    if (isLastTime) {
        if (sizes.back() > mostTimes) throw damaged(file, "its header declares " + std::to_string(sizes.back()) + " times");
        header.times = static_cast<int>(sizes.back());
        const auto units = stated.quoted("units");
        const auto second = units.size() == sizes.size() ? secondsIn(units.back()) : std::nullopt;
        const double step = nrrdStep(stated, sizes.size() - 1).value_or(0);
        if (second && step > 0 && std::isfinite(step)) header.intervalS = step * *second;
    }
    header.type = nrrdType(file, stated.text("type"));
    header.format = "NRRD";
    takeNrrdSize(stored, stated, first, spatial);
    findNrrdSamples(file, stated, voxels);
    const std::string order = stated.text("endian");
    voxels.isBigEndian = order == "big" || order == "Big" || order == "BIG";
    if (order.empty() && sampleBytes(header.type) > 1) throw damaged(file, "its header does not say the order of bytes (endian)");
    voxels.volumes = static_cast<std::uintmax_t>(header.times);
    skipNrrd(file, stated, stored, voxels);
    checkLength(stored);
    return stored;
}

}  // namespace

std::filesystem::path nrrdSamples(const std::filesystem::path& header) {
    try {
        StoredVoxels voxels;
        findNrrdSamples(header, NrrdHeader(header), voxels);
        return voxels.file;
    } catch (const InputError&) {  // who reads it says why
        return {};
    }
}

StoredFormat nrrd() {
    return {"NRRD", {".nrrd", ".nhdr"}, isNrrd, nrrdIn};
}

}  // namespace coarsen::volumes
