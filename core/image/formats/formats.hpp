// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.hpp"
#include "core/image/decode.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Tools that the readers of the single formats share; THE LIST of formats is in core/image/decode.cpp.
namespace coarsen::formats {

ImageFormat png();
ImageFormat cameraRaw();
ImageFormat tiff();
ImageFormat jpeg();
ImageFormat bmp();
ImageFormat video();
ImageFormat hdf5();

/// The pictures of one dataset of an HDF5 file, of those that would do the only one where none is named. Throw InputError.
ImageHeader hdf5PictureHeader(const std::filesystem::path& file, const std::string& dataset);
RawImage hdf5Picture(const std::filesystem::path& file, const std::string& dataset, int page);

/// "copy it again from the camera": what helps against a damaged or truncated file.
extern const char* const copyAgain;

/// "it ends after 213 of 498 kB".
InputError endsEarly(const std::filesystem::path& file, std::size_t bytesThere, std::size_t bytesNeeded);

/// "it is damaged (`reason`)".
InputError damaged(const std::filesystem::path& file, const std::string& reason);

struct Rgb {
    std::uint8_t red = 0, green = 0, blue = 0;
};

/// True where every colour of a palette is a grey.
bool isGrey(const std::vector<Rgb>& palette);

/// The picture that indices into a palette mean: one channel when all its colours are greys, else three. An index beyond the
/// palette's end is black.
template <typename Index>
Image paletteImage(int width, int height, const std::vector<Index>& indices, const std::vector<Rgb>& palette) {
    const std::size_t planeSize = indices.size(), channels = isGrey(palette) ? 1 : 3;
    std::vector<std::uint8_t> planes(planeSize * channels);
    for (std::size_t i = 0; i < planeSize; ++i) {
        const Rgb colour = indices[i] < palette.size() ? palette[indices[i]] : Rgb{};
        planes[i] = colour.red;
        if (channels == 1) continue;
        planes[planeSize + i] = colour.green;
        planes[2 * planeSize + i] = colour.blue;
    }
    return Image(width, height, std::move(planes), static_cast<int>(channels));
}

/// Takes apart pixels of N channels that stand side by side; N is known to the compiler, which unrolls the inner loop.
template <std::size_t N, typename T>
void splitChannels(const std::vector<T>& interleaved, std::vector<T>& planes) {
    const std::size_t planeSize = interleaved.size() / N;
    const T* from = interleaved.data();
    T* const to = planes.data();
    for (std::size_t i = 0; i < planeSize; ++i, from += N)
        for (std::size_t channel = 0; channel < N; ++channel)
            to[channel * planeSize + i] = from[channel];
}

/// One whole plane after the other, from pixels whose 1 to 4 channels stand side by side.
template <typename T>
std::vector<T> planar(std::vector<T> interleaved, std::size_t channels) {
    if (channels == 1) return interleaved;
    std::vector<T> planes(interleaved.size());
    if (channels == 2) splitChannels<2>(interleaved, planes);
    if (channels == 3) splitChannels<3>(interleaved, planes);
    if (channels == 4) splitChannels<4>(interleaved, planes);
    return planes;
}

}  // namespace coarsen::formats
