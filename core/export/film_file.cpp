// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/film_file.hpp"

#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "core/image/video_module/loaded_module.hpp"

#include <system_error>

namespace coarsen {

namespace {

template <typename Write>
auto named(const std::filesystem::path& file, Write write) {
    try {
        return write(video::loadedModule());
    } catch (const video::Refusal& refusal) {
        throw StorageError(displayName(file), refusal.reason, refusal.remedy);
    }
}

}  // namespace

FilmFile::FilmFile(const std::filesystem::path& file, const video::FilmForm& form)
    : file_(file), beside_(file.parent_path() / ("." + file.filename().string() + ".part")) {
    writer_ = named(file_, [&](const video::Module& module) { return module.writer(beside_.string(), form); });
}

FilmFile::~FilmFile() {
    writer_.reset();
    std::error_code isGone;
    std::filesystem::remove(beside_, isGone);
}

void FilmFile::append(const std::uint8_t* pixels, int bytesPerRow) {
    named(file_, [&](const video::Module& module) { module.append(*writer_, pixels, bytesPerRow); });
}

void FilmFile::finish() {
    named(file_, [&](const video::Module& module) { module.finish(*writer_); });
    writer_.reset();
    std::error_code problem;
    std::filesystem::rename(beside_, file_, problem);
    if (problem) throw StorageError(displayName(file_), problem.message(), "choose another place");
}

std::string whyNoFilms() {
    try {
        video::loadedModule();
        return {};
    } catch (const video::Refusal& refusal) {
        return refusal.reason;
    }
}

}  // namespace coarsen
