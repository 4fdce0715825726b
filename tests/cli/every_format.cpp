// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/every_format.hpp"

#include "core/image/write_png.hpp"
#include "tests/core/image/picture_bytes.hpp"
#include "tests/core/volume/volume_bytes.hpp"

#include <tiffio.h>

#include <algorithm>
#include <fstream>
#include <hdf5.h>
#include <utility>

namespace coarsen::test {

namespace {

namespace fs = std::filesystem;

/// Numbers behind each other, little-endian but where asked.
class Laid {
public:
    template <typename T>
    Laid& put(T number, bool isBig = false) {
        std::string bytes(reinterpret_cast<const char*>(&number), sizeof number);
        if (isBig) std::ranges::reverse(bytes);
        text += bytes;
        return *this;
    }
    template <typename T>
    void at(std::size_t offset, T number) {
        text.replace(offset, sizeof number, reinterpret_cast<const char*>(&number), sizeof number);
    }
    std::string text;
};

void save(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

std::string littleEndian(const Samples& samples) {
    return {reinterpret_cast<const char*>(samples.numbers.data()), 2 * samples.numbers.size()};
}

std::vector<int> sidesOf(const Samples& samples) {
    std::vector<int> sides{samples.size.width, samples.size.height};
    if (samples.size.depth > 1) sides.push_back(samples.size.depth);
    return sides;
}

/// "112 96", "(96, 112)": x first, or last.
std::string listOf(std::vector<int> sides, const std::string& between) {
    std::string list;
    for (const int side : sides)
        list += (list.empty() ? "" : between) + std::to_string(side);
    return list;
}

void writeNpy(const fs::path& file, const Samples& samples) {
    std::vector<int> sides = sidesOf(samples);
    std::ranges::reverse(sides);
    std::string text = "{'descr': '<u2', 'fortran_order': False, 'shape': (" + listOf(sides, ", ") + "), }";
    text += std::string(117 - text.size(), ' ') + '\n';
    save(file, std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(text.size()) + '\0' + text + littleEndian(samples));
}

void writeNrrd(const fs::path& file, const Samples& samples) {
    const std::vector<int> sides = sidesOf(samples);
    save(file, "NRRD0004\ntype: ushort\ndimension: " + std::to_string(sides.size()) + "\nsizes: " + listOf(sides, " ") +
                   "\nendian: little\nencoding: raw\n\n" + littleEndian(samples));
}

void writeMetaImage(const fs::path& file, const Samples& samples) {
    const std::vector<int> sides = sidesOf(samples);
    save(file, "ObjectType = Image\nNDims = " + std::to_string(sides.size()) + "\nDimSize = " + listOf(sides, " ") +
                   "\nElementType = MET_USHORT\nElementByteOrderMSB = False\nElementDataFile = LOCAL\n" + littleEndian(samples));
}

void writeMrc(const fs::path& file, const Samples& samples) {
    const auto& [width, height, depth] = samples.size;
    Laid header;
    header.text.resize(1024, '\0');
    const std::int32_t counts[] = {width, height, depth}, unsigned16 = 6, isVolume = depth > 1;
    for (std::size_t i = 0; i < 3; ++i) {
        header.at(4 * i, counts[i]);
        header.at(28 + 4 * i, counts[i]);
        header.at(40 + 4 * i, 10.0F * static_cast<float>(counts[i]));  // Ångström
        header.at(52 + 4 * i, 90.0F);
        header.at(64 + 4 * i, static_cast<std::int32_t>(i) + 1);
    }
    header.at(12, unsigned16);
    header.at(88, isVolume);
    header.text.replace(208, 6, "MAP DD");
    save(file, header.text + littleEndian(samples));
}

/// One tag with its group's and its own names, as version 3 lays them.
void writeDm3(const fs::path& file, const Samples& samples) {
    Laid out;
    const auto name = [&](std::uint8_t kind, const std::string& text) {
        out.put(kind).put(static_cast<std::uint16_t>(text.size()), true).text += text;
    };
    const auto group = [&](const std::string& text, std::uint32_t entries) {
        name(20, text);
        out.put(std::uint8_t{1}).put(std::uint8_t{0}).put(entries, true);
    };
    const auto number = [&](const std::string& text, std::uint32_t type, auto value) {
        name(21, text);
        out.text += "%%%%";
        out.put(std::uint32_t{1}, true).put(type, true).put(value);
    };
    constexpr std::uint32_t array = 20, unsigned16 = 4, unsigned32 = 5, signed32 = 3;
    const std::vector<int> sides = sidesOf(samples);
    out.put(std::uint32_t{3}, true).put(std::uint32_t{0}, true).put(std::uint32_t{1}, true);
    out.put(std::uint8_t{1}).put(std::uint8_t{0}).put(std::uint32_t{1}, true);
    group("ImageList", 1);
    group("", 1);
    group("ImageData", 3);
    name(21, "Data");
    out.text += "%%%%";
    out.put(std::uint32_t{3}, true).put(array, true).put(unsigned16, true);
    out.put(static_cast<std::uint32_t>(samples.numbers.size()), true).text += littleEndian(samples);
    number("DataType", signed32, std::int32_t{10});
    group("Dimensions", static_cast<std::uint32_t>(sides.size()));
    for (const int side : sides)
        number("", unsigned32, static_cast<std::uint32_t>(side));
    save(file, out.text);
}

void writeGsf(const fs::path& file, const Samples& samples) {
    std::string text = "Gwyddion Simple Field 1.0\nXRes = " + std::to_string(samples.size.width) +
                       "\nYRes = " + std::to_string(samples.size.height) + "\n";
    text.resize((text.size() / 4 + 1) * 4, '\0');
    const std::vector<float> floats(samples.numbers.begin(), samples.numbers.end());
    save(file, text + std::string(reinterpret_cast<const char*>(floats.data()), 4 * floats.size()));
}

void writeFits(const fs::path& file, const Samples& samples) {
    const std::vector<int> sides = sidesOf(samples);
    std::string text;
    const auto card = [&](const std::string& key, const std::string& value) {
        text += (key + std::string(8 - key.size(), ' ') + "= " + std::string(20 - value.size(), ' ') + value);
        text.resize((text.size() + 79) / 80 * 80, ' ');
    };
    card("SIMPLE", "T");
    card("BITPIX", "16");
    card("NAXIS", std::to_string(sides.size()));
    for (std::size_t i = 0; i < sides.size(); ++i)
        card("NAXIS" + std::to_string(i + 1), std::to_string(sides[i]));
    card("BZERO", "32768");
    text += "END";
    text.resize(2880, ' ');
    Laid pixels;
    for (const std::uint16_t number : samples.numbers)
        pixels.put(static_cast<std::int16_t>(number - 32768), true);
    pixels.text.resize((pixels.text.size() + 2879) / 2880 * 2880, '\0');
    save(file, text + pixels.text);
}

std::string nifti(const Samples& samples) {
    NiftiRecipe recipe;
    recipe.sides = sidesOf(samples);
    recipe.datatype = 512;  // 16 bits, from 0
    const std::string text = littleEndian(samples);
    for (const char letter : text)
        recipe.voxels.push_back(static_cast<std::byte>(letter));
    const Bytes bytes = niftiOf(recipe);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void writeAnalyze(const fs::path& file, const Samples& samples) {
    Laid header;
    header.text.resize(348, '\0');
    header.at(0, std::int32_t{348});
    const std::vector<int> sides = sidesOf(samples);
    header.at(40, std::int16_t{4});
    for (std::size_t i = 0; i < 4; ++i) {
        header.at(42 + 2 * i, static_cast<std::int16_t>(i < sides.size() ? sides[i] : 1));
        header.at(80 + 4 * i, i < 3 ? 1.0F : 0.0F);
    }
    header.at(70, std::int16_t{4});  // 16 bits, signed
    header.at(72, std::int16_t{16});
    save(file, header.text);
    save(fs::path(file).replace_extension(".img"), littleEndian(samples));
}

}  // namespace

void writeTiff(const fs::path& file, const Samples& samples, const std::string& description) {
    const auto width = static_cast<std::uint32_t>(samples.size.width), height = static_cast<std::uint32_t>(samples.size.height);
    const Bytes bytes = tiffOf(width, height, samples.size.depth, [&](TIFF* tiff, int page) {
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 16);
        if (!description.empty()) TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, description.c_str());
        for (std::uint32_t row = 0; row < height; ++row) {
            const auto first =
                samples.numbers.begin() + static_cast<std::ptrdiff_t>(samples.size.index(0, static_cast<int>(row), page));
            std::vector<std::uint16_t> line(first, first + samples.size.width);
            TIFFWriteScanline(tiff, line.data(), row);
        }
    });
    save(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void writeHdf5(const fs::path& file, const std::vector<std::pair<std::string, Samples>>& datasets) {
    const hid_t made = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    for (const auto& [name, samples] : datasets) {
        std::vector<int> sides = sidesOf(samples);
        const std::vector<hsize_t> slowestFirst(sides.rbegin(), sides.rend());
        const hid_t space = H5Screate_simple(static_cast<int>(sides.size()), slowestFirst.data(), nullptr);
        const hid_t set = H5Dcreate2(made, name.c_str(), H5T_STD_U16LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        H5Dwrite(set, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, samples.numbers.data());
        H5Dclose(set);
        H5Sclose(space);
    }
    H5Fclose(made);
}

const std::vector<SampleWriter>& sampleWriters() {
    static const std::vector<SampleWriter> list{
        {"Png", ".png",
         [](const fs::path& file, const Samples& samples) {
             writeGreyPng(file, Image(samples.size.width, samples.size.height, samples.numbers));
         },
         true},
        {"Tiff", ".tif", [](const fs::path& file, const Samples& samples) { writeTiff(file, samples); }, false, false},
        {"Npy", ".npy", writeNpy, false, false},
        {"Mrc", ".mrc", writeMrc},
        {"Dm3", ".dm3", writeDm3, false, false},
        {"Nrrd", ".nrrd", writeNrrd},
        {"Gsf", ".gsf", writeGsf, true},
        {"Fits", ".fits", writeFits, false, false},
        {"Hdf5", ".h5",
         [](const fs::path& file, const Samples& samples) {
             writeHdf5(file, {{"data", samples}});
         }},
        {"Emd", ".emd",
         [](const fs::path& file, const Samples& samples) {
             writeHdf5(file, {{"data", samples}});
         }},
        {"Nifti", ".nii", [](const fs::path& file, const Samples& samples) { save(file, nifti(samples)); }},
        {"PackedNifti", ".nii.gz",
         [](const fs::path& file, const Samples& samples) {
             const std::string plain = nifti(samples);
             const auto* const start = reinterpret_cast<const std::byte*>(plain.data());
             const Bytes packed = gzipOf(Bytes(start, start + plain.size()));
             save(file, {reinterpret_cast<const char*>(packed.data()), packed.size()});
         }},
        {"MetaImage", ".mha", writeMetaImage},
        {"Analyze", ".hdr", writeAnalyze},
    };
    return list;
}

}  // namespace coarsen::test
