// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/correlate/plane_statistics.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

namespace coarsen {

namespace {

constexpr std::size_t lanes = 8;  // independent sums: the compiler keeps them in vector registers

/// Sum of term(i) over the valid pixels.
template <typename Sum, typename Term>
Sum sumOverValid(std::size_t size, std::span<const std::uint8_t> valid, Term term) {
    std::array<Sum, lanes> sums{};
    std::size_t i = 0;
    if (valid.empty()) {
        for (; i + lanes <= size; i += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] += term(i + lane);
        for (; i < size; ++i)
            sums[0] += term(i);
    } else {
        for (; i + lanes <= size; i += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane)
                sums[lane] += valid[i + lane] ? term(i + lane) : Sum{0};
        for (; i < size; ++i)
            sums[0] += valid[i] ? term(i) : Sum{0};
    }
    Sum total = 0;
    for (const Sum sum : sums)
        total += sum;
    return total;
}

/// The same for whole numbers and a term below 2^32: bytes' terms fit into 32 bits for 2^16 of them, which vectors add quickest.
template <typename T, typename Term>
std::int64_t wholeSumOverValid(std::span<const T> pixels, std::span<const std::uint8_t> valid, Term term) {
    using Part = std::conditional_t<sizeof(T) == 1, std::uint32_t, std::uint64_t>;
    constexpr std::size_t partSize = std::size_t{1} << 16;
    std::int64_t sum = 0;
    for (std::size_t begin = 0; begin < pixels.size(); begin += partSize) {
        const std::size_t end = std::min(pixels.size(), begin + partSize);
        Part part = 0;
        if (valid.empty())
            for (std::size_t i = begin; i < end; ++i)
                part += term(pixels[i]);
        else
            for (std::size_t i = begin; i < end; ++i)
                part += valid[i] ? term(pixels[i]) : 0U;
        sum += static_cast<std::int64_t>(part);
    }
    return sum;
}

/// Sum of the valid pixels: a double, of whole numbers an integer.
template <typename T>
auto validSum(std::span<const T> pixels, std::span<const std::uint8_t> valid) {
    if constexpr (std::is_floating_point_v<T>)
        return sumOverValid<double>(pixels.size(), valid, [&](std::size_t i) { return double{pixels[i]}; });
    else
        return wholeSumOverValid<T>(pixels, valid, [](std::uint32_t value) { return value; });
}

std::int64_t validPixelsOf(const Image& image, const Mask& mask) {
    const auto valid = mask.pixels();
    const std::size_t size = image.planeSize();
    return valid.empty() ? static_cast<std::int64_t>(size)
                         : wholeSumOverValid<std::uint8_t>(valid, {}, [](std::uint32_t value) { return value; });
}

double meanFrom(auto sum, std::int64_t count) {
    return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

}  // namespace

std::vector<double> planeMeans(const Image& image, const Mask& mask) {
    const std::int64_t count = validPixelsOf(image, mask);
    std::vector<double> means;
    for (int channel = 0; channel < image.channels(); ++channel)
        means.push_back(
            image.visit([&](const auto& pixels) { return meanFrom(validSum(pixels, mask.pixels()), count); }, channel));
    return means;
}

PlaneStatistics planeStatistics(const Image& image, const Mask& mask) {
    PlaneStatistics statistics;
    const auto valid = mask.pixels();
    const std::size_t size = image.planeSize();
    const std::int64_t count = validPixelsOf(image, mask);
    statistics.validPixels = static_cast<double>(count);
    for (int channel = 0; channel < image.channels(); ++channel) {
        image.visit(
            [&](const auto& pixels) {
                using T = std::remove_cvref_t<decltype(pixels[0])>;
                const auto sum = validSum(pixels, valid);
                const double mean = meanFrom(sum, count);
                statistics.means.push_back(mean);
                if constexpr (std::is_floating_point_v<T>) {
                    const auto squares = sumOverValid<double>(size, valid, [&](std::size_t i) {
                        const double difference = pixels[i] - mean;
                        return difference * difference;
                    });
                    statistics.energyAboutMeans += squares;
                    statistics.energy += squares + statistics.validPixels * mean * mean;
                } else {  // exact: 2^28 pixels of 16 bits squared stay below 2^60
                    const auto squares = wholeSumOverValid<T>(pixels, valid, [](std::uint32_t value) { return value * value; });
                    const long double wide = mean;
                    statistics.energyAboutMeans +=
                        static_cast<double>(static_cast<long double>(squares) - 2 * wide * static_cast<long double>(sum) +
                                            wide * wide * static_cast<long double>(count));
                    statistics.energy += static_cast<double>(squares);
                }
            },
            channel);
    }
    return statistics;
}

std::vector<double> centredField(const Image& image, const Mask& mask, int channel, double mean) {
    std::vector<double> field(image.planeSize());
    const auto valid = mask.pixels();
    image.visit(
        [&](const auto& pixels) {
            for (std::size_t i = 0; i < field.size(); ++i)
                field[i] = valid.empty() || valid[i] ? static_cast<double>(pixels[i]) - mean : 0;
        },
        channel);
    return field;
}

std::vector<double> maskField(const Mask& mask, int width, int height) {
    if (mask.isAllValid()) return std::vector<double>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), 1.0);
    return {mask.pixels().begin(), mask.pixels().end()};
}

}  // namespace coarsen
