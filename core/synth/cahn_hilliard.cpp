// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/fourier/fftw.hpp"
#include "core/synth/camera_faults.hpp"
#include "core/synth/fourier_plane.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/synthetic_series.hpp"

#include <gsl/gsl_sf_bessel.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>

namespace coarsen {

namespace {

constexpr std::uint64_t quenchStream = std::uint64_t{2} << 40;
constexpr int zoom = 2;  ///< the equation is solved on cells of 2 x 2 px: its interfaces are then as sharp as a photograph's

using Spectrum = std::vector<std::complex<double>>;

/// dphi/dt = laplace(phi^3 - phi - laplace phi), periodic. One semi-implicit step (Eyre's splitting): the stiff part 2 q^2 + q^4
/// is taken at the new time, phi^3 - 3 phi at the old one, so that any dt is stable.
class CahnHilliard {
public:
    CahnHilliard(int width, int height, double meanComposition, std::uint64_t seed) : plane_(width, height) {
        RandomNumbers random(seed, quenchStream);
        phi_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
        for (double& value : phi_)
            value = meanComposition + 0.05 * random.normal();
        plane_.forward(phi_, spectrum_);
    }

    void step(double dt) {
        for (std::size_t i = 0; i < phi_.size(); ++i)
            force_[i] = phi_[i] * phi_[i] * phi_[i] - 3 * phi_[i];
        plane_.forward(force_, forceSpectrum_);
        std::size_t i = 0;
        for (int row = 0; row < plane_.height(); ++row) {
            for (int column = 0; column < plane_.spectrumWidth(); ++column, ++i) {
                const double qx = plane_.qx(column), qy = plane_.qy(row), q2 = qx * qx + qy * qy;
                spectrum_[i] = (spectrum_[i] - dt * q2 * forceSpectrum_[i]) / (1 + dt * (2 * q2 + q2 * q2));
            }
        }
        Spectrum copy = spectrum_;
        plane_.backward(copy, phi_);
    }

    const FourierPlane& plane() const { return plane_; }
    const Spectrum& spectrum() const { return spectrum_; }

private:
    FourierPlane plane_;
    std::vector<double> phi_,
        force_ = std::vector<double>(static_cast<std::size_t>(plane_.width()) * static_cast<std::size_t>(plane_.height()));
    Spectrum spectrum_, forceSpectrum_;
};

/// The azimuthal average of the periodic autocorrelation is sum S(q) J0(q R) / sum S(q), exactly, at any R: no engine, no circle
/// of samples.
class BoxCorrelation {
public:
    explicit BoxCorrelation(const CahnHilliard& model) {
        std::map<long, double> powerAt;  // modes of (nearly) one |q| together
        const FourierPlane& plane = model.plane();
        std::size_t i = 0;
        for (int row = 0; row < plane.height(); ++row) {
            for (int column = 0; column < plane.spectrumWidth(); ++column, ++i) {
                const double q = std::hypot(plane.qx(column), plane.qy(row));
                const bool hasTwin = column > 0 && 2 * column < plane.width();
                if (q > 0) powerAt[std::lround(q / binWidth)] += (hasTwin ? 2 : 1) * std::norm(model.spectrum()[i]);
            }
        }
        for (const auto& [bin, power] : powerAt)
            total_ += power;
        for (const auto& [bin, power] : powerAt)
            if (power > 1e-9 * total_) modes_.emplace_back(static_cast<double>(bin) * binWidth, power);
    }

