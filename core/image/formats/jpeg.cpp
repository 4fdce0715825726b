// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files.hpp"
#include "core/image/conventions/density.hpp"
#include "core/image/formats/exif.hpp"
#include "core/image/formats/formats.hpp"
#include "core/image/orientation.hpp"

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>

// libjpeg's header needs <cstdio> before it.
#include <jpeglib.h>

#include <jerror.h>

namespace coarsen::formats {

namespace {

constexpr int mostScans = 500;  // a picture has ten or so; a hostile file could ask for millions

/// Outcome that libjpeg's callbacks leave behind. libjpeg leaves a failed call with longjmp: `guarded` catches it.
struct Outcome {
    jpeg_error_mgr manager{};
    std::jmp_buf back{};
    char message[JMSG_LENGTH_MAX] = "";
    bool endedEarly = false;
    unsigned rowsBeforeEnd = 0;
};

Outcome& outcomeOf(j_common_ptr codec) {
    return *reinterpret_cast<Outcome*>(codec->err);
}

void leave(j_common_ptr codec) {
    Outcome& outcome = outcomeOf(codec);
    codec->err->format_message(codec, outcome.message);
    std::longjmp(outcome.back, 1);
}

/// True where bytes that libjpeg skipped say nothing, being all one: cameras fill up a file with one byte, again and again, but
/// what follows a code that went wrong is pixels.
bool areOneByte(std::span<const JOCTET> skipped) {
    return std::ranges::all_of(skipped, [&](JOCTET byte) { return byte == skipped.front(); });
}

/// The bytes before the marker that libjpeg has just found.
std::span<const JOCTET> skippedBytes(j_common_ptr codec) {
    constexpr std::ptrdiff_t marker = 2;
    const auto count = static_cast<std::ptrdiff_t>(codec->err->msg_parm.i[0]);
    const JOCTET* const end = reinterpret_cast<j_decompress_ptr>(codec)->src->next_input_byte - marker;
    return {end - count, end};
}

/// JPEG has no checksum: what libjpeg only warns of is all that tells of damaged pixels. Odd headers are not worth a word.
void note(j_common_ptr codec, int level) {
    if (level >= 0) return;
    const int code = codec->err->msg_code;
    Outcome& outcome = outcomeOf(codec);
    if (code == JWRN_JPEG_EOF && !outcome.endedEarly) {
        outcome.endedEarly = true;
        outcome.rowsBeforeEnd = reinterpret_cast<j_decompress_ptr>(codec)->output_scanline;
    }
    const bool isHarmless = code == JWRN_JPEG_EOF || code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR ||
                            (code == JWRN_EXTRANEOUS_DATA && areOneByte(skippedBytes(codec)));
    if (outcome.message[0] == '\0' && !isHarmless) codec->err->format_message(codec, outcome.message);
}

void stayQuiet(j_common_ptr) {}

void watchScans(j_common_ptr codec) {
    const auto* decoder = reinterpret_cast<j_decompress_ptr>(codec);
    if (decoder->input_scan_number <= mostScans) return;
    std::snprintf(outcomeOf(codec).message, JMSG_LENGTH_MAX, "more than %d scans", mostScans);
    std::longjmp(outcomeOf(codec).back, 1);
}

/// Runs `step`, which calls libjpeg and owns nothing: a longjmp out of it skips no destructor. False when libjpeg gave up.
template <typename Step>
bool guarded(Outcome& outcome, Step step) {
    if (setjmp(outcome.back) != 0) return false;
    step();
    return true;
}

/// libjpeg's decoder; frees itself also when the constructor of its owner throws.
struct Codec : jpeg_decompress_struct {
    Codec() : jpeg_decompress_struct{} {}
    ~Codec() { jpeg_destroy_decompress(this); }
    Codec(const Codec&) = delete;
    Codec& operator=(const Codec&) = delete;
};

class Decoder {
public:
    Decoder(std::span<const std::byte> bytes, const std::filesystem::path& file) : file_(file) {
        codec_.err = jpeg_std_error(&outcome_.manager);
        outcome_.manager.error_exit = leave;
        outcome_.manager.emit_message = note;
        outcome_.manager.output_message = stayQuiet;
        const bool isCreated = guarded(outcome_, [&] { jpeg_create_decompress(&codec_); });
        if (!isCreated) throw damaged(file_, outcome_.message);
        monitor_.progress_monitor = watchScans;
        codec_.progress = &monitor_;
        run([&] {
            jpeg_mem_src(&codec_, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<unsigned long>(bytes.size()));
            jpeg_save_markers(&codec_, JPEG_APP0 + 1, 0xffff);
            jpeg_read_header(&codec_, TRUE);
        });
        refuseUnusual();
        for (auto marker = codec_.marker_list; marker; marker = marker->next) {
            constexpr std::size_t prefix = 6;
            if (marker->data_length > prefix && std::memcmp(marker->data, "Exif\0\0", prefix) == 0) {
                exif = exifFacts(std::as_bytes(std::span(marker->data, marker->data_length)).subspan(prefix));
                break;
            }
        }
    }

