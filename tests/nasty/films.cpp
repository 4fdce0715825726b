// SPDX-License-Identifier: GPL-3.0-or-later
// Films that break off, lie about themselves, or are none.
#include "tests/nasty/nasty_input.hpp"

#ifdef COARSEN_FILMS
#include "tests/support/film_writer.hpp"
#endif

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

void writeStripes(const fs::path& folder, const std::string& name = "film.avi", int frames = 4) {
    fs::create_directories(folder / "images");
    test::writeFilm(folder / "images" / name, stripes(frames));
}

NastyInput film(std::string name, std::function<void(const fs::path&)> make, Answer answer,
                std::optional<WindowAnswer> window = {}) {
    return {.name = std::move(name), .make = std::move(make), .answer = std::move(answer), .window = std::move(window)};
}

}  // namespace

NastyInputs nastyFilms() {
    return {
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
}

#else

NastyInputs nastyFilms() {
    return {};
}

#endif

}  // namespace coarsen::nasty
