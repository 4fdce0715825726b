// SPDX-License-Identifier: GPL-3.0-or-later
// Zarr stores in folders: images in the words of OME's next-generation file format, and plain arrays.
#include "core/base/files.hpp"
#include "core/base/natural_order.hpp"
#include "core/base/numbers.hpp"
#include "core/volume/formats/ngff.hpp"
#include "core/volume/formats/stated_steps.hpp"
#include "core/volume/formats/stored_format.hpp"
#include "core/volume/formats/zarr_planes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <system_error>

namespace coarsen::volumes {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestMetadata = 16 << 20;
constexpr const char* exportAgain = "export it as one OME-Zarr image (axes t, c, z, y, x)";

bool holds(const fs::path& folder, const char* name) {
    std::error_code unknown;
    return fs::exists(folder / name, unknown);
}

std::string metadataText(const fs::path& file) {
    const std::vector<std::byte> bytes = readWhole(file, longestMetadata);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Tells whether a zarr.json describes an array; else it describes a group.
bool isArrayText(const std::string& json) {
    return json.find("\"chunk_grid\"") != json.npos;
}

bool isZarrArray(const fs::path& folder) {
    return holds(folder, ".zarray") || (holds(folder, "zarr.json") && isArrayText(metadataText(folder / "zarr.json")));
}

bool isZarr(const fs::path& folder) {
    std::string ending = folder.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return ending == ".zarr" || std::ranges::any_of(std::array{".zarray", ".zgroup", "zarr.json"},
                                                    [&](const char* name) { return holds(folder, name); });
}

NgffGroup groupIn(const fs::path& folder) {
    for (const char* const name : {"zarr.json", ".zattrs"})
        if (holds(folder, name)) return ngffGroupOf(metadataText(folder / name), folder);
    return {};
}

/// The array of a path within a store, which does not lead out of it.
ZarrArray arrayAt(const fs::path& folder, const std::string& path) {
    const fs::path within = fs::path(path).lexically_normal();
    const bool leadsOut = within.is_absolute() || within.empty() || *within.begin() == "..";
    if (leadsOut) throw InputError(displayName(folder), "its array '" + path + "' is not in its folder", exportAgain);
    std::error_code unknown;
    if (!fs::is_directory(folder / within, unknown))
        throw InputError(displayName(folder), "its array '" + path + "' is not there", copyAgain);
    return zarrArrayIn(folder / within);
}

/// Finds which axis is which, by NGFF's names. Throws where others are longer than 1.
ArrayAxes axesNamed(const fs::path& folder, const std::vector<NgffAxis>& named, const std::vector<long long>& shape) {
    ArrayAxes axes;
    if (named.size() != shape.size())
        throw damaged(folder,
                      "it names " + std::to_string(named.size()) + " axes, and its array has " + std::to_string(shape.size()));
    for (std::size_t i = 0; i < named.size(); ++i) {
        const std::string& name = named[i].name;
        int* const axis = name == "t"   ? &axes.t
                          : name == "c" ? &axes.c
                          : name == "z" ? &axes.z
                          : name == "y" ? &axes.y
                          : name == "x" ? &axes.x
                                        : nullptr;
        if (axis && *axis < 0) {
            *axis = static_cast<int>(i);
        } else if (shape[i] != 1) {
            throw InputError(displayName(folder), "its axis '" + name + "' is none of t, c, z, y and x", exportAgain);
        }
    }
    if (axes.y < 0 || axes.x < 0) throw InputError(displayName(folder), "it has no axes y and x", exportAgain);
    return axes;
}

/// Reads what the axis t says of the time between two frames.
void takeInterval(const StatedStep& t, VolumeHeader& header) {
    if (header.times < 2 || !t.length) return;
    const std::string ours = "; --interval gives the time between two frames.", length = significant(*t.length, 6);
    const auto second = t.unit.empty() ? std::nullopt : secondsIn(t.unit, UnitDialect::xml);
    if (!t.unit.empty() && !second)
        addRemark(header.remark, "Its unit '" + t.unit + "' of t is no time, and is not used" + ours);
    else if (!std::isfinite(*t.length) || *t.length <= 0)
        addRemark(header.remark, "Its times are " + length + " apart, which is not used" + ours);
    else if (second)
        header.intervalS = *t.length * *second;
    else if (*t.length != 1)
        addRemark(header.remark, "Its times are " + length + " apart, without a unit" + ours);
}

/// Reads what its axes say of the sides of voxels and of the times.
void takeAxes(const std::vector<NgffAxis>& named, const ArrayAxes& axes, VolumeHeader& header) {
    const auto stepOf = [&](int axis) -> StatedStep {
        if (axis < 0) return {};
        const NgffAxis& stated = named[static_cast<std::size_t>(axis)];
        return {stated.scale, stated.unit};
    };
    const std::array<StatedStep, 3> steps{stepOf(axes.x), stepOf(axes.y), stepOf(axes.z)};
    const bool areOnes =
        std::ranges::all_of(steps, [](const StatedStep& step) { return step.unit.empty() && step.length.value_or(1) == 1; });
    if (!areOnes) takeSteps(steps, "OME-Zarr", UnitDialect::xml, header);
    takeInterval(stepOf(axes.t), header);
}

StoredVolume storedArray(const fs::path& folder, ZarrArray array, const ArrayAxes& axes) {
    StoredVolume stored;
    VolumeHeader& header = stored.header;
    const auto side = [&](int axis) { return axis < 0 ? 1 : array.shape[static_cast<std::size_t>(axis)]; };
    constexpr long long mostTimes = 1 << 24, mostChannels = 1 << 16;
    if (side(axes.t) > mostTimes || side(axes.c) > mostChannels) throw damaged(folder, "its shape is " + shapeText(array.shape));
    header.size = checkedSides(folder, side(axes.x), side(axes.y), side(axes.z));
    header.times = static_cast<int>(side(axes.t));
    header.type = array.type;
    stored.voxels.interleaved = static_cast<int>(side(axes.s));
    header.channels = axes.s >= 0 ? stored.voxels.interleaved : static_cast<int>(side(axes.c));
    stored.voxels.file = folder;
    stored.voxels.isBigEndian = array.isBigEndian;
    stored.voxels.volumes = static_cast<std::uintmax_t>(side(axes.t)) * static_cast<std::uintmax_t>(side(axes.c));
    stored.arePlanesStated = axes.arePlanesStated;
    if (const std::string missing = missingChunks(array); !missing.empty()) addRemark(header.remark, missing);
    stored.voxels.planes = std::make_shared<const ZarrPlanes>(std::move(array), axes);
    return stored;
}

StoredVolume bareArray(const fs::path& folder, const fs::path& at) {
    ZarrArray array = zarrArrayIn(at);
    const ArrayAxes axes = axesOfBareArray(folder, array.shape);
    StoredVolume stored = storedArray(folder, std::move(array), axes);
    stored.header.format = "Zarr";
    return stored;
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t shown = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, names.size()); ++i)
        text += (i > 0 ? ", " : "") + names[i];
    return text + (names.size() > shown ? " and more" : "");
}

