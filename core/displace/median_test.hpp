// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/displace/patch_grid.hpp"

#include <vector>

namespace coarsen {

/// True for each move, in a grid of so many columns, that fits its neighbours: the normalised median test (J. Westerweel and F.
/// Scarano, Exp. Fluids 39, 1096, 2005; 0.1 px of noise, threshold 2). An unknown move fits nothing; one with fewer than three
/// known neighbours of eight cannot be tested and does.
std::vector<bool> fitNeighbours(const std::vector<Move>& moves, int columns);

/// The same grid where every move that is not good is the median of the good ones beside it, from the rim of each gap inwards;
/// all 0 where none is good.
std::vector<Move> withGapsFilled(std::vector<Move> moves, std::vector<bool> good, int columns);

}  // namespace coarsen
