// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/fourier_plane.hpp"

#include "core/fourier/double_lines.hpp"

#include <mutex>
#include <numbers>

namespace coarsen {

namespace {
fftw_complex* fftwView(std::vector<std::complex<double>>& spectrum) {
    return reinterpret_cast<fftw_complex*>(spectrum.data());
}
}  // namespace

struct FourierPlane::Plans {
    fftw_plan forward = nullptr, backward = nullptr;
};

FourierPlane::FourierPlane(int width, int height) : width_(width), height_(height), plans_(std::make_unique<Plans>()) {
    std::vector<double> field(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(spectrumWidth()) * static_cast<std::size_t>(height));
    const std::lock_guard lock(doublePlanner());
    // Estimated plans are the same in every run, and so are the numbers; unaligned, because vectors come from anywhere.
    plans_->forward = fftw_plan_dft_r2c_2d(height, width, field.data(), fftwView(spectrum), FFTW_ESTIMATE | FFTW_UNALIGNED);
    plans_->backward = fftw_plan_dft_c2r_2d(height, width, fftwView(spectrum), field.data(), FFTW_ESTIMATE | FFTW_UNALIGNED);
}

FourierPlane::~FourierPlane() {
    const std::lock_guard lock(doublePlanner());
    fftw_destroy_plan(plans_->forward);
    fftw_destroy_plan(plans_->backward);
}

void FourierPlane::forward(const std::vector<double>& field, std::vector<std::complex<double>>& spectrum) const {
    spectrum.resize(static_cast<std::size_t>(spectrumWidth()) * static_cast<std::size_t>(height_));
    fftw_execute_dft_r2c(plans_->forward, const_cast<double*>(field.data()),
                         fftwView(spectrum));  // out of place: r2c keeps its input
}

void FourierPlane::backward(std::vector<std::complex<double>>& spectrum, std::vector<double>& field) const {
    field.resize(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
    fftw_execute_dft_c2r(plans_->backward, fftwView(spectrum), field.data());
    const double scale = 1.0 / static_cast<double>(field.size());
    for (double& value : field)
        value *= scale;
}

double FourierPlane::qx(int column) const {
    return 2 * std::numbers::pi * column / width_;
}

double FourierPlane::qy(int row) const {
    return 2 * std::numbers::pi * (row <= height_ / 2 ? row : row - height_) / height_;
}

}  // namespace coarsen
