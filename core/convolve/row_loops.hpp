// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The innermost loops of convolution engines: the same source for several processors, of which the loader takes the one that
// fits.

#include <cstddef>

namespace coarsen {

/// Answers that one tile of the plain sums computes, so that they stay in registers.
inline constexpr int tileColumns = 32, tileRows = 4;

/// A tile of tileRows x tileColumns answers: tile[r][k] = sum of taps(i, j) from(k + i, r + j). `from`: the padded image at the
/// tile's first place, `stride` numbers a row; all that is read lies in it.
void convolveTile(const float* from, std::size_t stride, const float* taps, int filterWidth, int filterHeight, float* tile);

/// to[x] = sum of taps[i] from[x + i], count answers.
void convolveRow(const float* from, const float* taps, int tapCount, std::size_t count, float* to);

/// to[x] = sum of taps[j] from[j * stride + x], count answers.
void convolveColumns(const float* from, std::size_t stride, const float* taps, int tapCount, std::size_t count, float* to);

}  // namespace coarsen