    int width() const { return static_cast<int>(codec_.image_width); }
    int height() const { return static_cast<int>(codec_.image_height); }
    /// Pixel size by the JFIF header's density; nothing where it says the shape of a pixel alone.
    std::optional<Stated<PixelSize>> density() const {
        constexpr int perInch = 1, perCentimetre = 2;
        constexpr double inchM = 0.0254, centimetreM = 0.01;
        const int unit = codec_.density_unit;
        if (!codec_.saw_JFIF_marker || (unit != perInch && unit != perCentimetre)) return std::nullopt;
        const double lengthM = unit == perInch ? inchM : centimetreM;
        return conventions::sizeOfDensity(codec_.X_density / lengthM, codec_.Y_density / lengthM, "the JPEG's density");
    }
    int channels() const { return codec_.jpeg_color_space == JCS_GRAYSCALE ? 1 : 3; }
    ExifFacts exif;

    Image stored() {
        codec_.out_color_space = channels() == 1 ? JCS_GRAYSCALE : JCS_RGB;
        const std::size_t rowSamples = static_cast<std::size_t>(width()) * static_cast<std::size_t>(channels());
        std::vector<std::uint8_t> samples(rowSamples * static_cast<std::size_t>(height()));
        std::uint8_t* const first = samples.data();
        run([&] {
            jpeg_start_decompress(&codec_);
            while (codec_.output_scanline < codec_.output_height) {
                JSAMPROW row = first + codec_.output_scanline * rowSamples;
                jpeg_read_scanlines(&codec_, &row, 1);
            }
        });
        const bool endedEarly = outcome_.endedEarly;
        run([&] { jpeg_finish_decompress(&codec_); });  // what is left before the end marker, which itself may be missing
        if (endedEarly) {
            const std::string rows = std::to_string(outcome_.rowsBeforeEnd) + " of " + std::to_string(height()) + " rows";
            throw InputError(displayName(file_),
                             codec_.progressive_mode ? "it ends before its picture does" : "it ends after " + rows, copyAgain);
        }
        if (outcome_.message[0] != '\0') throw damaged(file_, outcome_.message);
        return Image(width(), height(), planar(std::move(samples), static_cast<std::size_t>(channels())), channels());
    }

private:
    template <typename Step>
    void run(Step step) {
        if (guarded(outcome_, step)) return;
        if (outcome_.endedEarly) throw InputError(displayName(file_), "it ends before its picture does", copyAgain);
        throw damaged(file_, outcome_.message);
    }

    void refuseUnusual() const {
        const auto space = codec_.jpeg_color_space;
        if (space != JCS_GRAYSCALE && space != JCS_YCbCr && space != JCS_RGB)
            throw InputError(displayName(file_), "its colours are made for printing (CMYK) or unknown",
                             "convert it to RGB or grey");
        checkDeclaredSize(file_, codec_.image_width, codec_.image_height, 3, 1);
    }

    const std::filesystem::path& file_;
    Outcome outcome_;
    jpeg_progress_mgr monitor_{};
    Codec codec_;
};

RawImage decodeJpeg(std::span<const std::byte> bytes, const std::filesystem::path& file, int) {
    Decoder decoder(bytes, file);
    RawImage raw;
    raw.image = upright(decoder.stored(), decoder.exif.orientation);
    raw.format = "JPEG";
    return raw;
}

ImageHeader jpegHeader(std::span<const std::byte> start, std::size_t, const std::filesystem::path& file) {
    const Decoder decoder(start, file);
    const bool swaps = swapsSides(decoder.exif.orientation);
    ImageHeader header;
    header.width = swaps ? decoder.height() : decoder.width();
    header.height = swaps ? decoder.width() : decoder.height();
    header.channels = decoder.channels();
    if (const auto size = decoder.density()) header.facts.sizes.push_back(*size);
    addExifDensity(decoder.exif, header.facts);
    if (swaps)
        for (auto& size : header.facts.sizes)
            std::swap(size.value.x, size.value.y);
    addClock(decoder.exif, header.facts);
    header.format = "JPEG";
    return header;
}

bool isJpeg(std::span<const std::byte> start) {
    return start.size() >= 3 && start[0] == std::byte{0xff} && start[1] == std::byte{0xd8} && start[2] == std::byte{0xff};
}

}  // namespace

ImageFormat jpeg() {
    return {"JPEG", {".jpg", ".jpeg", ".jpe"}, isJpeg, decodeJpeg, jpegHeader, false, nullptr, true};
}

}  // namespace coarsen::formats
