// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/film_writer.hpp"

#include <cstdint>
#include <memory>
#include <stdexcept>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/pixdesc.h>
}

namespace coarsen::test {

namespace {

void require(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(std::string("film: ") + what);
}

/// A container that is open for writing, with one stream.
class Container {
public:
    Container(const std::filesystem::path& file, const std::string& codecName) {
        const AVCodec* const codec = avcodec_find_encoder_by_name(codecName.c_str());
        require(codec, "no such encoder");
        avformat_alloc_output_context2(&output_, nullptr, nullptr, file.c_str());
        require(output_, "no such container");
        encoder = avcodec_alloc_context3(codec);
        packet_ = av_packet_alloc();
        if (output_->oformat->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        require(avio_open(&output_->pb, file.c_str(), AVIO_FLAG_WRITE) >= 0, "the file cannot be written");
    }
    ~Container() {
        av_packet_free(&packet_);
        avcodec_free_context(&encoder);
        avio_closep(&output_->pb);
        avformat_free_context(output_);
    }
    Container(const Container&) = delete;
    Container& operator=(const Container&) = delete;

    void begin() {
        require(avcodec_open2(encoder, nullptr, nullptr) >= 0, "the encoder does not open");
        stream_ = avformat_new_stream(output_, nullptr);
        stream_->time_base = encoder->time_base;
        if (encoder->framerate.num > 0) stream_->avg_frame_rate = encoder->framerate;
        require(avcodec_parameters_from_context(stream_->codecpar, encoder) >= 0, "parameters");
        require(avformat_write_header(output_, nullptr) >= 0, "header");
    }
    /// A frame, or null for the end.
    void write(const AVFrame* frame) {
        require(avcodec_send_frame(encoder, frame) >= 0, "encoding");
        while (avcodec_receive_packet(encoder, packet_) >= 0) {
            av_packet_rescale_ts(packet_, encoder->time_base, stream_->time_base);
            packet_->stream_index = stream_->index;
            require(av_interleaved_write_frame(output_, packet_) >= 0, "writing");
        }
    }
    void end() {
        write(nullptr);
        require(av_write_trailer(output_) >= 0, "trailer");
    }

    AVCodecContext* encoder = nullptr;

private:
    AVFormatContext* output_ = nullptr;
    AVStream* stream_ = nullptr;
    AVPacket* packet_ = nullptr;
};

using FramePointer = std::unique_ptr<AVFrame, void (*)(AVFrame*)>;

FramePointer emptyFrame() {
    return {av_frame_alloc(), [](AVFrame* frame) { av_frame_free(&frame); }};
}

void paint(AVFrame& frame, int number, const FilmRecipe& recipe) {
    for (int y = 0; y < recipe.height; ++y)
        for (int x = 0; x < recipe.width; ++x) {
            const auto value = static_cast<std::uint8_t>(recipe.value(number, x, y));
            std::uint8_t* const row = frame.data[0] + y * frame.linesize[0];
            if (recipe.pixels == "gray16le") {
                row[2 * x] = row[2 * x + 1] = value;
            } else if (recipe.pixels == "bgr0") {
                row[4 * x] = static_cast<std::uint8_t>(255 - value);
                row[4 * x + 1] = value / 2;
                row[4 * x + 2] = value;
            } else {
                row[x] = value;
            }
        }
    if (recipe.pixels.starts_with("yuv"))
        for (int plane = 1; plane < 3; ++plane)
            std::fill_n(frame.data[plane], frame.linesize[plane] * (recipe.height / 2), std::uint8_t{128});
    if (recipe.pixels == "pal8")
        for (std::uint32_t i = 0; i < 256; ++i)
            reinterpret_cast<std::uint32_t*>(frame.data[1])[i] = 0xFF000000 | (255 - i) * 0x010101;
}

}  // namespace

void writeFilm(const std::filesystem::path& file, const FilmRecipe& recipe) {
    av_log_set_level(AV_LOG_QUIET);
    Container film(file, recipe.codec);
    AVCodecContext& encoder = *film.encoder;
    encoder.width = recipe.width;
    encoder.height = recipe.height;
    encoder.pix_fmt = av_get_pix_fmt(recipe.pixels.c_str());
    encoder.time_base = recipe.timesMs.empty() ? AVRational{1, 25} : AVRational{1, 1000};
    if (recipe.timesMs.empty()) encoder.framerate = {25, 1};
    encoder.gop_size = recipe.keyEvery;
    encoder.max_b_frames = recipe.between;
    encoder.bit_rate = 2'000'000;
    encoder.flags |= AV_CODEC_FLAG_BITEXACT;
    film.begin();
    for (int number = 0; number < recipe.frames; ++number) {
        const FramePointer frame = emptyFrame();
        frame->width = recipe.width;
        frame->height = recipe.height;
        frame->format = encoder.pix_fmt;
        require(av_frame_get_buffer(frame.get(), 0) >= 0, "memory");
        paint(*frame, number, recipe);
        frame->pts = recipe.timesMs.empty() ? number : recipe.timesMs[static_cast<std::size_t>(number)];
        film.write(frame.get());
    }
    film.end();
}

void writeSound(const std::filesystem::path& file) {
    av_log_set_level(AV_LOG_QUIET);
    Container sound(file, "pcm_s16le");
    AVCodecContext& encoder = *sound.encoder;
    encoder.sample_fmt = AV_SAMPLE_FMT_S16;
    encoder.sample_rate = 8000;
    encoder.time_base = {1, 8000};
    av_channel_layout_default(&encoder.ch_layout, 1);
    sound.begin();
    const FramePointer frame = emptyFrame();
    frame->nb_samples = 800;
    frame->format = AV_SAMPLE_FMT_S16;
    frame->sample_rate = 8000;
    av_channel_layout_default(&frame->ch_layout, 1);
    require(av_frame_get_buffer(frame.get(), 0) >= 0, "memory");
    std::fill_n(frame->data[0], 1600, std::uint8_t{0});
    frame->pts = 0;
    sound.write(frame.get());
    sound.end();
}

}  // namespace coarsen::test
