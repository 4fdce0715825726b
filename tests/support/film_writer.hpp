// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// Small films as files hold them, made with libav itself.
namespace coarsen::test {

/// Content of a film. A pixel's value is 0 to 255: grey, or as `pixels` says.
struct FilmRecipe {
    std::string codec = "ffv1";
    std::string pixels = "gray";  ///< gray; gray16le: 257 times the value; bgr0: red value, green value / 2, blue 255 - value;
                                  ///< pal8: an index into greys that run backwards; yuv420p, yuvj420p: grey in colours
    int width = 64, height = 48, frames = 30;
    int keyEvery = 12, between = 0;  ///< frames from key to key; frames in a row that are predicted from both sides
    std::vector<int> timesMs = {};   ///< of each frame; 40 ms apart when empty
    std::function<int(int frame, int x, int y)> value = pattern;

    /// Differs from pixel to pixel and from frame to frame.
    static int pattern(int frame, int x, int y) { return (frame * 5 + x * 3 + y * 7) % 256; }
};

/// The name's ending chooses the container: .avi, .mkv, .mp4, .mov. Throws std::runtime_error.
void writeFilm(const std::filesystem::path& file, const FilmRecipe& recipe = {});

/// A file of the same kinds that holds sound alone.
void writeSound(const std::filesystem::path& file);

}  // namespace coarsen::test
