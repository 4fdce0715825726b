// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/convolvers.hpp"
#include "core/image/image.hpp"
#include "core/preprocess/frame.hpp"
#include "core/preprocess/polynomial_light.hpp"
#include "core/preprocess/seen_light.hpp"

#include <stop_token>
#include <utility>
#include <vector>

namespace coarsen {

/// Sums and counts of a picture's valid pixels in blocks of side x side pixels, row by row.
struct BlockSums {
    int side = 1, across = 0, down = 0;
    std::vector<double> sum, count;
};

/// Light in the valid pixels of a picture, as sums over small blocks tell of it: a background is smooth, and 1/100 of the pixels
/// give it to better than 1e-3 of its range. The picture's blocks are added up once for all that is asked.
class SeenLight {
public:
    SeenLight(const Image& image, const Mask& mask);

    /// The degree that a polynomial needs to follow the light, 0 (none to be seen) to 4. Each degree's share of the picture, in
    /// orthogonal polynomials, is compared with the pattern's standard deviation (below a twentieth of it light moves R_max by
    /// less than 0.01 %) and with the shares of degrees 5 and 6, which are the pattern's own: few domains reach low degrees, too.
    int degree() const;

    /// The least-squares polynomial of that total degree through the blocks' means.
    PolynomialLight polynomial(int degree) const;

    /// True where the pattern's contrast follows that light, as it does where light multiplies: the mean distance from it, held
    /// at 2.5 times itself against specks, varies less once it is divided by the light. Light that varies little does not tell,
    /// nor does it matter; then it is said to multiply.
    bool doesMultiply(const PolynomialLight& light) const;

private:
    Image image_;
    Mask mask_;
    BlockSums blocks_;
};

/// The same fit as arithmetic on the blocks' sums, for a rectangle in which all pixels are valid (empty: the whole image): what a
/// device needs to do it by itself. The polynomial's variables run from -1 to 1 across the image.
struct PolynomialFit {
    int side = 1, across = 0, down = 0;       ///< blocks of side x side pixels; only pixels of the rectangle are added up
    std::vector<std::pair<int, int>> powers;  ///< of x and y, one a coefficient
    std::vector<double> matrix;               ///< coefficients = matrix * sums: a row a coefficient, across * down columns
    std::vector<double> means;                ///< of each term over the rectangle
};
PolynomialFit polynomialFit(int width, int height, const PixelRect& rectangle, int order);

/// Likewise what SeenLight::degree() asks of the blocks' sums: a row for each orthogonal polynomial, those of degree 0 first (1,
/// then 2, ... up to degreesOfPattern + 1 of them), across * down columns. A degree's share is the sum of its (row * sums)^2.
std::vector<double> orthogonalPolynomials(int width, int height, const PixelRect& rectangle);

/// Every how many-th of the picture's pixels tells whether the light multiplies.
std::size_t lightSampleStep(std::size_t pixels);

/// The background under a ball that rolls below the grey values (Sternberg 1983), as ImageJ does it: for dark backgrounds with
/// bright things smaller than the ball on them. `brightest`: the camera's white, which the ball's height scales with. After a
/// stop it is none.
Image rollingBallBackground(const Image& image, const Mask& mask, double radiusPx, double brightest,
                            const std::stop_token& stop = {});

/// Gaussian blur of the valid pixels only: blurred image over blurred mask, mirrored at the edges. Computed on a reduced image
/// when sigma is large.
Image blurredBackground(const Image& image, const Mask& mask, double sigmaPx, Convolvers& convolvers);

/// How it is computed, for a device that does it by itself: sums over blocks of side x side pixels, blurred along columns and
/// rows by the taps of `line` with mirrored edges, over their counts blurred alike, and linear between the blocks' centres.
struct BlurredBlocks {
    int side = 1, across = 0, down = 0;
    std::vector<float> line;  ///< an odd number of taps, sum 1

    Filter kernel() const;  ///< a column of that line times a row of it
};
BlurredBlocks blurredBlocks(int width, int height, double sigmaPx);

}  // namespace coarsen
