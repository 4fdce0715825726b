// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/volume/volume.hpp"

#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

namespace coarsen {

/// A periodic box of reals and its half spectrum, width / 2 + 1 numbers a row, transformed in double precision. The backward
/// transform is normalised: backward(forward(f)) = f.
class FourierVolume {
public:
    explicit FourierVolume(const VolumeSize& size);
    ~FourierVolume();

    const VolumeSize& size() const { return size_; }
    int spectrumWidth() const { return size_.width / 2 + 1; }

    std::vector<std::complex<double>> forward(std::vector<double> field) const;
    std::vector<double> backward(std::vector<std::complex<double>> spectrum) const;

    /// 2 pi m / N of the spectrum's place along an axis of N voxels.
    static double wavenumber(int place, int voxels);

private:
    struct Plans;
    VolumeSize size_;
    std::unique_ptr<Plans> plans_;
};

}  // namespace coarsen
