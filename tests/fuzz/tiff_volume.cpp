// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume_files/tiff_volume.hpp"

#include "tests/fuzz/volume.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const coarsen::volumes::VolumeFormat format = coarsen::volumes::tiff();
    return coarsen::fuzz::readVolumes(format, data, size);
}
