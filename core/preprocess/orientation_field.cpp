// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/orientation_field.hpp"

#include "core/convolve/structure_tensor.hpp"
#include "core/image/grown_mask.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <utility>

namespace coarsen {

namespace {

constexpr double leastEnergy = 1e-6;  // of the mean
constexpr double leastSlope = 1e-6;   // px^-1 of the brightest pixel: below, float32's rounding makes the axes

/// Mean over the valid pixels.
double meanEnergy(std::span<const float> energy, std::span<const std::uint8_t> valid) {
    double sum = 0, count = 0;
    for (std::size_t i = 0; i < energy.size(); ++i)
        if (valid.empty() || valid[i]) sum += static_cast<double>(energy[i]), ++count;
    return count > 0 ? sum / count : 0;
}

/// The largest size of a valid pixel.
double brightest(const Frame& frame) {
    const auto valid = frame.mask.pixels();
    return frame.image.visit([&](auto pixels) {
        double most = 0;
        for (std::size_t i = 0; i < pixels.size(); ++i)
            if (valid.empty() || valid[i]) most = std::max(most, std::abs(static_cast<double>(pixels[i])));
        return most;
    });
}

}  // namespace

OrientationField orientationField(const Frame& frame, double sigmaPx, double scalePx, OrientationWeight weight,
                                  const StepContext& context) {
    const StructureTensor tensor = structureTensor(frame.image, frame.mask, sigmaPx, scalePx, *context.convolvers, context.stop);
    const auto cosine = tensor.cosine.plane<float>(), sine = tensor.sine.plane<float>(), energy = tensor.energy.plane<float>();
    OrientationField field;
    field.mask = grownMask(frame.mask, 2 * (sigmaPx + scalePx));
    const auto far = field.mask.pixels();
    const double rounding = leastSlope * brightest(frame);
    const auto least = static_cast<float>(std::max(leastEnergy * meanEnergy(energy, far), rounding * rounding));

    const std::size_t count = energy.size();
    field.x1.assign(count, 0);
    field.x2.assign(count, 0);
    std::vector<std::uint8_t> hasAxis(count, 1);
    double sumCos = 0, sumSin = 0, sumCoherence = 0, axes = 0, valid = 0;
    bool areAllAxes = true;
    for (std::size_t i = 0; i < count; ++i) {
        if (!far.empty() && !far[i]) continue;
        ++valid;
        const float length = std::hypot(cosine[i], sine[i]);
        hasAxis[i] = energy[i] >= least && length > 0;
        areAllAxes &= hasAxis[i] != 0;
        if (!hasAxis[i]) continue;
        const float x = -cosine[i] / length, y = -sine[i] / length, coherence = length / energy[i];
        const float size = weight == OrientationWeight::none ? 1 : coherence;
        field.x1[i] = size * x;
        field.x2[i] = size * y;
        sumCos += static_cast<double>(x);
        sumSin += static_cast<double>(y);
        sumCoherence += static_cast<double>(coherence);
        ++axes;
    }
    if (weight == OrientationWeight::none && !areAllAxes) {
        Mask axesOnly(frame.image.width(), frame.image.height(), std::move(hasAxis));
        field.mask = validInBoth(field.mask, axesOnly);
    }
    if (weight == OrientationWeight::gradient) {
        const PictureGradient gradient = pictureGradient(frame.image, frame.mask, sigmaPx, *context.convolvers, context.stop);
        field.x1.assign(gradient.x.plane<float>().begin(), gradient.x.plane<float>().end());
        field.x2.assign(gradient.y.plane<float>().begin(), gradient.y.plane<float>().end());
    }
    constexpr double halfTurn = 180 / std::numbers::pi / 2;
    if (axes > 0) field.facts = {std::hypot(sumCos, sumSin) / axes, sumCoherence / valid, halfTurn * std::atan2(sumSin, sumCos)};
    return field;
}

}  // namespace coarsen
