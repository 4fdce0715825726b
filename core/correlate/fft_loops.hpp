// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loops of cpu-fft between FFTW's transforms. For cpu_fft.cpp.

#include <complex>
#include <cstddef>
#include <cstdint>

namespace coarsen {

using Complex = std::complex<float>;

/// Columns that are transformed together: two cache lines of a row.
inline constexpr int blockColumns = 16;

/// to[i] = from[i] - high - low: the mean comes as the sum of two floats, so that a small contrast on a large mean keeps its
/// digits.
void centre(const std::uint8_t* from, std::size_t count, float high, float low, float* to);
void centre(const std::uint16_t* from, std::size_t count, float high, float low, float* to);
void centre(const float* from, std::size_t count, float high, float low, float* to);
void clearMasked(const std::uint8_t* valid, std::size_t count, float* pixels);

/// `count` rows of blockColumns elements into columns that lie `stride` apart, and back.
void rowsToColumns(const Complex* rows, int count, Complex* columns, std::ptrdiff_t stride);
void columnsToRows(const Complex* columns, std::ptrdiff_t stride, int count, Complex* rows);

/// sums[i] += |a[i]|^2, or = for the first channel.
void addPower(const Complex* a, std::size_t count, bool isFirst, float* sums);
/// sums[i] += a[i] conj(b[i]), or = for the first channel.
void addProduct(const Complex* a, const Complex* b, std::size_t count, bool isFirst, Complex* sums);

}  // namespace coarsen
