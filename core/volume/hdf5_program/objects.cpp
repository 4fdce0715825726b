// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/hdf5_program/objects.hpp"

#include <algorithm>

namespace coarsen::hdf5 {

namespace {

constexpr std::size_t longestText = 1 << 16, mostTexts = 64;

/// Reads an attribute's texts, of fixed or of any length.
std::vector<std::string> readTexts(hid_t attribute, hid_t type, hssize_t count) {
    std::vector<std::string> texts;
    if (H5Tis_variable_str(type) > 0) {
        const Handle memory(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
        H5Tset_size(memory.get(), H5T_VARIABLE);
        H5Tset_cset(memory.get(), H5Tget_cset(type));
        std::vector<char*> found(static_cast<std::size_t>(count), nullptr);
        if (H5Aread(attribute, memory.get(), static_cast<void*>(found.data())) < 0) return {};
        for (const char* const text : found)
            texts.emplace_back(text ? std::string(text).substr(0, longestText) : std::string());
        H5Dvlen_reclaim(memory.get(), space.get(), H5P_DEFAULT, static_cast<void*>(found.data()));
        return texts;
    }
    const std::size_t length = H5Tget_size(type);
    if (length == 0 || length > longestText) return {};
    const Handle memory(H5Tcopy(type), H5Tclose);
    std::vector<char> letters(length * static_cast<std::size_t>(count));
    if (H5Aread(attribute, memory.get(), letters.data()) < 0) return {};
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const char* const from = letters.data() + i * length;
        texts.emplace_back(from, std::find(from, from + length, '\0'));
    }
    return texts;
}

}  // namespace

std::string complaint() {
    std::string words;
    const auto take = [](unsigned, const H5E_error2_t* error, void* to) {
        if (error->desc) *static_cast<std::string*>(to) = error->desc;
        return herr_t{1};  // no more
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take, &words);
    return words.empty() ? "the HDF5 library gives no reason" : words;
}

Refused damaged() {
    return {Verdict::damaged, complaint()};
}

hid_t openHere(hid_t from, const std::string& path) {
    const Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    const auto refuse = [](const char*, const char*, const char*, const char*, unsigned*, hid_t, void*) { return herr_t{-1}; };
    H5Pset_elink_cb(access.get(), refuse, nullptr);
    constexpr std::size_t slots = 10007, cacheBytes = std::size_t{256} << 20;
    H5Pset_chunk_cache(access.get(), slots, cacheBytes, 1);  // a chunk that has been read to its end is wanted no more
    return H5Dopen2(from, path.c_str(), access.get());
}

std::vector<hsize_t> sidesOf(hid_t dataset) {
    const Handle space(H5Dget_space(dataset), H5Sclose);
    const int axes = space.isThere() ? H5Sget_simple_extent_ndims(space.get()) : -1;
    if (axes < 0) throw damaged();
    std::vector<hsize_t> sides(static_cast<std::size_t>(axes));
    if (axes > 0 && H5Sget_simple_extent_dims(space.get(), sides.data(), nullptr) < 0) throw damaged();
    return sides;
}

Samples samplesOf(hid_t dataset) {
    const Handle type(H5Dget_type(dataset), H5Tclose);
    if (!type.isThere()) throw damaged();
    const std::size_t bytes = H5Tget_size(type.get());
    const H5T_class_t kind = H5Tget_class(type.get());
    if (kind == H5T_FLOAT && (bytes == 2 || bytes == 4)) return {SampleType::f32, H5T_NATIVE_FLOAT};
    if ((kind == H5T_FLOAT || kind == H5T_INTEGER) && bytes == 8) return {SampleType::f64, H5T_NATIVE_DOUBLE};
    if (kind != H5T_INTEGER) throw Refused{Verdict::noNumbers};
    const bool isSigned = H5Tget_sign(type.get()) == H5T_SGN_2;
    if (bytes == 1) return isSigned ? Samples{SampleType::s8, H5T_NATIVE_INT8} : Samples{SampleType::u8, H5T_NATIVE_UINT8};
    if (bytes == 2) return isSigned ? Samples{SampleType::s16, H5T_NATIVE_INT16} : Samples{SampleType::u16, H5T_NATIVE_UINT16};
    if (bytes == 4) return isSigned ? Samples{SampleType::s32, H5T_NATIVE_INT32} : Samples{SampleType::u32, H5T_NATIVE_UINT32};
    throw Refused{Verdict::noNumbers};
}

std::vector<std::string> textsAttribute(hid_t object, const char* name) {
    if (H5Aexists(object, name) <= 0) return {};
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
    const Handle space(attribute.isThere() ? H5Aget_space(attribute.get()) : -1, H5Sclose);
    const Handle type(attribute.isThere() ? H5Aget_type(attribute.get()) : -1, H5Tclose);
    if (!space.isThere() || !type.isThere() || H5Tget_class(type.get()) != H5T_STRING) return {};
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    return count > 0 && count <= static_cast<hssize_t>(longestText) ? readTexts(attribute.get(), type.get(), count)
                                                                    : std::vector<std::string>();
}

std::string textAttribute(hid_t object, const char* name) {
    std::string text;
    for (const std::string& part : textsAttribute(object, name))  // Imaris writes texts as lists of letters
        text += part;
    return text;
}

std::vector<double> numbersAttribute(hid_t object, const char* name) {
    if (H5Aexists(object, name) <= 0) return {};
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
    const Handle space(attribute.isThere() ? H5Aget_space(attribute.get()) : -1, H5Sclose);
    const Handle type(attribute.isThere() ? H5Aget_type(attribute.get()) : -1, H5Tclose);
    if (!space.isThere() || !type.isThere()) return {};
    const hssize_t count = H5Sget_simple_extent_npoints(space.get());
    const H5T_class_t kind = H5Tget_class(type.get());
    if (count < 1 || count > static_cast<hssize_t>(mostTexts) || (kind != H5T_FLOAT && kind != H5T_INTEGER)) return {};
    std::vector<double> numbers(static_cast<std::size_t>(count));
    if (H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, numbers.data()) < 0) return {};
    return numbers;
}

std::vector<double> firstValues(hid_t from, const std::string& path, std::size_t count) {
    const Handle dataset(openHere(from, path), H5Dclose);
    if (!dataset.isThere()) return {};
    try {
        const std::vector<hsize_t> sides = sidesOf(dataset.get());
        samplesOf(dataset.get());
        if (sides.size() != 1 || sides[0] < 1) return {};
        const hsize_t start = 0, taken = std::min<hsize_t>(sides[0], count);
        const Handle space(H5Dget_space(dataset.get()), H5Sclose), memory(H5Screate_simple(1, &taken, nullptr), H5Sclose);
        std::vector<double> values(static_cast<std::size_t>(taken));
        const bool isRead = H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &start, nullptr, &taken, nullptr) >= 0 &&
                            H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, values.data()) >= 0;
        return isRead ? values : std::vector<double>();
    } catch (const Refused&) {  // it is no axis, then
        return {};
    }
}

}  // namespace coarsen::hdf5