StoredVolume imageIn(const fs::path& folder, const fs::path& group, NgffImage image) {
    ZarrArray array = arrayAt(group, image.path);
    if (image.axes.empty()) image.axes = {{"t", "", {}}, {"c", "", {}}, {"z", "", {}}, {"y", "", {}}, {"x", "", {}}};
    const ArrayAxes axes = axesNamed(folder, image.axes, array.shape);
    StoredVolume stored = storedArray(folder, std::move(array), axes);
    VolumeHeader& header = stored.header;
    header.format = "OME-Zarr";
    takeAxes(image.axes, axes, header);
    if (header.channels > 1 && std::ranges::any_of(image.channels, [](const std::string& name) { return !name.empty(); }))
        addRemark(header.remark, "Its channels are called " + listed(image.channels) + ".");
    if (image.levels > 1) addRemark(header.remark, "Of its " + std::to_string(image.levels) + " resolutions the finest is read.");
    if (image.images > 1)
        addRemark(header.remark, "It describes " + std::to_string(image.images) + " images of the same data; the first is read.");
    for (const std::string& unread : image.unread)
        addRemark(header.remark, "Not understood, and not used: " + unread + ".");
    return stored;
}

/// Names of the folders within that are an image or an array.
std::vector<std::string> partsWithin(const fs::path& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        std::error_code unknown;
        if (entry->is_directory(unknown) && (isZarrArray(entry->path()) || groupIn(entry->path()).image))
            names.push_back(displayName(entry->path()));
    }
    std::ranges::sort(names, naturalLess);
    return names;
}

StoredVolume zarrIn(const fs::path& folder) {
    if (!std::ranges::any_of(std::array{".zarray", ".zgroup", ".zattrs", "zarr.json"},
                             [&](const char* name) { return holds(folder, name); }))
        throw InputError(displayName(folder), "it holds no Zarr data: .zgroup, .zarray or zarr.json is not there", copyAgain);
    if (isZarrArray(folder)) return bareArray(folder, folder);
    NgffGroup group = groupIn(folder);
    if (group.image) return imageIn(folder, folder, *std::move(group.image));
    const std::string name = displayName(folder);
    if (group.isPlate)
        throw InputError(name, "it is a plate of several wells, and which of their images is meant is not said",
                         "open one of them, as " + name + "/A/1/0");
    const std::vector<std::string> parts = partsWithin(folder);
    if (parts.empty()) throw InputError(name, "it is a Zarr group without an image or an array", exportAgain);
    if (parts.size() > 1 && !group.isOfSeries)
        throw InputError(name,
                         "it holds several arrays or images (" + listed(parts) + "), and which of them is meant is not said",
                         "open one of them, as " + name + "/" + parts.front());
    const fs::path first = folder / parts.front();
    NgffGroup within = isZarrArray(first) ? NgffGroup{} : groupIn(first);
    StoredVolume stored = within.image ? imageIn(folder, first, *std::move(within.image)) : bareArray(folder, first);
    if (parts.size() > 1)
        addRemark(stored.header.remark, "It holds several images (" + listed(parts) + "); " + parts.front() + " is read. Open " +
                                            name + "/" + parts[1] + " for another.");
    return stored;
}

/// Tells whether chunks lie in folders of folders ("0/3/1"), which Zarr 2 did not write down before version 2.8.
bool areChunksNested(const fs::path& folder) {
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed); !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        std::error_code unknown;
        if (!entry->path().filename().native().starts_with('.')) return entry->is_directory(unknown);
    }
    return false;
}

bool isNoFile(std::span<const std::byte>) {
    return false;
}

}  // namespace

ZarrArray zarrArrayIn(const fs::path& folder) {
    if (holds(folder, ".zarray")) {
        ZarrArray array = zarrArrayOf(metadataText(folder / ".zarray"), 2, folder);
        if (array.separator == "." && areChunksNested(folder)) array.separator = "/";
        return array;
    }
    if (holds(folder, "zarr.json")) return zarrArrayOf(metadataText(folder / "zarr.json"), 3, folder);
    throw InputError(displayName(folder), "it is no Zarr array: .zarray or zarr.json is not there", copyAgain);
}

StoredFormat zarr() {
    StoredFormat format{"OME-Zarr", {".zarr"}, isNoFile, zarrIn};
    format.isFolder = isZarr;
    return format;
}

}  // namespace coarsen::volumes
