// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/formats/formats.hpp"

namespace coarsen::volumes {

/// TIFF files whose pages are slices.
VolumeFormat tiff();

}  // namespace coarsen::volumes
