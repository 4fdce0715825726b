// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/nasty/second_of_three.hpp"

#include "core/image/decode.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <cstring>

namespace coarsen::nasty {

namespace fs = std::filesystem;

std::string pixelsOf(const fs::path& picture) {
    std::string pixels;
    const Image image = decode(picture).image;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            pixels += static_cast<char>(static_cast<unsigned char>(image.at(x, y)));
    return pixels;
}

NastyInput secondOfThree(const std::string& name, const std::string& ending, const FileOfPixels& file,
                         const std::function<void(std::string& bytes)>& spoil, std::vector<std::string> words) {
    NastyInput input;
    input.name = name;
    input.make = [=](const fs::path& folder) {
        make::series(folder / "images");
        for (int frame = 0; frame < 3; ++frame) {
            const fs::path png = folder / "images" / make::pictureName(frame);
            std::string bytes = file(pixelsOf(png));
            fs::remove(png);
            if (frame == 1) spoil(bytes);
            make::file(png.parent_path() / (png.stem().string() + ending), bytes);
        }
    };
    const bool isSound = words.empty();
    input.answer = {.status = isSound ? 0 : 3, .words = words, .frames = isSound ? "ok ok ok" : "ok failed ok"};
    input.window = WindowAnswer{.words = std::move(words), .frames = input.answer.frames};
    return input;
}

NastyInput secondOfThreeByCommand(const std::string& name, const std::string& ending, const FileOfPixels& file,
                                  const std::function<void(std::string& bytes)>& spoil, std::vector<std::string> words) {
    NastyInput input = secondOfThree(name, ending, file, spoil, std::move(words));
    input.window.reset();
    return input;
}

std::string textOf(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::byte> bytesOf(const std::string& text) {
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

std::string gzipped(const std::string& bytes) {
    return textOf(test::gzipOf(bytesOf(bytes)));
}

std::string deflated(const std::string& bytes) {
    return textOf(test::zlibOf(bytesOf(bytes)));
}

void flipInTheMiddle(std::string& bytes) {
    bytes[bytes.size() / 2] ^= 4;
}

void cutInTheMiddle(std::string& bytes) {
    bytes.resize(bytes.size() / 2);
}

void empty(std::string& bytes) {
    bytes.clear();
}

}  // namespace coarsen::nasty
