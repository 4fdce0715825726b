// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/stored_format.hpp"
#include "tests/fuzz/volume.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const coarsen::volumes::VolumeFormat format = coarsen::volumes::volumeFormatOf(coarsen::volumes::nifti());
    return coarsen::fuzz::readVolumes(format, data, size);
}
