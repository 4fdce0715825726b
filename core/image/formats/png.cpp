// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/conventions/density.hpp"
#include "core/image/formats/exif.hpp"
#include "core/image/formats/formats.hpp"
#include "core/image/orientation.hpp"

#include <spng.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>
#include <zlib.h>

namespace coarsen::formats {

namespace {

constexpr std::array<unsigned char, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t largestChunk = std::size_t{64} << 20;  // of text, profiles and the like, which we do not need
// Deflate never packs more than 1032 bytes into one.
constexpr std::size_t mostInflation = 1032;

struct FreeContext {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};
using Context = std::unique_ptr<spng_ctx, FreeContext>;

Context contextFor(std::span<const std::byte> bytes, const std::filesystem::path& file) {
    Context context(spng_ctx_new(0));
    if (!context) throw InputError(displayName(file), "there is no memory left to decode it", "close other programs");
    spng_set_chunk_limits(context.get(), largestChunk, largestChunk);
    spng_set_crc_action(context.get(), SPNG_CRC_USE, SPNG_CRC_USE);  // checkChunks has seen to all of them
    spng_set_png_buffer(context.get(), bytes.data(), bytes.size());
    return context;
}

bool isEarlyEnd(int error) {
    return error == SPNG_IO_EOF || error == SPNG_EIDAT_TOO_SHORT || error == SPNG_EOF;
}

InputError errorFor(int error, const std::filesystem::path& file) {
    if (isEarlyEnd(error)) return InputError(displayName(file), "it ends before its picture does", copyAgain);
    return damaged(file, spng_strerror(error));
}

void check(int error, const std::filesystem::path& file) {
    if (error != SPNG_OK) throw errorFor(error, file);
}

/// Header and chunks before the pixels.
struct PngHead {
    spng_ihdr ihdr{};
    std::optional<spng_trns> transparency;
    std::optional<Stated<PixelSize>> size;
    ExifFacts exif;

    int storedChannels() const {
        switch (ihdr.color_type) {
            case SPNG_COLOR_TYPE_GRAYSCALE:
                return 1;
            case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
                return 2;
            case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA:
                return 4;
            default:
                return 3;
        }
    }
    bool hasAlpha() const { return transparency || storedChannels() == 2 || storedChannels() == 4; }
    int channels() const { return storedChannels() + (transparency ? 1 : 0); }
    bool isPalette() const { return ihdr.color_type == SPNG_COLOR_TYPE_INDEXED; }
    int bitsPerSample() const { return isPalette() ? 8 : ihdr.bit_depth; }
};

PngHead headOf(spng_ctx* context, const std::filesystem::path& file) {
    PngHead head;
    check(spng_get_ihdr(context, &head.ihdr), file);
    checkDeclaredSize(file, head.ihdr.width, head.ihdr.height, head.storedChannels() + 1, head.ihdr.bit_depth > 8 ? 2 : 1);

    spng_trns transparency{};
    const int trns = spng_get_trns(context, &transparency);
    if (trns == SPNG_OK)
        head.transparency = transparency;
    else if (trns != SPNG_ECHUNKAVAIL)
        throw errorFor(trns, file);

    spng_phys size{};
    if (spng_get_phys(context, &size) == SPNG_OK && size.unit_specifier == 1)
        head.size = conventions::sizeOfDensity(size.ppu_x, size.ppu_y, "PNG pHYs");
    spng_exif exif{};
    if (spng_get_exif(context, &exif) == SPNG_OK) head.exif = exifFacts(std::as_bytes(std::span(exif.data, exif.length)));
    return head;
}

/// Bytes that libspng asks for piece by piece: given a whole buffer it takes nothing from a chunk that is cut short.
struct Stream {
    std::span<const std::byte> rest;

