// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FFTW's objects with owners. For .cpp files only.

#include <fftw3.h>

#include <complex>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>

namespace coarsen {

using Complex = std::complex<float>;

struct FreePlan {
    void operator()(fftwf_plan plan) const;
};
using FftwPlan = std::unique_ptr<std::remove_pointer_t<fftwf_plan>, FreePlan>;

/// A cache line: more than FFTW's vector code asks for.
inline constexpr std::align_val_t cacheLine{64};
struct FreeAligned {
    void operator()(void* memory) const { ::operator delete(memory, cacheLine); }
};
template <typename T>
using AlignedArray = std::unique_ptr<T[], FreeAligned>;

/// Uninitialised.
template <typename T>
AlignedArray<T> alignedRoom(std::size_t count);
/// Zeros.
AlignedArray<float> alignedFloats(std::size_t count);
AlignedArray<Complex> alignedComplex(std::size_t count);

/// One-dimensional transforms between two separate arrays of `alignedComplex`, or at multiples of 64 bytes in them.
/// Plans are made by rule, not by timing (FFTW_ESTIMATE): the same machine always gives the same bytes.
class Transform {
public:
    Transform(int size, int sign);  ///< sign: FFTW_FORWARD or FFTW_BACKWARD
    void operator()(Complex* from, Complex* to) const {
        fftwf_execute_dft(plan_.get(), reinterpret_cast<fftwf_complex*>(from), reinterpret_cast<fftwf_complex*>(to));
    }

private:
    FftwPlan plan_;
};

/// Two-dimensional transforms of real numbers, `height` rows of `width`, into half the spectrum: `height` rows of width / 2 + 1.
/// Both between separate arrays; the inverse destroys its spectrum and gives width * height times the numbers.
///
/// Use:
///
///     const RealTransform transform(64, 48);
///     const AlignedArray<float> numbers = alignedFloats(64 * 48);
///     const AlignedArray<Complex> spectrum = alignedComplex((64 / 2 + 1) * 48);
///     transform.forward(numbers.get(), spectrum.get());
///     transform.inverse(spectrum.get(), numbers.get());  // now 64 * 48 times the numbers
class RealTransform {
public:
    RealTransform(int width, int height);
    void forward(float* numbers, Complex* spectrum) const {
        fftwf_execute_dft_r2c(forward_.get(), numbers, reinterpret_cast<fftwf_complex*>(spectrum));
    }
    void inverse(Complex* spectrum, float* numbers) const {
        fftwf_execute_dft_c2r(inverse_.get(), reinterpret_cast<fftwf_complex*>(spectrum), numbers);
    }

private:
    FftwPlan forward_, inverse_;
};

/// The least size from `atLeast` on that has no prime above 7. All of these throw std::invalid_argument where `atLeast` is below
/// 1, and std::bad_alloc where an int does not hold the size, for no memory does either.
int smoothSize(int atLeast);
int smoothSizeFrom(double atLeast);
/// The least even one.
int evenSmoothSize(int atLeast);

/// The length to which an axis is padded so that lags up to a largest one do not wrap round: the quickest near the least; chosen
/// by rule.
int paddedLength(int atLeast);

/// The sizes to which `rows` rows of `width` are padded so that lags up to maxLag do not wrap round; chosen by rule.
struct PaddedSize {
    int width = 0, height = 0;
};
PaddedSize paddedSize(int width, int height, int maxLag);

}  // namespace coarsen
