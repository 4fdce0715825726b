// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/facts.hpp"

#include <span>
#include <string>
#include <vector>

namespace coarsen::conventions {

/// A picture that says itself where it stands, in its writer's own words.
struct LabelledPlane {
    std::string scene, t, z, c;  ///< a number or a name on each axis; empty: the axis is not named
    PlaneFacts plane;            ///< the page, its file and its times
};

/// Scenes of such pictures: indices are the ranks of the labels, numbers by their value and names as they first come. Of two
/// pictures in one place the later counts; where an axis's picture is nowhere it is promised and not there. Empty where the axes
/// span more places than a file is believed to promise.
std::vector<SceneFacts> scenesOfLabels(std::span<const LabelledPlane> planes);

/// A file of a data set, with what it states.
struct NamedFacts {
    std::string file;
    FileFacts facts;
};

/// Facts of a data set whose files each say of their own pages alone where they stand: one image, with the files' names. Where
/// files state different sizes of pixels there is none, which `unread` says. Scenes are empty where their axes span too much.
FileFacts joinedFacts(std::span<const NamedFacts> files);

}  // namespace coarsen::conventions
