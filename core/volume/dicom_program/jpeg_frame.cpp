// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/dicom_program/jpeg_frame.hpp"

#include "core/volume/dicom_program/frames.hpp"

#include <csetjmp>
#include <cstdio>

// libjpeg's header needs <cstdio> before it.
#include <jpeglib.h>

namespace coarsen::dicom {

namespace {

/// libjpeg leaves a failed call with longjmp, past nothing that would have to be destroyed.
struct JpegErrors {
    jpeg_error_mgr manager{};
    std::jmp_buf back{};
};

void leaveJpeg(j_common_ptr codec) {
    std::longjmp(reinterpret_cast<JpegErrors*>(codec->err)->back, 1);
}

/// A warning is all that tells of damaged pixels.
void countJpegWarning(j_common_ptr codec, int level) {
    if (level < 0) ++codec->err->num_warnings;
}

/// Says whether it is unpacked into `pixels`, which have their size.
bool unpackJpeg(std::string_view packed, std::size_t width, std::size_t height, std::vector<char>& pixels) {
    JpegErrors errors;
    jpeg_decompress_struct codec{};
    codec.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = leaveJpeg;
    errors.manager.emit_message = countJpegWarning;
    if (setjmp(errors.back) != 0) return false;  // the process ends soon, and what the codec holds with it
    jpeg_create_decompress(&codec);
    jpeg_mem_src(&codec, reinterpret_cast<const unsigned char*>(packed.data()), static_cast<unsigned long>(packed.size()));
    jpeg_read_header(&codec, TRUE);
    constexpr int components = 3;
    if (codec.image_width != width || codec.image_height != height || codec.num_components != components) return false;
    codec.jpeg_color_space = JCS_YCbCr;
    codec.out_color_space = JCS_RGB;
    jpeg_start_decompress(&codec);
    while (codec.output_scanline < codec.output_height) {
        auto* row = reinterpret_cast<JSAMPLE*>(pixels.data() + codec.output_scanline * width * components);
        jpeg_read_scanlines(&codec, &row, 1);
    }
    jpeg_finish_decompress(&codec);
    const bool isSound = errors.manager.num_warnings == 0;
    jpeg_destroy_decompress(&codec);
    return isSound;
}

}  // namespace

std::vector<char> coloursOfJpeg(std::string_view packed, std::size_t width, std::size_t height) {
    std::vector<char> pixels(width * height * 3);
    if (!unpackJpeg(packed, width, height, pixels)) throw Refused{Verdict::broken};
    return pixels;
}

}  // namespace coarsen::dicom
