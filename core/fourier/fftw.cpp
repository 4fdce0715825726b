// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fourier/fftw.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace coarsen {

namespace {

std::mutex plannerMutex;  // FFTW's planner is not thread-safe

template <typename T>
AlignedArray<T> zeros(std::size_t count) {
    AlignedArray<T> memory = alignedRoom<T>(count);
    std::fill_n(memory.get(), count, T{});
    return memory;
}

fftwf_complex* raw(const AlignedArray<Complex>& array) {
    return reinterpret_cast<fftwf_complex*>(array.get());
}

struct Factors {
    int twos = 0, odd = 1;  ///< size = 2^twos * odd
    bool isSmooth = false;  ///< no prime above 7
};

/// The factors of a size of 1 or more; below there are none.
Factors factors(int size) {
    Factors result;
    if (size < 1) return result;
    for (; size % 2 == 0; size /= 2)
        ++result.twos;
    result.odd = size;
    for (const int prime : {3, 5, 7})
        while (size % prime == 0)
            size /= prime;
    result.isSmooth = size == 1;
    return result;
}

/// Time of one transform in nanoseconds, from Debian's FFTW 3.3.10 (SSE2 and AVX) with FFTW_ESTIMATE, 400 to 4,000 points.
double transformCost(int size) {
    const auto [twos, odd, isSmooth] = factors(size);
    if (twos < 3) return (twos < 2 ? 3.0 : 2.1) * size;
    return (odd == 1 || odd == 5 ? 0.8 : odd == 3 || odd == 15 ? 1.35 : twos > 3 ? 1.6 : 1.8) * size;
}

/// The least smooth size from `atLeast` on; nothing where an int holds none.
std::optional<int> smoothFrom(int atLeast) {
    if (atLeast < 1) throw std::invalid_argument("a transform of " + std::to_string(atLeast) + " points");
    constexpr int largest = std::numeric_limits<int>::max();  // a prime
    for (int size = atLeast; size < largest; ++size)
        if (factors(size).isSmooth) return size;
    return std::nullopt;
}

int sumOf(int side, int more) {
    if (side > std::numeric_limits<int>::max() - std::max(0, more)) throw std::bad_alloc();
    return side + more;
}

}  // namespace

void FreePlan::operator()(fftwf_plan plan) const {
    const std::lock_guard lock(plannerMutex);
    fftwf_destroy_plan(plan);
}

template <typename T>
AlignedArray<T> alignedRoom(std::size_t count) {
    return AlignedArray<T>(static_cast<T*>(::operator new(count * sizeof(T), cacheLine)));
}
template AlignedArray<float> alignedRoom(std::size_t);
template AlignedArray<Complex> alignedRoom(std::size_t);
template AlignedArray<double> alignedRoom(std::size_t);
template AlignedArray<std::complex<double>> alignedRoom(std::size_t);

AlignedArray<float> alignedFloats(std::size_t count) {
    return zeros<float>(count);
}
AlignedArray<Complex> alignedComplex(std::size_t count) {
    return zeros<Complex>(count);
}

Transform::Transform(int size, int sign) {
    const auto from = alignedComplex(static_cast<std::size_t>(size)), to = alignedComplex(static_cast<std::size_t>(size));
    const std::lock_guard lock(plannerMutex);
    plan_.reset(fftwf_plan_dft_1d(size, raw(from), raw(to), sign, FFTW_ESTIMATE | FFTW_DESTROY_INPUT));
    if (!plan_) throw EngineError("cpu-fft", "FFTW makes no plan for " + std::to_string(size) + " points", "use another engine");
}

RealTransform::RealTransform(int width, int height) {
    const std::size_t numbers = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const auto plane = alignedFloats(numbers);
    const auto spectrum = alignedComplex((static_cast<std::size_t>(width) / 2 + 1) * static_cast<std::size_t>(height));
    const std::lock_guard lock(plannerMutex);
    forward_.reset(fftwf_plan_dft_r2c_2d(height, width, plane.get(), raw(spectrum), FFTW_ESTIMATE | FFTW_DESTROY_INPUT));
    inverse_.reset(fftwf_plan_dft_c2r_2d(height, width, raw(spectrum), plane.get(), FFTW_ESTIMATE | FFTW_DESTROY_INPUT));
    if (!forward_ || !inverse_)
        throw EngineError("cpu-fft",
                          "FFTW makes no plan for " + std::to_string(width) + " x " + std::to_string(height) + " points",
                          "use another engine");
}

int smoothSize(int atLeast) {
    const std::optional<int> size = smoothFrom(atLeast);
    if (!size) throw std::bad_alloc();
    return *size;
}

int smoothSizeFrom(double atLeast) {
    if (std::isnan(atLeast)) throw std::invalid_argument("a transform of no number of points");
    if (atLeast > std::numeric_limits<int>::max()) throw std::bad_alloc();
    return smoothSize(static_cast<int>(std::ceil(std::max(0.0, atLeast))));
}

int evenSmoothSize(int atLeast) {
    const int half = smoothSize(atLeast / 2 + atLeast % 2);
    return sumOf(half, half);
}

int paddedLength(int atLeast) {
    int best = 0;
    double least = std::numeric_limits<double>::infinity();
    const auto isNear = [last = atLeast + atLeast / 5.0 + 1](std::optional<int> size) { return size && *size <= last; };
    for (std::optional<int> size = smoothFrom(atLeast); isNear(size); size = smoothFrom(*size + 1)) {
        constexpr double moving = 1.2;  // a point from pass to pass, as below
        if (const double cost = transformCost(*size) + moving * *size; cost < least) {
            least = cost;
            best = *size;
        }
    }
    return best == 0 ? smoothSize(atLeast) : best;
}

PaddedSize paddedSize(int width, int height, int maxLag) {
    const auto candidates = [](int atLeast) {
        std::vector<int> sizes{smoothSize(atLeast)};
        const auto isWanted = [&, last = atLeast + atLeast / 5.0](int size) { return sizes.size() < 3 || size <= last; };
        for (auto size = smoothFrom(sizes.back() + 1); size && isWanted(*size); size = smoothFrom(*size + 1))
            sizes.push_back(*size);
        return sizes;
    };
    PaddedSize best;
    double least = std::numeric_limits<double>::infinity();
    for (const int paddedWidth : candidates(sumOf(width, maxLag))) {
        for (const int paddedHeight : candidates(sumOf(height, maxLag))) {
            const double rows = 0.5 * (height + maxLag + 1) * transformCost(paddedWidth);
            const double columns = 0.75 * paddedWidth * transformCost(paddedHeight);
            const double memory = 1.2 * paddedWidth * (height + paddedHeight);  // moving what lies between the passes
            if (rows + columns + memory >= least) continue;
            least = rows + columns + memory;
            best = {paddedWidth, paddedHeight};
        }
    }
    return best;
}

}  // namespace coarsen
