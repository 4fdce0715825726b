// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/image/formats/exif.hpp"
#include "core/image/formats/formats.hpp"

#include <algorithm>
#include <libraw/libraw.h>
#include <memory>
#include <new>
#include <string_view>
#include <tuple>

extern "C" void omp_set_num_threads(int);  // of the OpenMP library that LibRaw runs on, whatever the compiler's own is

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

/// What LibRaw says of broken pixels while it goes on.
struct Trouble {
    bool any = false, isAtEnd = false;
};

void note(void* trouble, const char*, int offset) {
    static_cast<Trouble*>(trouble)->any = true;
    if (offset < 0) static_cast<Trouble*>(trouble)->isAtEnd = true;
}

InputError endsTooSoon(const std::filesystem::path& file) {
    return InputError(displayName(file), "it ends before its picture does", copyAgain);
}

class Sensor {
public:
    /// Opens the picture that `bytes` hold, or the file itself when they are only its start.
    Sensor(std::span<const std::byte> bytes, bool isWhole, const std::filesystem::path& file)
        : file_(file), raw_(std::make_unique<LibRaw>()) {
        omp_set_num_threads(1);  // of this thread's loops: frames run side by side, LibRaw would multiply their threads
        raw_->set_dataerror_handler(note, &trouble_);
        develop();
        check(isWhole ? raw_->open_buffer(const_cast<std::byte*>(bytes.data()), bytes.size())  // it does not write into it
                      : raw_->open_file(file.c_str()));
        const libraw_image_sizes_t& sizes = raw_->imgdata.sizes;
        checkDeclaredSize(file_, std::max(sizes.raw_width, sizes.width), std::max(sizes.raw_height, sizes.height), 4, 2);
        const int colours = raw_->imgdata.idata.colors;
        if (colours != 1 && colours != 3)
            throw InputError(displayName(file_),
                             "its sensor sees " + std::to_string(colours) + " colours, which Coarsen does not read",
                             "develop it into a TIFF of 16 bits with the camera's own program");
    }

    int channels() const { return raw_->imgdata.idata.colors; }

    std::pair<int, int> size() {
        check(raw_->adjust_sizes_info_only());
        return {raw_->imgdata.sizes.iwidth, raw_->imgdata.sizes.iheight};
    }

    Image developed() {
        if (raw_->is_floating_point())  // LibRaw would scale each by its brightest pixel
            throw InputError(displayName(file_), "its raw values are floating-point numbers, which Coarsen does not read",
                             "convert it to a TIFF of 16 or 32 bits without gamma");
        check(raw_->unpack());
        if (trouble_.any) fail(trouble_.isAtEnd ? LIBRAW_IO_ERROR : LIBRAW_DATA_ERROR);
        check(raw_->dcraw_process());
        int width = 0, height = 0, colours = 0, bits = 0;
        raw_->get_mem_image_format(&width, &height, &colours, &bits);
        const auto samplesPerRow = static_cast<std::size_t>(width) * static_cast<std::size_t>(colours);
        std::vector<std::uint16_t> samples(samplesPerRow * static_cast<std::size_t>(height));
        check(raw_->copy_mem_image(samples.data(), static_cast<int>(samplesPerRow * sizeof(std::uint16_t)), 0));
        return Image(width, height, planar(std::move(samples), static_cast<std::size_t>(colours)), colours);
    }

private:
    /// Values proportional to the light: black level taken away, white level at 65535, the same factor for all colours and all
    /// frames; colours filled in by plain means of their neighbours, which is linear too.
    void develop() {
        libraw_output_params_t& choice = raw_->imgdata.params;
        choice.output_bps = 16;
        choice.gamm[0] = choice.gamm[1] = 1;
        choice.no_auto_bright = 1;
        choice.adjust_maximum_thr = 0;  // else the brightest pixel of each frame could set its scale
        choice.use_auto_wb = choice.use_camera_wb = 0;
        std::fill(std::begin(choice.user_mul), std::end(choice.user_mul), 1.0F);
        choice.highlight = 0;
        choice.half_size = 0;
        choice.output_color = 0;
        choice.use_camera_matrix = 0;
        choice.user_qual = 0;
    }

    void check(int code) const {
        if (code != LIBRAW_SUCCESS) fail(code);
    }

    [[noreturn]] void fail(int code) const {
        switch (code) {
            case LIBRAW_FILE_UNSUPPORTED:
                throw InputError(displayName(file_),
                                 "it is no camera's raw picture that LibRaw " + std::string(LibRaw::version()) + " knows",
                                 "convert it to DNG, or to a TIFF of 16 bits without gamma");
            case LIBRAW_UNSUFFICIENT_MEMORY:
                throw std::bad_alloc();
            case LIBRAW_IO_ERROR:
                throw endsTooSoon(file_);
            default:
                throw damaged(file_, LibRaw::strerror(code));
        }
    }

    const std::filesystem::path& file_;
    Trouble trouble_;
    std::unique_ptr<LibRaw> raw_;
};

RawImage decodeCameraRaw(std::span<const std::byte> bytes, const std::filesystem::path& file, int) {
    RawImage raw;
    raw.image = Sensor(bytes, true, file).developed();
    raw.bitsPerSample = 16;
    raw.exifTimeS = exifFactsOfFile(bytes).timeS;
    raw.format = "Camera raw";
    raw.isLinear = true;
    return raw;
}

ImageHeader cameraRawHeader(std::span<const std::byte> start, std::size_t fileSize, const std::filesystem::path& file) {
    const bool isWhole = start.size() == fileSize;
    Sensor sensor(start, isWhole, file);
    ImageHeader header;
    std::tie(header.width, header.height) = sensor.size();
    header.channels = sensor.channels();
    header.bitsPerSample = 16;
    header.exifTimeS = (isWhole ? exifFactsOfFile(start) : exifFactsOfFile(file)).timeS;
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
