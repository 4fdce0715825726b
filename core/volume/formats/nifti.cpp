// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/binary_numbers.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace coarsen::volumes {

namespace {

constexpr std::size_t niftiStart = 552;  // holds both headers

/// Contents of either version of the header.
struct NiftiHeader {
    std::array<long long, 8> sides{};  // the first: how many follow
    std::array<double, 8> steps{};     // the first: how the axes are turned
    int datatype = 0, units = 0, qform = 0, sform = 0;
    double voxelsAt = 0, slope = 0, intercept = 0;
    std::array<double, 3> quaternion{}, quaternionOrigin{}, origin{};  // the last of the matrix sform
    std::array<std::array<double, 3>, 3> axes{};                       // rows of the matrix sform
    bool isBigEndian = false, isPair = false, isAnalyze = false;
};

constexpr std::int32_t firstLength = 348, secondLength = 540;

std::string lowerEnding(const std::filesystem::path& name) {
    std::string ending = name.extension().string();
    std::ranges::transform(ending, ending.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return ending;
}

bool isPackedName(const std::filesystem::path& file) {
    return lowerEnding(file) == ".gz";
}

std::string_view niftiMark(std::span<const std::byte> start, std::size_t at) {
    return start.size() < at + 4 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(start.data()) + at, 4);
}

/// The header's length by its first number, which also tells the order of bytes.
std::optional<std::pair<std::int32_t, bool>> niftiLength(std::span<const std::byte> start) {
    for (const bool isBigEndian : {false, true}) {
        const auto length = BinaryNumbers(start, isBigEndian).at<std::int32_t>(0);
        if (length == firstLength || length == secondLength) return std::pair(length, isBigEndian);
    }
    return std::nullopt;
}

/// A first number of 348 may begin other files, too: without a mark the axes and the samples of ANALYZE must make sense.
bool isNifti(std::span<const std::byte> start) {
    const auto length = start.size() >= 8 ? niftiLength(start) : std::nullopt;
    if (!length) return false;
    if (length->first == secondLength) return niftiMark(start, 4).starts_with("n");
    if (start.size() < static_cast<std::size_t>(firstLength)) return true;  // whoever reads it says that it ends early
    constexpr std::size_t markAt = 344, axesAt = 40, typeAt = 70;
    if (niftiMark(start, markAt).starts_with("n")) return true;
    const BinaryNumbers numbers(start, length->second);
    constexpr std::array types{1, 2, 4, 8, 16, 32, 64, 128, 130, 132, 136, 256, 512, 768, 1024, 1280, 1536, 1792, 2048, 2304};
    const auto axes = numbers.at<std::int16_t>(axesAt);
    const int type = numbers.at<std::int16_t>(typeAt);
    return axes >= 1 && axes <= 7 && std::ranges::find(types, type) != types.end();
}

NiftiHeader firstNifti(const BinaryNumbers& numbers) {
    NiftiHeader header;
    for (std::size_t i = 0; i < 8; ++i) {
        header.sides[i] = numbers.at<std::int16_t>(40 + 2 * i);
        header.steps[i] = static_cast<double>(numbers.at<float>(76 + 4 * i));
    }
    header.datatype = numbers.at<std::int16_t>(70);
    header.voxelsAt = static_cast<double>(numbers.at<float>(108));
    header.slope = static_cast<double>(numbers.at<float>(112));
    header.intercept = static_cast<double>(numbers.at<float>(116));
    header.units = numbers.at<std::uint8_t>(123);
    header.qform = numbers.at<std::int16_t>(252);
    header.sform = numbers.at<std::int16_t>(254);
    for (std::size_t i = 0; i < 3; ++i) {
        header.quaternion[i] = static_cast<double>(numbers.at<float>(256 + 4 * i));
        header.quaternionOrigin[i] = static_cast<double>(numbers.at<float>(268 + 4 * i));
        header.origin[i] = static_cast<double>(numbers.at<float>(280 + 16 * i + 12));
        for (std::size_t k = 0; k < 3; ++k)
            header.axes[i][k] = static_cast<double>(numbers.at<float>(280 + 16 * i + 4 * k));
    }
    return header;
}

NiftiHeader secondNifti(const BinaryNumbers& numbers) {
    NiftiHeader header;
    for (std::size_t i = 0; i < 8; ++i) {
        header.sides[i] = numbers.at<std::int64_t>(16 + 8 * i);
        header.steps[i] = numbers.at<double>(104 + 8 * i);
    }
    header.datatype = numbers.at<std::int16_t>(12);
    header.voxelsAt = static_cast<double>(numbers.at<std::int64_t>(168));
    header.slope = numbers.at<double>(176);
    header.intercept = numbers.at<double>(184);
    header.units = numbers.at<std::int32_t>(500);
    header.qform = numbers.at<std::int32_t>(344);
    header.sform = numbers.at<std::int32_t>(348);
    for (std::size_t i = 0; i < 3; ++i) {
        header.quaternion[i] = numbers.at<double>(352 + 8 * i);
        header.quaternionOrigin[i] = numbers.at<double>(376 + 8 * i);
        header.origin[i] = numbers.at<double>(400 + 32 * i + 24);
        for (std::size_t k = 0; k < 3; ++k)
            header.axes[i][k] = numbers.at<double>(400 + 32 * i + 8 * k);
    }
    return header;
}

/// ANALYZE 7.5, which NIfTI grew out of: what stands where NIfTI keeps scale, orientation and mark means other things there.
NiftiHeader analyze(std::span<const std::byte> start, const BinaryNumbers& numbers) {
    constexpr std::size_t unitsAt = 56, unitsLength = 4;
    const NiftiHeader all = firstNifti(numbers);
    NiftiHeader header;
    header.sides = all.sides;
    header.steps = all.steps;
    header.datatype = all.datatype;
    header.voxelsAt = std::abs(all.voxelsAt);  // below 0: the same before each volume, which is none here
    const std::string_view units(reinterpret_cast<const char*>(start.data()) + unitsAt, unitsLength);
    header.units = units.starts_with("mm") ? 2 : units.starts_with("um") ? 3 : 0;
    return header;
}

NiftiHeader niftiHeader(std::span<const std::byte> start, const std::filesystem::path& file) {
    const auto [length, isBigEndian] = niftiLength(start).value_or(std::pair(firstLength, false));
    if (start.size() < static_cast<std::size_t>(length))
        throw InputError(
            displayName(file),
            "it ends after " + std::to_string(start.size()) + " of its header's " + std::to_string(length) + " bytes", copyAgain);
    const bool isFirst = length == firstLength;
    const std::string_view mark = niftiMark(start, isFirst ? 344 : 4);
    const bool isPair = mark.starts_with("ni"), isAnalyze = isFirst && !isPair && !mark.starts_with("n+");
    if (!isFirst && !isPair && !mark.starts_with("n+")) throw damaged(file, "its header lacks the mark of NIfTI-2");
    if (isAnalyze && !isNameOfPair(file))
        throw damaged(file, "its header lacks the mark of NIfTI, and only a file .hdr beside its .img needs none (ANALYZE)");
    const BinaryNumbers numbers(start, isBigEndian);
    NiftiHeader header = isAnalyze ? analyze(start, numbers) : isFirst ? firstNifti(numbers) : secondNifti(numbers);
    header.isBigEndian = isBigEndian;
    header.isAnalyze = isAnalyze;
    header.isPair = isPair || isAnalyze;
    return header;
}

SampleType niftiType(const std::filesystem::path& file, int code) {
    constexpr std::pair<int, SampleType> known[] = {
        {2, SampleType::u8},  {256, SampleType::s8}, {512, SampleType::u16}, {4, SampleType::s16},    {768, SampleType::u32},
        {8, SampleType::s32}, {16, SampleType::f32}, {64, SampleType::f64},  {1024, SampleType::s64}, {1280, SampleType::u64}};
    for (const auto& [number, type] : known)
        if (number == code) return type;
    constexpr std::pair<int, std::string_view> others[] = {{1, "bits"},
                                                           {32, "complex numbers"},
                                                           {1792, "complex numbers"},
                                                           {2048, "complex numbers"},
                                                           {128, "colours (RGB)"},
                                                           {2304, "colours (RGBA)"},
                                                           {1536, "128-bit floating-point numbers"}};
    for (const auto& [number, words] : others)
        if (number == code)
            throw InputError(displayName(file), "its voxels are " + std::string(words) + ", which Coarsen does not read",
                             "save it as 16-bit whole numbers or 32-bit floating-point numbers");
    throw InputError(displayName(file), "its voxels are of datatype " + std::to_string(code) + ", which NIfTI does not know",
                     copyAgain);
}

/// Micrometres in the unit of length; nothing where none is stated.
std::optional<double> niftiUm(int units) {
    switch (units & 7) {
        case 1:
            return 1e6;
        case 2:
            return 1e3;
        case 3:
            return 1;
        default:
            return std::nullopt;
    }
}

std::optional<double> niftiSeconds(int units) {
    switch (units & 0x38) {
        case 8:
            return 1;
        case 16:
            return 1e-3;
        case 24:
            return 1e-6;
        default:
            return std::nullopt;
    }
}

/// Where the header lays the voxels: by its matrix (sform), else its quaternion (qform), else along the axes (method 1).
Placement niftiPlacement(const NiftiHeader& header) {
    Placement placement;
    placement.perUnit = niftiUm(header.units).value_or(1);
    std::array<std::array<double, 3>, 3> m{};  // columns are where x, y and z run
    if (header.sform > 0) {
        m = header.axes;
        placement.origin = header.origin;
    } else if (header.qform > 0) {
        const auto [b, c, d] = header.quaternion;
        const double a = std::sqrt(std::max(0.0, 1 - b * b - c * c - d * d)), handed = header.steps[0] < 0 ? -1 : 1;
        m = {{{a * a + b * b - c * c - d * d, 2 * (b * c - a * d), handed * 2 * (b * d + a * c)},
              {2 * (b * c + a * d), a * a + c * c - b * b - d * d, handed * 2 * (c * d - a * b)},
              {2 * (b * d - a * c), 2 * (c * d + a * b), handed * (a * a + d * d - b * b - c * c)}}};
        placement.origin = header.quaternionOrigin;
    } else {
        for (std::size_t i = 0; i < 3; ++i)
            m[i][i] = header.steps[i + 1] < 0 ? -1 : 1;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double length = std::hypot(m[0][axis], m[1][axis], m[2][axis]);
        if (!(length > 0) || !std::isfinite(length)) continue;  // damaged: as if it were not turned
        for (std::size_t i = 0; i < 3; ++i)
            placement.axes[axis][i] = m[i][axis] / length;
    }
    return placement;
}

/// 1 mm along each axis, which programs write where nobody said a size.
bool isNiftiDefault(const NiftiHeader& header) {
    constexpr double millimetreUm = 1e3;
    return niftiUm(header.units) == millimetreUm && std::ranges::count(std::span(header.steps).subspan(1, 3), 1.0) == 3;
}

Spacing niftiSpacing(const NiftiHeader& header, std::string& remark) {
    const auto steps = std::span(header.steps).subspan(1, 3);
    if (std::ranges::count(steps, 0.0) > 0) {
        addRemark(remark, "It does not state the size of a voxel.");
        return {};
    }
    if (std::ranges::any_of(steps, [](double step) { return step < 0; }))
        addRemark(remark, "Its header has negative sides of a voxel, which are taken without their sign.");
    // Written as 32-bit numbers, 2.732 reads 2.7320001: the fewest digits that mean the same are what was meant.
    const auto meant = [](double step) {
        if (!(step <= std::numeric_limits<float>::max())) return step;
        const auto digits = parseNumber(shortest(static_cast<float>(step)));
        return digits && static_cast<double>(static_cast<float>(step)) == step ? *digits : step;
    };
    const auto um = niftiUm(header.units);
    const double unit = um.value_or(1);
    const auto side = [&](double step) { return meant(std::abs(step)) * unit; };
    const bool isInUm = um.has_value() && !isNiftiDefault(header);
    return statedSpacing({side(steps[0]), side(steps[1]), side(steps[2])}, isInUm, remark);
}

/// The file that holds the voxels of a header that stands alone.
std::filesystem::path niftiVoxels(const std::filesystem::path& file) {
    const std::filesystem::path header = isPackedName(file) ? file.stem() : file.filename();
    const auto ending = [&](const char* text) { return file.parent_path() / (header.stem().string() + text); };
    std::error_code failed;
    for (const char* const text : {".img", ".img.gz", ".IMG", ".IMG.GZ", ".IMG.gz"})
        if (std::filesystem::exists(ending(text), failed)) return ending(text);
    return ending(".img");
}

StoredVolume niftiIn(const std::filesystem::path& file) {
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    StoredVoxels& voxels = stored.voxels;
    voxels.file = file;
    voxels.packing = packingOf(file);
    VoxelBytes source(file, voxels.packing);
    std::vector<std::byte> start(niftiStart);
    start.resize(source.read(start));
    NiftiHeader stated = niftiHeader(start, file);
    if (stated.isPair) {  // of a header by itself nobody else comes to the checksum behind it
        constexpr std::uintmax_t mostExtensions = 64 << 20;
        source.skip(mostExtensions);
        source.checkEnd(0);
    }

    const long long axes = stated.sides[0];
    if (axes < 1 || axes > 7) throw damaged(file, "its header declares " + std::to_string(axes) + " axes");
    const auto side = [&](std::size_t axis) { return static_cast<long long>(axis) <= axes ? stated.sides[axis] : 1; };
    header.size = checkedSides(file, side(1), side(2), side(3));
    if (side(6) > 1 || side(7) > 1)
        throw InputError(displayName(file), "it has more axes than space, time and channel",
                         "save the volumes in files of their own");
    constexpr long long mostVolumes = 1 << 24;
    if (side(4) < 1 || side(5) < 1 || side(4) > mostVolumes || side(5) > mostVolumes)
        throw damaged(file,
                      "its header declares " + std::to_string(side(4)) + " times and " + std::to_string(side(5)) + " channels");
    header.times = static_cast<int>(side(4));
    header.channels = static_cast<int>(side(5));
    header.type = niftiType(file, stated.datatype);
    header.format = stated.isAnalyze ? "ANALYZE" : "NIfTI";
    if (header.size.depth == 1 && stated.steps[3] == 0) stated.steps[3] = stated.steps[1];  // a picture has no third side
    header.spacing = niftiSpacing(stated, header.remark);
    header.isDefaultSize = isNiftiDefault(stated);
    const bool areOnes = header.spacing.x == 1 && header.spacing.y == 1 && header.spacing.z == 1;
    if (!niftiUm(stated.units) && !areOnes) header.withoutUnit = header.format + " pixdim";
    const auto second = niftiSeconds(stated.units);
    if (header.times > 1 && second && std::isfinite(stated.steps[4]) && stated.steps[4] > 0)
        header.intervalS = stated.steps[4] * *second;
    else if (header.times > 1 && !second && std::isfinite(stated.steps[4]) && stated.steps[4] != 0 && stated.steps[4] != 1)
        addRemark(header.remark, "Its interval, " + shortest(static_cast<float>(stated.steps[4])) +
                                     ", has no unit of time, and is not used: --interval gives one.");
    takePlacement(header, niftiPlacement(stated));

    voxels.isBigEndian = stated.isBigEndian;
    if (std::isfinite(stated.slope) && stated.slope != 0) {  // 0: the samples are the values
        voxels.slope = stated.slope;
        voxels.intercept = std::isfinite(stated.intercept) ? stated.intercept : 0;
    }
    if (voxels.slope != 1 || voxels.intercept != 0)
        addRemark(header.remark, "Its values are scaled as its header says: times " + shortest(voxels.slope) + ", plus " +
                                     shortest(voxels.intercept) + ".");

    constexpr double farthest = 0x1p53;
    const double leastOffset = stated.isPair ? 0 : static_cast<double>(niftiLength(start)->first);
    if (!(stated.voxelsAt >= leastOffset) || stated.voxelsAt > farthest)
        throw damaged(file, "its voxels begin at byte " + shortest(stated.voxelsAt));
    voxels.offset = static_cast<std::uintmax_t>(stated.voxelsAt);
    if (stated.isPair) {
        voxels.file = niftiVoxels(file);
        std::error_code failed;
        if (!std::filesystem::exists(voxels.file, failed))
            throw InputError(displayName(file),
                             "it is a header, and its voxels (" + displayName(voxels.file) + ") are not beside it",
                             "keep both files in one folder");
        voxels.packing = packingOf(voxels.file);
    }
    voxels.volumes = static_cast<std::uintmax_t>(header.times) * static_cast<std::uintmax_t>(header.channels);
    checkLength(stored);
    return stored;
}

}  // namespace

bool isNameOfPair(const std::filesystem::path& file) {
    return lowerEnding(isPackedName(file) ? file.stem() : file) == ".hdr";
}

std::filesystem::path niftiPairVoxels(const std::filesystem::path& header) {
    const std::filesystem::path voxels = niftiVoxels(header);
    std::error_code failed;
    return std::filesystem::exists(voxels, failed) ? voxels : std::filesystem::path();
}

StoredFormat nifti() {
    return {"NIfTI", {".nii", ".nii.gz", ".hdr", ".hdr.gz"}, isNifti, niftiIn, true, true};
}

}  // namespace coarsen::volumes
