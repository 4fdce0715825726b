// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/formats/zarr_array.hpp"

#include "core/base/files.hpp"
#include "core/base/half.hpp"
#include "core/base/utf8.hpp"
#include "core/volume/formats/array_axes.hpp"
#include "core/volume/formats/stored_voxels.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace coarsen::volumes {

namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* saveOtherwise = "save the array with the codec blosc, gzip, zlib or zstd, without filters";
constexpr std::size_t mostChunkBytes = std::size_t{1} << 31;

/// Reads one description, and says in whose words it fails.
class ArrayText {
public:
    ArrayText(std::string_view json, const fs::path& folder) : folder_(folder), json_(Json::parse(json, nullptr, false)) {
        if (!json_.is_object()) throw damaged(folder, "its metadata are no JSON object");
    }

    ZarrArray version2() const {
        ZarrArray array = common("chunks", json_);
        const std::string type = textOf(json_, "dtype");
        array.type = typeOf(type.size() > 2 ? type.substr(1) : type);
        array.isBigEndian = type.starts_with('>');
        if (const Json& filters = at(json_, "filters"); !filters.is_null() && !filters.empty())
            refuse("its samples went through the filter '" + textOf(filters.at(0), "id") + "'", saveOtherwise);
        if (const Json& packing = at(json_, "compressor"); !packing.is_null()) array.packing = packingOf(textOf(packing, "id"));
        if (textOf(json_, "order") == "F") std::ranges::reverse(array.order);
        const std::string separator = textOf(json_, "dimension_separator");
        array.separator = separator.empty() ? "." : separator;
        takeFill(array);
        return array;
    }

    ZarrArray version3() const {
        if (const Json& others = at(json_, "storage_transformers"); !others.is_null() && !others.empty())
            refuse("its files are changed by a storage transformer", saveOtherwise);
        const Json& grid = at(json_, "chunk_grid");
        if (textOf(grid, "name") != "regular")
            refuse("its chunks are of several shapes", "save the array with chunks of one shape");
        ZarrArray array = common("chunk_shape", at(grid, "configuration"));
        array.type = typeOf(textOf(json_, "data_type"));
        const Json& keys = at(json_, "chunk_key_encoding");
        const bool isDefault = textOf(keys, "name") != "v2";
        const std::string separator = textOf(at(keys, "configuration"), "separator");
        array.separator = !separator.empty() ? separator : isDefault ? "/" : ".";
        if (isDefault) array.prefix = "c" + array.separator;
        takeCodecs(array, at(json_, "codecs"), false);
        takeFill(array);
        return array;
    }

private:
    [[noreturn]] void refuse(const std::string& what, const std::string& remedy) const {
        throw InputError(displayName(folder_), what + ", which Coarsen does not read", remedy);
    }

    static const Json& at(const Json& object, const char* key) {
        static const Json nothing;
        if (!object.is_object()) return nothing;
        const auto found = object.find(key);
        return found == object.end() ? nothing : *found;
    }

    static std::string textOf(const Json& object, const char* key) {
        const Json& value = at(object, key);
        return value.is_string() ? printable(value.get<std::string>()) : std::string();
    }

    std::vector<long long> sides(const Json& list, const char* what) const {
        constexpr std::size_t mostAxes = 16;
        if (!list.is_array() || list.empty() || list.size() > mostAxes)
            throw damaged(folder_, std::string(what) + " is not said");
        std::vector<long long> all;
        for (const Json& side : list) {
            if (!side.is_number_integer() || side < 1 || side > std::numeric_limits<int>::max())
                throw damaged(folder_, std::string(what) + " is " + list.dump(-1, ' ', true));
            all.push_back(side.get<long long>());
        }
        return all;
    }

    ZarrArray common(const char* chunkKey, const Json& chunks) const {
        ZarrArray array;
        array.folder = folder_;
        array.shape = sides(at(json_, "shape"), "its shape");
        array.chunk = sides(at(chunks, chunkKey), "the shape of its chunks");
        if (array.chunk.size() != array.shape.size()) throw damaged(folder_, "its chunks have other axes than it has");
        array.order.resize(array.shape.size());
        std::iota(array.order.begin(), array.order.end(), std::size_t{0});
        return array;
    }

