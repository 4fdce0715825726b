// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume_files/slice_folder.hpp"

#include "core/base/files.hpp"
#include "core/base/natural_order.hpp"
#include "core/base/numbered_names.hpp"
#include "core/base/numbers.hpp"
#include "core/image/decode.hpp"
#include "core/volume_files/placed_slices.hpp"

#include <algorithm>
#include <optional>
#include <system_error>

namespace coarsen::volumes {

namespace {

namespace fs = std::filesystem;

std::string pixelsText(int width, int height) {
    return std::to_string(width) + " x " + std::to_string(height) + " pixels";
}

/// The slices of a volume in their order.
struct Slices {
    std::vector<fs::path> files;
    std::optional<PlacedSlices> placed;  ///< where their files say where they lie
};

/// Throws where by their names' numbers one is missing.
void requireAllNumbers(const fs::path& folder, const std::vector<fs::path>& files) {
    std::vector<std::string> stems;
    for (const fs::path& file : files)
        stems.push_back(file.stem().string());
    const std::string missing = missingNumbers(stems);
    if (missing.empty()) return;
    const bool areSeveral = missing.find_first_of(" ,") != missing.npos;
    throw InputError(displayName(folder),
                     std::string(areSeveral ? "slices are missing: there are none" : "a slice is missing: there is none") +
                         " with " + missing + " in the name between " + displayName(files.front()) + " and " +
                         displayName(files.back()),
                     "copy the folder again, or number the slices without gaps where none is lost");
}

/// Slices that are chosen, else the folder's pictures: by their places, else by their names, of which none is missing.
Slices wholeSlices(const fs::path& folder, const VolumeChoice& choice) {
    Slices slices{choice.slices.empty() ? slicesOfFolder(folder) : choice.slices, std::nullopt};
    if (slices.files.empty())
        throw InputError(displayName(folder), "there is no picture in it that could be a slice",
                         "give a folder of slices, or a file that holds them all");
    slices.placed = placedSlices(folder, slices.files);
    if (slices.placed)
        slices.files = slices.placed->files;
    else
        requireAllNumbers(folder, slices.files);
    return slices;
}

VolumeHeader headerOfSlices(const fs::path& folder, const Slices& slices, const VolumeChoice& choice) {
    const std::vector<fs::path>& files = slices.files;
    const ImageHeader first = imageHeader(files.front());
    if (first.pages > 1)
        throw InputError(displayName(folder),
                         "its files hold several pages each (" + displayName(files.front()) + ": " + std::to_string(first.pages) +
                             "), and a slice is one",
                         "open the files themselves as volumes");
    VolumeHeader header;
    header.size = checkedSize(folder, first.width, first.height, static_cast<long long>(files.size()));
    header.type = first.bitsPerSample <= 8 ? SampleType::u8 : first.bitsPerSample <= 16 ? SampleType::u16 : SampleType::f32;
    header.channels = first.channels >= 3 ? 3 : 1;  // one more is opacity
    header.format = first.format;
    if (slices.placed) {
        header.remark = slices.placed->remark;
        header.spacing = slices.placed->spacing;
        if (slices.placed->placement) takePlacement(header, *slices.placed->placement);
    }
    if (header.spacing.isInUm) {
        addRemark(header.remark, "Its slices are in the order of the places that they state, " +
                                     significant(header.spacing.z, 6) + " µm apart.");
    } else if (const auto size = statedSize(first)) {
        header.spacing = spacingOfPixels(size->x, size->y, header.remark);
        if (header.remark.empty())
            header.remark = "Its slices state the size of a pixel, but not how far they are from each other.";
    } else {
        header.remark = "It does not state the size of a voxel.";
    }
    checkChoice(folder, header, choice);
    return header;
}

RawImage sliceIn(const fs::path& folder, const fs::path& file, const fs::path& first, const VolumeHeader& header) {
    RawImage slice = decode(file);
    const Image& image = slice.image;
    if (image.width() != header.size.width || image.height() != header.size.height)
        throw InputError(displayName(folder),
                         "its slices differ in size: " + displayName(file) + " has " + pixelsText(image.width(), image.height()) +
                             ", " + displayName(first) + " " + pixelsText(header.size.width, header.size.height),
                         "export them again with one size, or take out what is no slice");
    return slice;
}

}  // namespace

std::vector<fs::path> slicesOfFolder(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code failed;
    fs::directory_iterator entry(folder, failed);
    for (; !failed && entry != fs::directory_iterator(); entry.increment(failed)) {
        std::error_code unknown;
        const fs::path& file = entry->path();
        if (!file.filename().native().starts_with('.') && isImageFile(file) && !entry->is_directory(unknown))
            files.push_back(file);
    }
    if (failed)
        throw InputError(displayName(folder), "the folder cannot be read (" + failed.message() + ")", "check its permissions");
    std::ranges::sort(files, [](const fs::path& a, const fs::path& b) { return naturalLess(a.string(), b.string()); });
    return files;
}

VolumeHeader sliceFolderHeader(const fs::path& folder, const VolumeChoice& choice) {
    return headerOfSlices(folder, wholeSlices(folder, choice), choice);
}

Volume readSliceFolder(const fs::path& folder, const VolumeChoice& choice, const std::stop_token& stop) {
    const Slices slices = wholeSlices(folder, choice);
    const std::vector<fs::path>& files = slices.files;
    const VolumeHeader header = headerOfSlices(folder, slices, choice);
    constexpr std::size_t pixelBytes = 16;  // of a slice, while it is decoded
    GrowingVolume volume(folder, header.size, header.size.slice() * pixelBytes);
    for (const fs::path& file : files) {
        if (stop.stop_requested()) return {};
        const RawImage slice = sliceIn(folder, file, files.front(), header);
        if (choice.channel >= slice.image.channels())
            throw InputError(displayName(folder), displayName(file) + " is grey, and " + displayName(files.front()) + " is not",
                             "export the slices again, all of one kind");
        slice.image.visit(
            [&](const auto& pixels) {
                std::ranges::transform(pixels, volume.next(header.size.slice()).begin(),
                                       [](auto pixel) { return static_cast<float>(pixel); });
            },
            choice.channel);
        if (!slice.image.holdsWholeNumbers()) volume.maskNotFinite();
    }
    return volume.finish(header.spacing);
}

}  // namespace coarsen::volumes
