// SPDX-License-Identifier: GPL-3.0-or-later
// OME-Zarr as interrupted programs and copies leave it.
#include "tests/nasty/nasty_input.hpp"
#include "tests/nasty/second_of_three.hpp"

namespace coarsen::nasty {

namespace fs = std::filesystem;

namespace {

constexpr const char* levelOfTimes = R"({"zarr_format": 2, "shape": [3, 120, 160], "chunks": [1, 120, 160], "dtype": "|u1",
    "compressor": null, "fill_value": 0, "filters": null, "order": "C", "dimension_separator": "/"})";
constexpr const char* imageOfTimes =
    R"({"multiscales": [{"version": "0.4", "axes": [{"name": "t", "unit": "minute"}, {"name": "y"}, {"name": "x"}],
    "datasets": [{"path": "0", "coordinateTransformations": [{"type": "scale", "scale": [1, 1, 1]}]}]}]})";

/// `images` is an OME-Zarr of the three ring pictures, a chunk each, packed by zlib or not.
void writeStore(const fs::path& folder, bool isPacked) {
    make::series(folder / "pictures");
    const fs::path store = folder / "images";
    make::file(store / ".zgroup", R"({"zarr_format": 2})");
    make::file(store / ".zattrs", imageOfTimes);
    make::file(store / "0/.zarray", levelOfTimes);
    if (isPacked) make::replaced(store / "0/.zarray", "\"compressor\": null", "\"compressor\": {\"id\": \"zlib\"}");
    for (int frame = 0; frame < 3; ++frame) {
        const std::string pixels = pixelsOf(folder / "pictures" / make::pictureName(frame));
        make::file(store / "0" / std::to_string(frame) / "0/0", isPacked ? deflated(pixels) : pixels);
    }
    fs::remove_all(folder / "pictures");
}

/// A store that `spoil` has spoilt.
NastyInput store(const std::string& name, const std::function<void(const fs::path& images)>& spoil,
                 std::vector<std::string> words, const std::string& frames, bool isPacked = false) {
    NastyInput input;
    input.name = name;
    input.make = [=](const fs::path& folder) {
        writeStore(folder, isPacked);
        spoil(folder / "images");
    };
    input.answer = {.status = frames == "ok ok ok" ? 0 : frames == "failed" ? 1 : 3, .words = words, .frames = frames};
    input.window = WindowAnswer{.words = std::move(words), .frames = frames};
    return input;
}

/// The second picture's file.
fs::path chunkIn(const fs::path& images) {
    return images / "0/1/0/0";
}

}  // namespace

NastyInputs nastyFolderInputs() {
    return {
        store(
            "ZarrOfThreeTimes", [](const fs::path&) {}, {}, "ok ok ok"),
        store(
            "ZarrWithoutAChunk", [](const fs::path& images) { fs::remove(chunkIn(images)); },
            {"1 of 3 files of chunks is not there"}, "ok failed ok"),
        store(
            "ZarrWithACutChunk", [](const fs::path& images) { fs::resize_file(chunkIn(images), 9600); }, {"9600 of 19200 bytes"},
            "ok failed ok"),
        store(
            "ZarrWithALongChunk", [](const fs::path& images) { fs::resize_file(chunkIn(images), 20000); },
            {"longer than a chunk"}, "ok failed ok"),
        store(
            "ZarrWithAFolderForAChunk",
            [](const fs::path& images) {
                fs::remove(chunkIn(images));
                fs::create_directory(chunkIn(images));
            },
            {"plain file"}, "ok failed ok"),
        store(
            "ZarrWithoutItsArray", [](const fs::path& images) { fs::remove_all(images / "0"); }, {"its array '0' is not there"},
            "failed"),
        store(
            "ZarrWithCutAttributes", [](const fs::path& images) { fs::resize_file(images / ".zattrs", 100); },
            {"its attributes are no JSON object"}, "failed"),
        store(
            "ZarrThatPromisesMuch",
            [](const fs::path& images) {
                make::replaced(images / "0/.zarray", "[3, 120, 160], \"chunks\"",
                               "[2000000000, 2000000000, 2000000000], \"chunks\"");
            },
            {"its shape is"}, "failed"),
        store(
            "ZarrPackedByAnUnknownCodec",
            [](const fs::path& images) {
                make::replaced(images / "0/.zarray", "\"compressor\": null", "\"compressor\": {\"id\": \"x\"}");
            },
            {"packed by 'x'", "gzip"}, "failed"),
        store(
            "ZarrPackedByBz2",
            [](const fs::path& images) {
                make::replaced(images / "0/.zarray", "\"compressor\": null", "\"compressor\": {\"id\": \"bz2\", \"level\": 1}");
            },
            {"packed by 'bz2'", "save the array"}, "failed"),
        store(
            "PackedZarr", [](const fs::path&) {}, {}, "ok ok ok", true),
        store(
            "PackedZarrWithAFlippedBit", [](const fs::path& images) { make::changed(chunkIn(images), flipInTheMiddle); },
            {"its packed data are broken"}, "ok failed ok", true),
        store(
            "PackedZarrWithACutChunk", [](const fs::path& images) { make::changed(chunkIn(images), cutInTheMiddle); },
            {"its packed data are broken"}, "ok failed ok", true),
        store(
            "ZarrWithAnEmptyChunk", [](const fs::path& images) { make::changed(chunkIn(images), empty); }, {"0 of 19200 bytes"},
            "ok failed ok"),
    };
}

}  // namespace coarsen::nasty