    SampleType typeOf(const std::string& name) const {
        constexpr std::pair<std::string_view, SampleType> known[] = {
            {"b1", SampleType::u8},  {"bool", SampleType::u8},     {"u1", SampleType::u8},  {"uint8", SampleType::u8},
            {"i1", SampleType::s8},  {"int8", SampleType::s8},     {"u2", SampleType::u16}, {"uint16", SampleType::u16},
            {"i2", SampleType::s16}, {"int16", SampleType::s16},   {"u4", SampleType::u32}, {"uint32", SampleType::u32},
            {"i4", SampleType::s32}, {"int32", SampleType::s32},   {"u8", SampleType::u64}, {"uint64", SampleType::u64},
            {"i8", SampleType::s64}, {"int64", SampleType::s64},   {"f2", SampleType::f16}, {"float16", SampleType::f16},
            {"f4", SampleType::f32}, {"float32", SampleType::f32}, {"f8", SampleType::f64}, {"float64", SampleType::f64}};
        for (const auto& [word, type] : known)
            if (name == word) return type;
        refuse("its samples are of type '" + name + "'", "save it as uint16 or float32");
    }

    ChunkPacking packingOf(const std::string& name) const {
        if (name == "blosc") return ChunkPacking::blosc;
        if (name == "gzip" || name == "zlib") return ChunkPacking::deflate;
        if (name == "zstd") return ChunkPacking::zstd;
        refuse("its chunks are packed by '" + name + "'", saveOtherwise);
    }

    /// `isInner`: those of a shard's chunks.
    void takeCodecs(ZarrArray& array, const Json& codecs, bool isInner) const {
        if (!codecs.is_array()) throw damaged(folder_, "its codecs are not said");
        bool areBytes = false;
        for (const Json& codec : codecs) {
            const std::string name = codec.is_string() ? printable(codec.get<std::string>()) : textOf(codec, "name");
            const Json& settings = at(codec, "configuration");
            if (array.hasChecksum) refuse("its chunks are packed behind a checksum", saveOtherwise);
            if (name == "bytes") {
                array.isBigEndian = textOf(settings, "endian") == "big";
                areBytes = true;
            } else if (name == "transpose" && !areBytes) {
                takeOrder(array, at(settings, "order"));
            } else if (name == "sharding_indexed" && !areBytes && !isInner && codecs.size() == 1) {
                takeShards(array, settings);
                areBytes = true;
            } else if (name == "crc32c" && areBytes) {
                array.hasChecksum = true;
            } else if (areBytes && array.packing == ChunkPacking::none) {
                array.packing = packingOf(name);
            } else {
                refuse("its chunks went through the codec '" + name + "' besides others", saveOtherwise);
            }
        }
        if (!areBytes) throw damaged(folder_, "its codecs make no bytes");
    }

