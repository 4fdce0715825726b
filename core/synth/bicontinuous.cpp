// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/synth/bicontinuous.hpp"

#include "core/fourier/fftw.hpp"
#include "core/synth/camera_faults.hpp"
#include "core/synth/fourier_plane.hpp"
#include "core/synth/fourier_volume.hpp"
#include "core/synth/random_numbers.hpp"
#include "core/synth/truth_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

namespace coarsen {

namespace {

constexpr std::uint64_t fieldStream = std::uint64_t{1} << 41, voxelNoiseStream = std::uint64_t{1} << 42,
                        depthDriftStream = std::uint64_t{1} << 43;

TruthPoint truthOf(const BicontinuousSettings& settings, int index) {
    return truthPoint(settings.wavelengthFromPx * rMaxOfWavelength, settings.wavelengthToPx * rMaxOfWavelength, settings.law,
                      settings.exponent, settings, index);
}

/// A periodic box of white noise, of which each frame keeps a part from the one before.
std::vector<double> noiseBox(const VolumeSize& size, std::uint64_t seed, std::uint64_t stream, double kept, int frames) {
    std::vector<double> field(size.voxels());
    RandomNumbers first(seed, stream);
    for (double& value : field)
        value = first.normal();
    const double fresh = std::sqrt(1 - kept * kept);
    for (int frame = 1; frame <= frames && fresh > 0; ++frame) {
        RandomNumbers random(seed, stream + static_cast<std::uint64_t>(frame));
        for (double& value : field)
            value = kept * value + fresh * random.normal();
    }
    return field;
}

struct Offset {
    double x = 0, y = 0, z = 0;  ///< voxels
};

/// White noise as a field of variance 1 with the ring in S(q), moved by `drift`.
std::vector<double> withRing(const FourierVolume& box, std::vector<double> noise, const Spacing& spacing, double rMaxPx,
                             double relativeWidth, const Offset& drift) {
    const VolumeSize& size = box.size();
    auto spectrum = box.forward(std::move(noise));
    const double q0 = bicontinuousRMaxPx(1, relativeWidth) / rMaxPx, sigma = relativeWidth * q0, px = spacing.perPx();
    double power = 0;
    for (int z = 0; z < size.depth; ++z)
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < box.spectrumWidth(); ++x) {
                const double kx = FourierVolume::wavenumber(x, size.width), ky = FourierVolume::wavenumber(y, size.height),
                             kz = FourierVolume::wavenumber(z, size.depth);
                const double off = std::hypot(kx * px / spacing.x, ky * px / spacing.y, kz * px / spacing.z) - q0;
                const double structureFactor = std::exp(-0.5 * off * off / (sigma * sigma));
                const bool hasTwin = x > 0 && 2 * x < size.width;
                power += (hasTwin ? 2 : 1) * structureFactor;
                auto& value =
                    spectrum[(static_cast<std::size_t>(z) * static_cast<std::size_t>(size.height) + static_cast<std::size_t>(y)) *
                                 static_cast<std::size_t>(box.spectrumWidth()) +
                             static_cast<std::size_t>(x)];
                value *= std::sqrt(structureFactor) * std::polar(1.0, -(kx * drift.x + ky * drift.y + kz * drift.z));
            }
    std::vector<double> field = box.backward(std::move(spectrum));
    const double scale = std::sqrt(static_cast<double>(field.size()) / power);
    for (double& value : field)
        value *= scale;
    return field;
}

/// Catmull-Rom weights of four neighbours about a place, and the first of them in a periodic line.
struct Neighbours {
    std::array<double, 4> weight;
    std::array<int, 4> place;
};
Neighbours neighbours(double at, int length) {
    const double left = std::floor(at), t = at - left;
    Neighbours four{
        {-0.5 * t * (1 - t) * (1 - t), 1 + t * t * (1.5 * t - 2.5), t * (0.5 + t * (2 - 1.5 * t)), 0.5 * t * t * (t - 1)}, {}};
    for (int i = 0; i < 4; ++i)
        four.place[static_cast<std::size_t>(i)] = ((static_cast<int>(left) - 1 + i) % length + length) % length;
    return four;
}

double interpolated(const std::vector<double>& field, const VolumeSize& size, const Neighbours& x, const Neighbours& y,
                    const Neighbours& z) {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t j = 0; j < 4; ++j) {
            const double* const row = &field[size.index(0, y.place[j], z.place[k])];
            double line = 0;
            for (std::size_t i = 0; i < 4; ++i)
                line += x.weight[i] * row[x.place[i]];
            sum += z.weight[k] * y.weight[j] * line;
        }
    return sum;
}

/// Larger than the volume by 2 R_max along each axis, so that opposite faces do not know each other.
VolumeSize boxAround(const BicontinuousSettings& settings, double rMaxPx) {
    const double reach = 2 * rMaxPx * settings.spacing.perPx();
    const auto side = [&](int voxels, double step) { return smoothSizeFrom(voxels + std::ceil(reach / step)); };
    return {side(settings.width, settings.spacing.x), side(settings.height, settings.spacing.y),
            side(settings.depth, settings.spacing.z)};
}

