// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/analysis/device_frames.hpp"
#include "gpu/c3d/c3d_engine.hpp"
#include "gpu/convolve/convolution_engines.hpp"
#include "gpu/correlate/direct_engine.hpp"
#include "gpu/correlate/fft_engine.hpp"
#include "gpu/device/device.hpp"
#include "gpu/displace/device_tracking.hpp"
#include "gpu/engines.hpp"
#include "gpu/levelset/nlm_engine.hpp"
#include "gpu/register/registration_engine.hpp"
#include "gpu/unavailable_engine.hpp"

#include <algorithm>
#include <string>

namespace coarsen::gpu {

Engines engines(const std::vector<int>& only) {
    DeviceList list = devices();
    if (list.unavailable.empty() && !only.empty()) {
        std::erase_if(list.devices, [&](const Device& device) { return std::ranges::find(only, device.index) == only.end(); });
        if (list.devices.size() < only.size()) list.unavailable = "there is no GPU of that number here";
    }
    std::vector<Device> usable;
    std::ranges::copy_if(list.devices, std::back_inserter(usable),
                         [](const Device& device) { return device.unavailable.empty(); });
    if (list.unavailable.empty() && !usable.empty()) {
        Engines engines({directEngine(usable), fftEngine(usable)}, convolutionEngines(usable), {fftC3d(usable)});
        engines.frames.push_back(deviceFrames("gpu-fft", usable));
        engines.tracking.push_back(deviceTracking("gpu-direct", usable));
        engines.nlm.push_back(directNlm(usable));
        engines.registration.push_back(directRegistration(usable));
        return engines;
    }

    const std::string name = list.devices.empty() ? "" : list.devices.front().name;
    const std::string reason = !list.unavailable.empty() ? list.unavailable : list.devices.front().unavailable;
    return unavailableEngines(name, reason);
}

}  // namespace coarsen::gpu
