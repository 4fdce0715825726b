// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/register/engine.hpp"

namespace coarsen::test {

/// gpu-direct in single precision, which no setting of the program chooses; none without a GPU.
RegistrationEngineList singleGpuRegistration();

}  // namespace coarsen::test
