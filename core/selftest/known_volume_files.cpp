// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/selftest/known_volume_files.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <zlib.h>

namespace coarsen::known_files {

namespace {

constexpr std::uint64_t nowhere = ~std::uint64_t{0};  // of HDF5

/// Grows number by number in one order of bytes.
class FileBytes {
public:
    explicit FileBytes(std::endian order) : order_(order) {}

    template <typename Number>
    FileBytes& add(Number number) {
        auto bytes = std::bit_cast<std::array<char, sizeof(Number)>>(number);
        if (order_ != std::endian::native) std::ranges::reverse(bytes);
        bytes_.append(bytes.data(), bytes.size());
        return *this;
    }
    FileBytes& text(std::string_view text) {
        bytes_ += text;
        return *this;
    }
    /// Zeros up to this length.
    FileBytes& upTo(std::size_t length) {
        bytes_.resize(length);
        return *this;
    }
    FileBytes& upToMultipleOf(std::size_t unit) { return upTo((bytes_.size() + unit - 1) / unit * unit); }

    std::size_t size() const { return bytes_.size(); }
    const std::string& bytes() const { return bytes_; }

private:
    std::endian order_;
    std::string bytes_;
};

template <typename Number>
std::string storedAs(const Voxels& voxels) {
    FileBytes bytes(voxels.order);
    for (const double number : voxels.numbers)
        bytes.add(static_cast<Number>(number));
    return bytes.bytes();
}

/// The codes of NIfTI's `datatype`.
std::int16_t niftiCode(SampleType type) {
    switch (type) {
        case SampleType::u8:
            return 2;
        case SampleType::s8:
            return 256;
        case SampleType::s16:
            return 4;
        case SampleType::u16:
            return 512;
        case SampleType::s32:
            return 8;
        case SampleType::u32:
            return 768;
        case SampleType::f32:
            return 16;
        case SampleType::f64:
            return 64;
        case SampleType::f16:
        case SampleType::u64:
        case SampleType::s64:
            break;  // none of these files
    }
    return 0;
}

const char* metaCode(SampleType type) {
    switch (type) {
        case SampleType::u8:
            return "MET_UCHAR";
        case SampleType::s8:
            return "MET_CHAR";
        case SampleType::s16:
            return "MET_SHORT";
        case SampleType::u16:
            return "MET_USHORT";
        case SampleType::s32:
            return "MET_INT";
        case SampleType::u32:
            return "MET_UINT";
        case SampleType::f32:
            return "MET_FLOAT";
        case SampleType::f64:
            return "MET_DOUBLE";
        case SampleType::f16:
        case SampleType::u64:
        case SampleType::s64:
            break;  // none of these files
    }
    return "";
}

/// An object's header as HDF5's first version has it, message by message.
class Hdf5Object {
public:
    void add(std::uint16_t type, FileBytes data) {
        data.upToMultipleOf(8);
        messages_.add(type).add(static_cast<std::uint16_t>(data.size())).add(std::uint32_t{0}).text(data.bytes());
        ++count_;
    }
    std::string bytes() const {
        FileBytes all(std::endian::little);
        all.add(std::uint8_t{1}).add(std::uint8_t{0}).add(count_).add(std::uint32_t{1});
        all.add(static_cast<std::uint32_t>(messages_.size())).upToMultipleOf(8);
        return all.text(messages_.bytes()).bytes();
    }

private:
    FileBytes messages_{std::endian::little};
    std::uint16_t count_ = 0;
};

FileBytes hdf5Space(const std::vector<std::uint64_t>& sides) {
    FileBytes space(std::endian::little);
    space.add(std::uint8_t{1}).add(static_cast<std::uint8_t>(sides.size())).upToMultipleOf(8);
    for (const std::uint64_t side : sides)
        space.add(side);
    return space;
}

std::string hdf5Dataset(const Voxels& voxels, std::uint64_t voxelsAt) {
    Hdf5Object dataset;
    const VolumeSize& size = voxels.size;
    dataset.add(0x0001, hdf5Space({static_cast<std::uint64_t>(size.depth), static_cast<std::uint64_t>(size.height),
                                   static_cast<std::uint64_t>(size.width)}));
    FileBytes type(std::endian::little);  // whole numbers, 16 bits from bit 0 on
    type.add(std::uint8_t{0x10}).add(std::uint8_t{voxels.order == std::endian::big}).upTo(4);
    dataset.add(0x0003, type.add(std::uint32_t{2}).add(std::uint16_t{0}).add(std::uint16_t{16}));
    FileBytes fill(std::endian::little);  // version 2, room taken at once, no value
    dataset.add(0x0005, fill.add(std::uint8_t{2}).add(std::uint8_t{1}).add(std::uint8_t{0}).add(std::uint8_t{0}));
    FileBytes layout(std::endian::little);  // version 3, in one piece
    layout.add(std::uint8_t{3}).add(std::uint8_t{1}).add(voxelsAt);
    dataset.add(0x0008, layout.add(static_cast<std::uint64_t>(2 * size.voxels())));
    constexpr std::string_view name{"element_size_um\0", 16};
    FileBytes attribute(std::endian::little);
    attribute.add(std::uint8_t{1}).add(std::uint8_t{0}).add(static_cast<std::uint16_t>(name.size()));
    attribute.add(std::uint16_t{20}).add(std::uint16_t{16}).text(name);
    attribute.add(std::uint8_t{0x11}).add(std::uint8_t{0x20}).add(std::uint8_t{0x1f}).add(std::uint8_t{0});  // IEEE, 32 bits
    attribute.add(std::uint32_t{4}).add(std::uint16_t{0}).add(std::uint16_t{32}).add(std::uint8_t{23}).add(std::uint8_t{8});
    attribute.add(std::uint8_t{0}).add(std::uint8_t{23}).add(std::uint32_t{127}).upToMultipleOf(8);
    attribute.text(hdf5Space({3}).bytes());
    for (const double step : {voxels.spacing.z, voxels.spacing.y, voxels.spacing.x})
        attribute.add(static_cast<float>(step));
    dataset.add(0x000c, attribute);
    return dataset.bytes();
}

}  // namespace

std::string samplesOf(const Voxels& voxels) {
    switch (voxels.type) {
        case SampleType::u8:
            return storedAs<std::uint8_t>(voxels);
        case SampleType::s8:
            return storedAs<std::int8_t>(voxels);
        case SampleType::u16:
            return storedAs<std::uint16_t>(voxels);
        case SampleType::s16:
            return storedAs<std::int16_t>(voxels);
        case SampleType::u32:
            return storedAs<std::uint32_t>(voxels);
        case SampleType::s32:
            return storedAs<std::int32_t>(voxels);
        case SampleType::f32:
            return storedAs<float>(voxels);
        case SampleType::f64:
            return storedAs<double>(voxels);
        case SampleType::f16:
        case SampleType::u64:
        case SampleType::s64:
            break;  // none of these files
    }
    return {};
}

std::string nifti1(const Voxels& voxels) {
    FileBytes header(voxels.order);
    const VolumeSize& size = voxels.size;
    header.add(std::int32_t{348}).upTo(40).add(std::int16_t{3});
    for (const int side : {size.width, size.height, size.depth, 1, 1, 1, 1})
        header.add(static_cast<std::int16_t>(side));
    header.upTo(70).add(niftiCode(voxels.type)).add(static_cast<std::int16_t>(bitsOf(voxels.type))).upTo(76).add(1.0F);
    for (const double step : {voxels.spacing.x, voxels.spacing.y, voxels.spacing.z})
        header.add(static_cast<float>(step));
    header.upTo(108).add(352.0F).upTo(123).add(std::uint8_t{3});  // the first voxel's place; micrometres
    return header.upTo(344).text("n+1").upTo(352).text(samplesOf(voxels)).bytes();
}

std::string nifti2(const Voxels& voxels) {
    FileBytes header(voxels.order);
    const VolumeSize& size = voxels.size;
    header.add(std::int32_t{540}).text({"n+2\0\r\n\x1a\n", 8}).add(niftiCode(voxels.type));
    header.add(static_cast<std::int16_t>(bitsOf(voxels.type))).add(std::int64_t{3});
    for (const int side : {size.width, size.height, size.depth, 1, 1, 1, 1})
        header.add(std::int64_t{side});
    header.upTo(104).add(1.0).add(voxels.spacing.x).add(voxels.spacing.y).add(voxels.spacing.z);
    header.upTo(168).add(std::int64_t{544}).upTo(500).add(std::int32_t{3});
    return header.upTo(544).text(samplesOf(voxels)).bytes();
}

std::string metaImage(const Voxels& voxels, std::string_view dataFile) {
    const VolumeSize& size = voxels.size;
    const auto mm = [](double um) { return std::to_string(um / 1000); };
    std::string text = "ObjectType = Image\nNDims = 3\nBinaryData = True\nBinaryDataByteOrderMSB = ";
    text += voxels.order == std::endian::big ? "True" : "False";
    text += "\nCompressedData = False\nElementSpacing = " + mm(voxels.spacing.x) + " " + mm(voxels.spacing.y) + " " +
            mm(voxels.spacing.z);
    text += "\nDimSize = " + std::to_string(size.width) + " " + std::to_string(size.height) + " " + std::to_string(size.depth);
    text += std::string("\nElementType = ") + metaCode(voxels.type) + "\nElementDataFile = " + std::string(dataFile) + "\n";
    return dataFile == "LOCAL" ? text + samplesOf(voxels) : text;
}

std::string tiff(const Voxels& voxels) {
    enum Kind : std::uint16_t { letters = 2, shorts = 3, longs = 4, ratio = 5 };
    struct Entry {
        std::uint16_t tag;
        Kind kind;
        std::uint32_t count, value;
    };
    const VolumeSize& size = voxels.size;
    const std::string samples = samplesOf(voxels), description = "ImageJ=1.53\nimages=" + std::to_string(size.depth) +
                                                                 "\nslices=" + std::to_string(size.depth) +
                                                                 "\nunit=um\nspacing=" + std::to_string(voxels.spacing.z) + "\n";
    const std::size_t sliceBytes = samples.size() / static_cast<std::size_t>(size.depth);
    FileBytes file(voxels.order);
    file.text(voxels.order == std::endian::big ? "MM" : "II").add(std::uint16_t{42}).add(std::uint32_t{0});
    const auto place = [&] { return static_cast<std::uint32_t>(file.size()); };
    const std::uint32_t words = place();
    file.text(description).add(std::uint8_t{0}).upToMultipleOf(2);
    const std::uint32_t perUmX = place();
    file.add(std::uint32_t{1000000}).add(static_cast<std::uint32_t>(std::lround(1000000 * voxels.spacing.x)));
    const std::uint32_t perUmY = place();
    file.add(std::uint32_t{1000000}).add(static_cast<std::uint32_t>(std::lround(1000000 * voxels.spacing.y)));
    const std::uint32_t voxelsAt = place();
    file.text(samples).upToMultipleOf(2);

    const bool isFloat = voxels.type == SampleType::f32 || voxels.type == SampleType::f64;
    const auto width = static_cast<std::uint32_t>(size.width), height = static_cast<std::uint32_t>(size.height);
    constexpr std::uint32_t entries = 14;
    const std::uint32_t firstDirectory = place();
    for (std::uint32_t z = 0; z < static_cast<std::uint32_t>(size.depth); ++z) {
        const auto slice = static_cast<std::uint32_t>(sliceBytes);
        const std::array<Entry, entries> directory{{{256, longs, 1, width},
                                                    {257, longs, 1, height},
                                                    {258, shorts, 1, static_cast<std::uint32_t>(bitsOf(voxels.type))},
                                                    {259, shorts, 1, 1},
                                                    {262, shorts, 1, 1},
                                                    {270, letters, static_cast<std::uint32_t>(description.size() + 1), words},
                                                    {273, longs, 1, voxelsAt + z * slice},
                                                    {277, shorts, 1, 1},
                                                    {278, longs, 1, height},
                                                    {279, longs, 1, slice},
                                                    {282, ratio, 1, perUmX},
                                                    {283, ratio, 1, perUmY},
                                                    {296, shorts, 1, 1},
                                                    {339, shorts, 1, isFloat ? 3U : 1U}}};
        file.add(static_cast<std::uint16_t>(entries));
        for (const Entry& entry : directory) {
            file.add(entry.tag).add(static_cast<std::uint16_t>(entry.kind)).add(entry.count);
            if (entry.kind == shorts)
                file.add(static_cast<std::uint16_t>(entry.value)).add(std::uint16_t{0});
            else
                file.add(entry.value);
        }
        file.add(z + 1 < static_cast<std::uint32_t>(size.depth) ? place() + 4 : std::uint32_t{0});
    }
    FileBytes start(voxels.order);
    std::string bytes = file.bytes();
    bytes.replace(4, 4, start.add(firstDirectory).bytes());
    return bytes;
}

std::string hdf5(const std::vector<NamedVoxels>& datasets) {
    constexpr std::size_t rootAt = 96, headerRoom = 1024;  // the root's header, then one of each dataset, then voxels
    Hdf5Object root;
    FileBytes links(std::endian::little);  // few, and in this header
    root.add(0x0002, links.add(std::uint8_t{0}).add(std::uint8_t{0}).add(nowhere).add(nowhere));
    std::string headers, voxels;
    for (std::size_t i = 0; i < datasets.size(); ++i) {
        const auto& [name, stored] = datasets[i];
        FileBytes link(std::endian::little);
        link.add(std::uint8_t{1}).add(std::uint8_t{0}).add(static_cast<std::uint8_t>(name.size())).text(name);
        root.add(0x0006, link.add(static_cast<std::uint64_t>((i + 1) * headerRoom)));
        headers += hdf5Dataset(stored, (datasets.size() + 1) * headerRoom + voxels.size());
        headers.resize((i + 1) * headerRoom);
        voxels += samplesOf(stored);
    }
    const std::size_t end = (datasets.size() + 1) * headerRoom + voxels.size();
    FileBytes file(std::endian::little);
    file.text({"\x89HDF\r\n\x1a\n", 8}).upTo(13).add(std::uint8_t{8}).add(std::uint8_t{8}).upTo(16);
    file.add(std::uint16_t{4}).add(std::uint16_t{16}).add(std::uint32_t{0}).add(std::uint64_t{0}).add(nowhere);
    file.add(std::uint64_t{end}).add(nowhere).add(std::uint64_t{0}).add(std::uint64_t{rootAt});
    return file.upTo(rootAt).text(root.bytes()).upTo(headerRoom).text(headers + voxels).bytes();
}

std::string gzip(const std::string& bytes) {
    z_stream stream{};
    constexpr int window = 15 + 16, memory = 8;  // gzip's wrapping
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY) != Z_OK)
        throw StorageError("the self-test's file", "zlib does not begin");
    std::string packed(deflateBound(&stream, bytes.size()) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (!isWhole) throw StorageError("the self-test's file", "zlib does not end");
    return packed;
}

void write(const std::filesystem::path& file, std::string_view bytes) {
    std::ofstream stream(file, std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!stream.flush()) throw StorageError(file.string(), "it cannot be written");
}

}  // namespace coarsen::known_files
