// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"

namespace coarsen::test {

/// gpu-direct in single precision, which no setting of the program chooses; none without a GPU.
RegistrationEngineList singleGpuRegistration();

/// gpu-direct of one GPU that is named two and three times, in half and single precision, so that levels of all sizes are shared
/// as several GPUs share large ones; none without a GPU.
RegistrationEngineList sharedGpuRegistration();

}  // namespace coarsen::test
