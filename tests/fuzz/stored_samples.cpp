// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy, MRC, DigitalMicrograph, NRRD and GSF: whatever recognises the bytes reads them, as pictures and as a volume.
#include "core/image/formats/stored_picture.hpp"
#include "tests/fuzz/volume.hpp"

#include <set>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace coarsen;
    const auto bytes = fuzz::bytesOf(data, size);
    for (const volumes::StoredFormat& format : volumes::storedFormats()) {
        if (format.isOfVolumes || !format.recognises(bytes)) continue;
        const ImageFormat pictures = formats::pictureFormatOf(format);
        const fuzz::MemoryFile file(data, size);
        fuzz::parseOrRefuse([&] {
            constexpr std::int64_t mostSamples = 1 << 22;
            const ImageHeader header = pictures.header({}, 0, file.path());
            if (std::int64_t{header.width} * header.height * header.channels > mostSamples) return;
            for (const int page : std::set{0, header.pages - 1}) {
                const RawImage raw = pictures.decode({}, file.path(), page);
                fuzz::require(raw.image.width() == header.width && raw.image.height() == header.height);
                fuzz::require(raw.image.channels() == header.channels);
            }
        });
        return fuzz::readVolumes(volumes::volumeFormatOf(format), data, size);
    }
    return -1;
}
