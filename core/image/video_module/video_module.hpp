// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// The seam between the program and its module for films, libcoarsen_video.so, which is loaded when the first film is opened or
/// written: plain values, so that the module needs nothing of core and core nothing of libav.
namespace coarsen::video {

/// Why a film or one of its frames cannot be read or written; thrown. The film's name is not in it.
struct Refusal {
    std::string reason, remedy;
};

/// One compressed picture, in the order in which the file holds them: the order of decoding.
struct Packet {
    std::int64_t time = 0;    ///< when its frame is shown, in the stream's units
    std::int64_t order = 0;   ///< its decoding time, in the same units
    std::int64_t place = -1;  ///< in the file, bytes; -1: unknown
    int page = -1;            ///< its frame's number in the order of showing; -1: no frame comes of it
    bool isKey = false;       ///< decoding can begin here
    bool isCut = false;       ///< the file ends within it
};

/// Contents of a film: its frames with their times. Immutable, for any number of threads.
struct Contents {
    int width = 0, height = 0;
    int channels = 1;                   ///< 1 grey, 3 RGB
    int bits = 8;                       ///< of a sample: 8 to 16
    std::vector<double> timesS;         ///< of each page, since the first one
    std::string remark;                 ///< remark for the user: it ends early, its pixels are not square; else empty
    std::vector<std::uint8_t> palette;  ///< of an AVI, which hands it over with the first packet alone
    std::vector<Packet> packets;        ///< in the file's order
    std::vector<int> packetOf;          ///< a page's packet
};

/// One frame; samples of a pixel stand side by side.
struct Picture {
    int width = 0, height = 0, channels = 1, bits = 8;
    std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>> samples;
};

/// A decoder at its place in the film. For one thread.
class Reader;

/// A film to be written.
struct FilmForm {
    int width = 0, height = 0;  ///< even
    int framesPerSecond = 10;
    std::vector<std::pair<std::string, std::string>> texts;  ///< its metadata: "title", "comment", ...
};

/// An encoder and its open file. For one thread.
class Writer;

/// Functions that the module offers. All functions throw Refusal.
struct Module {
    int seam = 0;                                                                    ///< `seamVersion` of whoever built it
    std::shared_ptr<const Contents> (*contents)(const std::string& path) = nullptr;  ///< reads through the file once
    std::shared_ptr<Reader> (*reader)(const std::string& path, const std::shared_ptr<const Contents>& contents) = nullptr;
    /// Exactly that page, whatever was read before. Quick for the next pages of the one before.
    Picture (*picture)(Reader& reader, int page) = nullptr;

    /// An MP4 with H.264, or MPEG-4 where this libavcodec has no encoder for it.
    std::shared_ptr<Writer> (*writer)(const std::string& path, const FilmForm& form) = nullptr;
    /// Rows of pixels, each blue, green, red and an unused byte.
    void (*append)(Writer& writer, const std::uint8_t* pixels, int bytesPerRow) = nullptr;
    void (*finish)(Writer& writer) = nullptr;  ///< writes what is still on its way, and the table of contents
};

inline constexpr int seamVersion = 2;
inline constexpr const char* moduleSymbol = "coarsenVideoModule";  ///< a function: const Module* (*)()

}  // namespace coarsen::video
