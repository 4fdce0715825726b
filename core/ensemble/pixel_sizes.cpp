// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ensemble/pixel_sizes.hpp"

#include "core/base/error.hpp"
#include "core/series/frame_picture.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <set>

namespace coarsen {

namespace {

/// A size of pixels, and whose it is.
struct OwnedSize {
    std::string owner;
    double um = std::numeric_limits<double>::quiet_NaN();

    std::string text() const {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.4g um", um);
        return std::isnan(um) ? "of unknown size" : digits;
    }
    bool isAs(const OwnedSize& other) const {
        return std::isnan(um) == std::isnan(other.um) && (std::isnan(um) || std::abs(um / other.um - 1) <= 1e-3);
    }
};

OwnedSize pixelSizeOf(const std::string& owner, const Calibration& calibration) {
    OwnedSize size{owner};
    if (calibration.isKnown()) size.um = calibration.umPerPx();
    return size;
}

Calibration calibrationOf(const ImageHeader& header) {
    const auto size = statedSize(header);
    return size ? Calibration{size->x, size->y, header.format} : Calibration{};
}

/// Pixel sizes of a group's images: one that was typed or drawn holds for all, else each has its own file's.
std::vector<OwnedSize> pixelSizes(const ImagesOfGroup& group) {
    const Calibration& known = group.calibration;
    if (group.isGiven || (known.isKnown() && known.source != group.series.first.format)) return {pixelSizeOf(group.name, known)};
    std::vector<OwnedSize> sizes;
    std::set<std::filesystem::path> seen;
    for (const int frame : group.frames) {
        const FrameSource& source = group.series.frames[static_cast<std::size_t>(frame)];
        if (!seen.insert(source.file).second) continue;
        try {
            const ImageHeader header = frameHeader(source);
            sizes.push_back(
                pixelSizeOf(group.name.empty() ? source.name : group.name + '/' + source.name, calibrationOf(header)));
        } catch (const InputError&) {  // measuring it says why
        }
    }
    return sizes;
}

}  // namespace

void requireOnePixelSize(const std::vector<ImagesOfGroup>& groups) {
    std::optional<OwnedSize> first;
    for (const ImagesOfGroup& group : groups)
        for (const OwnedSize& size : pixelSizes(group)) {
            if (!first) first = size;
            if (!size.isAs(*first))
                throw InputError(size.owner, "its pixels are " + size.text() + ", those of " + first->owner + " " + first->text(),
                                 "lengths in pixels could not be compared; give the pixel size (--pixel-size) where it is the "
                                 "same for all");
        }
}

}  // namespace coarsen
