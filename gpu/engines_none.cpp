// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/engines.hpp"
#include "gpu/unavailable_engine.hpp"

namespace coarsen::gpu {

Engines engines(const std::vector<int>&) {
    return unavailableEngines("", "this program was built without CUDA");
}

}  // namespace coarsen::gpu
