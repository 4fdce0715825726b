// SPDX-License-Identifier: GPL-3.0-or-later
// Films that break off, lie about themselves, or are none.
#include "tests/nasty/nasty_input.hpp"
#include "tests/nasty/second_of_three.hpp"

#ifdef COARSEN_FILMS
#include "tests/support/film_writer.hpp"
#endif

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace coarsen::nasty {

#ifdef COARSEN_FILMS

namespace fs = std::filesystem;

namespace {

/// Stripes that keep their distance, 12 px.
test::FilmRecipe stripes(int frames = 4) {
    test::FilmRecipe recipe;
    recipe.width = 96, recipe.height = 96, recipe.frames = frames;
    recipe.value = [](int frame, int x, int y) { return 60 + ((x + frame) / 6 % 2 + (y + 2 * frame) / 6 % 2) * 60; };
    return recipe;
}

NastyInput film(std::string name, std::function<void(const fs::path&)> make, Answer answer,
                std::optional<WindowAnswer> window = {}) {
    return {.name = std::move(name), .make = std::move(make), .answer = std::move(answer), .window = std::move(window)};
}

/// A film of an index into greys each, as GIF has them.
void writeGif(const fs::path& folder) {
    test::FilmRecipe recipe = stripes();
    recipe.codec = "gif", recipe.pixels = "pal8";
    fs::create_directories(folder / "images");
    test::writeFilm(folder / "images" / "film.gif", recipe);
}

/// A film of a Phantom: three headers, where each picture lies, and the pictures (FFmpeg's libavformat/cinedec.c).
void writeCine(const fs::path& folder) {
    constexpr std::size_t bitmapAt = 44, setupAt = 84, setupBytes = 0x163C, offsetsAt = setupAt + setupBytes;
    const test::FilmRecipe recipe = stripes();
    const auto frames = static_cast<std::size_t>(recipe.frames), pixels = std::size_t{96} * 96;
    std::string bytes(offsetsAt + 8 * frames, '\0');
    const auto put = [&](std::size_t at, std::uint64_t number, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            bytes[at + i] = static_cast<char>(number >> 8 * i);
    };
    bytes.replace(0, 2, "CI");
    put(2, bitmapAt, 2), put(6, 1, 2);
    put(12, frames, 4), put(20, frames, 4);
    put(24, bitmapAt, 4), put(28, setupAt, 4), put(32, offsetsAt, 4);
    put(bitmapAt, 40, 4), put(bitmapAt + 4, 96, 4), put(bitmapAt + 8, 96, 4);
    put(bitmapAt + 12, 1, 2), put(bitmapAt + 14, 8, 2);
    bytes.replace(setupAt + 140, 2, "ST");
    put(setupAt + 142, setupBytes, 2), put(setupAt + 768, 1000, 4), put(setupAt + 896, 8, 4);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        put(offsetsAt + 8 * frame, bytes.size(), 8);
        const std::size_t at = bytes.size();
        bytes.resize(at + 8);
        put(at, 8, 4), put(at + 4, pixels, 4);
        for (int y = 0; y < 96; ++y)
            for (int x = 0; x < 96; ++x)
                bytes += static_cast<char>(recipe.value(static_cast<int>(frame), x, y));
    }
    make::file(folder / "images" / "film.cine", bytes);
}

/// The film that `write` writes, spoilt.
std::function<void(const fs::path&)> spoiltFilm(void (*write)(const fs::path&), const std::string& name,
                                                const std::function<void(std::string& bytes)>& spoil) {
    return [=](const fs::path& folder) {
        write(folder);
        make::changed(folder / "images" / name, spoil);
    };
}

NastyInputs gifsAndCines() {
    const auto cutTo = [](std::size_t size) { return [=](std::string& bytes) { bytes.resize(size); }; };
    return {
        film("GifOfFourPictures", writeGif, {.frames = "ok ok ok ok"}),
        film("GifCutInTheMiddle", spoiltFilm(writeGif, "film.gif", cutInTheMiddle),
             {.words = {"it lacks GIF's end mark", "after frame 0"}, .frames = "ok"},
             WindowAnswer{.words = {"it lacks GIF's end mark"}}),
        film("GifWithoutItsEnd", spoiltFilm(writeGif, "film.gif", [](std::string& bytes) { bytes.pop_back(); }),
             {.words = {"ends early"}, .frames = "ok ok ok ok"}),
        film("GifOfItsHeader", spoiltFilm(writeGif, "film.gif", cutTo(13)),
             {.status = 1, .words = {"film.gif"}, .frames = "failed"}),
        film("CineOfFourPictures", writeCine, {.frames = "ok ok ok ok"}),
        film("CineCutInTheMiddle", spoiltFilm(writeCine, "film.cine", cutInTheMiddle),
             {.status = 3, .words = {"2 of 4 frames are there", "film.cine"}, .frames = "ok failed"},
             WindowAnswer{.words = {"ends early"}}),
        film("CineCutInItsHeader", spoiltFilm(writeCine, "film.cine", cutTo(500)),
             {.status = 1, .words = {"film.cine"}, .frames = "failed"}),
        film("CineThatPromisesMore", spoiltFilm(writeCine, "film.cine", [](std::string& bytes) { bytes[21] = '\x10'; }),
             {.status = 1, .words = {"film.cine", "its list of frames cannot be read"}, .frames = "failed"}),
    };
}

void writeStripes(const fs::path& folder, const std::string& name = "film.avi", int frames = 4) {
    fs::create_directories(folder / "images");
    test::writeFilm(folder / "images" / name, stripes(frames));
}

}  // namespace

