// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/tiff_scale.hpp"
#include "core/image/formats/tiff_stack.hpp"
#include "core/series/calibration.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cmath>

/// What ImageJ and OME write into a TIFF's description.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const std::string_view description = fuzz::textOf(data, size);
    const formats::StatedScale scale = formats::statedScale(description, 2.5, 2.5, 3);
    // A size that cannot be is handed on, so that it can be said; what is reckoned with is one that can.
    const Calibration calibration{scale.pixelWidthUm.value_or(0), scale.pixelHeightUm.value_or(0), "TIFF"};
    fuzz::require(!calibration.isKnown() || (std::isfinite(calibration.umPerPx()) && calibration.umPerPx() > 0));
    fuzz::require(!impossibleSides({calibration.pixelWidthUm, calibration.pixelHeightUm}).empty());
    const StackLayout stack = formats::statedStack(description);
    fuzz::require(stack.channels > 0 && stack.slices > 0 && stack.times > 0);
    fuzz::require(!stack.intervalS || (std::isfinite(*stack.intervalS) && *stack.intervalS > 0));
    return 0;
}
