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

/// sums[i] += |a[i]|^2 + i |b[i]|^2, or = for the first channel.
void addPowers(const Complex* a, const Complex* b, std::size_t count, bool isFirst, Complex* sums);
/// sums[i] += a[i] conj(b[i]), or = for the first channel.
void addProduct(const Complex* a, const Complex* b, std::size_t count, bool isFirst, Complex* sums);

/// Two real rows go through one complex transform of a + i b, which costs as much as one of them alone with FFTW's real
/// transforms. pair[i] = a[i] + i b[i].
void pairUp(const float* a, const float* b, std::size_t count, Complex* pair);
/// Twice the spectra of a and of b, elements 0 to count - 1, from the spectrum of a + i b of `size` elements.
void separate(const Complex* spectrum, int size, int count, Complex* twiceA, Complex* twiceB);
/// The spectrum of a + i b, `size` elements, from the first size / 2 + 1 elements of the spectra of the real rows a and b.
void join(const Complex* a, const Complex* b, int size, Complex* spectrum);

}  // namespace coarsen
