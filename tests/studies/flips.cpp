// SPDX-License-Identifier: GPL-3.0-or-later
// One wrong bit in a file of voxels, at random places, in every format: how many are refused, decide nothing, and are read as
// other values without a word. Formats whose data have no checksum, and headers, are there to show what cannot be seen.
#include "core/base/error.hpp"
#include "core/base/files.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/packed_places.hpp"
#include "tests/core/volume/volume_bytes.hpp"
#include "tests/core/volume/volume_writers.hpp"
#include "tests/core/volume/zarr_writer.hpp"
#include "tests/support/dicom_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <CLI/CLI.hpp>

#ifdef COARSEN_BLOSC
#include <blosc.h>
#endif
#ifdef COARSEN_ZSTD
#include <zstd.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace coarsen;
using namespace coarsen::test;

namespace {

namespace fs = std::filesystem;

/// Path that is opened, and the file of it whose bits are turned round.
struct Written {
    fs::path opened, damaged;
};

struct Kind {
    std::string name, checksum;
    std::function<Written(const fs::path& folder)> write;
    VolumeChoice choice = {};
};

Bytes voxels() {
    return samplesOf(patternVolume(0, {24, 22, 20}).values, SampleType::u8, false);
}

NiftiRecipe header() {
    NiftiRecipe recipe;
    recipe.sides = {24, 22, 20};
    return recipe;
}

/// A header in one file, and voxels in another.
Written pair(const fs::path& folder, bool isHeaderPacked, bool areVoxelsPacked) {
    NiftiRecipe recipe = header();
    recipe.mark = std::string("ni1\0", 4);
    recipe.voxelsAt = 0;
    const fs::path first = folder / (isHeaderPacked ? "v.hdr.gz" : "v.hdr"),
                   second = folder / (areVoxelsPacked ? "v.img.gz" : "v.img");
    writeWhole(first, isHeaderPacked ? gzipOf(niftiOf(recipe)) : niftiOf(recipe));
    writeWhole(second, areVoxelsPacked ? gzipOf(voxels()) : voxels());
    return {first, isHeaderPacked ? first : second};
}

Kind zarr(const std::string& name, const std::string& compressor, const Bytes& chunk, const std::string& checksum) {
    return {"Zarr, " + name, checksum, [=](const fs::path& folder) {
                putFile(folder / "v.zarr" / ".zarray", zarray("[20, 22, 24]", "[20, 22, 24]", "|u1", compressor));
                writeWhole(folder / "v.zarr" / "0.0.0", chunk);
                return Written{folder / "v.zarr", folder / "v.zarr" / "0.0.0"};
            }};
}

/// Slices in one file, plain or each packed by RLE (PS3.5, annex G).
Kind dicom(bool isPacked) {
    return {isPacked ? "Dicom, RLE" : "Dicom", "none", [=](const fs::path& folder) {
                DicomPicture picture;
                picture.width = 24, picture.height = 22, picture.frames = 20;
                picture.bits = picture.stored = 8;
                picture.between.put(0x00280030, "DS", "0.5\\0.5");
                if (isPacked) picture.syntax = rleSyntax;
                const Bytes all = voxels();
                const std::string text(reinterpret_cast<const char*>(all.data()), all.size());
                const auto slice = static_cast<std::size_t>(picture.width * picture.height);
                std::vector<std::string> fragments;
                std::vector<int> samples;
                for (std::size_t at = 0; at < text.size(); at += slice)
                    fragments.push_back(rleOf(text.substr(at, slice)));
                for (const char value : text)
                    samples.push_back(static_cast<unsigned char>(value));
                const fs::path file = folder / "v.dcm";
                writeWhole(file, isPacked ? packedDicom(picture, fragments) : dicomText(picture, samples));
                return Written{file, file};
            }};
}

#ifdef COARSEN_ZSTD
Bytes zstdOf(const Bytes& bytes, bool isChecked) {
    Bytes packed(ZSTD_compressBound(bytes.size()));
    ZSTD_CCtx* const context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, isChecked ? 1 : 0);
    packed.resize(ZSTD_compress2(context, packed.data(), packed.size(), bytes.data(), bytes.size()));
    ZSTD_freeCCtx(context);
    return packed;
}
#endif

#ifdef COARSEN_BLOSC
Bytes bloscOf(const Bytes& bytes) {
    Bytes packed(bytes.size() + BLOSC_MAX_OVERHEAD);
    constexpr int level = 5, shuffle = 1, oneByte = 1, oneThread = 1;
    const int length = blosc_compress_ctx(level, shuffle, oneByte, bytes.size(), bytes.data(), packed.data(), packed.size(),
                                          "lz4", 0, oneThread);
    packed.resize(static_cast<std::size_t>(length));
    return packed;
}
#endif

