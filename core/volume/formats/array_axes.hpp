// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace coarsen::volumes {

/// Tells which axis of an array is which, counting from 0; -1: it has none. `s` holds the colours of a pixel.
struct ArrayAxes {
    int c = -1, t = -1, z = -1, y = -1, x = -1, s = -1;
    bool arePlanesStated = true;  ///< z is that of slices; else its planes may as well be times
};

/// The axes that an array without words of its own has, as of NumPy: y x, planes y x, or t z y x, colours behind them where there
/// are 2 to 4; sides of 1 do not count. Throws InputError where there are fewer or more.
ArrayAxes axesOfBareArray(const std::filesystem::path& file, const std::vector<long long>& shape);

/// "(6, 96, 96)".
std::string shapeText(const std::vector<long long>& shape);

}  // namespace coarsen::volumes
