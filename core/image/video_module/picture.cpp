// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/film.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace coarsen::video {

namespace {

struct Layout {
    bool isGrey = false;
    bool isPlain = false;  ///< grey samples of whole bytes: they are copied as they are
    int bits = 8;
};

Layout layoutOf(const AVPixFmtDescriptor& format) {
    Layout layout;
    const bool hasAlpha = format.flags & AV_PIX_FMT_FLAG_ALPHA, isFloat = format.flags & AV_PIX_FMT_FLAG_FLOAT;
    const bool isPacked = format.flags & (AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_BAYER);
    layout.isGrey =
        format.nb_components - (hasAlpha ? 1 : 0) == 1 && !(format.flags & (AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER));
    int depth = 0;
    for (int i = 0; i < format.nb_components; ++i)  // a mosaic's depth is shared out among its colours
        depth = format.flags & AV_PIX_FMT_FLAG_BAYER ? depth + format.comp[i].depth : std::max(depth, format.comp[i].depth);
    const int bytes = depth > 8 ? 2 : 1;
    layout.isPlain = layout.isGrey && !isFloat && !isPacked && !hasAlpha && depth <= 16 && format.comp[0].shift == 0 &&
                     format.comp[0].step == bytes;
    layout.bits = depth <= 8 ? 8 : layout.isPlain ? depth : 16;
    return layout;
}

/// A palette of 256 colours, of which all are greys: 8-bit pictures in AVI have one.
bool isGreyPalette(const AVFrame& frame) {
    for (int i = 0; i < 256; ++i) {
        const std::uint32_t colour = AV_RN32(frame.data[1] + 4 * i);
        if ((colour >> 16 & 255) != (colour >> 8 & 255) || (colour >> 8 & 255) != (colour & 255)) return false;
    }
    return true;
}

std::vector<std::uint8_t> throughPalette(const AVFrame& frame) {
    std::uint8_t greys[256];
    for (int i = 0; i < 256; ++i)
        greys[i] = static_cast<std::uint8_t>(AV_RN32(frame.data[1] + 4 * i) & 255);
    std::vector<std::uint8_t> samples;
    samples.reserve(static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height));
    for (int y = 0; y < frame.height; ++y) {
        const std::uint8_t* const row = frame.data[0] + static_cast<std::ptrdiff_t>(y) * frame.linesize[0];
        std::transform(row, row + frame.width, std::back_inserter(samples), [&](std::uint8_t index) { return greys[index]; });
    }
    return samples;
}

template <typename T>
std::vector<T> copied(const AVFrame& frame, bool isBigEndian) {
    const auto width = static_cast<std::size_t>(frame.width), height = static_cast<std::size_t>(frame.height);
    std::vector<T> samples(width * height);
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint8_t* const row = frame.data[0] + static_cast<std::ptrdiff_t>(y) * frame.linesize[0];
        T* const to = samples.data() + y * width;
        if constexpr (sizeof(T) == 1)
            std::memcpy(to, row, width);
        else
            for (std::size_t x = 0; x < width; ++x)
                to[x] = isBigEndian ? AV_RB16(row + 2 * x) : AV_RL16(row + 2 * x);
    }
    return samples;
}

template <typename T>
std::vector<T> converted(const AVFrame& frame, AVPixelFormat target, int channels, ScalerPointer& scaler) {
    const auto source = static_cast<AVPixelFormat>(frame.format);
    constexpr int exactly = SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP | SWS_BITEXACT;
    scaler.reset(sws_getCachedContext(scaler.release(), frame.width, frame.height, source, frame.width, frame.height, target,
                                      exactly, nullptr, nullptr, nullptr));
    if (!scaler)
        throw Refusal{std::string("its pixels are stored as ") + av_get_pix_fmt_name(source) + ", which Coarsen does not read",
                      "convert it to FFV1 in AVI or to a TIFF stack"};
    const int* const matrix = sws_getCoefficients(frame.colorspace);
    sws_setColorspaceDetails(scaler.get(), matrix, frame.color_range == AVCOL_RANGE_JPEG, matrix, 1, 0, 1 << 16, 1 << 16);

    const auto width = static_cast<std::size_t>(frame.width), height = static_cast<std::size_t>(frame.height);
    // swscale writes whole blocks of pixels: rows have room for them.
    const std::size_t rowSamples = width * static_cast<std::size_t>(channels), rowRoom = (rowSamples + 63) / 64 * 64 + 64;
    std::vector<T> rows(rowRoom * height);
    std::uint8_t* to[4] = {reinterpret_cast<std::uint8_t*>(rows.data()), nullptr, nullptr, nullptr};
    const int strides[4] = {static_cast<int>(rowRoom * sizeof(T)), 0, 0, 0};
    if (sws_scale(scaler.get(), frame.data, frame.linesize, 0, frame.height, to, strides) != frame.height)
        throw Refusal{"its pixels cannot be converted", copyAgain};
    for (std::size_t y = 1; y < height; ++y)
        std::copy_n(rows.data() + y * rowRoom, rowSamples, rows.data() + y * rowSamples);
    rows.resize(rowSamples * height);
    return rows;
}

}  // namespace

Picture pictureOf(const AVFrame& frame, ScalerPointer& scaler) {
    const AVPixFmtDescriptor* const format = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
    if (!format || frame.width <= 0 || frame.height <= 0 || std::int64_t{frame.width} * frame.height > mostPixels)
        throw Refusal{"a frame of " + std::to_string(frame.width) + " x " + std::to_string(frame.height) + " pixels", copyAgain};
    Picture picture;
    picture.width = frame.width;
    picture.height = frame.height;
    if (format->flags & AV_PIX_FMT_FLAG_PAL && isGreyPalette(frame)) {
        picture.samples = throughPalette(frame);
        return picture;
    }
    const Layout layout = layoutOf(*format);
    const bool isWide = layout.bits > 8;
    picture.channels = layout.isGrey ? 1 : 3;
    picture.bits = layout.bits;
    if (layout.isPlain && isWide)
        picture.samples = copied<std::uint16_t>(frame, format->flags & AV_PIX_FMT_FLAG_BE);
    else if (layout.isPlain)
        picture.samples = copied<std::uint8_t>(frame, false);
    else if (isWide)
        picture.samples =
            converted<std::uint16_t>(frame, layout.isGrey ? AV_PIX_FMT_GRAY16 : AV_PIX_FMT_RGB48, picture.channels, scaler);
    else
        picture.samples =
            converted<std::uint8_t>(frame, layout.isGrey ? AV_PIX_FMT_GRAY8 : AV_PIX_FMT_RGB24, picture.channels, scaler);
    return picture;
}

}  // namespace coarsen::video
