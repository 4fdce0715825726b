// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

namespace coarsen {

/// A periodic plane of width x height reals and its half spectrum of (width / 2 + 1) x height, transformed in double precision.
/// The backward transform is normalised: backward(forward(f)) = f.
class FourierPlane {
public:
    FourierPlane(int width, int height);
    ~FourierPlane();

    int width() const { return width_; }
    int height() const { return height_; }
    int spectrumWidth() const { return width_ / 2 + 1; }

    void forward(const std::vector<double>& field, std::vector<std::complex<double>>& spectrum) const;
    void backward(std::vector<std::complex<double>>& spectrum, std::vector<double>& field) const;  ///< destroys `spectrum`

    /// Wave numbers in 1/px of the spectrum's column and row.
    double qx(int column) const;
    double qy(int row) const;

private:
    struct Plans;
    int width_, height_;
    std::unique_ptr<Plans> plans_;
};

}  // namespace coarsen
