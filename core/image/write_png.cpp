// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/write_png.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"

#include <spng.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>

namespace coarsen {

namespace {

StorageError notEncoded(const std::filesystem::path& file, const std::string& reason) {
    return StorageError(displayName(file), "the picture could not be made (" + reason + ")",
                        "close other programs, then try again");
}

struct FreeContext {
    void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};

void writePng(const std::filesystem::path& file, int width, int height, int bits, std::span<const std::byte> samples,
              double umPerPx) {
    const std::unique_ptr<spng_ctx, FreeContext> context(spng_ctx_new(SPNG_CTX_ENCODER));
    if (!context) throw notEncoded(file, "no memory left");
    spng_ihdr ihdr{};
    ihdr.width = static_cast<std::uint32_t>(width);
    ihdr.height = static_cast<std::uint32_t>(height);
    ihdr.bit_depth = static_cast<std::uint8_t>(bits);
    ihdr.color_type = SPNG_COLOR_TYPE_GRAYSCALE;
    int error = spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1);
    if (!error) error = spng_set_ihdr(context.get(), &ihdr);
    const double pixelsPerMetre = umPerPx > 0 ? 1e6 / umPerPx : 0;
    if (!error && pixelsPerMetre >= 1 && pixelsPerMetre < 2147483647.0) {
        const auto rounded = static_cast<std::uint32_t>(std::lround(pixelsPerMetre));
        spng_phys size{rounded, rounded, 1};
        error = spng_set_phys(context.get(), &size);
    }
    if (!error) error = spng_encode_image(context.get(), samples.data(), samples.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    if (error) throw notEncoded(file, spng_strerror(error));

    struct Free {
        void operator()(void* bytes) const { std::free(bytes); }
    };
    std::size_t size = 0;
    const std::unique_ptr<void, Free> bytes(spng_get_png_buffer(context.get(), &size, &error));
    if (!bytes || error) throw notEncoded(file, spng_strerror(error));
    writeWhole(file, std::span(static_cast<const std::byte*>(bytes.get()), size));
}

}  // namespace

void writeGreyPng(const std::filesystem::path& file, const Image& image, double umPerPx) {
    if (image.type() == PixelType::f32) throw notEncoded(file, "PNG holds whole numbers only");
    image.visit([&](auto plane) {
        writePng(file, image.width(), image.height(), image.type() == PixelType::u8 ? 8 : 16, std::as_bytes(plane), umPerPx);
    });
}

}  // namespace coarsen
