// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/comparison.hpp"

#include <memory>
#include <string>
#include <vector>

namespace coarsen::window {

/// Another session's result that is held against what is open, and how they differ.
struct SessionComparison {
    std::shared_ptr<const OtherResult> other;
    std::string name, engine;  ///< of what is open: its session's file or its series; what computed its rows
    FrameResults rows;         ///< of what is open, those of the present recipe
    ResultComparison comparison;
    std::vector<RecipeDifference> differences;
};

}  // namespace coarsen::window
