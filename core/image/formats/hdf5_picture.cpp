// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures in HDF5 files, read by the program that reads their volumes.
#include "core/base/files.hpp"
#include "core/image/conventions/regular_planes.hpp"
#include "core/image/formats/formats.hpp"
#include "core/volume/hdf5_program/hdf5_reader.hpp"

#include <algorithm>
#include <limits>

namespace coarsen::formats {

namespace {

VolumeHeader hdf5Header(const std::filesystem::path& file, const std::string& dataset) {
    if (!dataset.empty() && !volumes::isHdf5(file))
        throw InputError(displayName(file), "it is no HDF5 file, and the dataset '" + dataset + "' of one is asked for",
                         "name HDF5 files alone");
    VolumeHeader header = hdf5::headerOf(file, dataset);
    if (header.size.depth > 1)
        throw InputError(displayName(file), "it holds a volume, which is no picture",
                         "open it as a volume: name it .h5, or choose a dataset of pictures by --dataset");
    checkDeclaredSize(file, header.size.width, header.size.height, 1, bitsOf(header.type) / 8);
    return header;
}

template <typename T>
Image wholeImage(const Volume& picture) {
    std::vector<T> pixels;
    for (const float value : picture.values())
        pixels.push_back(static_cast<T>(value));
    return Image(picture.size().width, picture.size().height, std::move(pixels));
}

}  // namespace

ImageHeader hdf5PictureHeader(const std::filesystem::path& file, const std::string& dataset) {
    const VolumeHeader said = hdf5Header(file, dataset);
    ImageHeader header;
    header.width = said.size.width;
    header.height = said.size.height;
    header.bitsPerSample = std::min(bitsOf(said.type), 32);
    header.format = said.format;
    const PixelSize size{said.spacing.x, said.spacing.y, 0};
    if (said.spacing.isInUm) header.facts.sizes.push_back({size, Trust::stated, said.format});
    if (!said.withoutUnit.empty()) header.facts.withoutUnit = Stated<PixelSize>{size, Trust::offered, said.withoutUnit};
    header.remark = said.remark;
    header.remarkCode = "file.remark";
    if (said.intervalS) header.facts.intervalsS.push_back({*said.intervalS, Trust::stated, said.format});
    const long long pictures = 1LL * said.times * said.channels;
    if (pictures < 2) return header;
    SceneFacts scene;
    scene.times = said.times;
    scene.channels = said.channels;
    if (pictures > conventions::mostPromisedPlanes || !conventions::placeInOrder(scene, "CTZ", static_cast<int>(pictures)))
        throw InputError(displayName(file), "it holds more than a million pictures", "save it in parts");
    header.facts.scenes.push_back(std::move(scene));
    takeScene(header, 0);
    return header;
}

RawImage hdf5Picture(const std::filesystem::path& file, const std::string& dataset, int page) {
    const VolumeHeader header = hdf5Header(file, dataset);
    if (page < 0 || page >= 1LL * header.times * header.channels)
        throw InputError(displayName(file), "it has no page " + std::to_string(page) + " (the first is 0)");
    const Volume picture = hdf5::pictureOf(file, header, {{}, dataset, page / header.channels, page % header.channels});
    RawImage raw;
    raw.format = header.format;
    raw.bitsPerSample = std::min(bitsOf(header.type), 32);
    raw.isLinear = header.type == SampleType::f32 || header.type == SampleType::f64;
    if (header.type == SampleType::u8) {
        raw.image = wholeImage<std::uint8_t>(picture);
    } else if (header.type == SampleType::u16) {
        raw.image = wholeImage<std::uint16_t>(picture);
    } else {
        std::vector<float> pixels(picture.values().begin(), picture.values().end());
        const auto valid = picture.valid();
        for (std::size_t i = 0; i < valid.size(); ++i)
            if (valid[i] == 0) pixels[i] = std::numeric_limits<float>::quiet_NaN();
        raw.image = Image(header.size.width, header.size.height, std::move(pixels));
    }
    return raw;
}

ImageFormat hdf5() {
    ImageFormat format;
    format.name = "HDF5";
    format.recognises = volumes::hdf5().recognises;
    format.decode = [](std::span<const std::byte>, const std::filesystem::path& file, int page) {
        return hdf5Picture(file, {}, page);
    };
    format.header = [](std::span<const std::byte>, std::size_t, const std::filesystem::path& file) {
        return hdf5PictureHeader(file, {});
    };
    format.isReadInPieces = true;
    return format;
}

}  // namespace coarsen::formats
