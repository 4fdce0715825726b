// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/writer.hpp"

#include "core/image/video_module/film.hpp"

#include <new>
#include <string_view>

namespace coarsen::video {

namespace {

constexpr const char* freeSpace = "free space or choose another place";

const AVCodec* bestEncoder() {
    for (const char* const name : {"libx264", "libopenh264", "mpeg4"})
        if (const AVCodec* const codec = avcodec_find_encoder_by_name(name)) return codec;
    throw Refusal{"this libavcodec encodes neither H.264 nor MPEG-4", "install FFmpeg's libavcodec with its encoders"};
}

}  // namespace

Writer::Writer(const std::string& path, const FilmForm& form) {
    const AVCodec* const codec = bestEncoder();
    encoder_.reset(avcodec_alloc_context3(codec));
    packet_.reset(av_packet_alloc());
    frame_.reset(av_frame_alloc());
    if (!encoder_ || !packet_ || !frame_ || avformat_alloc_output_context2(&output_, nullptr, "mp4", path.c_str()) < 0)
        throw std::bad_alloc();
    try {
        encoder_->width = form.width;
        encoder_->height = form.height;
        encoder_->pix_fmt = AV_PIX_FMT_YUV420P;  // what every player shows
        encoder_->time_base = {1, form.framesPerSecond};
        encoder_->framerate = {form.framesPerSecond, 1};
        encoder_->gop_size = 2 * form.framesPerSecond;
        encoder_->color_range = AVCOL_RANGE_MPEG;
        encoder_->thread_count = 1;
        encoder_->bit_rate = std::int64_t{form.width} * form.height * 4;  // for those that know no constant quality
        if (output_->oformat->flags & AVFMT_GLOBALHEADER) encoder_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
        AVDictionary* options = nullptr;
        if (std::string_view(codec->name) == "libx264") {
            encoder_->bit_rate = 0;
            av_dict_set(&options, "crf", "17", 0);
            av_dict_set(&options, "preset", "veryfast", 0);
        }
        const int opened = avcodec_open2(encoder_.get(), codec, &options);
        av_dict_free(&options);
        if (opened < 0)
            throw Refusal{std::string("the encoder ") + codec->name + " does not start (" + wordsOf(opened) + ")",
                          "choose a smaller film"};
        stream_ = avformat_new_stream(output_, nullptr);
        if (!stream_ || avcodec_parameters_from_context(stream_->codecpar, encoder_.get()) < 0) throw std::bad_alloc();
        stream_->time_base = encoder_->time_base;
        stream_->avg_frame_rate = encoder_->framerate;
        for (const auto& [key, value] : form.texts)
            av_dict_set(&output_->metadata, key.c_str(), value.c_str(), 0);
        if (const int failed = avio_open(&output_->pb, path.c_str(), AVIO_FLAG_WRITE); failed < 0)
            throw Refusal{"it cannot be written (" + wordsOf(failed) + ")", freeSpace};
        if (const int failed = avformat_write_header(output_, nullptr); failed < 0)
            throw Refusal{"its header cannot be written (" + wordsOf(failed) + ")", freeSpace};
        frame_->width = form.width;
        frame_->height = form.height;
        frame_->format = encoder_->pix_fmt;
        if (av_frame_get_buffer(frame_.get(), 0) < 0) throw std::bad_alloc();
        frame_->pts = 0;
        scaler_.reset(sws_getContext(form.width, form.height, AV_PIX_FMT_BGR0, form.width, form.height, encoder_->pix_fmt,
                                     SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr, nullptr));
        if (!scaler_) throw std::bad_alloc();
    } catch (...) {  // passed on: a constructor that throws has no destructor to clean up
        avio_closep(&output_->pb);
        avformat_free_context(output_);
        throw;
    }
}

Writer::~Writer() {
    avio_closep(&output_->pb);
    avformat_free_context(output_);
}

void Writer::encode(const AVFrame* frame) {
    if (const int failed = avcodec_send_frame(encoder_.get(), frame); failed < 0)
        throw Refusal{"a picture cannot be encoded (" + wordsOf(failed) + ")", "choose a smaller film"};
    while (avcodec_receive_packet(encoder_.get(), packet_.get()) >= 0) {
        packet_->duration = 1;
        av_packet_rescale_ts(packet_.get(), encoder_->time_base, stream_->time_base);
        packet_->stream_index = stream_->index;
        if (const int failed = av_interleaved_write_frame(output_, packet_.get()); failed < 0)
            throw Refusal{"it cannot be written further (" + wordsOf(failed) + ")", freeSpace};
    }
}

void Writer::append(const std::uint8_t* pixels, int bytesPerRow) {
    if (av_frame_make_writable(frame_.get()) < 0) throw std::bad_alloc();
    sws_scale(scaler_.get(), &pixels, &bytesPerRow, 0, frame_->height, frame_->data, frame_->linesize);
    encode(frame_.get());
    ++frame_->pts;
}

void Writer::finish() {
    encode(nullptr);
    if (const int failed = av_write_trailer(output_); failed < 0)
        throw Refusal{"its end cannot be written (" + wordsOf(failed) + ")", freeSpace};
    if (const int failed = avio_closep(&output_->pb); failed < 0)
        throw Refusal{"its end cannot be written (" + wordsOf(failed) + ")", freeSpace};
}

}  // namespace coarsen::video