    void takeOrder(ZarrArray& array, const Json& order) const {
        if (order == "C") return;
        if (order == "F") {
            std::ranges::reverse(array.order);
            return;
        }
        std::vector<std::size_t> given, sorted;
        if (order.is_array())
            for (const Json& axis : order)
                given.push_back(axis.is_number_unsigned() ? axis.get<std::size_t>() : array.shape.size());
        sorted = given;
        std::ranges::sort(sorted);
        std::vector<std::size_t> all(array.shape.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        if (sorted != all) throw damaged(folder_, "the order of its axes is " + order.dump(-1, ' ', true));
        array.order = given;
    }

    void takeShards(ZarrArray& array, const Json& settings) const {
        const std::vector<long long> whole =
            std::exchange(array.chunk, sides(at(settings, "chunk_shape"), "the shape of its chunks"));
        if (array.chunk.size() != whole.size()) throw damaged(folder_, "its chunks have other axes than it has");
        for (std::size_t axis = 0; axis < whole.size(); ++axis) {
            if (whole[axis] % array.chunk[axis] != 0) throw damaged(folder_, "its shards hold parts of chunks");
            array.shard.push_back(whole[axis] / array.chunk[axis]);
        }
        const std::string place = textOf(settings, "index_location");
        array.isIndexFirst = place == "start";
        const Json& ofIndex = at(settings, "index_codecs");
        const bool isKnown = ofIndex.is_array() && (ofIndex.size() == 1 || ofIndex.size() == 2) &&
                             textOf(ofIndex[0], "name") == "bytes" &&
                             textOf(at(ofIndex[0], "configuration"), "endian") != "big" &&
                             (ofIndex.size() == 1 || textOf(ofIndex[1], "name") == "crc32c");
        if (!isKnown) refuse("the indices of its shards are packed", saveOtherwise);
        array.hasIndexChecksum = ofIndex.size() == 2;
        takeCodecs(array, at(settings, "codecs"), true);
    }

    template <typename T>
    static std::vector<std::byte> bytesOf(T value, bool isBigEndian) {
        std::vector<std::byte> bytes(sizeof(T));
        std::memcpy(bytes.data(), &value, sizeof(T));
        if (isBigEndian != (std::endian::native == std::endian::big)) std::ranges::reverse(bytes);
        return bytes;
    }

    template <typename T>
    std::vector<std::byte> wholeFill(const Json& value, bool isBigEndian) const {
        const double number = value.get<double>();
        constexpr T half = std::numeric_limits<T>::max() / 2 + 1;
        constexpr double beyond = 2.0 * static_cast<double>(half);
        if (!(number >= static_cast<double>(std::numeric_limits<T>::min()) && number < beyond && number == std::trunc(number)))
            refuseFill(value);
        return bytesOf(static_cast<T>(number), isBigEndian);
    }

    double floatFill(const Json& value) const {
        if (value.is_number()) return value.get<double>();
        if (value == "NaN") return std::nan("");
        if (value == "Infinity") return std::numeric_limits<double>::infinity();
        if (value == "-Infinity") return -std::numeric_limits<double>::infinity();
        refuseFill(value);
    }

    [[noreturn]] void refuseFill(const Json& value) const {
        refuse("the value that missing chunks have is " + printable(value.dump(-1, ' ', true)),
               "write a plain number as its fill_value");
    }

    std::vector<std::byte> halfFill(double value, bool isBigEndian) const {
        for (std::uint32_t bits = 0; bits <= std::numeric_limits<std::uint16_t>::max(); ++bits) {
            const auto half = static_cast<double>(static_cast<float>(Half{static_cast<std::uint16_t>(bits)}));
            if (half == value || (std::isnan(half) && std::isnan(value)))
                return bytesOf(static_cast<std::uint16_t>(bits), isBigEndian);
        }
        throw damaged(folder_, "the value that missing chunks have is no number of 16 bits");
    }

    void takeFill(ZarrArray& array) const {
        std::size_t most = mostChunkBytes / sampleBytes(array.type);
        for (const long long side : array.chunk) {
            if (static_cast<std::size_t>(side) > most)
                throw InputError(displayName(folder_), "its chunks are " + shapeText(array.chunk) + ", more than 2 GB each",
                                 "save it with smaller chunks");
            most /= static_cast<std::size_t>(side);
        }
        Json value = at(json_, "fill_value");
        if (value.is_null()) value = 0;
        if (value.is_boolean()) value = value.get<bool>() ? 1 : 0;
        if (!isFloat(array.type) && !value.is_number()) refuseFill(value);
        array.fill = fillOf(array.type, value, array.isBigEndian);
    }

    std::vector<std::byte> fillOf(SampleType type, const Json& value, bool isBig) const {
        switch (type) {
            case SampleType::u8:
                return wholeFill<std::uint8_t>(value, isBig);
            case SampleType::s8:
                return wholeFill<std::int8_t>(value, isBig);
            case SampleType::u16:
                return wholeFill<std::uint16_t>(value, isBig);
            case SampleType::s16:
                return wholeFill<std::int16_t>(value, isBig);
            case SampleType::u32:
                return wholeFill<std::uint32_t>(value, isBig);
            case SampleType::s32:
                return wholeFill<std::int32_t>(value, isBig);
            case SampleType::u64:
                return wholeFill<std::uint64_t>(value, isBig);
            case SampleType::s64:
                return wholeFill<std::int64_t>(value, isBig);
            case SampleType::f16:
                return halfFill(floatFill(value), isBig);
            case SampleType::f32:
                return bytesOf(static_cast<float>(floatFill(value)), isBig);
            case SampleType::f64:
                break;
        }
        return bytesOf(floatFill(value), isBig);
    }

    const fs::path& folder_;
    Json json_;
};

}  // namespace

std::size_t ZarrArray::chunkBytes() const {
    std::size_t bytes = sampleBytes(type);
    for (const long long side : chunk)
        bytes *= static_cast<std::size_t>(side);
    return bytes;
}

ZarrArray zarrArrayOf(std::string_view json, int version, const fs::path& folder) {
    const ArrayText text(json, folder);
    return version == 2 ? text.version2() : text.version3();
}

}  // namespace coarsen::volumes
