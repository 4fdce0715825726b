// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/film.hpp"

#include <array>
#include <new>

namespace coarsen::video {

const char* const copyAgain = "copy it again from the camera";

std::string wordsOf(int error) {
    std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
    av_strerror(error, text.data(), text.size());
    return text.data();
}

Film::Film(const std::string& path) {
    AVFormatContext* input = avformat_alloc_context();
    if (!input) throw std::bad_alloc();
    input->flags |= AVFMT_FLAG_GENPTS;  // AVI states the order of decoding only
    AVDictionary* options = nullptr;    // a film names no other file, list or address to be read in its place
    av_dict_set(&options, "protocol_whitelist", "file", 0);
    av_dict_set(&options, "format_whitelist", "avi,mov,mp4,m4a,3gp,3g2,mj2,mov,mp4,matroska,webm,gif,cine,asf,mpeg,mpegvideo", 0);
    const int opened = avformat_open_input(&input, ("file:" + path).c_str(), nullptr, &options);
    av_dict_free(&options);
    if (opened < 0)
        throw Refusal{"its list of frames cannot be read, perhaps as the file ends early (" + wordsOf(opened) + ")", copyAgain};
    input_.reset(input);
    if (const int failed = avformat_find_stream_info(input_.get(), nullptr); failed < 0)
        throw Refusal{"its streams cannot be read (" + wordsOf(failed) + ")", copyAgain};
    stream_ = av_find_best_stream(input_.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
    if (stream_ < 0 || stream()->disposition & AV_DISPOSITION_ATTACHED_PIC)
        throw Refusal{"there are no moving pictures in it", "is it the right file?"};
    for (unsigned i = 0; i < input_->nb_streams; ++i)
        if (static_cast<int>(i) != stream_) input_->streams[i]->discard = AVDISCARD_ALL;
}

CodecPointer Film::decoder() const {
    const AVCodecParameters* const parameters = stream()->codecpar;
    const AVCodec* const codec = avcodec_find_decoder(parameters->codec_id);
    if (!codec)
        throw Refusal{std::string("its pictures are coded as ") + avcodec_get_name(parameters->codec_id) +
                          ", which this libavcodec does not decode",
                      "convert it to FFV1 in AVI or to a TIFF stack"};
    CodecPointer decoder(avcodec_alloc_context3(codec));
    if (!decoder || avcodec_parameters_to_context(decoder.get(), parameters) < 0) throw std::bad_alloc();
    decoder->thread_count = 1;  // frames are read side by side: each thread has a decoder
    // Where frames build on others, the decoder marks what it had to guess, and complains at each beginning that is none.
    const AVCodecDescriptor* const kind = avcodec_descriptor_get(parameters->codec_id);
    const bool isReordered = kind && kind->props & AV_CODEC_PROP_REORDER;
    decoder->err_recognition = AV_EF_CRCCHECK | (isReordered ? 0 : AV_EF_EXPLODE);
    decoder->max_pixels = mostPixels;
    decoder->pkt_timebase = stream()->time_base;
    if (const int failed = avcodec_open2(decoder.get(), codec, nullptr); failed < 0)
        throw Refusal{std::string("its pictures, coded as ") + codec->name + ", cannot be decoded (" + wordsOf(failed) + ")",
                      copyAgain};
    return decoder;
}

int Film::read(AVPacket* packet) {
    for (;;) {
        av_packet_unref(packet);
        const int result = av_read_frame(input_.get(), packet);
        if (result < 0 || packet->stream_index == stream_) return result;
    }
}

}  // namespace coarsen::video
