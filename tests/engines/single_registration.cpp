// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engines/single_registration.hpp"

#include "gpu/device/device.hpp"
#include "gpu/register/registration_engine.hpp"

namespace coarsen::test {

using gpu::RegistrationPrecision;

RegistrationEngineList singleGpuRegistration() {
    const gpu::DeviceList list = gpu::devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return {};
    return {gpu::directRegistration({list.devices.front()}, RegistrationPrecision::single)};
}

RegistrationEngineList sharedGpuRegistration() {
    const gpu::DeviceList list = gpu::devices();
    if (list.devices.empty() || !list.devices.front().unavailable.empty()) return {};
    const gpu::Device& device = list.devices.front();
    return {gpu::directRegistration({device, device}, RegistrationPrecision::half, 0),
            gpu::directRegistration({device, device, device}, RegistrationPrecision::half, 0),
            gpu::directRegistration({device, device, device}, RegistrationPrecision::single, 0)};
}

}  // namespace coarsen::test
