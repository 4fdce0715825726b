// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/convolve/frequency_response.hpp"

#include "core/fourier/fftw.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace coarsen {

namespace {
constexpr int leastSize = 1024, timesFilter = 4;  // of the transform: fine enough for a smooth line
}

FrequencyResponse frequencyResponse(const Filter& filter, double aspect) {
    const int size = smoothSize(std::max(leastSize, timesFilter * std::max(filter.width, filter.height)));
    const auto across = static_cast<std::size_t>(size), half = across / 2 + 1;
    const RealTransform transform(size, size);
    const AlignedArray<float> plane = alignedFloats(across * across);
    const AlignedArray<Complex> spectrum = alignedComplex(half * across);
    for (int y = 0; y < filter.height; ++y)
        for (int x = 0; x < filter.width; ++x)
            plane[static_cast<std::size_t>(y) * across + static_cast<std::size_t>(x)] = filter.at(x, y);
    transform.forward(plane.get(), spectrum.get());

    const double stretch = std::sqrt(aspect), step = 2 * std::numbers::pi / size;
    const auto rings = static_cast<std::size_t>(size) / 2;
    std::vector<double> sums(rings + 1), places(rings + 1), counts(rings + 1);
    for (std::size_t row = 0; row < across; ++row) {
        const double qy = step * static_cast<double>(std::min(row, across - row)) / stretch;
        for (std::size_t column = 0; column < half; ++column) {
            const double q = std::hypot(step * static_cast<double>(column) * stretch, qy);
            const auto ring = static_cast<std::size_t>(std::lround(q / step));
            if (ring > rings) continue;
            const double modes = column == 0 || 2 * column == across ? 1 : 2;  // the other half plane is the same
            sums[ring] += modes * static_cast<double>(std::abs(spectrum[row * half + column]));
            places[ring] += modes * q;
            counts[ring] += modes;
        }
    }
    FrequencyResponse response;
    for (std::size_t ring = 0; ring <= rings; ++ring) {
        if (counts[ring] == 0) continue;
        response.q.push_back(places[ring] / counts[ring]);
        response.value.push_back(sums[ring] / counts[ring]);
    }
    const double largest = *std::ranges::max_element(response.value);
    if (!(largest > 0)) return {};
    for (double& value : response.value)
        value /= largest;
    return response;
}

}  // namespace coarsen
