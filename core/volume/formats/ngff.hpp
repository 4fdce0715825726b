// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coarsen::volumes {

/// One axis of an image, by the words of OME's next-generation file format.
struct NgffAxis {
    std::string name;             ///< "x"
    std::string unit;             ///< "micrometer"; empty: none is said
    std::optional<double> scale;  ///< from one sample to the next
};

/// An image of several resolutions, of which the finest is meant (ngff.openmicroscopy.org, versions 0.1 to 0.5).
struct NgffImage {
    std::string path;            ///< of the finest level's array, relative to the image's folder
    std::vector<NgffAxis> axes;  ///< the slowest first; empty: t c z y x, as of versions before 0.3
    int levels = 1, images = 1;  ///< levels of the image, and images that the same group describes, of which it is the first
    std::vector<std::string> channels;  ///< names by omero; empty: none
    std::vector<std::string> unread;    ///< words on what is not understood
};

/// Kind of a Zarr group by its attributes.
struct NgffGroup {
    std::optional<NgffImage> image;
    bool isPlate = false, isOfSeries = false;  ///< several wells; Bio-Formats' images 0, 1, …
};

/// Takes the attributes of a group apart: the text of .zattrs, or of zarr.json, in which they stand within. Throws InputError
/// where they are damaged.
NgffGroup ngffGroupOf(std::string_view json, const std::filesystem::path& folder);

}  // namespace coarsen::volumes
