// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loops of cpu-fft between FFTW's transforms. For cpu_fft.cpp.

#include <complex>
#include <cstddef>

namespace coarsen {

/// Columns that are transformed together: a cache line of a row.
inline constexpr int columnsAtOnce = 8;

/// Has numbers brought to the cache that are soon read or written; they need not exist.
void askFor(const float* numbers, int count);

/// pair[i] = (a[i] - meanOfA) + i (b[i] - meanOfB).
void pairUp(const float* a, float meanOfA, const float* b, float meanOfB, int count, std::complex<float>* pair);
/// a[i] = Re pair[i] + offsetOfA, b[i] = Im pair[i] + offsetOfB.
void partUp(const std::complex<float>* pair, int count, float* a, float offsetOfA, float* b, float offsetOfB);

/// `count` rows, `pitch` apart, of columnsAtOnce elements into columns that lie `columnPitch` apart, and back.
void rowsToColumns(const std::complex<float>* rows, std::ptrdiff_t pitch, int count, std::complex<float>* columns,
                   std::ptrdiff_t columnPitch);
void columnsToRows(const std::complex<float>* columns, std::ptrdiff_t columnPitch, int count, std::complex<float>* rows,
                   std::ptrdiff_t pitch);

/// a[i] *= b[i].
void multiply(std::complex<float>* a, const std::complex<float>* b, int count);

}  // namespace coarsen