/// The pattern alone, voxel by voxel.
std::vector<double> patternOf(const BicontinuousSettings& settings, int index, double rMaxPx, const Offset& drift) {
    const VolumeSize size = settings.size();
    std::vector<double> pattern;
    pattern.reserve(size.voxels());
    if (!settings.zoom) {
        const FourierVolume box(boxAround(settings, rMaxPx));
        const auto field =
            withRing(box, noiseBox(box.size(), settings.seed, fieldStream + 1 + static_cast<std::uint64_t>(index), 1, 0),
                     settings.spacing, rMaxPx, settings.ringWidth, drift);
        for (int z = 0; z < size.depth; ++z)
            for (int y = 0; y < size.height; ++y) {
                const auto row = field.begin() + static_cast<std::ptrdiff_t>(box.size().index(0, y, z));
                pattern.insert(pattern.end(), row, row + size.width);
            }
        return pattern;
    }
    // One field, drawn at the smallest R_max (so it is only ever enlarged) and magnified about the volume's centre.
    const double smallest = std::min(settings.wavelengthFromPx, settings.wavelengthToPx) * rMaxOfWavelength;
    const FourierVolume box(boxAround(settings, smallest));
    const auto field = withRing(box, noiseBox(box.size(), settings.seed, fieldStream, settings.kept, index), settings.spacing,
                                smallest, settings.ringWidth, {});
    const double scale = smallest / rMaxPx;
    const auto along = [scale](int voxels, double moved, int length) {
        std::vector<Neighbours> places;
        for (int i = 0; i < voxels; ++i)
            places.push_back(neighbours(voxels / 2.0 + (i - moved - voxels / 2.0) * scale, length));
        return places;
    };
    const auto atX = along(size.width, drift.x, box.size().width), atY = along(size.height, drift.y, box.size().height),
               atZ = along(size.depth, drift.z, box.size().depth);
    for (const Neighbours& z : atZ)
        for (const Neighbours& y : atY)
            for (const Neighbours& x : atX)
                pattern.push_back(interpolated(field, box.size(), x, y, z));
    return pattern;
}

/// As the microscope stores it: the pattern's standard deviation is 12 % of the range about its middle.
std::vector<float> stored(const std::vector<double>& pattern, const BicontinuousSettings& settings, int index) {
    constexpr double middle = 0.5, contrast = 0.12;
    const double range = settings.bits == 16 ? 65535 : 255;
    RandomNumbers random(settings.seed, voxelNoiseStream + static_cast<std::uint64_t>(index));
    std::vector<float> grey;
    grey.reserve(pattern.size());
    for (const double value : pattern) {
        const double noise = settings.faults.noise > 0 ? settings.faults.noise * random.normal() : 0;
        const double level = std::clamp(middle + contrast * (value + noise), 0.0, 1.0);
        grey.push_back(static_cast<float>(std::round(range * level)));
    }
    return grey;
}

double driftAlongZ(const BicontinuousSettings& settings, int index) {
    RandomNumbers random(settings.seed, depthDriftStream);
    const double phase = random.uniform(0, 2 * std::numbers::pi);
    const double angle = 2 * std::numbers::pi * index / std::max(1, settings.frames);
    return settings.faults.driftPx / 2 * (std::sin(angle + phase) - std::sin(phase));
}

/// S(q) q^2 dq of the ring on a fine grid, as of a flat ring (ring_closed_form.cpp).
struct ShellNodes {
    std::vector<double> q, weight;
};
ShellNodes shellNodes(double q0, double relativeWidth) {
    constexpr int count = 600;
    const double sigma = relativeWidth * q0, low = std::max(0.0, q0 - 8 * sigma), high = q0 + 8 * sigma;
    ShellNodes nodes;
    double total = 0;
    for (int i = 0; i < count; ++i) {
        const double q = low + (high - low) * (i + 0.5) / count;
        nodes.q.push_back(q);
        nodes.weight.push_back(q * q * std::exp(-0.5 * (q - q0) * (q - q0) / (sigma * sigma)));
        total += nodes.weight.back();
    }
    for (double& weight : nodes.weight)
        weight /= total;
    return nodes;
}
double meanSinc(const ShellNodes& nodes, double r) {
    if (r == 0) return 1;
    double sum = 0;
    for (std::size_t i = 0; i < nodes.q.size(); ++i)
        sum += nodes.weight[i] * std::sin(nodes.q[i] * r) / (nodes.q[i] * r);
    return sum;
}

}  // namespace

double bicontinuousC1d(double rPx, double q0, double relativeWidth) {
    return meanSinc(shellNodes(q0, relativeWidth), rPx);
}

double bicontinuousRMaxPx(double q0, double relativeWidth) {
    const ShellNodes nodes = shellNodes(q0, relativeWidth);
    double low = 6 / q0, high = 9.2 / q0;  // the thin ring's: 7.7253 / q0
    constexpr double golden = 0.6180339887498949;
    while (high - low > 1e-9 / q0) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        const bool isRight = meanSinc(nodes, left) < meanSinc(nodes, right);
        (isRight ? low : high) = isRight ? left : right;
    }
    return (low + high) / 2;
}

double bicontinuousTimeS(const BicontinuousSettings& settings, int index) {
    return settings.t0S + truthOf(settings, index).sinceQuenchS;
}

SyntheticVolume bicontinuousVolume(const BicontinuousSettings& settings, int index) {
    const TruthPoint truth = truthOf(settings, index);
    const auto [driftX, driftY] = driftOf(settings, index);
    const Offset drift{driftX, driftY, driftAlongZ(settings, index)};
    std::vector<float> grey = stored(patternOf(settings, index, truth.length, drift), settings, index);
    return {Volume(settings.size(), settings.spacing, std::move(grey)),
            settings.t0S + truth.sinceQuenchS,
            truth.length,
            drift.x,
            drift.y,
            drift.z};
}

}  // namespace coarsen
