// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engines/single_registration.hpp"

#include "gpu/device/device.hpp"
#include "gpu/register/registration_engine.hpp"

namespace coarsen::test {

RegistrationEngineList singleGpuRegistration() {
    const gpu::DeviceList list = gpu::devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return {};
    return {gpu::directRegistration({list.devices.front()}, gpu::RegistrationPrecision::single)};
}

}  // namespace coarsen::test
