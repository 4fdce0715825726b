// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/descriptor.hpp"
#include "core/base/files.hpp"
#include "core/image/formats/exif.hpp"
#include "core/image/formats/formats.hpp"
#include "core/image/raw_program/raw_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <system_error>

namespace coarsen::formats {

namespace {

/// The tags of a TIFF's directories, as far as the bytes reach: enough to tell a camera's raw picture from any other TIFF.
class Directories {
public:
    explicit Directories(std::span<const std::byte> bytes) : bytes_(bytes) {
        const auto begins = [&](std::string_view four) {
            return bytes.size() >= 8 && std::equal(four.begin(), four.end(), reinterpret_cast<const char*>(bytes.data()));
        };
        isLittle_ = begins({"II*\0", 4});
        isTiff_ = isLittle_ || begins({"MM\0*", 4});
    }

    bool holdCameraRaw() const { return isTiff_ && (isCanon() || isRaw(number(4, 4), true)); }

private:
    enum Tag : std::uint32_t { photometric = 262, subDirectories = 330, dngVersion = 50706 };
    enum Photometric : std::uint32_t { colourFilterArray = 32803, linearRaw = 34892 };
    static constexpr std::uint32_t mostSubDirectories = 16;

    /// A CR2: its second header stands where the first directory would begin else.
    bool isCanon() const {
        constexpr std::string_view mark("CR\x02\0", 4);
        return number(4, 4) == 16 && bytes_.size() >= 12 &&
               std::equal(mark.begin(), mark.end(), reinterpret_cast<const char*>(bytes_.data()) + 8);
    }

    /// 0 beyond the end.
    std::uint32_t number(std::size_t at, std::size_t length) const {
        if (at > bytes_.size() || bytes_.size() - at < length) return 0;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < length; ++i)
            value = value << 8 | std::to_integer<std::uint32_t>(bytes_[at + (isLittle_ ? length - 1 - i : i)]);
        return value;
    }

    bool isRaw(std::size_t directory, bool isFirst) const {
        const std::uint32_t entries = number(directory, 2);
        for (std::uint32_t i = 0; i < entries; ++i) {
            const std::size_t entry = directory + 2 + std::size_t{12} * i;
            if (entry + 12 > bytes_.size()) return false;
            const std::uint32_t tag = number(entry, 2), count = number(entry + 4, 4);
            if (tag == dngVersion) return true;
            if (tag == photometric) {
                const std::uint32_t kind = number(entry + 8, 2);
                if (kind == colourFilterArray || kind == linearRaw) return true;
            }
            if (tag != subDirectories || !isFirst) continue;
            const std::size_t list = count == 1 ? entry + 8 : number(entry + 8, 4);
            for (std::size_t k = 0; k < std::min(count, mostSubDirectories); ++k)
                if (isRaw(number(list + 4 * k, 4), false)) return true;
        }
        return false;
    }

    std::span<const std::byte> bytes_;
    bool isLittle_ = false, isTiff_ = false;
};

bool isCameraRaw(std::span<const std::byte> start) {
    const std::string_view text(reinterpret_cast<const char*>(start.data()), std::min<std::size_t>(start.size(), 32));
    constexpr std::string_view beginnings[] = {"FUJIFILMCCD-RAW", {"IIU\0", 4}, "IIRO", "IIRS", "MMOR", "FOVb", {"\0MRM", 4}};
    for (const std::string_view beginning : beginnings)
        if (text.starts_with(beginning)) return true;
    const auto stands = [&](std::size_t at, std::string_view mark) {
        return text.size() > at && text.substr(at).starts_with(mark);
    };
    return stands(4, "ftypcrx ") || stands(6, "HEAPCCDR") || Directories(start).holdCameraRaw();
}

RawImage decodeCameraRaw(std::span<const std::byte> bytes, const std::filesystem::path& file, int) {
    raw::Picture picture = raw::askProgram(raw::Question::pixels, bytes, file);
    RawImage raw;
    raw.image = Image(picture.width, picture.height,
                      planar(std::move(picture.samples), static_cast<std::size_t>(picture.colours)), picture.colours);
    raw.bitsPerSample = 16;
    raw.format = "Camera raw";
    raw.isLinear = true;
    return raw;
}

/// The size of the picture that `start` holds, or the file itself when it is only its start.
raw::Picture sizeOf(std::span<const std::byte> start, std::size_t fileSize, const std::filesystem::path& file) {
    if (start.size() == fileSize) return raw::askProgram(raw::Question::size, start, file);
    const Descriptor whole(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (whole.get() < 0)
        throw InputError(displayName(file), "it cannot be opened (" + std::generic_category().message(errno) + ")",
                         "check its permissions");
    return raw::askProgram(raw::Question::size, whole.get(), fileSize, file);
}

ImageHeader cameraRawHeader(std::span<const std::byte> start, std::size_t fileSize, const std::filesystem::path& file) {
    const raw::Picture picture = sizeOf(start, fileSize, file);
    ImageHeader header;
    header.width = picture.width;
    header.height = picture.height;
    header.channels = picture.colours;
    header.bitsPerSample = 16;
    addClock(start.size() == fileSize ? exifFactsOfFile(start) : exifFactsOfFile(file), header.facts);
    header.format = "Camera raw";
    return header;
}

}  // namespace

ImageFormat cameraRaw() {
    return {"Camera raw",
            {".dng", ".cr2", ".cr3", ".crw", ".nef", ".nrw", ".arw", ".sr2", ".srf", ".orf", ".raf", ".rw2", ".rwl",
             ".pef", ".srw", ".3fr", ".fff", ".iiq", ".mos", ".mef", ".mrw", ".erf", ".dcr", ".kdc", ".x3f"},
            isCameraRaw,
            decodeCameraRaw,
            cameraRawHeader};
}

}  // namespace coarsen::formats