    double operator()(double r) const {
        double sum = 0;
        for (const auto& [q, power] : modes_)
            sum += power * gsl_sf_bessel_J0(q * r);
        return sum / total_;
    }

private:
    static constexpr double binWidth = 2e-4;  // moves R_max by less than 1e-3 of itself divided by the number of modes
    std::vector<std::pair<double, double>> modes_;
    double total_ = 0;
};

/// The secondary maximum between 2 and 4 first zeros, in cells; NaN without one.
double rMaxOf(const BoxCorrelation& correlation, double largestR) {
    double zero = 0;
    while (zero < largestR && correlation(zero) > 0)
        zero += 0.5;
    if (!(zero > 0) || zero >= largestR) return std::numeric_limits<double>::quiet_NaN();
    double best = 2 * zero, bestValue = correlation(best);
    const double stepR = zero / 40;
    for (double r = 2 * zero; r <= std::min(4 * zero, largestR); r += stepR) {
        if (const double value = correlation(r); value > bestValue) best = r, bestValue = value;
    }
    double low = best - stepR, high = best + stepR;
    constexpr double golden = 0.6180339887498949;
    while (high - low > 1e-4) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        if (correlation(left) < correlation(right))
            low = left;
        else
            high = right;
    }
    return (low + high) / 2;
}

/// The field on pixels, `zoom` to a cell, moved by (dx, dy) px, cut to the picture and scaled to mean 0 and standard deviation 1.
std::vector<double> enlarged(const CahnHilliard& model, const FourierPlane& fine, const SynthSettings& settings, double dx,
                             double dy) {
    const FourierPlane& coarse = model.plane();
    Spectrum spectrum(static_cast<std::size_t>(fine.spectrumWidth()) * static_cast<std::size_t>(fine.height()));
    for (int row = 0; row < coarse.height(); ++row) {
        const int wave = row <= coarse.height() / 2 ? row : row - coarse.height();
        const int fineRow = wave < 0 ? wave + fine.height() : wave;
        for (int column = 0; column < coarse.spectrumWidth(); ++column) {
            const auto from = static_cast<std::size_t>(row) * static_cast<std::size_t>(coarse.spectrumWidth()) +
                              static_cast<std::size_t>(column);
            const auto to = static_cast<std::size_t>(fineRow) * static_cast<std::size_t>(fine.spectrumWidth()) +
                            static_cast<std::size_t>(column);
            if (row > 0 || column > 0)
                spectrum[to] = model.spectrum()[from] * std::polar(1.0, -(fine.qx(column) * dx + fine.qy(fineRow) * dy));
        }
    }
    std::vector<double> field;
    fine.backward(spectrum, field);
    std::vector<double> pattern;
    double squares = 0;
    for (int y = 0; y < settings.height; ++y) {
        for (int x = 0; x < settings.width; ++x) {
            pattern.push_back(
                field[static_cast<std::size_t>(y) * static_cast<std::size_t>(fine.width()) + static_cast<std::size_t>(x)]);
            squares += pattern.back() * pattern.back();
        }
    }
    const double scale = std::sqrt(static_cast<double>(pattern.size()) / squares);
    for (double& value : pattern)
        value *= scale;
    return pattern;
}

/// Equally spaced in log t from 20 to 500, where domains of this grid have formed and still are many.
std::vector<double> defaultTimes(int frames) {
    std::vector<double> times;
    for (int i = 0; i < frames; ++i)
        times.push_back(20 * std::pow(25.0, frames == 1 ? 0.0 : static_cast<double>(i) / (frames - 1)));
    return times;
}

}  // namespace

void cahnHilliardFrames(const CahnHilliardSettings& settings, const std::function<void(int, const SyntheticFrame&)>& each,
                        std::stop_token stop) {
    const std::vector<double> times = settings.times.empty() ? defaultTimes(settings.frames) : settings.times;
    if (!std::is_sorted(times.begin(), times.end()))
        throw SettingError("times", "the times of the frames go back", "give them in order");
    if (!(settings.dt > 0)) throw SettingError("dt", "the time step is not more than 0", "write 0.1");
    const int width = smoothSize((settings.width + zoom - 1) / zoom), height = smoothSize((settings.height + zoom - 1) / zoom);
    CahnHilliard model(width, height, settings.meanComposition, settings.seed);
    const FourierPlane fine(zoom * width, zoom * height);

    double time = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
        while (time < times[i] - 1e-9) {
            if (stop.stop_requested()) return;
            const double dt = std::min(settings.dt, times[i] - time);
            model.step(dt);
            time += dt;
        }
        const int index = static_cast<int>(i);
        const auto [dx, dy] = driftOf(settings, index);
        const double rMaxPx = zoom * rMaxOf(BoxCorrelation(model), std::min(width, height) / 2.0);
        each(index, {photographed(enlarged(model, fine, settings, dx, dy), settings, index),
                     settings.t0S + times[i] * settings.intervalS, rMaxPx, dx, dy});
    }
}

}  // namespace coarsen
