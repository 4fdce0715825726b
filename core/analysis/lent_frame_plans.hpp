// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/frame_backend.hpp"

#include <memory>

namespace coarsen {

/// The backend with few plans for all threads that measure by it: each is lent for one frame. A device makes plans one after the
/// other, which takes tens of milliseconds each, and works a small part of the time that a thread takes for a frame. A further
/// plan is made while all are lent, by one thread at a time; the other threads take what comes back meanwhile. Where a further
/// one cannot be made, those that there are do it all.
std::shared_ptr<const FrameBackend> withLentPlans(std::shared_ptr<const FrameBackend> backend);

}  // namespace coarsen
