// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/image/held_array.hpp"

#include "core/base/error.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace coarsen {

namespace {

constexpr int mostChannels = 4;                            // red, green, blue and opacity
constexpr const char* belowNoFolder = "/dev/null/array/";  // where no file can be

/// The arrays there are, by path.
struct ArraysThere {
    std::mutex mutex;
    std::map<std::filesystem::path, std::shared_ptr<const HeldArray>> arrays;
};

ArraysThere& arraysThere() {
    static ArraysThere there;
    return there;
}

void requireAll(const ArrayFacts& facts, std::span<const std::byte> values) {
    if (values.size() != facts.bytes())
        throw InputError("",
                         "its array has " + std::to_string(values.size()) + " bytes instead of " + std::to_string(facts.bytes()),
                         "give arrays that stay as they are");
}

template <typename T>
std::span<const T> valuesOf(const SharedBytes& bytes) {
    return {reinterpret_cast<const T*>(bytes.bytes.data()), bytes.bytes.size() / sizeof(T)};
}

/// Channels that alternate become planes.
template <typename T>
Image imageOf(const ImageHeader& header, const SharedBytes& bytes) {
    const std::span<const T> values = valuesOf<T>(bytes);
    const auto channels = static_cast<std::size_t>(header.channels), plane = values.size() / channels;
    if (channels == 1) return Image::over(header.width, header.height, std::shared_ptr<const T>(bytes.owner, values.data()));
    std::vector<T> planes(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        planes[i % channels * plane + i / channels] = values[i];
    return {header.width, header.height, std::move(planes), header.channels};
}

template <typename T>
std::vector<float> floatsOf(const SharedBytes& bytes) {
    const std::span<const T> values = valuesOf<T>(bytes);
    return {values.begin(), values.end()};
}

}  // namespace

int ArrayFacts::bits() const {
    return type == "uint8" ? 8 : type == "uint16" ? 16 : type == "float32" ? 32 : 0;
}

bool ArrayFacts::isFrame() const {
    const bool hasSides = std::ranges::all_of(shape, [](int side) { return side > 0; });
    const bool isPlane = shape.size() == 2 || (shape.size() == 3 && shape[2] <= mostChannels);
    return hasSides && bits() > 0 && (isVolume ? shape.size() == 3 : isPlane);
}

std::size_t ArrayFacts::bytes() const {
    auto bytes = static_cast<std::size_t>(bits() / 8);
    for (const int side : shape)
        bytes *= static_cast<std::size_t>(side);
    return bytes;
}

ImageHeader ArrayFacts::header() const {
    const std::size_t y = isVolume ? 1 : 0;
    ImageHeader header;
    header.height = shape[y];
    header.width = shape[y + 1];
    if (!isVolume && shape.size() > 2) header.channels = shape[2];
    header.bitsPerSample = bits();
    header.format = "array";
    return header;
}

ArrayFile::ArrayFile(std::shared_ptr<const HeldArray> array, const std::string& name) {
    static std::atomic<int> number = 0;
    path_ = std::filesystem::path(belowNoFolder) / std::to_string(++number) / name;
    ArraysThere& there = arraysThere();
    const std::lock_guard lock(there.mutex);
    there.arrays[path_] = std::move(array);
}

ArrayFile::~ArrayFile() {
    ArraysThere& there = arraysThere();
    std::shared_ptr<const HeldArray> last;  // it goes without the lock
    const std::lock_guard lock(there.mutex);
    last = std::move(there.arrays[path_]);
    there.arrays.erase(path_);
}

bool isArrayPath(const std::filesystem::path& file) {
    return file.native().starts_with(belowNoFolder);
}

std::shared_ptr<const HeldArray> heldArray(const std::filesystem::path& file) {
    if (!isArrayPath(file)) return nullptr;
    ArraysThere& there = arraysThere();
    const std::lock_guard lock(there.mutex);
    const auto array = there.arrays.find(file);
    if (array == there.arrays.end())
        throw InputError(file.filename().string(), "it was an array in memory, and that has gone",
                         "measure it again where it was made");
    return array->second;
}

RawImage pictureOf(const ArrayFacts& facts, const SharedBytes& values) {
    requireAll(facts, values.bytes);
    const ImageHeader header = facts.header();
    RawImage raw;
    raw.bitsPerSample = facts.bits();
    raw.format = header.format;
    raw.isLinear = raw.bitsPerSample == 32;
    raw.image = raw.bitsPerSample == 8    ? imageOf<std::uint8_t>(header, values)
                : raw.bitsPerSample == 16 ? imageOf<std::uint16_t>(header, values)
                                          : imageOf<float>(header, values);
    return raw;
}

Volume volumeOf(const ArrayFacts& facts, const SharedBytes& values) {
    requireAll(facts, values.bytes);
    const VolumeSize size{facts.shape[2], facts.shape[1], facts.shape[0]};
    if (facts.bits() == 8) return Volume(size, {}, floatsOf<std::uint8_t>(values));
    if (facts.bits() == 16) return Volume(size, {}, floatsOf<std::uint16_t>(values));
    const std::span<const float> given = valuesOf<float>(values);
    if (std::ranges::all_of(given, [](float value) { return std::isfinite(value); }))
        return Volume::over(size, {}, std::shared_ptr<const float>(values.owner, given.data()));
    std::vector<float> floats(given.begin(), given.end());
    std::vector<std::uint8_t> valid;
    for (std::size_t i = 0; i < floats.size(); ++i) {
        if (std::isfinite(floats[i])) continue;
        if (valid.empty()) valid.assign(floats.size(), 1);
        floats[i] = 0;
        valid[i] = 0;
    }
    return Volume(size, {}, std::move(floats), std::move(valid));
}

}  // namespace coarsen
