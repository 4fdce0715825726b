// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/background.hpp"
#include "tests/support/random_images.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coarsen {
namespace {

/// Sums of the rectangle's pixels over the fit's blocks.
std::vector<double> blockSums(const PolynomialFit& fit, const Image& image, const PixelRect& judged) {
    std::vector<double> sums(static_cast<std::size_t>(fit.across * fit.down));
    for (int y = judged.y; y < judged.y + judged.height; ++y)
        for (int x = judged.x; x < judged.x + judged.width; ++x)
            sums[static_cast<std::size_t>(y / fit.side * fit.across + x / fit.side)] += image.at(x, y);
    return sums;
}

/// Product of that row of the matrix with the sums.
double rowTimes(const std::vector<double>& matrix, std::size_t row, const std::vector<double>& sums) {
    return std::inner_product(sums.begin(), sums.end(), matrix.begin() + static_cast<std::ptrdiff_t>(row * sums.size()), 0.0);
}

/// The coefficients that the fit's matrix makes of the image's block sums, over the rectangle's pixels.
std::vector<double> coefficients(const PolynomialFit& fit, const Image& image, const PixelRect& judged) {
    const std::vector<double> sums = blockSums(fit, image, judged);
    std::vector<double> answer;
    for (std::size_t k = 0; k < fit.powers.size(); ++k)
        answer.push_back(rowTimes(fit.matrix, k, sums));
    return answer;
}

double polynomialAt(const PolynomialFit& fit, const std::vector<double>& coefficients, double x, double y) {
    double sum = 0;
    for (std::size_t k = 0; k < coefficients.size(); ++k)
        sum += coefficients[k] * std::pow(x, fit.powers[k].first) * std::pow(y, fit.powers[k].second);
    return sum;
}

void expectTheBackground(const PixelRect& rectangle, int order) {
    constexpr int width = 301, height = 187;
    const Image image = randomImage(width, height, PixelType::u8);
    const PixelRect judged = rectangle.isEmpty() ? PixelRect{0, 0, width, height} : rectangle;
    std::vector<std::uint8_t> valid(width * height);
    for (int y = judged.y; y < judged.y + judged.height; ++y)
        for (int x = judged.x; x < judged.x + judged.width; ++x)
            valid[static_cast<std::size_t>(y * width + x)] = 1;

    const PolynomialFit fit = polynomialFit(width, height, rectangle, order);
    const std::vector<double> fitted = coefficients(fit, image, judged);
    const PolynomialLight background = SeenLight(image, Mask(width, height, valid)).polynomial(order);

    double mean = 0;
    for (int y = judged.y; y < judged.y + judged.height; ++y)
        for (int x = judged.x; x < judged.x + judged.width; ++x) {
            const double here = polynomialAt(fit, fitted, 2.0 * x / (width - 1) - 1, 2.0 * y / (height - 1) - 1);
            ASSERT_NEAR(here, background.at(x, y), 1e-4) << x << ", " << y;
            mean += here / (judged.width * judged.height);
        }
    EXPECT_NEAR(std::inner_product(fitted.begin(), fitted.end(), fit.means.begin(), 0.0), mean, 1e-9 * mean);
}

TEST(PolynomialFit, GivesTheBackgroundOfTheWholeImage) {
    for (const int order : {1, 2, 4, 6})
        expectTheBackground({}, order);
}

TEST(PolynomialFit, GivesTheBackgroundByARectangleAlone) {
    for (const int order : {1, 2, 4})
        expectTheBackground({.x = 37, .y = 21, .width = 200, .height = 113}, order);
}

/// Part of the sum of squares that the least-squares polynomial explains: the sum of each block's pixels times it there.
double explained(const PolynomialFit& fit, const Image& image, const PixelRect& judged) {
    const std::vector<double> sums = blockSums(fit, image, judged), fitted = coefficients(fit, image, judged);
    const auto centre = [&](int block, int length) {
        return (block * fit.side + std::min((block + 1) * fit.side, length) - 1.0) / (length - 1) - 1;
    };
    double sum = 0;
    for (int row = 0; row < fit.down; ++row)
        for (int column = 0; column < fit.across; ++column)
            sum += sums[static_cast<std::size_t>(row * fit.across + column)] *
                   polynomialAt(fit, fitted, centre(column, image.width()), centre(row, image.height()));
    return sum;
}

TEST(OrthogonalPolynomials, ShareOutWhatTheFitsExplain) {
    const Image image = randomImage(301, 187, PixelType::u8);
    for (const PixelRect& judged : {PixelRect{0, 0, 301, 187}, PixelRect{37, 21, 200, 113}}) {
        const std::vector<double> matrix = orthogonalPolynomials(image.width(), image.height(), judged);
        double shares = 0;
        for (int degree = 0, row = 0; degree <= degreesOfPattern; ++degree) {
            for (int i = 0; i <= degree; ++i, ++row)
                shares += std::pow(rowTimes(matrix, static_cast<std::size_t>(row),
                                            blockSums(polynomialFit(image.width(), image.height(), judged, 1), image, judged)),
                                   2);
            const double expected = explained(polynomialFit(image.width(), image.height(), judged, degree), image, judged);
            EXPECT_NEAR(shares, expected, 1e-10 * expected) << degree;
        }
    }
}

}  // namespace
}  // namespace coarsen
