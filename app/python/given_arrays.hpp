// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/held_array.hpp"
#include "core/series/image_series.hpp"

#include <memory>
#include <nanobind/nanobind.h>
#include <string>
#include <vector>

namespace coarsen::python {

/// A series whose frames are arrays, and what keeps these there.
struct GivenArrays {
    ImageSeries series;
    std::vector<std::shared_ptr<const ArrayFile>> files;
};

/// Frames, called "array-0000" and so on, that `read(i)` hands over as arrays of what `facts` says, one call at a time, whichever
/// thread asks. What it raises is the reason why that frame cannot be measured. Throws InputError: none, pictures among volumes,
/// a shape that no frame has.
GivenArrays givenArrays(const std::vector<ArrayFacts>& facts, const nanobind::object& read, const std::string& name);

/// The series of one array that is there no more. Throws InputError as above.
ImageSeries seriesOfArray(const ArrayFacts& facts);

}  // namespace coarsen::python
