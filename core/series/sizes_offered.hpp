// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/raw_image.hpp"
#include "core/series/image_series.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// One size of its pixels that a file states, or that programs write where nobody said one.
struct SizeOffer {
    SizeSource source = SizeSource::file;  ///< that takes it: `file` and `sidecar` what is stated, else `density`
    Trust trust = Trust::stated;
    std::string by;  ///< "ImageJ unit=um", "PNG pHYs"
    PixelSize size;  ///< as it is written: it may be none that can be

    bool operator==(const SizeOffer&) const = default;
};

/// All that a file offers for the size of its pixels, the best first.
std::vector<SizeOffer> sizesOffered(const ImageHeader& header);

/// The same of a series, by the header of its first file, which is read again where the series is one of a session; of volumes
/// the size of a voxel. Nothing where the file cannot be read.
std::vector<SizeOffer> sizesOffered(const ImageSeries& series);

/// The side that programs write where nobody said a size, in words: a millimetre, or an ångström.
std::string defaultSide(double um);

/// The one that a source takes; null where there is none.
const SizeOffer* sizeTaken(const std::vector<SizeOffer>& offers, SizeSource source);

/// True where two sizes are the same to 0.1 %.
bool areOfOneSize(const PixelSize& a, const PixelSize& b);

}  // namespace coarsen
