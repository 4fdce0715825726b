// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace coarsen {

/// Faults: what else than a length a picture may show that looks like one, or bends it.
enum class PictureFault {
    none,
    columnComb,
    rowComb,
    columnBands,
    rowBands,
    stripesOfLines,
    twoLengths,
    falseColour,
    surround,
    spectrum
};
std::string_view nameOf(PictureFault fault);
PictureFault pictureFaultNamed(std::string_view name);  ///< throws InputError

}  // namespace coarsen
