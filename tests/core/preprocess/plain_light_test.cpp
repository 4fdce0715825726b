// SPDX-License-Identifier: GPL-3.0-or-later
// Flatten by a polynomial gives just the pixels that its definition says, to the last bit: each size of picture, kind of number
// and mask.
#include "core/image/opencv.hpp"
#include "core/preprocess/background.hpp"
#include "core/preprocess/flatten.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace coarsen {
namespace {

double across(double position, int length) {
    return length > 1 ? 2 * position / (length - 1) - 1 : 0;
}

std::vector<double> termsAt(double x, double y, int degree) {
    std::vector<double> terms;
    double inY = 1;
    for (int j = 0; j <= degree; ++j, inY *= y) {
        double term = inY;
        for (int i = 0; i + j <= degree; ++i, term *= x)
            terms.push_back(term);
    }
    return terms;
}

/// Least squares through the blocks' means, as float32 at each pixel.
std::vector<float> plainLight(const Image& image, const Mask& mask, int degree) {
    const int width = image.width(), height = image.height(), side = std::max(1, std::min(width, height) / 60);
    const int size = (degree + 1) * (degree + 2) / 2;
    cv::Mat normal = cv::Mat::zeros(size, size, CV_64F), right = cv::Mat::zeros(size, 1, CV_64F), solution;
    for (int top = 0; top < height; top += side)
        for (int left = 0; left < width; left += side) {
            const int bottom = std::min(top + side, height), end = std::min(left + side, width);
            double sum = 0, count = 0;
            for (int y = top; y < bottom; ++y) {
                double line = 0;
                for (int x = left; x < end; ++x)
                    if (mask.isValid(x, y)) line += image.at(x, y), ++count;
                sum += line;
            }
            const auto terms = termsAt(across((left + end - 1) / 2.0, width), across((top + bottom - 1) / 2.0, height), degree);
            for (int a = 0; a < size; ++a) {
                right.at<double>(a) += sum * terms[static_cast<std::size_t>(a)];
                for (int b = 0; b < size; ++b)
                    normal.at<double>(a, b) += count * terms[static_cast<std::size_t>(a)] * terms[static_cast<std::size_t>(b)];
            }
        }
    cv::solve(normal, right, solution, cv::DECOMP_SVD);
    std::vector<float> light;
    const float step = width > 1 ? 2 / static_cast<float>(width - 1) : 0, start = width > 1 ? -1 : 0;
    for (int y = 0; y < height; ++y) {
        std::vector<float> inX(static_cast<std::size_t>(degree) + 1);
        for (int j = 0, k = 0; j <= degree; ++j)
            for (int i = 0; i + j <= degree; ++i, ++k)
                inX[static_cast<std::size_t>(i)] += static_cast<float>(solution.at<double>(k) * std::pow(across(y, height), j));
        for (int x = 0; x < width; ++x) {
            float value = inX.back();
            for (std::size_t power = inX.size() - 1; power-- > 0;)
                value = value * (start + step * static_cast<float>(x)) + inX[power];
            light.push_back(value);
        }
    }
    return light;
}

/// Divided by that light; its mean over the valid pixels is added up in eight parts, by the pixel's index.
std::vector<float> plainlyDivided(const Image& image, const Mask& mask, int degree) {
    const std::vector<float> light = plainLight(image, mask, degree);
    double parts[8] = {}, count = 0;
    for (std::size_t i = 0; i < light.size(); ++i)
        if (mask.isAllValid() || mask.pixels()[i]) parts[i % 8] += static_cast<double>(light[i]), ++count;
    double sum = 0;
    for (const double part : parts)
        sum += part;
    const auto level = static_cast<float>(sum / count), least = static_cast<float>(0.05) * level;
    std::vector<float> flat;
    for (std::size_t i = 0; i < light.size(); ++i)
        flat.push_back(static_cast<float>(image.at(static_cast<int>(i) % image.width(), static_cast<int>(i) / image.width())) *
                       (level / std::max(light[i], least)));
    return flat;
}

TEST(Flatten, DividesByThePolynomialToTheLastBit) {
    for (const auto& [width, height] : {std::pair{301, 187}, {128, 96}, {63, 200}, {7, 5}, {1, 40}, {500, 3}})
        for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f32})
            for (const bool isMasked : {false, true})
                for (const int degree : {1, 2, 4, 6}) {
                    Frame frame;
                    frame.image = randomImage(width, height, type);
                    if (isMasked) frame.mask = randomMask(width, height);

                    const Frame flat = Flatten{.method = FlattenMethod::polynomial, .order = degree}(frame);

                    const auto pixels = flat.image.plane<float>();
                    EXPECT_EQ(std::vector<float>(pixels.begin(), pixels.end()), plainlyDivided(frame.image, frame.mask, degree))
                        << width << " x " << height << ", degree " << degree << (isMasked ? ", masked" : "");
                }
}

TEST(PolynomialLight, OfAPixelIsTheSameAloneAndInItsRow) {
    const PolynomialLight light = SeenLight(randomImage(101, 67, PixelType::u8), {}).polynomial(4);
    std::vector<float> row(101);
    for (int y = 0; y < 67; ++y) {
        light.row(y, row);
        for (int x = 0; x < 101; ++x)
            EXPECT_EQ(light.at(x, y), row[static_cast<std::size_t>(x)]) << x << ", " << y;
    }
}

}  // namespace
}  // namespace coarsen
