// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume_files/placed_slices.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/base/numbers.hpp"
#include "core/base/parallel.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace coarsen::volumes {

namespace {

namespace fs = std::filesystem;

struct Slice {
    fs::path file;
    VolumeHeader header;
    double place = 0;  ///< along the normal of the first, in the file's unit
};

double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The header of a file that is one slice and says where it lies.
std::optional<VolumeHeader> placedHeader(const fs::path& file) {
    constexpr std::size_t enough = 1024;
    const StoredFormat* const format = storedFormatOf(FileReader(file).start(enough));
    if (!format || !format->hasPlacedSlices) return std::nullopt;
    const StoredVolume stored = format->describe(file);
    const bool isSlice = stored.header.size.depth == 1 && stored.header.times == 1 && stored.header.placement;
    return isSlice ? std::optional(stored.header) : std::nullopt;
}

constexpr const char* takeOut = "give a folder of the slices of one volume alone";

/// Throws where they do not lie one behind the other.
void requireAlike(const fs::path& folder, const Slice& first, const Slice& other) {
    constexpr double turn = 1e-3;
    const auto& axes = first.header.placement->axes;
    const auto& others = other.header.placement->axes;
    const std::string names = displayName(other.file) + " and " + displayName(first.file);
    if (dot(axes[0], others[0]) < 1 - turn || dot(axes[1], others[1]) < 1 - turn)
        throw InputError(displayName(folder), "its slices are turned differently: " + names, takeOut);
    if (other.header.spacing != first.header.spacing)
        throw InputError(displayName(folder), "its slices differ in the size of a pixel: " + names, takeOut);
}

/// The distance of neighbours, on average. Throws where two lie in one place, or further apart than others do.
double distanceOf(const fs::path& folder, const std::vector<Slice>& slices) {
    const auto stepBehind = [&](std::size_t i) { return slices[i + 1].place - slices[i].place; };
    const auto names = [&](std::size_t i) { return displayName(slices[i].file) + " and " + displayName(slices[i + 1].file); };
    std::size_t narrowest = 0, widest = 0;
    for (std::size_t i = 0; i + 1 < slices.size(); ++i) {
        if (stepBehind(i) < stepBehind(narrowest)) narrowest = i;
        if (stepBehind(i) > stepBehind(widest)) widest = i;
    }
    constexpr double same = 1e-6, tolerance = 1.05;
    if (!(stepBehind(narrowest) > same))
        throw InputError(displayName(folder), "two of its slices lie in one place: " + names(narrowest), takeOut);
    if (stepBehind(widest) > tolerance * stepBehind(narrowest))
        throw InputError(displayName(folder),
                         "its slices are not equally far apart: " + names(widest) + " by " + significant(stepBehind(widest), 4) +
                             " mm, others by " + significant(stepBehind(narrowest), 4) + " mm",
                         "copy the folder again where one is missing, or give a folder of equal steps");
    return (slices.back().place - slices.front().place) / static_cast<double>(slices.size() - 1);
}

}  // namespace

bool areSlicesOfOne(const std::vector<fs::path>& files) {
    constexpr std::size_t fewest = 3;
    if (files.size() < fewest) return false;
    try {
        std::vector<Slice> slices;
        for (const std::size_t i : {std::size_t{0}, files.size() / 2, files.size() - 1}) {
            const auto header = placedHeader(files[i]);
            if (!header) return false;
            slices.push_back({files[i], *header});
            requireAlike({}, slices.front(), slices.back());
            slices.back().place = dot(header->placement->origin, slices.front().header.placement->axes[2]);
        }
        constexpr double same = 1e-6;
        const auto areApart = [&](std::size_t i, std::size_t k) { return std::abs(slices[i].place - slices[k].place) > same; };
        return areApart(0, 1) && areApart(1, 2) && areApart(0, 2);
    } catch (const InputError&) {  // the frame will be named as failed when it is measured
        return false;
    }
}

std::optional<PlacedSlices> placedSlices(const fs::path& folder, const std::vector<fs::path>& files) {
    if (files.size() < 2 || !placedHeader(files.front())) return std::nullopt;
    std::vector<Slice> slices(files.size());
    parallelFor(files.size(), 0, [&](std::size_t i) {
        const auto header = placedHeader(files[i]);
        if (!header)
            throw InputError(displayName(folder),
                             displayName(files[i]) + " does not say where it lies, as " + displayName(files.front()) + " does",
                             takeOut);
        slices[i] = {files[i], *header};
    });
    const Slice first = slices.front();
    for (Slice& slice : slices) {
        requireAlike(folder, first, slice);
        slice.place = dot(slice.header.placement->origin, first.header.placement->axes[2]);
    }
    std::ranges::stable_sort(slices, {}, &Slice::place);
    const double distanceMm = distanceOf(folder, slices);
    PlacedSlices placed;
    for (const Slice& slice : slices)
        placed.files.push_back(slice.file);
    const VolumeHeader& header = slices.front().header;
    placed.placement = header.placement;
    placed.remark = header.remark;
    if (header.spacing.isInUm) {
        constexpr double um = 1000;
        placed.spacing = statedSpacing({header.spacing.x, header.spacing.y, distanceMm * um}, true, placed.remark);
    }
    return placed;
}

}  // namespace coarsen::volumes
