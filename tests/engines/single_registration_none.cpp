// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engines/single_registration.hpp"

namespace coarsen::test {

RegistrationEngineList singleGpuRegistration() {
    return {};
}

RegistrationEngineList sharedGpuRegistration() {
    return {};
}

}  // namespace coarsen::test
