// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fourier/double_lines.hpp"

#include "core/base/error.hpp"
#include "core/fourier/fftw.hpp"

#include <cstddef>
#include <string>

namespace coarsen {

namespace {

std::size_t room(const LineLayout& layout, int length) {
    return static_cast<std::size_t>(length) * static_cast<std::size_t>(layout.stride) + static_cast<std::size_t>(layout.count);
}

void requirePlan(const DoublePlan& plan, const LineLayout& layout) {
    if (!plan)
        throw EngineError("cpu-fft", "FFTW makes no plan for " + std::to_string(layout.length) + " points", "use another size");
}

}  // namespace

std::mutex& doublePlanner() {
    static std::mutex mutex;
    return mutex;
}

void FreeDoublePlan::operator()(fftw_plan plan) const {
    const std::lock_guard lock(doublePlanner());
    fftw_destroy_plan(plan);
}

ComplexLines::ComplexLines(const LineLayout& layout, int sign) {
    const auto lines = alignedRoom<std::complex<double>>(room(layout, layout.length));
    auto* const raw = reinterpret_cast<fftw_complex*>(lines.get());
    {
        const std::lock_guard lock(doublePlanner());
        plan_.reset(fftw_plan_many_dft(1, &layout.length, layout.count, raw, nullptr, layout.stride, 1, raw, nullptr,
                                       layout.stride, 1, sign, FFTW_ESTIMATE));
    }
    requirePlan(plan_, layout);
}

RealLines::RealLines(const LineLayout& layout) {
    const auto numbers = alignedRoom<double>(room(layout, layout.length));
    const auto spectra = alignedRoom<std::complex<double>>(room(layout, layout.length / 2 + 1));
    auto* const raw = reinterpret_cast<fftw_complex*>(spectra.get());
    {
        const std::lock_guard lock(doublePlanner());
        forward_.reset(fftw_plan_many_dft_r2c(1, &layout.length, layout.count, numbers.get(), nullptr, layout.stride, 1, raw,
                                              nullptr, layout.stride, 1, FFTW_ESTIMATE | FFTW_DESTROY_INPUT));
        backward_.reset(fftw_plan_many_dft_c2r(1, &layout.length, layout.count, raw, nullptr, layout.stride, 1, numbers.get(),
                                               nullptr, layout.stride, 1, FFTW_ESTIMATE | FFTW_DESTROY_INPUT));
    }
    requirePlan(forward_, layout);
    requirePlan(backward_, layout);
}

RealBox::RealBox(int width, int height, int depth) {
    const std::size_t rows = static_cast<std::size_t>(height) * static_cast<std::size_t>(depth);
    const auto numbers = alignedRoom<double>(rows * static_cast<std::size_t>(width));
    const auto spectrum = alignedRoom<std::complex<double>>(rows * static_cast<std::size_t>(width / 2 + 1));
    auto* const raw = reinterpret_cast<fftw_complex*>(spectrum.get());
    {
        const std::lock_guard lock(doublePlanner());
        forward_.reset(fftw_plan_dft_r2c_3d(depth, height, width, numbers.get(), raw, FFTW_ESTIMATE));
        backward_.reset(fftw_plan_dft_c2r_3d(depth, height, width, raw, numbers.get(), FFTW_ESTIMATE));
    }
    requirePlan(forward_, {width, 1, 1});
    requirePlan(backward_, {width, 1, 1});
}

}  // namespace coarsen
