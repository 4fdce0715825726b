// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/background.hpp"

#include "core/image/opencv.hpp"
#include "core/preprocess/sum_in_lanes.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <type_traits>
#include <vector>

namespace coarsen {

namespace {

/// Adds up blocks of whole numbers, whose sums are exact in any order: columns first, which the compiler makes vectors of.
template <typename Pixel>
void addUp(BlockSums& blocks, std::span<const Pixel> pixels, std::span<const std::uint8_t> valid, int width, int height) {
    const auto columns = static_cast<std::size_t>(width);
    std::vector<std::uint32_t> sums(columns), counts(columns);
    for (int row = 0; row < blocks.down; ++row) {
        const int top = row * blocks.side, bottom = std::min(top + blocks.side, height);
        std::ranges::fill(sums, 0U);
        std::ranges::fill(counts, valid.empty() ? static_cast<std::uint32_t>(bottom - top) : 0U);
        for (int y = top; y < bottom; ++y) {
            const std::size_t first = static_cast<std::size_t>(y) * columns;
            const Pixel* const line = pixels.data() + first;
            if (valid.empty()) {
                for (std::size_t x = 0; x < columns; ++x)
                    sums[x] += line[x];
            } else {
                const std::uint8_t* const isValid = valid.data() + first;
                for (std::size_t x = 0; x < columns; ++x)
                    sums[x] += isValid[x] ? line[x] : 0U, counts[x] += isValid[x];
            }
        }
        for (int column = 0; column < blocks.across; ++column) {
            std::uint64_t sum = 0, count = 0;
            for (int x = column * blocks.side; x < std::min((column + 1) * blocks.side, width); ++x)
                sum += sums[static_cast<std::size_t>(x)], count += counts[static_cast<std::size_t>(x)];
            blocks.sum.push_back(static_cast<double>(sum));
            blocks.count.push_back(static_cast<double>(count));
        }
    }
}

/// Adds up blocks of floats, whose sums' last digits depend on the order: each block's rows one by one.
void addUp(BlockSums& blocks, std::span<const float> pixels, std::span<const std::uint8_t> valid, int width, int height) {
    blocks.sum.assign(static_cast<std::size_t>(blocks.across) * static_cast<std::size_t>(blocks.down), 0);
    blocks.count = blocks.sum;
    for (int y = 0; y < height; ++y) {
        const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
        for (int column = 0; column < blocks.across; ++column) {
            const int first = column * blocks.side, last = std::min(first + blocks.side, width);
            double sum = 0;
            int count = 0;
            if (valid.empty()) {
                for (int x = first; x < last; ++x)
                    sum += static_cast<double>(pixels[row + static_cast<std::size_t>(x)]);
                count = last - first;
            } else {
                for (int x = first; x < last; ++x) {
                    const std::size_t i = row + static_cast<std::size_t>(x);
                    sum += valid[i] ? static_cast<double>(pixels[i]) : 0.0;
                    count += valid[i];
                }
            }
            const std::size_t block = static_cast<std::size_t>(y / blocks.side) * static_cast<std::size_t>(blocks.across) +
                                      static_cast<std::size_t>(column);
            blocks.sum[block] += sum;
            blocks.count[block] += count;
        }
    }
}

BlockSums blocksOf(const Image& image, const Mask& mask, int side) {
    BlockSums blocks{side, (image.width() + side - 1) / side, (image.height() + side - 1) / side, {}, {}};
    image.visit([&](auto pixels) { addUp(blocks, pixels, mask.pixels(), image.width(), image.height()); });
    return blocks;
}

/// Sum of the valid pixels' squares.
double sumOfSquares(std::span<const float> pixels, std::span<const std::uint8_t> valid) {
    double sum = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (valid.empty() || valid[i]) sum += static_cast<double>(pixels[i]) * static_cast<double>(pixels[i]);
    return sum;
}

template <typename Pixel>
double sumOfSquares(std::span<const Pixel> pixels, std::span<const std::uint8_t> valid) {
    using Part = std::conditional_t<sizeof(Pixel) == 1, std::uint32_t, std::uint64_t>;
    const Pixel* const values = pixels.data();
    const std::uint8_t* const isValid = valid.data();
    if (valid.empty())
        return sumOfWhole<Part>(pixels.size(), [=](std::size_t i) { return std::uint32_t{values[i]} * values[i]; });
    return sumOfWhole<Part>(pixels.size(), [=](std::size_t i) { return isValid[i] ? std::uint32_t{values[i]} * values[i] : 0U; });
}

/// Sum of the logarithms of lights relative to their mean. None is below leastLight, nor above how many there are, so products of
/// 32 stay within a double, and one logarithm does for them.
double sumOfLogarithms(std::span<const double> lights) {
    constexpr std::size_t factors = 32;
    const std::size_t whole = lights.size() / factors * factors;
    double sum = 0;
    for (std::size_t first = 0; first < whole; first += factors) {
        std::array<double, 4> products{1, 1, 1, 1};  // which do not wait for one another
        for (std::size_t i = 0; i < factors; ++i)
            products[i % products.size()] *= lights[first + i];
        sum += std::log(products[0] * products[1] * (products[2] * products[3]));
    }
    for (const double light : lights.subspan(whole))
        sum += std::log(light);
    return sum;
}

/// The terms x^i y^j of a polynomial, i + j up to its degree.
class Polynomial {
public:
    explicit Polynomial(int order) : order_(order) {
        for (int j = 0; j <= order; ++j)
            for (int i = 0; i + j <= order; ++i)
                powers_.emplace_back(i, j);
    }
    std::size_t size() const { return powers_.size(); }
    const std::vector<std::pair<int, int>>& powers() const { return powers_; }

