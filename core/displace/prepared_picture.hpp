// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"

namespace coarsen {

/// A picture that others are compared with, prepared once. Its pixels stay shared.
struct PreparedPicture {
    MaskedImage image;  ///< one channel, mean 0 and standard deviation 1 over its valid pixels, 0 elsewhere; empty: no contrast
    Image smooth;  ///< the same, smoothed (by a pixel where nothing else is asked for): gradients of what is there, not of its
                   ///< noise
    Mask inner;    ///< where smoothing and gradients take from no pixel that is masked or beyond the edge

    bool isReadable() const { return !image.image.isEmpty(); }
};

/// Prepares the first channel. Nothing without contrast, or where a side is shorter than 16 px.
PreparedPicture preparedPicture(const MaskedImage& picture, double smoothingPx = 1);

/// Prepares an image that is centred and scaled already.
PreparedPicture smoothed(MaskedImage centred, double smoothingPx = 1);

}  // namespace coarsen
