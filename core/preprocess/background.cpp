// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/background.hpp"

#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <mutex>
#include <numeric>
#include <vector>

namespace coarsen {

namespace {

/// Sums and counts of valid pixels in blocks of side x side pixels.
struct Blocks {
    int across = 0, down = 0, side = 1;
    std::vector<double> sum, count;
};

Blocks blocksOf(const Image& image, const Mask& mask, int side) {
    Blocks blocks;
    blocks.side = side;
    blocks.across = (image.width() + side - 1) / side;
    blocks.down = (image.height() + side - 1) / side;
    blocks.sum.assign(static_cast<std::size_t>(blocks.across) * static_cast<std::size_t>(blocks.down), 0);
    blocks.count = blocks.sum;
    const auto valid = mask.pixels();
    image.visit([&](auto pixels) {
        for (int y = 0; y < image.height(); ++y) {
            const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width());
            for (int column = 0; column < blocks.across; ++column) {
                const int first = column * side, last = std::min(first + side, image.width());
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
                const std::size_t block = static_cast<std::size_t>(y / side) * static_cast<std::size_t>(blocks.across) +
                                          static_cast<std::size_t>(column);
                blocks.sum[block] += sum;
                blocks.count[block] += count;
            }
        }
    });
    return blocks;
}

/// Coordinates from -1 to 1 across the image, where powers stay of order 1.
double scaled(double position, int length) {
    return length > 1 ? 2 * position / (length - 1) - 1 : 0;
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

    void evaluate(double x, double y, std::vector<double>& terms) const {
        terms.clear();
        double inY = 1;
        for (int j = 0; j <= order_; ++j, inY *= y) {
            double term = inY;
            for (int i = 0; i + j <= order_; ++i, term *= x)
                terms.push_back(term);
        }
    }

private:
    int order_;
    std::vector<std::pair<int, int>> powers_;
};

int blockSide(int width, int height) {
    return std::max(1, std::min(width, height) / 60);
}

/// Calls `take(block, terms at its centre)`.
template <typename Take>
void forEachBlock(int width, int height, const Polynomial& polynomial, Take take) {
    const int side = blockSide(width, height);
    std::size_t block = 0;
    std::vector<double> terms;
    for (int top = 0; top < height; top += side) {
        const double y = scaled((top + std::min(top + side, height) - 1) / 2.0, height);
        for (int left = 0; left < width; left += side) {
            polynomial.evaluate(scaled((left + std::min(left + side, width) - 1) / 2.0, width), y, terms);
            take(block++, terms);
        }
    }
}

void addOuterProduct(cv::Mat& normal, double weight, const std::vector<double>& terms) {
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
    forEachBlock(width, height, polynomial, [&](std::size_t block, const std::vector<double>& values) {
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

/// Each block's count times the products of its terms, added up: the left side of the fit's normal equations.
cv::Mat normalMatrix(int width, int height, const std::vector<double>& counts, int order) {
    const Polynomial polynomial(order);
    cv::Mat normal = zeros(polynomial.size(), polynomial.size());
    forEachBlock(width, height, polynomial, [&](std::size_t block, const std::vector<double>& terms) {
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
    forEachBlock(width, height, polynomial, [&](std::size_t block, const std::vector<double>& terms) {
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
            sum += std::pow(scaled(i, whole), power);
        return sum / length;
    };
    for (const auto& [i, j] : fit.powers)
        fit.means.push_back(mean(i, judged.x, judged.width, width) * mean(j, judged.y, judged.height, height));
    return fit;
}

std::vector<double> orthogonalPolynomials(int width, int height, const PixelRect& rectangle) {
    const std::vector<double> counts = countsWithin(width, height, rectangle);
    const cv::Mat rows = orthonormalRows(width, height, counts);
    std::vector<double> matrix(rows.begin<double>(), rows.end<double>());
    for (std::size_t i = 0; i < matrix.size(); ++i)
        if (const double count = counts[i % counts.size()]; count > 0) matrix[i] /= std::sqrt(count);
    return matrix;
}

int degreeOfLight(const Image& image, const Mask& mask) {
    const int width = image.width(), height = image.height();
    const Blocks blocks = blocksOf(image, mask, blockSide(width, height));
    static KeptMatrix kept;
    const cv::Mat rows =
        kept(width, height, blocks.count, degreesOfPattern, [&] { return orthonormalRows(width, height, blocks.count); });
    cv::Mat picture = zeros(1, blocks.sum.size());
    for (std::size_t block = 0; block < blocks.sum.size(); ++block)
        if (blocks.count[block] > 0)
            picture.at<double>(static_cast<int>(block)) = blocks.sum[block] / std::sqrt(blocks.count[block]);
    double shares[degreesOfPattern + 1] = {}, squares = 0;
    for (int degree = 0, k = 0; degree <= degreesOfPattern; ++degree)
        for (int i = 0; i <= degree; ++i, ++k) {
            const double amplitude = picture.dot(rows.row(k));
            shares[degree] += amplitude * amplitude;
        }
    const auto valid = mask.pixels();
    image.visit([&](auto pixels) {
        for (std::size_t i = 0; i < pixels.size(); ++i)
            if (valid.empty() || valid[i]) squares += static_cast<double>(pixels[i]) * static_cast<double>(pixels[i]);
    });
    return degreeOfLight(shares, squares);
}

std::size_t lightSampleStep(std::size_t pixels) {
    return std::max<std::size_t>(1, pixels / 100000) | 1;  // odd, so that no column is favoured
}

bool doesLightMultiply(const Image& image, const Mask& mask, const Image& background) {
    const std::size_t step = lightSampleStep(image.planeSize());
    const auto light = background.plane<float>();
    const auto valid = mask.pixels();
    std::vector<double> distances, lights;
    image.visit([&](auto pixels) {
        for (std::size_t i = 0; i < pixels.size(); i += step) {
            if (!valid.empty() && !valid[i]) continue;
            distances.push_back(std::abs(static_cast<double>(pixels[i]) - static_cast<double>(light[i])));
            lights.push_back(static_cast<double>(light[i]));
        }
    });
    const auto mean = [](const std::vector<double>& values) {
        return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    };
    const auto heldMean = [&](const std::vector<double>& values) {
        const double middle = mean(values);
        double sum = 0;
        for (const double value : values)
            sum += heldDistance(value, middle);
        return sum / static_cast<double>(values.size());
    };
    const double level = mean(lights);
    double logarithms = 0;
    std::vector<double> divided(distances.size());
    for (std::size_t i = 0; i < lights.size(); ++i) {
        const double relative = relativeLight(lights[i], level);
        divided[i] = distances[i] / relative;
        logarithms += std::log(relative);
    }
    return doesLightMultiply(std::exp(logarithms / static_cast<double>(lights.size())), heldMean(divided), heldMean(distances));
}

Image polynomialBackground(const Image& image, const Mask& mask, int order) {
    const int width = image.width(), height = image.height();
    const Blocks blocks = blocksOf(image, mask, blockSide(width, height));
    const Polynomial polynomial(order);
    static KeptMatrix kept;
    const cv::Mat normal =
        kept(width, height, blocks.count, order, [&] { return normalMatrix(width, height, blocks.count, order); });
    cv::Mat right = zeros(polynomial.size(), 1), solution;
    forEachBlock(width, height, polynomial, [&](std::size_t block, const std::vector<double>& terms) {
        if (blocks.count[block] == 0) return;
        for (int k = 0; k < right.rows; ++k)
            right.at<double>(k) += blocks.sum[block] * terms[static_cast<std::size_t>(k)];
    });
    cv::solve(normal, right, solution, cv::DECOMP_SVD);  // of lower rank when the image is thinner than the degree

    std::vector<float> background(image.planeSize());
    std::vector<float> inX(static_cast<std::size_t>(order) + 1);
    for (int y = 0; y < height; ++y) {
        const double v = scaled(y, height);
        std::fill(inX.begin(), inX.end(), 0.0f);
        for (std::size_t k = 0; k < polynomial.size(); ++k) {
            const auto& [i, j] = polynomial.powers()[k];
            inX[static_cast<std::size_t>(i)] += static_cast<float>(solution.at<double>(static_cast<int>(k)) * std::pow(v, j));
        }
        float* const row = background.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
        const float step = width > 1 ? 2.0f / static_cast<float>(width - 1) : 0, start = width > 1 ? -1.0f : 0;
        std::fill(row, row + width, inX.back());
        for (std::size_t power = inX.size() - 1; power-- > 0;)
            for (int x = 0; x < width; ++x)
                row[x] = row[x] * (start + step * static_cast<float>(x)) + inX[power];
    }
    return {width, height, std::move(background)};
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
    const Blocks blocks = blocksOf(image, mask, reduction);
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
