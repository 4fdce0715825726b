// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/video_module/video_module.hpp"

namespace coarsen::video {

/// The module for films, loaded by the first call and never closed: libav keeps what it allocates. Throws Refusal where it or
/// libav is missing; the next call tries again.
const Module& loadedModule();

}  // namespace coarsen::video
