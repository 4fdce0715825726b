// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/dicom_program/dicom_reader.hpp"
#include "core/volume/formats/stored_format.hpp"

#include <string_view>

namespace coarsen::volumes {

namespace {

/// The mark stands behind 128 bytes that may be anything.
bool isDicom(std::span<const std::byte> start) {
    constexpr std::size_t preamble = 128;
    constexpr std::string_view mark = "DICM";
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    return text.size() > preamble && text.substr(preamble).starts_with(mark);
}

}  // namespace

StoredFormat dicom() {
    StoredFormat format{"DICOM", {".dcm", ".ima"}, isDicom, coarsen::dicom::describe};
    format.hasPreamble = format.hasPlacedSlices = true;
    return format;
}

}  // namespace coarsen::volumes
