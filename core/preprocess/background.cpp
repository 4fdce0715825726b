// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preprocess/background.hpp"

#include "core/image/opencv.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
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

}  // namespace

Image polynomialBackground(const Image& image, const Mask& mask, int order) {
    const int width = image.width(), height = image.height();
    const Blocks blocks = blocksOf(image, mask, std::max(1, std::min(width, height) / 60));

    std::vector<std::pair<int, int>> powers;
    for (int j = 0; j <= order; ++j)
        for (int i = 0; i + j <= order; ++i)
            powers.emplace_back(i, j);
    const int terms = static_cast<int>(powers.size());
    cv::Mat normal = cv::Mat::zeros(terms, terms, CV_64F), right = cv::Mat::zeros(terms, 1, CV_64F), solution;
    std::vector<double> basis(powers.size());
    for (int row = 0; row < blocks.down; ++row) {
        const double y = scaled((row * blocks.side + std::min((row + 1) * blocks.side, height) - 1) / 2.0, height);
        for (int column = 0; column < blocks.across; ++column) {
            const std::size_t block =
                static_cast<std::size_t>(row) * static_cast<std::size_t>(blocks.across) + static_cast<std::size_t>(column);
            if (blocks.count[block] == 0) continue;
            const double x = scaled((column * blocks.side + std::min((column + 1) * blocks.side, width) - 1) / 2.0, width);
            for (std::size_t k = 0; k < powers.size(); ++k)
                basis[k] = std::pow(x, powers[k].first) * std::pow(y, powers[k].second);
            for (int a = 0; a < terms; ++a) {
                for (int b = 0; b < terms; ++b)
                    normal.at<double>(a, b) +=
                        blocks.count[block] * basis[static_cast<std::size_t>(a)] * basis[static_cast<std::size_t>(b)];
                right.at<double>(a) += blocks.sum[block] * basis[static_cast<std::size_t>(a)];
            }
        }
    }
    cv::solve(normal, right, solution, cv::DECOMP_SVD);  // of lower rank when the image is thinner than the degree

    std::vector<float> background(image.planeSize());
    std::vector<float> inX(static_cast<std::size_t>(order) + 1);
    for (int y = 0; y < height; ++y) {
        const double v = scaled(y, height);
        std::fill(inX.begin(), inX.end(), 0.0f);
        for (std::size_t k = 0; k < powers.size(); ++k)
            inX[static_cast<std::size_t>(powers[k].first)] +=
                static_cast<float>(solution.at<double>(static_cast<int>(k)) * std::pow(v, powers[k].second));
        float* const row = background.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
        const float step = width > 1 ? 2.0f / static_cast<float>(width - 1) : 0, start = width > 1 ? -1.0f : 0;
        std::fill(row, row + width, inX.back());
        for (std::size_t power = inX.size() - 1; power-- > 0;)
            for (int x = 0; x < width; ++x)
                row[x] = row[x] * (start + step * static_cast<float>(x)) + inX[power];
    }
    return {width, height, std::move(background)};
}

Image blurredBackground(const Image& image, const Mask& mask, double sigmaPx) {
    keepOpenCvOnThisThread();
    const int width = image.width(), height = image.height();
    const int reduction = std::clamp(static_cast<int>(sigmaPx / 6), 1, std::max(1, std::min(width, height) / 8));
    const Blocks blocks = blocksOf(image, mask, reduction);
    cv::Mat sum(blocks.down, blocks.across, CV_32F), count(blocks.down, blocks.across, CV_32F);
    for (int row = 0; row < blocks.down; ++row) {
        for (int column = 0; column < blocks.across; ++column) {
            const std::size_t block =
                static_cast<std::size_t>(row) * static_cast<std::size_t>(blocks.across) + static_cast<std::size_t>(column);
            sum.at<float>(row, column) = static_cast<float>(blocks.sum[block]);
            count.at<float>(row, column) = static_cast<float>(blocks.count[block]);
        }
    }
    const double sigma = sigmaPx / reduction;
    cv::GaussianBlur(sum, sum, {}, sigma, sigma, cv::BORDER_REFLECT);
    cv::GaussianBlur(count, count, {}, sigma, sigma, cv::BORDER_REFLECT);
    cv::Mat ratio;
    cv::divide(sum, cv::max(count, 1e-6f), ratio);
    if (reduction > 1) {
        // Block centres lie at side/2 - 1/2: map each pixel to its place between them, so that the background does not shift.
        const float scale = 1.0f / static_cast<float>(reduction), offset = (0.5f * scale) - 0.5f;
        const cv::Mat place = (cv::Mat_<float>(2, 3) << scale, 0, offset, 0, scale, offset);
        cv::warpAffine(ratio, ratio, place, {width, height}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
    }
    return imageFrom(ratio);
}

}  // namespace coarsen
