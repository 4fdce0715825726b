// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory.hpp"
#include "core/volume/dicom_program/dicom_reader.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <cmath>
#include <cstring>

/// Answer of a coarsen-dicom whose memory its file has overwritten: whatever it is, what is taken for a header is one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    std::span<const std::byte> left = fuzz::bytesOf(data, size);
    const auto next = [&](std::span<std::byte> to) {
        if (left.size() < to.size()) return false;
        std::memcpy(to.data(), left.data(), to.size());
        left = left.subspan(to.size());
        return true;
    };
    fuzz::parseOrRefuse([&] {
        constexpr std::uintmax_t fileBytes = 4096;
        const auto stored = dicom::describedBy(next, "coarsen-dicom", "slice.dcm", fileBytes);
        if (!stored) return;
        const VolumeHeader& header = stored->header;
        fuzz::require(header.size.width > 0 && header.size.height > 0 && header.size.depth > 0 && header.times > 0);
        fuzz::require(header.spacing.x > 0 && header.spacing.y > 0 && header.spacing.z > 0);
        fuzz::require(std::isfinite(stored->voxels.slope) && stored->voxels.slope != 0);
        fuzz::require(std::isfinite(stored->voxels.intercept));
        for (const auto& time : stored->facts.times)
            fuzz::require(std::isfinite(time.value.seconds));
    });
    return 0;
}
