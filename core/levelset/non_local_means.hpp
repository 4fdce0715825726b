// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/levelset/level_set.hpp"
#include "core/levelset/nlm_engine.hpp"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// How equation 16 is swept.
enum class NlmSweeps {
    byRow,  ///< each element by the sum of its own weights; 3 sweeps smooth as much as 10 of the paper's
    paper   ///< dt = 1 / the largest sum
};

struct NlmSettings {
    double bandPx = 2;         ///< delta of equation 14
    int m = 96;                ///< most similar other elements that count
    int rounds = 1;            ///< 2 for smooth shapes; more smooth too much
    std::optional<double> c1;  ///< px^2; none: infinity, the place of an element says nothing
    std::optional<double> c2;  ///< none: half the median of the m-th smallest D
    NlmSweeps sweeps = NlmSweeps::byRow;
    int sweepCount = 0;  ///< 0: 3 by rows, 10 as in the paper
    NlmCandidates candidates = NlmCandidates::automatic;
    double radiusPx = 10;
};

/// How one round went.
struct NlmRound {
    std::size_t elements = 0;
    int m = 0;
    NlmCandidates candidates = NlmCandidates::all;
    double c2 = 0;
    double searchS = 0, sweepS = 0;
};

/// The elements of a band: voxels with |phi| <= bandPx that are valid.
std::vector<std::size_t> bandOf(const LevelSet& distance, double bandPx);

/// Half the median over the elements of the m-th smallest D, c2 that follows the noise by itself. Lists that radius mode had to
/// fill up have none, infinity; 0 where no list has one.
double halfMedianOf(const std::vector<float>& squares);

/// Bytes of the patches and neighbours of so many elements on a CPU.
std::size_t bytesForNonLocalMeans(std::size_t elements, int m);

/// One round on a signed distance: band, patches, neighbours, weights, sweeps. phi is no exact distance afterwards. Nothing after
/// a stop. Throws InputError and EngineError where memory does not do; the distance is then as it was.
std::optional<NlmRound> nonLocalMeansRound(LevelSet& distance, const NlmSettings& settings, const NlmEngine& engine, int threads,
                                           std::stop_token stop = {}, const PartDone& onProgress = {});

}  // namespace coarsen
