// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convolve/filter.hpp"

namespace coarsen {

// Square filters in px. `side` 0: as large as the standard deviation asks for. The middle stands on the pixel that the answer
// stands on, column and row floor((side - 1) / 2).

/// A Gaussian of that standard deviation along both axes, cut at 4 of them, sum 1.
Filter gaussianFilter(double sigmaPx, int side = 0);
int sideOfGaussian(double sigmaPx);
/// A row of it: that Gaussian along one axis, sum 1.
Filter gaussianRow(double sigmaPx, int side = 0);

/// The slope of the picture under that Gaussian along an axis, per px: exact for ramps.
enum class Axis { x, y };
Filter gradientFilter(double sigmaPx, Axis axis);

/// The mean of side x side pixels.
Filter meanFilter(int side);
Filter meanRow(int side);  ///< of side pixels along one axis
/// The odd side whose mean is as wide as that Gaussian: side^2 = 12 sigma^2 + 1.
int sideOfMean(double sigmaPx);

/// The five-point Laplacian of a Gaussian (Marr & Hildreth 1980): exact for parabolas. From a side of 3 on.
Filter laplacianFilter(double sigmaPx, int side = 0);

/// A Gaussian less another one: passes lengths between the two, sum 0.
Filter differenceOfGaussians(double sigmaPx, double sigma2Px, int side = 0);

/// A wave under a Gaussian (Gabor 1946), even and of sum 0: a wave of this length along this direction, in degrees from x towards
/// y (down), keeps its amplitude.
Filter gaborFilter(double sigmaPx, double wavelengthPx, double angleDeg, int side = 0);

}  // namespace coarsen