NastyInputs nastyFilms() {
    NastyInputs all{
        film(
            "EmptyFilm", [](const fs::path& folder) { make::file(folder / "images" / "film.avi", ""); },
            {.status = 1, .words = {"film.avi", "the file is empty"}, .frames = "failed"},
            WindowAnswer{.words = {"the file is empty"}, .frames = "failed"}),
        film("TextNamedFilm", [](const fs::path& folder) { make::file(folder / "images" / "film.mp4", "not yet uploaded\n"); },
             {.status = 1, .words = {"film.mp4", "it begins with text"}, .frames = "failed"}),
        film(
            "FilmOfItsFirstBytes",
            [](const fs::path& folder) {
                writeStripes(folder);
                make::changed(folder / "images" / "film.avi", [](std::string& bytes) { bytes.resize(64); });
            },
            {.status = 1, .words = {"film.avi"}, .frames = "failed"}, WindowAnswer{.words = {"film.avi"}, .frames = "failed"}),
        film("FilmWithoutItsIndex",
             [](const fs::path& folder) {
                 fs::create_directories(folder / "images");
                 test::FilmRecipe recipe = stripes();
                 recipe.codec = "mpeg4", recipe.pixels = "yuv420p";
                 test::writeFilm(folder / "images" / "film.mp4", recipe);
                 make::changed(folder / "images" / "film.mp4", [](std::string& bytes) { bytes.resize(bytes.size() / 2); });
             },
             {.status = 1, .words = {"film.mp4"}, .frames = "failed"}),
        film("FilmOfSoundAlone",
             [](const fs::path& folder) {
                 fs::create_directories(folder / "images");
                 test::writeSound(folder / "images" / "film.mkv");
             },
             {.status = 1, .words = {"film.mkv"}, .frames = "failed"}),
        film("FilmBesidePictures",
             [](const fs::path& folder) {
                 make::series(folder / "images");
                 test::writeFilm(folder / "images" / "film.avi", stripes());
             },
             {.status = 3, .words = {"the others are 160 × 120"}, .frames = "failed ok ok ok"}),
        film("FilmsOfSeveralFrames",
             [](const fs::path& folder) {
                 writeStripes(folder, "a.avi");
                 writeStripes(folder, "b.avi");
             },
             {.words = {"only the first page of each is used"}, .frames = "ok ok"}),
    };
    std::ranges::move(gifsAndCines(), std::back_inserter(all));
    return all;
}

#else

NastyInputs nastyFilms() {
    return {};
}

#endif

}  // namespace coarsen::nasty
