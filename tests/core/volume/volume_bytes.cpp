// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/volume/volume_bytes.hpp"

#include "core/base/error.hpp"
#include "core/base/memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <zlib.h>

namespace coarsen::test {

namespace {

template <typename T>
void put(Bytes& bytes, std::size_t at, T number, bool isBigEndian) {
    std::byte raw[sizeof(T)];
    std::memcpy(raw, &number, sizeof(T));
    if (isBigEndian) std::reverse(raw, raw + sizeof(T));
    std::copy(raw, raw + sizeof(T), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

template <typename T>
void append(Bytes& bytes, double number, bool isBigEndian) {
    bytes.resize(bytes.size() + sizeof(T));
    put(bytes, bytes.size() - sizeof(T), static_cast<T>(number), isBigEndian);
}

Bytes packed(const Bytes& bytes, int window) {
    z_stream stream{};
    if (deflateInit2(&stream, 9, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::runtime_error("zlib");
    Bytes result(deflateBound(&stream, bytes.size()) + 64);
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<uInt>(result.size());
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("zlib");
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

}  // namespace

Bytes niftiOf(const NiftiRecipe& recipe) {
    const bool isFirst = recipe.version == 1, isBig = recipe.isBigEndian;
    const std::size_t length = isFirst ? 348 : 540;
    Bytes bytes(length + 4);
    const auto side = [&](std::size_t axis) { return axis <= recipe.sides.size() ? recipe.sides[axis - 1] : 1; };
    const auto step = [&](std::size_t axis) { return axis >= 1 && axis <= 5 ? recipe.steps[axis - 1] : 1.0; };
    const double voxelsAt = recipe.voxelsAt < 0 ? static_cast<double>(bytes.size()) : recipe.voxelsAt;
    put(bytes, 0, static_cast<std::int32_t>(length), isBig);
    const int axes = static_cast<int>(recipe.sides.size());
    if (isFirst) {
        for (std::size_t i = 0; i < 8; ++i) {
            put(bytes, 40 + 2 * i, static_cast<std::int16_t>(i == 0 ? axes : side(i)), isBig);
            put(bytes, 76 + 4 * i, static_cast<float>(step(i)), isBig);
        }
        put(bytes, 70, static_cast<std::int16_t>(recipe.datatype), isBig);
        put(bytes, 108, static_cast<float>(voxelsAt), isBig);
        put(bytes, 112, static_cast<float>(recipe.slope), isBig);
        put(bytes, 116, static_cast<float>(recipe.intercept), isBig);
        bytes[123] = static_cast<std::byte>(recipe.units);
        put(bytes, 252, static_cast<std::int16_t>(recipe.qform), isBig);
        put(bytes, 254, static_cast<std::int16_t>(recipe.sform), isBig);
        for (std::size_t i = 0; i < 3; ++i) {
            put(bytes, 256 + 4 * i, static_cast<float>(recipe.quaternion[i]), isBig);
            for (std::size_t k = 0; k < 3; ++k)
                put(bytes, 280 + 16 * i + 4 * k, static_cast<float>(recipe.axes[i][k]), isBig);
        }
        std::memcpy(bytes.data() + 344, recipe.mark.empty() ? "n+1" : recipe.mark.c_str(), 4);
    } else {
        std::memcpy(bytes.data() + 4, recipe.mark.empty() ? "n+2\0\r\n\x1a\n" : recipe.mark.c_str(), 8);
        put(bytes, 12, static_cast<std::int16_t>(recipe.datatype), isBig);
        for (std::size_t i = 0; i < 8; ++i) {
            put(bytes, 16 + 8 * i, static_cast<std::int64_t>(i == 0 ? axes : side(i)), isBig);
            put(bytes, 104 + 8 * i, step(i), isBig);
        }
        put(bytes, 168, static_cast<std::int64_t>(voxelsAt), isBig);
        put(bytes, 176, recipe.slope, isBig);
        put(bytes, 184, recipe.intercept, isBig);
        put(bytes, 344, static_cast<std::int32_t>(recipe.qform), isBig);
        put(bytes, 348, static_cast<std::int32_t>(recipe.sform), isBig);
        for (std::size_t i = 0; i < 3; ++i) {
            put(bytes, 352 + 8 * i, recipe.quaternion[i], isBig);
            for (std::size_t k = 0; k < 3; ++k)
                put(bytes, 400 + 32 * i + 8 * k, recipe.axes[i][k], isBig);
        }
        put(bytes, 500, static_cast<std::int32_t>(recipe.units), isBig);
    }
    bytes.insert(bytes.end(), recipe.voxels.begin(), recipe.voxels.end());
    return bytes;
}

Bytes gzipOf(const Bytes& bytes) {
    return packed(bytes, 15 + 16);
}

Bytes zlibOf(const Bytes& bytes) {
    return packed(bytes, 15);
}

Bytes samplesOf(const std::vector<double>& numbers, SampleType type, bool isBigEndian) {
    Bytes bytes;
    for (const double number : numbers) {
        switch (type) {
            case SampleType::u8:
                append<std::uint8_t>(bytes, number, isBigEndian);
                break;
            case SampleType::s8:
                append<std::int8_t>(bytes, number, isBigEndian);
                break;
            case SampleType::u16:
                append<std::uint16_t>(bytes, number, isBigEndian);
                break;
            case SampleType::s16:
                append<std::int16_t>(bytes, number, isBigEndian);
                break;
            case SampleType::u32:
                append<std::uint32_t>(bytes, number, isBigEndian);
                break;
            case SampleType::s32:
                append<std::int32_t>(bytes, number, isBigEndian);
                break;
            case SampleType::f32:
                append<float>(bytes, number, isBigEndian);
                break;
            case SampleType::f64:
                append<double>(bytes, number, isBigEndian);
                break;
            case SampleType::s64:
                append<std::int64_t>(bytes, number, isBigEndian);
                break;
            case SampleType::u64:
                append<std::uint64_t>(bytes, number, isBigEndian);
                break;
            case SampleType::f16:
                ADD_FAILURE() << "halves are written bit by bit";
                break;
        }
    }
    return bytes;
}

std::vector<double> countingUp(std::size_t count) {
    std::vector<double> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = static_cast<double>(i);
    return numbers;
}

Bytes joined(std::string_view text, const Bytes& bytes) {
    const auto start = std::as_bytes(std::span(text));
    Bytes all(start.begin(), start.end());
    all.insert(all.end(), bytes.begin(), bytes.end());
    return all;
}

MadeFile::MadeFile(const std::string& name, const Bytes& bytes) : name_(name) {
    beside(name, bytes);
}

void MadeFile::beside(const std::string& name, const Bytes& bytes) const {
    std::ofstream file(folder_ / name, std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

std::string refusal(const std::filesystem::path& file, const VolumeChoice& choice) {
    try {
        readVolume(file, choice);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

std::vector<float> valuesOf(const Volume& volume) {
    return {volume.values().begin(), volume.values().end()};
}

LittleMemory::LittleMemory(std::size_t bytes) {
    setMemoryBudget(bytes);
}

LittleMemory::~LittleMemory() {
    setMemoryBudget(0);
}

}  // namespace coarsen::test
