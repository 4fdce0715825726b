// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/correlate.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <optional>
#include <utility>
#include <vector>

namespace coarsen::python {

using Doubles = nanobind::ndarray<nanobind::numpy, double>;
using Pixels = nanobind::ndarray<nanobind::numpy, nanobind::ro, nanobind::c_contig, nanobind::device::cpu>;
using ValidPixels = nanobind::ndarray<const std::uint8_t, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

/// The picture of an array (y, x) or (y, x, channel) of uint8, uint16 or float32, and its mask, 1 where it is valid. Pixels are
/// copied once, for an Image keeps its own. Throws InputError: another type or number of axes, a mask of another size.
MaskedImage imageOf(const Pixels& pixels, const std::optional<ValidPixels>& valid);

/// An array that takes the values over.
Doubles arrayOf(std::vector<double> values, std::initializer_list<std::size_t> shape);

}  // namespace coarsen::python