std::vector<Kind> kinds() {
    std::vector<Kind> all;
    std::vector<VolumeWriter> writers = volumeWriters();
    writers.insert(writers.end(), writersOfStacks().begin(), writersOfStacks().end());
    for (const VolumeWriter& writer : writers) {
        if (writer.name == "Zarr") continue;  // a folder; see below
        const bool isPacked = writer.name.starts_with("Packed") || writer.name.starts_with("Deflated");
        all.push_back({writer.name, isPacked || writer.name == "CheckedHdf5" ? "yes" : "none", [writer](const fs::path& folder) {
                           const fs::path file = folder / ("v" + writer.ending);
                           writer.write(file, patternVolume(0, {24, 22, 20}));
                           return Written{file, file};
                       }});
    }
    all.push_back(
        {"PackedNifti, second of three", "yes", [](const fs::path& folder) {
             NiftiRecipe recipe = header();
             recipe.sides.push_back(3);
             for (int time = 0; time < 3; ++time)
                 recipe.voxels = joined({reinterpret_cast<const char*>(recipe.voxels.data()), recipe.voxels.size()}, voxels());
             writeWhole(folder / "v.nii.gz", gzipOf(niftiOf(recipe)));
             return Written{folder / "v.nii.gz", folder / "v.nii.gz"};
         }});
    all.back().choice.time = 1;
    all.push_back({"PackedNifti, header alone", "yes", [](const fs::path& folder) { return pair(folder, true, false); }});
    all.push_back({"PackedNifti, voxels alone", "yes", [](const fs::path& folder) { return pair(folder, false, true); }});
    all.push_back(zarr("gzip", R"({"id": "gzip", "level": 5})", gzipOf(voxels()), "yes"));
    all.push_back(zarr("zlib", R"({"id": "zlib", "level": 5})", zlibOf(voxels()), "yes"));
    all.push_back(dicom(false));
    all.push_back(dicom(true));
#ifdef COARSEN_ZSTD
    all.push_back(zarr("zstd", R"({"id": "zstd", "level": 3})", zstdOf(voxels(), false), "none"));
    all.push_back(zarr("zstd that checks", R"({"id": "zstd", "level": 3})", zstdOf(voxels(), true), "yes"));
#endif
#ifdef COARSEN_BLOSC
    all.push_back(zarr("blosc", R"({"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1})", bloscOf(voxels()), "none"));
#endif
    return all;
}

struct Read {
    Volume volume;
    VolumeHeader header;
};

std::optional<Read> read(const fs::path& file, const VolumeChoice& choice) {
    try {
        return Read{readVolume(file, choice), volumeHeader(file, choice)};
    } catch (const InputError&) {
        return std::nullopt;
    }
}

bool isSame(const Read& a, const Read& b) {
    return a.header.size == b.header.size && a.header.spacing == b.header.spacing &&
           std::ranges::equal(a.volume.values(), b.volume.values()) && std::ranges::equal(a.volume.valid(), b.volume.valid());
}

/// One wrong bit a time, within the packed bytes or outside of them.
void flip(const Kind& kind, const Written& written, bool isWithin, int flips, std::uint64_t seed) {
    const std::vector<std::byte> whole = readWhole(written.damaged);
    std::vector<bool> isPacked(whole.size());
    for (const auto& [from, to] : packedPlaces(written.damaged))
        std::fill(isPacked.begin() + static_cast<std::ptrdiff_t>(from), isPacked.begin() + static_cast<std::ptrdiff_t>(to), true);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (isPacked[i] == isWithin) places.push_back(i);
    if (places.empty()) return;
    const std::optional<Read> right = read(written.opened, kind.choice);
    if (!right) {
        std::printf("%-30s undamaged it is refused\n", kind.name.c_str());
        return;
    }
    std::mt19937_64 random(seed);
    int refused = 0, same = 0, silent = 0;
    for (int i = 0; i < flips; ++i) {
        std::vector<std::byte> bytes = whole;
        bytes[places[random() % places.size()]] ^= static_cast<std::byte>(1 << random() % 8);
        writeWhole(written.damaged, bytes);
        const std::optional<Read> is = read(written.opened, kind.choice);
        if (!is)
            ++refused;
        else if (isSame(*is, *right))
            ++same;
        else
            ++silent;
    }
    writeWhole(written.damaged, whole);
    std::printf("%-30s %-8s %7d %7d %7d\n", (kind.name + (isWithin ? "" : ", the rest")).c_str(),
                isWithin ? kind.checksum.c_str() : "none", refused, same, silent);
    std::fflush(stdout);
}

void study(const Kind& kind, int flips, std::uint64_t seed) {
    const TemporaryFolder folder;
    const Written written = kind.write(folder.path());
    if (kind.name == "Hdf5") return;  // it has no chunks
    flip(kind, written, true, flips, seed);
    flip(kind, written, false, flips, seed);
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Wrong bits in files of volumes: refused, of no account, and read as other values");
    int flips = 2000;
    std::uint64_t seed = 1;
    std::string only;
    app.add_option("--flips", flips, "Of each format [2000]");
    app.add_option("--seed", seed, "Of the places [1]");
    app.add_option("--only", only, "Formats whose names hold this");
    CLI11_PARSE(app, argc, argv);

    std::printf("%-30s %-8s %7s %7s %7s\n", "format", "checksum", "refused", "same", "silent");
    for (const Kind& kind : kinds())
        if (kind.name.find(only) != kind.name.npos) study(kind, flips, seed);
    return 0;
}
