// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <string>
#include <vector>

namespace coarsen {

/// Images whose lengths in pixels are to be compared with those of others.
struct ImagesOfGroup {
    std::string name = {};  ///< messages have it before the image's; empty: images are told apart without it
    const ImageSeries& series;
    std::vector<int> frames;
    Calibration calibration = {};  ///< as it stands
    bool isGiven = false;          ///< by the user, "not known" too: it then holds for all images, whatever their files state
};

/// Images may be of different sizes in pixels, not of different pixels. Reads the header of each file that may say otherwise.
/// Throws InputError that names the first image whose pixels differ from the first one's.
void requireOnePixelSize(const std::vector<ImagesOfGroup>& groups);

}  // namespace coarsen
