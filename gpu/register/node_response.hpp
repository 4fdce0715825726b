// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace coarsen::gpu {

/// By what a node is made of the numbers beside it (at its place and so many on), so that the cubic B-spline through nodes
/// `every` numbers apart comes nearest to the filter with this response, by least squares over all places of a lone 1 (as M.
/// Unser, A. Aldroubi and M. Eden, IEEE PAMI 15 (1993) 364, do it for pictures). As long as `response`, beyond which both are
/// taken to be 0, and whose last place is a multiple of `every`.
std::vector<double> nodeResponse(std::span<const float> response, int every);

}  // namespace coarsen::gpu
