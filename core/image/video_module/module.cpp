// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/video_module/reader.hpp"
#include "core/image/video_module/writer.hpp"

#include <utility>

namespace coarsen::video {

namespace {

std::shared_ptr<Reader> openReader(const std::string& path, const std::shared_ptr<const Contents>& contents) {
    return std::make_shared<Reader>(path, contents);
}

std::shared_ptr<const Contents> readContents(const std::string& path) {
    auto contents = std::make_shared<Contents>(contentsOf(path));
    const Picture first = Reader(path, contents).picture(0);
    contents->width = first.width;
    contents->height = first.height;
    contents->channels = first.channels;
    contents->bits = first.bits;
    return contents;
}

Picture readPicture(Reader& reader, int page) {
    return reader.picture(page);
}

std::shared_ptr<Writer> openWriter(const std::string& path, const FilmForm& form) {
    return std::make_shared<Writer>(path, form);
}

void appendPicture(Writer& writer, const std::uint8_t* pixels, int bytesPerRow) {
    writer.append(pixels, bytesPerRow);
}

void finishFilm(Writer& writer) {
    writer.finish();
}

}  // namespace

}  // namespace coarsen::video

extern "C" __attribute__((visibility("default"))) const coarsen::video::Module* coarsenVideoModule() {
    using namespace coarsen::video;
    av_log_set_level(AV_LOG_QUIET);
    static const Module module{seamVersion, readContents, openReader, readPicture, openWriter, appendPicture, finishFilm};
    return &module;
}
