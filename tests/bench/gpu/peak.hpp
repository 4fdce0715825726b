// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/device/device.hpp"
#include "tests/bench/gpu/baselines.hpp"
#include "tests/bench/gpu/stopwatch.hpp"

#include <cstddef>

namespace coarsen::gpu {

/// Multiply-adds of float32 that the device does at most, GFLOP/s, measured.
inline double measuredPeakGflops(const Device& device, const Stream& stream) {
    const DeviceBuffer<float> sink(static_cast<std::size_t>(device.multiprocessors) * 4096);
    double multiplyAdds = 0;
    const Times times = timed(stream, [&] { multiplyAdds = spinFloats(device.multiprocessors, sink.get(), stream.get()); });
    return 2e-6 * multiplyAdds / times.minMs;
}

}  // namespace coarsen::gpu
