// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Transforms of double precision, for what is longer than a picture's line. For .cpp files only.

#include <fftw3.h>

#include <complex>
#include <memory>
#include <mutex>
#include <type_traits>

namespace coarsen {

/// FFTW's planner of double precision is not thread-safe: whoever plans or frees a plan holds this.
std::mutex& doublePlanner();

struct FreeDoublePlan {
    void operator()(fftw_plan plan) const;
};
using DoublePlan = std::unique_ptr<std::remove_pointer_t<fftw_plan>, FreeDoublePlan>;

/// How lines lie in memory: `count` of them side by side, each with `length` numbers that are `stride` apart.
struct LineLayout {
    int length = 0, count = 1, stride = 1;
};

/// Complex lines transformed where they lie, at multiples of 64 bytes. Plans are made by rule, not by timing.
class ComplexLines {
public:
    ComplexLines(const LineLayout& layout, int sign);  ///< sign: FFTW_FORWARD or FFTW_BACKWARD
    void operator()(std::complex<double>* lines) const {
        fftw_execute_dft(plan_.get(), reinterpret_cast<fftw_complex*>(lines), reinterpret_cast<fftw_complex*>(lines));
    }

private:
    DoublePlan plan_;
};

/// Lines of real numbers into half their spectra (length / 2 + 1 numbers, laid out alike) in another place, and back. The way
/// back destroys the spectra and gives `length` times the numbers.
class RealLines {
public:
    explicit RealLines(const LineLayout& layout);
    void forward(double* numbers, std::complex<double>* spectra) const {
        fftw_execute_dft_r2c(forward_.get(), numbers, reinterpret_cast<fftw_complex*>(spectra));
    }
    void backward(std::complex<double>* spectra, double* numbers) const {
        fftw_execute_dft_c2r(backward_.get(), reinterpret_cast<fftw_complex*>(spectra), numbers);
    }

private:
    DoublePlan forward_, backward_;
};

/// A box of real numbers, x fastest, into half its spectrum (width / 2 + 1 numbers a row) in another place, and back, which
/// destroys the spectrum and gives as many times the numbers as there are. Both in one thread, at multiples of 64 bytes.
///
/// Use, given `double* numbers, std::complex<double>* spectrum`:
///
///     const RealBox box(32, 24, 16);
///     box.forward(numbers, spectrum);
///     box.backward(spectrum, numbers);  // now 32 * 24 * 16 times the numbers
class RealBox {
public:
    RealBox(int width, int height, int depth);
    void forward(double* numbers, std::complex<double>* spectrum) const {
        fftw_execute_dft_r2c(forward_.get(), numbers, reinterpret_cast<fftw_complex*>(spectrum));
    }
    void backward(std::complex<double>* spectrum, double* numbers) const {
        fftw_execute_dft_c2r(backward_.get(), reinterpret_cast<fftw_complex*>(spectrum), numbers);
    }

private:
    DoublePlan forward_, backward_;
};

}  // namespace coarsen
