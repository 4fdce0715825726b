// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/structure_factor.hpp"

#include "core/correlate/plane_statistics.hpp"
#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coarsen {

namespace {

constexpr int smallestSide = 16;
constexpr std::size_t firstRing = 2;               // the two below hold the window's own spectrum
constexpr double floorFrom = 0.8, cutAtPeaks = 4;  // of Nyquist's q; of the peak's

std::size_t peakRing(const StructureFactor& factor) {
    const auto peak = std::max_element(factor.value.begin() + static_cast<std::ptrdiff_t>(firstRing), factor.value.end());
    return static_cast<std::size_t>(peak - factor.value.begin());
}

}  // namespace

StructureFactor structureFactor(const MaskedImage& image, double aspect) {
    const int width = image.image.width(), height = image.image.height();
    const PlaneStatistics statistics = planeStatistics(image.image, image.mask);
    if (std::min(width, height) < smallestSide || !(statistics.energyAboutMeans > 0)) return {};
    keepOpenCvOnThisThread();
    const std::vector<double> centred = centredField(image.image, image.mask, 0, statistics.means.front());
    cv::Mat picture(height, width, CV_32F), window;
    std::ranges::transform(centred, picture.ptr<float>(), [](double value) { return static_cast<float>(value); });
    cv::createHanningWindow(window, picture.size(), CV_32F);
    picture = picture.mul(window);
    cv::Mat padded, spectrum;
    const int paddedWidth = cv::getOptimalDFTSize(width), paddedHeight = cv::getOptimalDFTSize(height);
    cv::copyMakeBorder(picture, padded, 0, paddedHeight - height, 0, paddedWidth - width, cv::BORDER_CONSTANT, 0);
    cv::dft(padded, spectrum, cv::DFT_COMPLEX_OUTPUT, height);

    const double stretch = std::sqrt(aspect), ring = 2 * std::numbers::pi / std::min(width / stretch, height * stretch);
    const auto rings = static_cast<std::size_t>(std::numbers::pi / ring);
    std::vector<double> sums(rings + 1), counts(rings + 1), places(rings + 1);
    for (int row = 0; row < paddedHeight; ++row) {
        const double qy = 2 * std::numbers::pi * (row <= paddedHeight / 2 ? row : row - paddedHeight) / paddedHeight / stretch;
        for (int column = 0; column <= paddedWidth / 2; ++column) {
            const double qx = 2 * std::numbers::pi * column / paddedWidth * stretch, q = std::hypot(qx, qy);
            const auto i = static_cast<std::size_t>(std::lround(q / ring));
            if (i > rings) continue;
            const cv::Vec2f value = spectrum.at<cv::Vec2f>(row, column);
            const double power = double{value[0]} * value[0] + double{value[1]} * value[1];
            const double modes = column == 0 || 2 * column == paddedWidth ? 1 : 2;  // the other half plane is the same
            sums[i] += modes * power;
            places[i] += modes * q;
            counts[i] += modes;
        }
    }
    StructureFactor factor;
    for (std::size_t i = 0; i <= rings; ++i) {
        if (counts[i] == 0) continue;
        factor.q.push_back(places[i] / counts[i]);
        factor.value.push_back(sums[i] / counts[i]);
    }
    if (factor.q.size() <= firstRing + 2) return {};
    std::vector<double> top(
        factor.value.begin() + static_cast<std::ptrdiff_t>(floorFrom * static_cast<double>(factor.value.size())),
        factor.value.end());
    std::ranges::nth_element(top, top.begin() + static_cast<std::ptrdiff_t>(top.size() / 2));
    factor.noiseFloor = top[top.size() / 2];
    for (double& value : factor.value)
        value -= factor.noiseFloor;
    return factor;
}

LengthScale firstMomentLength(const StructureFactor& factor) {
    if (factor.isEmpty()) return noLength("there is no structure factor");
    const double cut = cutAtPeaks * factor.q[peakRing(factor)];
    double sum = 0, moment = 0;
    for (std::size_t i = firstRing; i < factor.q.size() && factor.q[i] <= cut; ++i) {
        sum += factor.value[i];
        moment += factor.q[i] * factor.value[i];
    }
    if (!(sum > 0) || !(moment > 0)) return noLength("the structure factor does not rise above its noise");
    LengthScale length;
    length.px = 2 * std::numbers::pi * sum / moment;
    length.quality = Quality::good;
    return length;
}

LengthScale spectrumPeakLength(const StructureFactor& factor) {
    if (factor.isEmpty()) return noLength("there is no structure factor");
    const std::size_t peak = peakRing(factor);
    if (!(factor.value[peak] > 0)) return noLength("the structure factor does not rise above its noise");
    double q = factor.q[peak];
    if (peak > firstRing && peak + 1 < factor.q.size()) {
        const double before = factor.value[peak - 1], here = factor.value[peak], after = factor.value[peak + 1];
        const double curvature = before - 2 * here + after;
        if (curvature < 0) q += 0.25 * (factor.q[peak + 1] - factor.q[peak - 1]) * (before - after) / curvature;
    }
    LengthScale length;
    length.px = 2 * std::numbers::pi / q;
    length.quality = peak == firstRing ? Quality::edge : Quality::good;
    return length;
}

}  // namespace coarsen
