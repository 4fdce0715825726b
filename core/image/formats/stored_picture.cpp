// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/formats/stored_picture.hpp"

#include "core/base/files.hpp"
#include "core/image/conventions/regular_planes.hpp"
#include "core/image/formats/formats.hpp"
#include "core/volume/formats/packed_parts.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

namespace coarsen::formats {

namespace {

using volumes::StoredVolume;

/// How many values a pixel has.
int channelsOf(const StoredVolume& stored) {
    return stored.voxels.isBgrx ? 3 : stored.voxels.interleaved;
}

/// How many pictures it holds, whose samples may each be several colours.
std::uintmax_t picturesIn(const StoredVolume& stored) {
    return static_cast<std::uintmax_t>(stored.header.size.depth) * stored.voxels.volumes;
}

StoredVolume checked(StoredVolume stored, const std::filesystem::path& file) {
    constexpr int mostColours = 4;
    if (stored.voxels.interleaved > mostColours)
        throw InputError(displayName(file), "a pixel has " + std::to_string(stored.voxels.interleaved) + " values",
                         "save one of them, or colours");
    if (picturesIn(stored) > static_cast<std::uintmax_t>(conventions::mostPromisedPlanes))
        throw InputError(displayName(file), "it holds " + std::to_string(picturesIn(stored)) + " pictures, more than a million",
                         "save it in parts");
    checkDeclaredSize(file, stored.header.size.width, stored.header.size.height, stored.voxels.interleaved,
                      static_cast<int>(volumes::sampleBytes(stored.header.type)));
    return stored;
}

/// Says what its pictures are as far as the file does; else they are taken for times, one after the other.
SceneFacts sceneOf(const StoredVolume& stored) {
    const VolumeHeader& header = stored.header;
    SceneFacts scene;
    scene.isStated = stored.arePlanesStated;
    scene.slices = scene.isStated ? header.size.depth : 1;
    scene.channels = stored.voxels.interleaved > 1 ? 1 : header.channels;
    scene.times = header.times * (scene.isStated ? 1 : header.size.depth);
    conventions::placeInOrder(scene, "ZTC", static_cast<int>(picturesIn(stored)));
    return scene;
}

/// The remark on a volume in the words of a picture.
std::string remarkOnPicture(const StoredVolume& stored) {
    std::string remark = stored.header.remark;
    constexpr std::string_view option = "--spacing X,Y,Z gives";
    if (const std::size_t at = remark.find(option); at != remark.npos) remark.replace(at, option.size(), "--pixel-size gives");
    if (stored.voxels.interleaved == 2) volumes::addRemark(remark, "Its pixels have two values; the first is measured.");
    return remark;
}

ImageHeader headerOf(const StoredVolume& stored) {
    const VolumeHeader& said = stored.header;
    ImageHeader header;
    header.width = said.size.width;
    header.height = said.size.height;
    header.channels = channelsOf(stored);
    header.bitsPerSample = bitsOf(said.type);
    header.format = said.format;
    header.facts = stored.facts;
    header.remark = remarkOnPicture(stored);
    header.remarkCode = "file.remark";
    if (said.spacing.isInUm)
        header.facts.sizes.push_back({{said.spacing.x, said.spacing.y, said.spacing.z}, Trust::stated, said.format});
    if (!said.withoutUnit.empty())
        header.facts.withoutUnit = Stated<PixelSize>{{said.spacing.x, said.spacing.y, 0}, Trust::offered, said.withoutUnit};
    if (said.isDefaultSize)
        header.facts.sizes.push_back({{said.spacing.x, said.spacing.y, 0, false, true}, Trust::offered, said.format});
    if (said.intervalS) header.facts.intervalsS.push_back({*said.intervalS, Trust::stated, said.format});
    if (picturesIn(stored) < 2) return header;
    header.facts.scenes.push_back(sceneOf(stored));
    takeScene(header, 0);
    return header;
}

/// The samples of one picture as they lie in the file, unpacked; packed ones are read to their end, where their checksum stands.
std::vector<std::byte> samplesOf(const StoredVolume& stored, std::uintmax_t picture) {
    const auto& voxels = stored.voxels;
    const std::uintmax_t bytes = std::uintmax_t{stored.header.size.slice()} * static_cast<std::uintmax_t>(voxels.interleaved) *
                                 volumes::sampleBytes(stored.header.type);
    if (voxels.planes) {
        std::vector<std::byte> plane(static_cast<std::size_t>(bytes));
        voxels.planes->read(picture, 1, plane, {});
        return plane;
    }
    const volumes::PartBytes source = volumes::partBytesAt(voxels, picture * bytes, bytes, picturesIn(stored) * bytes);
    std::vector<std::byte> samples(static_cast<std::size_t>(bytes));
    const std::size_t got = source.bytes->read(samples);
    if (got < bytes) throw endsEarly(voxels.file, got, static_cast<std::size_t>(bytes));
    if (!source.isChecked) source.bytes->checkEnd((picturesIn(stored) - picture - 1) * bytes);
    volumes::takeSamplesAsMeant(samples, stored.header.type, voxels);
    return samples;
}

/// Whole numbers from 0 as they are, in the machine's order.
template <typename T>
std::vector<T> wholeNumbers(const std::vector<std::byte>& samples, bool isBigEndian) {
    std::vector<T> numbers(samples.size() / sizeof(T));
    std::memcpy(numbers.data(), samples.data(), numbers.size() * sizeof(T));
    if constexpr (sizeof(T) == 2)
        if (isBigEndian != (std::endian::native == std::endian::big))
            for (T& number : numbers)
                number = static_cast<T>(number >> 8 | number << 8);
    return numbers;
}

std::vector<float> values(const StoredVolume& stored, const std::vector<std::byte>& samples) {
    std::vector<float> numbers(samples.size() / volumes::sampleBytes(stored.header.type));
    volumes::unpackVoxels(stored.header.type, samples.data(), 1, stored.voxels, numbers);
    return numbers;
}

/// Takes rows for columns, of a picture of one channel.
template <typename T>
std::vector<T> transposed(std::vector<T> pixels, int width, int height) {
    std::vector<T> turned(pixels.size());
    for (std::size_t y = 0, i = 0; y < static_cast<std::size_t>(height); ++y)
        for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x, ++i)
            turned[i] = pixels[x * static_cast<std::size_t>(height) + y];
    return turned;
}

template <typename T>
Image imageOf(const StoredVolume& stored, std::vector<T> pixels) {
    const auto& [width, height, depth] = stored.header.size;
    const int channels = channelsOf(stored);
    if (stored.isTransposed) pixels = transposed(std::move(pixels), width, height);
    return Image(width, height, planar(std::move(pixels), static_cast<std::size_t>(channels)), channels);
}

RawImage pictureOf(const StoredVolume& stored, const std::filesystem::path& file, int page) {
    if (page < 0 || static_cast<std::uintmax_t>(page) >= picturesIn(stored))
        throw InputError(displayName(file), "it has no page " + std::to_string(page) + " (the first is 0)");
    const std::vector<std::byte> samples = samplesOf(stored, static_cast<std::uintmax_t>(page));
    const SampleType type = stored.header.type;
    const bool areScaled = stored.voxels.slope != 1 || stored.voxels.intercept != 0 || stored.voxels.blank;
    RawImage raw;
    raw.format = stored.header.format;
    raw.bitsPerSample = std::min(bitsOf(type), 32);
    raw.isLinear = volumes::isFloat(type);
    if (type == SampleType::u8 && !areScaled)
        raw.image = imageOf(stored, wholeNumbers<std::uint8_t>(samples, false));
    else if (type == SampleType::u16 && !areScaled)
        raw.image = imageOf(stored, wholeNumbers<std::uint16_t>(samples, stored.voxels.isBigEndian));
    else
        raw.image = imageOf(stored, values(stored, samples));
    raw.hasAlpha = channelsOf(stored) == 4;
    return raw;
}

}  // namespace

ImageFormat pictureFormatOf(const volumes::StoredFormat& format) {
    const auto describe = format.describe;
    ImageFormat pictures;
    pictures.name = format.name;
    if (!format.isOfVolumes) pictures.extensions = format.endings;
    pictures.recognises = format.recognises;
    pictures.isReadInPieces = true;
    pictures.decode = [describe](std::span<const std::byte>, const std::filesystem::path& file, int page) {
        return pictureOf(checked(describe(file), file), file, page);
    };
    pictures.header = [describe](std::span<const std::byte>, std::size_t, const std::filesystem::path& file) {
        return headerOf(checked(describe(file), file));
    };
    return pictures;
}

}  // namespace coarsen::formats
