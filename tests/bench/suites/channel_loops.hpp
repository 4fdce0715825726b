// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The programs of Bordawekar et al. (2010) for processors, in C++: what the channels benchmark compares with.

#include <vector>

namespace coarsen::bench {

/// Sum over pixels and channels of f(x + X0, y + Y0) f(x, y) for 0 <= X0, Y0 < side / 2, a row of lags after the other. `pixels`:
/// side x side, four channels of a pixel side by side.
std::vector<float> plainLoops(const std::vector<float>& pixels, int side);

/// The same with the four channels of two pixels in one vector each, rows of lags shared out to threads.
std::vector<float> vectorLoops(const std::vector<float>& pixels, int side, int threads);

}  // namespace coarsen::bench
