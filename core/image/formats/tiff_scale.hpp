// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace coarsen::formats {

/// A pixel's size on the sample, where the file states it.
struct StatedScale {
    std::optional<double> pixelWidthUm, pixelHeightUm;
    std::optional<double> sliceDistanceUm = {};  ///< of a stack
};

/// What a TIFF says of its scale: OME-XML (PhysicalSizeX) or ImageJ ("unit=micron" with the resolution tags, "spacing=") in its
/// description, else pixels per centimetre. `unit` is the tag ResolutionUnit: 1 none, 2 inch (never a scale), 3 centimetre.
StatedScale statedScale(std::string_view description, double xResolution, double yResolution, int unit);

/// A finite number above 0, or nothing.
std::optional<double> positive(std::optional<double> value);

/// The text after `key` up to one of `ends`; empty when the key does not occur.
std::string_view valueAfter(std::string_view text, std::string_view key, std::string_view ends);

}  // namespace coarsen::formats
