// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/named_engine.hpp"
#include "core/levelset/level_set.hpp"
#include "core/levelset/patches.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace coarsen {

/// Choice of the elements of the band that are compared.
enum class NlmCandidates {
    automatic,  ///< all up to the engine's `mostForAll`, else within the radius
    all,        ///< "the entire band" of the paper
    radius      ///< a legitimate fast mode, not the full method
};

/// Task of a search: the elements of a band are voxels, ascending. Set and elements live as long as their search.
struct NlmTask {
    const LevelSet& distance;
    const std::vector<std::size_t>& elements;
    NlmCandidates candidates = NlmCandidates::all;  ///< all or radius
    double radiusPx = 10;
    int m = 96;  ///< fewer than elements
    int threads = 0;
    PartDone onProgress = {};  ///< of a search, by engines that can
};

/// How equation 16 is swept over the neighbours that were found last.
struct NlmSweeping {
    double c2 = 1;        ///< px^2, > 0
    bool isByRow = true;  ///< each element by the sum of its own weights; false: all by the largest sum, as in the paper
    int count = 3;
};

/// A band's elements and what is alike among them, kept where it was found. Belongs to one thread at a time. All throw
/// EngineError.
///
/// Use, given `const NlmEngine& engine, const NlmTask& task, std::stop_token stop`:
///
///     const std::unique_ptr<NlmSearch> search = engine.plan(task);
///     if (search->find(1, stop)) const std::optional<std::vector<float>> phi = search->swept({}, stop);
class NlmSearch {
public:
    virtual ~NlmSearch() = default;

    /// Each element's m most similar ones: by their patches, and by their places times `placeFactor`. False after a stop.
    virtual bool find(double placeFactor, std::stop_token stop) = 0;
    /// The squared distance of the last of each element's neighbours; infinite where the radius holds fewer than m.
    virtual std::vector<float> lastSquares() const = 0;
    virtual NeighbourLists lists() const = 0;
    /// phi of the elements after the sweeps. Nothing after a stop.
    virtual std::optional<std::vector<float>> swept(const NlmSweeping& sweeping, std::stop_token stop) = 0;
};

struct NlmEngineDescription : NamedEngine {
    std::size_t mostForAll = 0;  ///< elements: with more all pairs take longer than anybody waits
};

/// Finds like patches and averages over them; bands, c1 and c2 are written once for all engines.
class NlmEngine : public EngineFamily<NlmEngineDescription, NlmSearch, const NlmTask&> {};

using NlmEngineList = std::vector<std::shared_ptr<const NlmEngine>>;

}  // namespace coarsen