    /// The terms' values, as many as there are powers.
    void evaluate(double x, double y, double* terms) const { evaluate(order_, x, y, terms); }

    static void evaluate(int order, double x, double y, double* terms) {
        double inY = 1;
        for (int j = 0; j <= order; ++j, inY *= y) {
            double term = inY;
            for (int i = 0; i + j <= order; ++i, term *= x)
                *terms++ = term;
        }
    }

private:
    int order_;
    std::vector<std::pair<int, int>> powers_;
};

int blockSide(int width, int height) {
    return std::max(1, std::min(width, height) / 60);
}

/// Values of a polynomial's terms; those beyond its own are 0.
using Terms = std::array<double, (highestPolynomialDegree + 1) * (highestPolynomialDegree + 2) / 2>;

/// Places of the blocks' centres across a width or a height.
std::vector<double> centresOfBlocks(int length, int side) {
    std::vector<double> places;
    for (int first = 0; first < length; first += side)
        places.push_back(placeAcross((first + std::min(first + side, length) - 1) / 2.0, length));
    return places;
}

/// Calls `take(block, terms at its centre)`.
template <typename Take>
void forEachBlock(int width, int height, const Polynomial& polynomial, Take take) {
    const int side = blockSide(width, height);
    const std::vector<double> across = centresOfBlocks(width, side);
    std::size_t block = 0;
    Terms terms{};
    for (const double y : centresOfBlocks(height, side))
        for (const double x : across) {
            polynomial.evaluate(x, y, terms.data());
            take(block++, terms);
        }
}

/// Sums of the blocks' sums times their terms: the right side of the fit's normal equations. Of a degree that the compiler knows,
/// so that small pictures, whose blocks are pixels, do not wait for loops of six.
template <int degree>
Terms sumsOfTerms(int width, int height, const BlockSums& blocks) {
    constexpr std::size_t count = (degree + 1) * (degree + 2) / 2;
    std::array<double, count> sums{}, terms{};
    const std::vector<double> across = centresOfBlocks(width, blocks.side);
    auto sum = blocks.sum.begin();
    for (const double y : centresOfBlocks(height, blocks.side))
        for (const double x : across) {
            Polynomial::evaluate(degree, x, y, terms.data());
            for (std::size_t k = 0; k < count; ++k)
                sums[k] += *sum * terms[k];
            ++sum;
        }
    Terms all{};
    std::ranges::copy(sums, all.begin());
    return all;
}

constexpr std::array sumsOfTermsOf{sumsOfTerms<0>, sumsOfTerms<1>, sumsOfTerms<2>, sumsOfTerms<3>,
                                   sumsOfTerms<4>, sumsOfTerms<5>, sumsOfTerms<6>};

void addOuterProduct(cv::Mat& normal, double weight, const Terms& terms) {
    for (int a = 0; a < normal.rows; ++a)
        for (int b = 0; b < normal.cols; ++b)
            normal.at<double>(a, b) += weight * terms[static_cast<std::size_t>(a)] * terms[static_cast<std::size_t>(b)];
}

cv::Mat zeros(std::size_t rows, std::size_t columns) {
    return cv::Mat::zeros(static_cast<int>(rows), static_cast<int>(columns), CV_64F);
}

/// How many pixels of the rectangle each block has; empty: of the whole image.
std::vector<double> countsWithin(int width, int height, const PixelRect& rectangle) {
    const PixelRect counted = rectangle.isEmpty() ? PixelRect{0, 0, width, height} : rectangle;
    const int side = blockSide(width, height);
    const auto shared = [side](int first, int begin, int length) {
        return std::max(0, std::min(first + side, begin + length) - std::max(first, begin));
    };
    std::vector<double> counts;
    for (int top = 0; top < height; top += side)
        for (int left = 0; left < width; left += side)
            counts.push_back(shared(left, counted.x, counted.width) * shared(top, counted.y, counted.height));
    return counts;
}

/// The polynomials up to degreesOfPattern by degree, a row each: values at the blocks' centres, times the roots of the blocks'
/// counts, orthonormal; 0 where the image is thinner than the degree.
cv::Mat orthonormalRows(int width, int height, const std::vector<double>& counts) {
    const Polynomial polynomial(degreesOfPattern);
    std::vector<std::size_t> byDegree;
    for (int degree = 0; degree <= degreesOfPattern; ++degree)
        for (std::size_t k = 0; k < polynomial.size(); ++k)
            if (const auto& [i, j] = polynomial.powers()[k]; i + j == degree) byDegree.push_back(k);
    cv::Mat rows = zeros(polynomial.size(), counts.size());
    forEachBlock(width, height, polynomial, [&](std::size_t block, const Terms& values) {
        for (int k = 0; k < rows.rows; ++k)
            rows.at<double>(k, static_cast<int>(block)) =
                std::sqrt(counts[block]) * values[byDegree[static_cast<std::size_t>(k)]];
    });
    for (int k = 0; k < rows.rows; ++k) {  // modified Gram-Schmidt
        cv::Mat row = rows.row(k);
        const double before = cv::norm(row);
        for (int other = 0; other < k; ++other)
            row -= rows.row(other) * row.dot(rows.row(other));
        const double left = cv::norm(row);
        if (left > 1e-9 * before)
            row /= left;
        else
            row.setTo(0);
    }
    return rows;
}

/// The same for the blocks' sums instead of their means times the roots.
cv::Mat orthogonalRows(int width, int height, const std::vector<double>& counts) {
    cv::Mat rows = orthonormalRows(width, height, counts);
    for (int k = 0; k < rows.rows; ++k)
        for (int block = 0; block < rows.cols; ++block)
            if (const double count = counts[static_cast<std::size_t>(block)]; count > 0)
                rows.at<double>(k, block) /= std::sqrt(count);
    return rows;
}

/// Each block's count times the products of its terms, added up: the left side of the fit's normal equations.
cv::Mat normalMatrix(int width, int height, const std::vector<double>& counts, int order) {
    const Polynomial polynomial(order);
    cv::Mat normal = zeros(polynomial.size(), polynomial.size());
    forEachBlock(width, height, polynomial, [&](std::size_t block, const Terms& terms) {
        if (counts[block] != 0) addOuterProduct(normal, counts[block], terms);
    });
    return normal;
}

/// A matrix for each degree that follows from a picture's size and its blocks' counts alone. The last one is kept, for the frames
/// of a series have the same. Threads may share it; whoever is answered only reads.
class KeptMatrix {
public:
    cv::Mat operator()(int width, int height, const std::vector<double>& counts, int degree,
                       const std::function<cv::Mat()>& make) {
        {
            const std::lock_guard lock(mutex_);
            const auto found = byDegree_.find(degree);
            if (found != byDegree_.end() && found->second.width == width && found->second.height == height &&
                found->second.counts == counts)
                return found->second.matrix;
        }
        cv::Mat matrix = make();
        const std::lock_guard lock(mutex_);
        byDegree_[degree] = {width, height, counts, matrix};
        return matrix;
    }

private:
    struct Kept {
        int width = 0, height = 0;
        std::vector<double> counts;
        cv::Mat matrix;
    };
    std::mutex mutex_;
    std::map<int, Kept> byDegree_;
};

}  // namespace

PolynomialFit polynomialFit(int width, int height, const PixelRect& rectangle, int order) {
    const PixelRect judged = rectangle.isEmpty() ? PixelRect{0, 0, width, height} : rectangle;
    const Polynomial polynomial(order);
    PolynomialFit fit;
    fit.powers = polynomial.powers();
    fit.side = blockSide(width, height);
    fit.across = (width + fit.side - 1) / fit.side;
    fit.down = (height + fit.side - 1) / fit.side;
    const std::vector<double> counts = countsWithin(width, height, judged);
    cv::Mat normal = zeros(polynomial.size(), polynomial.size()), inverse;
    cv::Mat basis = zeros(polynomial.size(), counts.size());
    forEachBlock(width, height, polynomial, [&](std::size_t block, const Terms& terms) {
        addOuterProduct(normal, counts[block], terms);
        for (int k = 0; k < basis.rows; ++k)
            basis.at<double>(k, static_cast<int>(block)) = terms[static_cast<std::size_t>(k)];
    });
    cv::invert(normal, inverse, cv::DECOMP_SVD);  // of lower rank when the image is thinner than the degree
    const cv::Mat matrix = inverse * basis;
    fit.matrix.assign(matrix.begin<double>(), matrix.end<double>());
    const auto mean = [](int power, int begin, int length, int whole) {
        double sum = 0;
        for (int i = begin; i < begin + length; ++i)
            sum += std::pow(placeAcross(i, whole), power);
        return sum / length;
    };
    for (const auto& [i, j] : fit.powers)
        fit.means.push_back(mean(i, judged.x, judged.width, width) * mean(j, judged.y, judged.height, height));
    return fit;
}

std::vector<double> orthogonalPolynomials(int width, int height, const PixelRect& rectangle) {
    const cv::Mat rows = orthogonalRows(width, height, countsWithin(width, height, rectangle));
    return {rows.begin<double>(), rows.end<double>()};
}

std::size_t lightSampleStep(std::size_t pixels) {
    return std::max<std::size_t>(1, pixels / 100000) | 1;  // odd, so that no column is favoured
}

SeenLight::SeenLight(const Image& image, const Mask& mask)
    : image_(image), mask_(mask), blocks_(blocksOf(image, mask, blockSide(image.width(), image.height()))) {}

int SeenLight::degree() const {
    const int width = image_.width(), height = image_.height();
    static KeptMatrix kept;
    const cv::Mat rows =
        kept(width, height, blocks_.count, degreesOfPattern, [&] { return orthogonalRows(width, height, blocks_.count); });
    const cv::Mat sums = cv::Mat(blocks_.sum).reshape(1, 1);
    double shares[degreesOfPattern + 1] = {};
    for (int degree = 0, k = 0; degree <= degreesOfPattern; ++degree)
        for (int i = 0; i <= degree; ++i, ++k) {
            const double amplitude = sums.dot(rows.row(k));
            shares[degree] += amplitude * amplitude;
        }
    return degreeOfLight(shares, image_.visit([&](auto pixels) { return sumOfSquares(pixels, mask_.pixels()); }));
}

PolynomialLight SeenLight::polynomial(int degree) const {
    const int width = image_.width(), height = image_.height();
    const Polynomial polynomial(degree);
    static KeptMatrix kept;
    const cv::Mat normal =
        kept(width, height, blocks_.count, degree, [&] { return normalMatrix(width, height, blocks_.count, degree); });
    Terms sums = sumsOfTermsOf[static_cast<std::size_t>(degree)](width, height, blocks_);
    const cv::Mat right(static_cast<int>(polynomial.size()), 1, CV_64F, sums.data());
    cv::Mat solution;
    cv::solve(normal, right, solution, cv::DECOMP_SVD);  // of lower rank when the image is thinner than the degree
    return {width, height, degree, polynomial.powers(), {solution.ptr<double>(), polynomial.size()}};
}

bool SeenLight::doesMultiply(const PolynomialLight& polynomial) const {
    const std::size_t step = lightSampleStep(image_.planeSize()), width = static_cast<std::size_t>(image_.width());
    const auto valid = mask_.pixels();
    std::vector<double> lights, distances;
    lights.reserve(image_.planeSize() / step + 1);
    distances.reserve(lights.capacity());
    image_.visit([&](auto pixels) {
        for (std::size_t i = 0, x = 0, y = 0; i < pixels.size(); i += step, x += step) {
            for (; x >= width; x -= width)
                ++y;
            if (!valid.empty() && !valid[i]) continue;
            lights.push_back(static_cast<double>(polynomial.at(static_cast<int>(x), static_cast<int>(y))));
            distances.push_back(std::abs(static_cast<double>(pixels[i]) - lights.back()));
        }
    });
    const auto count = static_cast<double>(lights.size());
    const double level = sumInLanes(lights.size(), [&](std::size_t i) { return lights[i]; }) / count;
    for (double& light : lights)
        light = relativeLight(light, level);
    std::vector<double> divided(distances.size());
    std::ranges::transform(distances, lights, divided.begin(), std::divides());
    const auto heldMean = [count](const std::vector<double>& values) {
        const double mean = sumInLanes(values.size(), [&](std::size_t i) { return values[i]; }) / count;
        return sumInLanes(values.size(), [&](std::size_t i) { return heldDistance(values[i], mean); }) / count;
    };
    return doesLightMultiply(std::exp(sumOfLogarithms(lights) / count), heldMean(divided), heldMean(distances));
}

BlurredBlocks blurredBlocks(int width, int height, double sigmaPx) {
    BlurredBlocks blocks;
    blocks.side = std::clamp(static_cast<int>(sigmaPx / 6), 1, std::max(1, std::min(width, height) / 8));
    blocks.across = (width + blocks.side - 1) / blocks.side;
    blocks.down = (height + blocks.side - 1) / blocks.side;
    const double sigma = sigmaPx / blocks.side;
    const int taps = cvRound(8 * sigma + 1) | 1;  // cut at 4 sigma, as OpenCV's GaussianBlur of float pictures
    const cv::Mat line = cv::getGaussianKernel(taps, sigma, CV_32F);
    blocks.line.assign(line.begin<float>(), line.end<float>());
    return blocks;
}

Filter BlurredBlocks::kernel() const {
    const int side = static_cast<int>(line.size());
    Filter kernel{side, side, {}};
    kernel.taps.reserve(line.size() * line.size());
    for (const float down : line)
        for (const float across : line)
            kernel.taps.push_back(down * across);
    return kernel;
}

Image blurredBackground(const Image& image, const Mask& mask, double sigmaPx, Convolvers& convolvers) {
    keepOpenCvOnThisThread();
    const int width = image.width(), height = image.height();
    const BlurredBlocks blurred = blurredBlocks(width, height, sigmaPx);
    const int reduction = blurred.side;
    const BlockSums blocks = blocksOf(image, mask, reduction);
    const Filter kernel = blurred.kernel();
    const auto blur = [&](const std::vector<double>& values) {
        const Image picture(blocks.across, blocks.down, std::vector<float>(values.begin(), values.end()));
        return convolvers(kernel, {.border = Border::mirror}, picture).image;
    };
    const Image sum = blur(blocks.sum), count = blur(blocks.count);
    cv::Mat ratio;
    cv::divide(viewOf(sum), cv::max(viewOf(count), 1e-6f), ratio);
    if (reduction > 1) {
        // Block centres lie at side/2 - 1/2: map each pixel to its place between them, so that the background does not shift.
        const float scale = 1.0f / static_cast<float>(reduction), offset = (0.5f * scale) - 0.5f;
        const cv::Mat place = (cv::Mat_<float>(2, 3) << scale, 0, offset, 0, scale, offset);
        cv::warpAffine(ratio, ratio, place, {width, height}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
    }
    return imageFrom(ratio);
}

}  // namespace coarsen
