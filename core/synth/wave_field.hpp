// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace coarsen {

/// cos(q . place + phase)
struct PlaneWave {
    std::array<double, 3> q;
    double phase;
};

/// Some places: their x, y and z.
struct Places {
    explicit Places(std::size_t count) { along.fill(std::vector<double>(count)); }
    std::array<std::vector<double>, 3> along;
};

/// A Gaussian random field (as nearly as so many waves make one), mean 0 and standard deviation 1.
class WaveField {
public:
    explicit WaveField(const std::vector<PlaneWave>& waves);

    /// At each of the places, to 1e-11; `values` is made as long as they are. The same bytes on every processor.
    void at(const Places& places, std::vector<double>& values) const;

private:
    std::vector<PlaneWave> waves_;  ///< in turns, not radians
    double scale_;
};

}  // namespace coarsen
