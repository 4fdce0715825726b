// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image/video_module/video_module.hpp"

#include <filesystem>
#include <string>

namespace coarsen {

/// A film that is written beside its name and takes it when it is whole; one that is given up leaves nothing. One thread.
///
/// Use, given `const std::filesystem::path& file, const video::FilmForm& form, const std::vector<std::uint8_t>& pixels`:
///
///     FilmFile film(file, form);
///     film.append(pixels.data(), 4 * form.width);
///     film.finish();
class FilmFile {
public:
    FilmFile(const std::filesystem::path& file, const video::FilmForm& form);  ///< throws StorageError
    ~FilmFile();
    FilmFile(const FilmFile&) = delete;
    FilmFile& operator=(const FilmFile&) = delete;

    /// Rows of pixels, each blue, green, red and an unused byte. Throws StorageError.
    void append(const std::uint8_t* pixels, int bytesPerRow);
    void finish();  ///< throws StorageError

private:
    std::filesystem::path file_, beside_;
    std::shared_ptr<video::Writer> writer_;
};

/// Why no film can be written here; empty where one can.
std::string whyNoFilms();

}  // namespace coarsen
