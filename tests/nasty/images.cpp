// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/nasty/nasty_input.hpp"

namespace coarsen::nasty {

namespace fs = std::filesystem;

NastyInputs nastyImages() {
    return {
        {
            .name = "EmptyPicture",
            .make =
                [](const fs::path& folder) {
                    make::series(folder / "images");
                    make::file(folder / "images" / make::pictureName(1), "");
                },
            .answer = {.status = 3, .words = {make::pictureName(1), "the file is empty"}, .frames = "ok failed ok"},
            .window = WindowAnswer{.words = {"the file is empty"}, .frames = "ok failed ok"},
        },
    };
}

}  // namespace coarsen::nasty