    static int read(spng_ctx*, void* user, void* to, std::size_t count) {
        auto& rest = static_cast<Stream*>(user)->rest;
        if (count > rest.size()) return SPNG_IO_EOF;
        std::memcpy(to, rest.data(), count);
        rest = rest.subspan(count);
        return SPNG_OK;
    }
};

/// How many whole rows a truncated file still holds; found by decoding it once more, row by row. The last 8 kB may be missed.
std::size_t wholeRows(std::span<const std::byte> bytes) {
    const Context context(spng_ctx_new(0));
    Stream stream{bytes};
    if (!context || spng_set_png_stream(context.get(), Stream::read, &stream) != SPNG_OK) return 0;
    spng_ihdr ihdr{};
    std::size_t size = 0;
    if (spng_get_ihdr(context.get(), &ihdr) != SPNG_OK ||
        spng_decoded_image_size(context.get(), SPNG_FMT_PNG, &size) != SPNG_OK ||
        spng_decode_image(context.get(), nullptr, 0, SPNG_FMT_PNG, SPNG_DECODE_PROGRESSIVE) != SPNG_OK)
        return 0;
    std::vector<std::byte> row(size / ihdr.height);
    std::size_t rows = 0;
    while (spng_decode_row(context.get(), row.data(), row.size()) == SPNG_OK)
        ++rows;
    return rows;
}

InputError endsAfterRows(std::span<const std::byte> bytes, const PngHead& head, const std::filesystem::path& file) {
    const std::size_t rows = head.ihdr.interlace_method == SPNG_INTERLACE_NONE ? wholeRows(bytes) : 0;
    if (rows == 0 || rows >= head.ihdr.height) return {displayName(file), "it ends before its picture does", copyAgain};
    return {displayName(file),
            "it ends after about " + std::to_string(rows) + " of " + std::to_string(head.ihdr.height) + " rows", copyAgain};
}

template <typename T>
std::vector<T> decoded(spng_ctx* context, std::span<const std::byte> bytes, const PngHead& head,
                       const std::filesystem::path& file, int format, int flags = 0) {
    std::size_t size = 0;
    check(spng_decoded_image_size(context, format, &size), file);
    if (size / mostInflation > bytes.size())
        throw InputError(displayName(file),
                         "its header promises " + std::to_string(head.ihdr.width) + " x " + std::to_string(head.ihdr.height) +
                             " pixels, far more than its " + std::to_string(bytes.size()) + " bytes can hold",
                         copyAgain);
    std::vector<T> samples(size / sizeof(T));
    const int error = spng_decode_image(context, samples.data(), size, format, flags);
    if (isEarlyEnd(error)) throw endsAfterRows(bytes, head, file);
    check(error, file);
    return samples;
}

/// Samples of 1, 2 or 4 bits, which PNG packs from the high bits on, each row beginning a new byte.
std::vector<std::uint8_t> unpacked(const std::vector<std::uint8_t>& packed, std::size_t width, std::size_t height,
                                   unsigned bits) {
    std::vector<std::uint8_t> samples(width * height);
    const std::size_t rowBytes = (width * bits + 7) / 8;
    const unsigned largest = (1u << bits) - 1;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t bit = x * bits;
            samples[y * width + x] = static_cast<std::uint8_t>(packed[y * rowBytes + bit / 8] >> (8 - bits - bit % 8) & largest);
        }
    return samples;
}

template <typename T>
Image picture(const PngHead& head, std::vector<T> interleaved, int channels) {
    return Image(static_cast<int>(head.ihdr.width), static_cast<int>(head.ihdr.height),
                 planar(std::move(interleaved), static_cast<std::size_t>(channels)), channels);
}

/// Grey of any depth; the grey value that the file declares transparent becomes an alpha plane.
template <typename T>
Image greyPicture(const PngHead& head, std::vector<T> samples) {
    if (!head.transparency) return picture(head, std::move(samples), 1);
    const std::size_t planeSize = samples.size();
    const auto opaque = static_cast<T>((1u << head.ihdr.bit_depth) - 1);
    samples.resize(2 * planeSize);
    for (std::size_t i = 0; i < planeSize; ++i)
        samples[planeSize + i] = samples[i] == head.transparency->gray ? T{0} : opaque;
    return Image(static_cast<int>(head.ihdr.width), static_cast<int>(head.ihdr.height), std::move(samples), 2);
}

Image pixels(spng_ctx* context, std::span<const std::byte> bytes, const PngHead& head, const std::filesystem::path& file) {
    const auto read8 = [&](int format, int flags) { return decoded<std::uint8_t>(context, bytes, head, file, format, flags); };
    const auto read16 = [&](int format, int flags) { return decoded<std::uint16_t>(context, bytes, head, file, format, flags); };
    const int channels = head.channels();
    const bool isWide = head.ihdr.bit_depth == 16;

    if (head.ihdr.color_type == SPNG_COLOR_TYPE_GRAYSCALE) {
        if (isWide) return greyPicture(head, read16(SPNG_FMT_PNG, 0));
        if (head.ihdr.bit_depth == 8) return greyPicture(head, read8(SPNG_FMT_PNG, 0));
        return greyPicture(head, unpacked(read8(SPNG_FMT_PNG, 0), head.ihdr.width, head.ihdr.height, head.ihdr.bit_depth));
    }
    if (head.isPalette() && !head.transparency) return picture(head, read8(SPNG_FMT_RGB8, 0), channels);
    if (head.transparency)
        return isWide ? picture(head, read16(SPNG_FMT_RGBA16, SPNG_DECODE_TRNS), channels)
                      : picture(head, read8(SPNG_FMT_RGBA8, SPNG_DECODE_TRNS), channels);
    return isWide ? picture(head, read16(SPNG_FMT_PNG, 0), channels) : picture(head, read8(SPNG_FMT_PNG, 0), channels);
}

std::size_t bigEndian(std::span<const std::byte> four) {
    std::size_t number = 0;
    for (int i = 0; i < 4; ++i)
        number = number << 8 | std::to_integer<std::size_t>(four[static_cast<std::size_t>(i)]);
    return number;
}

enum class PngPart { head, whole };  ///< of a file: what stands before its pixels, or all of it

/// Every chunk's checksum, also of those that are not read: a damaged type turns one that is into one that is not. libspng would
/// pass over that of the last piece of pixels. Returns whether all of the pixels' pieces are there to their last byte; IEND may
/// be missing. Throws InputError, also for an animation: its first picture alone would be measured, and the others lost in
/// silence.
bool checkChunks(std::span<const std::byte> bytes, PngPart part, const std::filesystem::path& file) {
    constexpr std::size_t head = 8, checksum = 4;
    bool hasPixels = false;
    for (std::size_t at = signature.size(); at + head <= bytes.size();) {
        const std::size_t length = bigEndian(bytes.subspan(at));
        const std::string_view type(reinterpret_cast<const char*>(bytes.data()) + at + 4, 4);
        const bool holdsPixels = type == "IDAT";
        if (holdsPixels && part == PngPart::head) return false;
        if (bytes.size() - at < head + length + checksum) return hasPixels && !holdsPixels;
        hasPixels |= holdsPixels;
        const auto content = bytes.subspan(at + head, length);
        const auto* typed = reinterpret_cast<const Bytef*>(bytes.data()) + at + 4;
        const std::size_t end = at + head + length + checksum;
        if (crc32_z(0, typed, type.size() + length) != bigEndian(bytes.subspan(end - checksum)))
            throw damaged(file,
                          "the checksum of its bytes " + std::to_string(at) + " to " + std::to_string(end - 1) + " is wrong");
        if (type == "acTL" && length >= 4 && bigEndian(content) > 1)
            throw InputError(displayName(file), "it is an animation of " + std::to_string(bigEndian(content)) + " pictures",
                             "save each of them as a PNG of its own");
        if (type == "IEND") break;
        at = end;
    }
    return hasPixels;
}

bool isPng(std::span<const std::byte> start) {
    return start.size() >= signature.size() && std::memcmp(start.data(), signature.data(), signature.size()) == 0;
}

RawImage decodePng(std::span<const std::byte> bytes, const std::filesystem::path& file, int) {
    const bool hasAllPixels = checkChunks(bytes, PngPart::whole, file);
    const Context context = contextFor(bytes, file);
    const PngHead head = headOf(context.get(), file);
    RawImage raw;
    raw.image = upright(pixels(context.get(), bytes, head, file), head.exif.orientation);
    // libspng is content with pixels whose last bytes, and so their checksum, are missing.
    if (!hasAllPixels) throw endsAfterRows(bytes, head, file);
    raw.bitsPerSample = head.bitsPerSample();
    raw.hasAlpha = head.hasAlpha();
    raw.format = "PNG";
    return raw;
}

ImageHeader pngHeader(std::span<const std::byte> start, std::size_t, const std::filesystem::path& file) {
    checkChunks(start, PngPart::head, file);
    const Context context = contextFor(start, file);
    const PngHead head = headOf(context.get(), file);
    ImageHeader header;
    header.width = static_cast<int>(head.ihdr.width);
    header.height = static_cast<int>(head.ihdr.height);
    if (swapsSides(head.exif.orientation)) std::swap(header.width, header.height);
    header.channels = head.channels();
    header.bitsPerSample = head.bitsPerSample();
    header.format = "PNG";
    if (head.size) header.facts.sizes.push_back(*head.size);
    addExifDensity(head.exif, header.facts);
    if (swapsSides(head.exif.orientation))
        for (auto& size : header.facts.sizes)
            std::swap(size.value.x, size.value.y);
    addClock(head.exif, header.facts);
    return header;
}

}  // namespace

ImageFormat png() {
    return {"PNG", {".png"}, isPng, decodePng, pngHeader};
}

}  // namespace coarsen::formats
