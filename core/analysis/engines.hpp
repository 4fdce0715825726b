// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/correlate/engines.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace coarsen {

class FrameBackend;

/// All that computes, by what it computes; main puts it together. A new kind of engine is a list here.
struct Engines {
    EngineList correlation;
    std::vector<std::shared_ptr<const FrameBackend>> frames;  ///< that do a whole recipe in the name of an engine above

    Engines() = default;
    Engines(EngineList those) : correlation(std::move(those)) {}

    void join(Engines others);
    Engines withoutGpus() const;
};

/// Which engine may be used and how many threads it takes.
struct EngineRequest {
    Engines engines;  ///< all there are, from main
    std::string name = "auto";
    bool exact = false;
    int threads = 0;  ///< of one plan
};

}  // namespace coarsen
