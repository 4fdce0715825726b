// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/fourier_volume.hpp"

#include "core/fourier/double_lines.hpp"

#include <numbers>

namespace coarsen {

namespace {

fftw_complex* viewOf(std::vector<std::complex<double>>& spectrum) {
    return reinterpret_cast<fftw_complex*>(spectrum.data());
}

}  // namespace

struct FourierVolume::Plans {
    DoublePlan forward, backward;
};

FourierVolume::FourierVolume(const VolumeSize& size) : size_(size), plans_(std::make_unique<Plans>()) {
    std::vector<double> field(size.voxels());
    std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(spectrumWidth()) * static_cast<std::size_t>(size.height) *
                                               static_cast<std::size_t>(size.depth));
    const std::lock_guard lock(doublePlanner());
    // As in a plane: estimated, so that every run gives the same numbers, and unaligned.
    plans_->forward.reset(fftw_plan_dft_r2c_3d(size.depth, size.height, size.width, field.data(), viewOf(spectrum),
                                               FFTW_ESTIMATE | FFTW_UNALIGNED));
    plans_->backward.reset(fftw_plan_dft_c2r_3d(size.depth, size.height, size.width, viewOf(spectrum), field.data(),
                                                FFTW_ESTIMATE | FFTW_UNALIGNED));
}

FourierVolume::~FourierVolume() = default;

std::vector<std::complex<double>> FourierVolume::forward(std::vector<double> field) const {
    std::vector<std::complex<double>> spectrum(static_cast<std::size_t>(spectrumWidth()) *
                                               static_cast<std::size_t>(size_.height) * static_cast<std::size_t>(size_.depth));
    fftw_execute_dft_r2c(plans_->forward.get(), field.data(), viewOf(spectrum));
    return spectrum;
}

std::vector<double> FourierVolume::backward(std::vector<std::complex<double>> spectrum) const {
    std::vector<double> field(size_.voxels());
    fftw_execute_dft_c2r(plans_->backward.get(), viewOf(spectrum), field.data());
    const double scale = 1.0 / static_cast<double>(field.size());
    for (double& value : field)
        value *= scale;
    return field;
}

double FourierVolume::wavenumber(int place, int voxels) {
    return 2 * std::numbers::pi * (place <= voxels / 2 ? place : place - voxels) / voxels;
}

}  // namespace coarsen
