// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// For .cpp files of this folder only: no other part of the program knows libav.

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}

#include <memory>

namespace coarsen::video {

struct CloseInput {
    void operator()(AVFormatContext* input) const { avformat_close_input(&input); }
};
struct FreeCodec {
    void operator()(AVCodecContext* codec) const { avcodec_free_context(&codec); }
};
struct FreePacket {
    void operator()(AVPacket* packet) const { av_packet_free(&packet); }
};
struct FreeFrame {
    void operator()(AVFrame* frame) const { av_frame_free(&frame); }
};
struct FreeScaler {
    void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
using InputPointer = std::unique_ptr<AVFormatContext, CloseInput>;
using CodecPointer = std::unique_ptr<AVCodecContext, FreeCodec>;
using PacketPointer = std::unique_ptr<AVPacket, FreePacket>;
using FramePointer = std::unique_ptr<AVFrame, FreeFrame>;
using ScalerPointer = std::unique_ptr<SwsContext, FreeScaler>;

}  // namespace coarsen::video
