// SPDX-License-Identifier: GPL-3.0-or-later
// TIFFs of several pages, as cameras, ImageJ and interrupted programs leave them.
#include "core/image/decode.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/nasty/nasty_input.hpp"

#include <tiffio.h>

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace {

using Write = std::function<void(TIFF* tiff, int page, std::vector<std::uint8_t>& pixels)>;

/// `images/stack.tif` of the ring pictures; `change` may change a page's tags and pixels before they are written.
void writeStack(const fs::path& folder, int pages = 3, const Write& change = {}, const char* mode = "w") {
    make::series(folder / "images", pages);
    std::vector<std::vector<std::uint8_t>> pictures;
    for (int page = 0; page < pages; ++page) {
        const fs::path file = folder / "images" / make::pictureName(page);
        auto& pixels = pictures.emplace_back();
        decode(file).image.visit([&](auto plane) {
            for (const auto value : plane)
                pixels.push_back(static_cast<std::uint8_t>(value));
        });
        fs::remove(file);
    }
    const auto bytes = test::tiffOf(
        160, 120, pages,
        [&](TIFF* tiff, int page) {
            auto& pixels = pictures[static_cast<std::size_t>(page)];
            TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 120);
            if (change) change(tiff, page, pixels);
            TIFFWriteEncodedStrip(tiff, 0, pixels.data(), static_cast<tmsize_t>(pixels.size()));
        },
        mode);
    make::file(folder / "images" / "stack.tif", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

NastyInput stack(std::string name, std::function<void(const fs::path& folder)> make, std::vector<std::string> words,
                 const std::string& frames, bool isForWindow = false) {
    NastyInput input;
    input.name = std::move(name);
    input.make = std::move(make);
    const bool isAnyGood = frames.find("ok") != std::string::npos, isAllGood = frames.find("failed") == std::string::npos;
    input.answer = {.status = !isAnyGood ? 1 : isAllGood ? 0 : 3, .words = words, .frames = frames};
    if (isForWindow) input.window = WindowAnswer{.words = std::move(words), .frames = frames};
    return input;
}

/// Calls `spoil` with the stack's bytes.
std::function<void(const fs::path&)> spoilt(const std::function<void(std::string& bytes)>& spoil, const Write& change = {}) {
    return [=](const fs::path& folder) {
        writeStack(folder, 3, change);
        make::changed(folder / "images" / "stack.tif", spoil);
    };
}

std::size_t u32(const std::string& bytes, std::size_t at) {
    std::size_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// Where the next directory's place stands of the one at `directory`.
std::size_t linkOf(const std::string& bytes, std::size_t directory) {
    const std::size_t entries = static_cast<unsigned char>(bytes[directory]);
    return directory + 2 + 12 * entries;
}

void describe(TIFF* tiff, int page, const char* text) {
    if (page == 0) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, text);
}

}  // namespace

NastyInputs nastyStacks() {
    const auto deflated = [](TIFF* tiff, int, std::vector<std::uint8_t>&) {
        TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    };
    return {
        stack(
            "StackWhosePagesDifferInSize",
            [](const fs::path& folder) {
                writeStack(folder, 3, [](TIFF* tiff, int page, std::vector<std::uint8_t>& pixels) {
                    if (page == 1) TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 80), pixels.resize(80 * 120);
                });
            },
            {"Frame 1 is 80 × 120, the others are 160 × 120"}, "ok failed ok", true),
        stack(
            "StackWithAFlatPage",
            [](const fs::path& folder) {
                writeStack(folder, 3, [](TIFF*, int page, std::vector<std::uint8_t>& pixels) {
                    if (page == 1) std::ranges::fill(pixels, std::uint8_t{9});
                });
            },
            {"Frame 1 is one flat grey"}, "ok failed ok"),
        stack("StackWithADamagedPage",
              spoilt(
                  [](std::string& bytes) {
                      const std::size_t second = u32(bytes, linkOf(bytes, u32(bytes, 4)));
                      bytes[second - 40] ^= 1;  // among its pixels, which stand before it
                  },
                  deflated),
              {"stack.tif", "it is damaged"}, "ok failed ok", true),
        stack("StackCutInItsLastPage", spoilt([](std::string& bytes) { bytes.resize(bytes.size() - 9000); }), {"stack.tif"},
              "ok ok"),
        stack("StackWhosePagesGoRound", spoilt([](std::string& bytes) {
                  const std::size_t first = u32(bytes, 4), second = u32(bytes, linkOf(bytes, first));
                  bytes.replace(linkOf(bytes, second), 4, bytes.substr(4, 4));  // behind the second comes the first
              }),
              {}, "ok ok"),
        stack("StackWhoseLinkLeadsOut", spoilt([](std::string& bytes) {
                  const std::size_t first = u32(bytes, 4), second = u32(bytes, linkOf(bytes, first));
                  bytes.replace(linkOf(bytes, second), 4, "\xff\xff\xff\x7f");
              }),
              {}, "ok ok"),
        stack(
            "StackThatSaysItHoldsMore",
            [](const fs::path& folder) {
                writeStack(folder, 3, [](TIFF* tiff, int page, std::vector<std::uint8_t>&) {
                    describe(tiff, page, "ImageJ=1.53t\nimages=500\nframes=500\nfinterval=60\n");
                });
            },
            {}, "ok ok ok"),
        stack(
            "StackWithANegativeInterval",
            [](const fs::path& folder) {
                writeStack(folder, 3, [](TIFF* tiff, int page, std::vector<std::uint8_t>&) {
                    describe(tiff, page, "ImageJ=1.53t\nimages=3\nframes=3\nfinterval=-60\n");
                });
            },
            {}, "ok ok ok"),
        stack(
            "StackOfSlicesNotTimes",
            [](const fs::path& folder) {
                writeStack(folder, 3, [](TIFF* tiff, int page, std::vector<std::uint8_t>&) {
                    describe(tiff, page, "ImageJ=1.53t\nimages=3\nslices=3\n");
                });
            },
            {}, "ok ok ok", true),
        stack(
            "StackBesidePictures",
            [](const fs::path& folder) {
                writeStack(folder);
                fs::rename(folder / "images" / "stack.tif", folder / "stack.tif");
                make::series(folder / "images");
                fs::rename(folder / "stack.tif", folder / "images" / "a_stack.tif");
            },
            {"only the first page of each is used"}, "ok ok ok ok"),
        stack(
            "BigTiffStack", [](const fs::path& folder) { writeStack(folder, 3, {}, "w8"); }, {}, "ok ok ok"),
        stack(
            "EmptyStack", [](const fs::path& folder) { make::file(folder / "images" / "stack.tif", ""); }, {"the file is empty"},
            "failed", true),
    };
}

}  // namespace coarsen::nasty
