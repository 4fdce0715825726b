// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/hdf5_program/axes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace coarsen::hdf5 {

namespace {

constexpr std::string_view axisLetters = "xyztc";

/// A letter for an axis by what it is called; 0: it is not known.
char letterOf(std::string name) {
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (name.size() == 1 && axisLetters.find(name[0]) != axisLetters.npos) return name[0];
    if (name == "time" || name == "frame" || name == "frames") return 't';
    if (name == "channel" || name == "channels") return 'c';
    return 0;
}

/// The keys of ilastik's JSON, in their order: {"axes": [{"key": "t", ...}, ...]}.
std::string tagged(const std::string& json) {
    std::string letters;
    for (std::size_t at = json.find("\"key\""); at != json.npos; at = json.find("\"key\"", at + 1)) {
        const std::size_t colon = json.find(':', at), open = json.find('"', colon == json.npos ? at + 5 : colon);
        if (open == json.npos || open + 1 >= json.size()) return {};
        letters += letterOf(json.substr(open + 1, json.find('"', open + 1) - open - 1));
    }
    return letters;
}

/// A letter for each axis as the dataset itself says them; empty where it does not.
std::string lettersSaid(hid_t dataset, std::size_t count) {
    std::string letters = tagged(textAttribute(dataset, "axistags"));
    if (letters.empty())
        for (const char letter : textAttribute(dataset, "axes"))
            letters += letterOf(std::string(1, letter));
    if (letters.empty())
        for (const std::string& label : textsAttribute(dataset, "DIMENSION_LABELS"))
            letters += letterOf(label);
    return letters.size() == count && letters.find('\0') == letters.npos ? letters : std::string();
}

/// By number: sides of 1 count for none, unless too few are left.
std::string lettersByNumber(const std::vector<hsize_t>& sides) {
    constexpr std::size_t volumeAxes = 3, mostColours = 4;
    std::string letters(sides.size(), '1');
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < sides.size(); ++i)
        if (sides[i] != 1) kept.push_back(i);
    if (sides.size() <= volumeAxes) {
        kept.clear();
        for (std::size_t i = 0; i < sides.size(); ++i)
            kept.push_back(i);
    }
    // A last axis of a few values behind sides that are no rows of a few pixels is one of colours or channels.
    constexpr hsize_t leastSide = 8;
    const std::size_t count = kept.size();
    const bool hasChannels = count >= 3 && sides[kept[count - 1]] >= 2 && sides[kept[count - 1]] <= mostColours &&
                             sides[kept[count - 2]] >= leastSide && sides[kept[count - 3]] >= leastSide;
    const std::string all = hasChannels || count == 5 ? "tzyxc" : "tzyx";
    if (count < 2 || count > all.size()) return {};
    const std::string names = all.substr(all.size() - count);
    for (std::size_t i = 0; i < kept.size(); ++i)
        letters[kept[i]] = names[i];
    return letters;
}

/// Velox keeps each picture as y, x and repetitions, with its words as JSON in the columns of a dataset beside it
/// (ncempy/io/emdVelox.py).
bool isVelox(const std::string& path) {
    return path.starts_with("/Data/Image/") && path.ends_with("/Data");
}

/// The number behind a key of the JSON, which may stand in quotation marks.
std::optional<double> numberBehind(const std::string& json, const char* key, std::size_t from) {
    const std::size_t at = json.find(key, from), colon = at == json.npos ? at : json.find(':', at);
    if (colon == json.npos) return std::nullopt;
    const std::size_t start = json.find_first_not_of(" \"", colon + 1);
    return start == json.npos ? std::nullopt : std::optional(std::strtod(json.c_str() + start, nullptr));
}

void takeVeloxSize(hid_t file, const std::string& path, Axes& axes) {
    axes.by = "Velox";
    const Handle words(openHere(file, path.substr(0, path.rfind('/')) + "/Metadata"), H5Dclose);
    if (!words.isThere()) return;
    const std::vector<hsize_t> sides = sidesOf(words.get());
    constexpr hsize_t longest = 1 << 20;
    if (sides.size() != 2 || sides[0] < 1 || sides[0] > longest || sides[1] < 1) return;
    const hsize_t start[2] = {0, 0}, count[2] = {sides[0], 1};
    const Handle space(H5Dget_space(words.get()), H5Sclose), memory(H5Screate_simple(2, count, nullptr), H5Sclose);
    std::string json(static_cast<std::size_t>(sides[0]), '\0');
    if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, count, nullptr) < 0 ||
        H5Dread(words.get(), H5T_NATIVE_UINT8, memory.get(), space.get(), H5P_DEFAULT, json.data()) < 0)
        return;
    const std::size_t size = json.find("\"PixelSize\"");
    if (size == json.npos) return;
    axes.step[axisX] = numberBehind(json, "\"width\"", size);
    axes.step[axisY] = numberBehind(json, "\"height\"", size);
    const std::size_t unit = json.find("\"PixelUnitX\""),
                      value = unit == json.npos ? unit : json.find_first_not_of(" :\"", unit + 12);
    const bool isInMetres = value != json.npos && json.compare(value, 2, "m\"") == 0;
    axes.unit[axisX] = axes.unit[axisY] = isInMetres ? "m" : "?";
}

std::string parentOf(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == path.npos || slash == 0 ? "/" : path.substr(0, slash);
}

/// A vector of places along an axis: its step and its unit.
struct Places {
    std::optional<double> step;
    std::string unit;
};

/// HyperSpy's group of an axis, which has its scale as an attribute.
Places placesOfGroup(hid_t file, const std::string& path) {
    Places places;
    const Handle group(H5Gopen2(file, path.c_str(), H5P_DEFAULT), H5Gclose);
    if (!group.isThere()) return places;
    const std::vector<double> scale = numbersAttribute(group.get(), "scale");
    if (scale.size() == 1) places.step = std::abs(scale.front());
    places.unit = textAttribute(group.get(), "units");
    return places;
}

Places placesOf(hid_t file, const std::string& path) {
    Places places;
    const std::vector<double> first = firstValues(file, path, 2);
    if (first.size() == 2) places.step = std::abs(first[1] - first[0]);
    const Handle dataset(openHere(file, path), H5Dclose);
    if (!dataset.isThere()) return {};
    for (const char letter : textAttribute(dataset.get(), "units"))  // EMD writes "[n_m]"
        if (letter != '[' && letter != ']' && letter != '_') places.unit += letter;
    return places;
}

/// The vectors that lie beside the dataset, one for each of its axes: EMD's dim1 … (ncempy/io/emd.py), or those that NeXus'
/// `axes` names (nexusformat.org, NXdata).
std::vector<Places> vectorsBeside(hid_t file, const std::string& path, std::size_t count, std::string& by) {
    const std::string parent = parentOf(path);
    const Handle group(H5Gopen2(file, parent.c_str(), H5P_DEFAULT), H5Gclose);
    if (!group.isThere()) return {};
    const std::string before = parent == "/" ? "/" : parent + "/";
    std::vector<std::string> names;
    if (H5Aexists(group.get(), "emd_group_type") > 0) {
        by = "EMD";
        for (std::size_t i = 0; i < count; ++i)
            names.push_back("dim" + std::to_string(i + 1));
    } else if (const std::string signal = textAttribute(group.get(), "signal");
               textAttribute(group.get(), "NX_class") == "NXdata" && (signal.empty() || path.ends_with("/" + signal))) {
        by = "NeXus";
        names = textsAttribute(group.get(), "axes");
    }
    std::vector<Places> all;
    if (H5Lexists(group.get(), "axis-0", H5P_DEFAULT) > 0) {
        by = "HyperSpy";
        for (std::size_t i = 0; i < count; ++i)
            all.push_back(placesOfGroup(file, before + "axis-" + std::to_string(i)));
        return all;
    }
    for (const std::string& name : names)
        all.push_back(name.empty() || name == "." ? Places{} : placesOf(file, before + name));
    return all.size() == count ? all : std::vector<Places>();
}

bool isTimeUnit(const std::string& unit) {
    constexpr std::string_view units[] = {"s", "ms", "us", "ns", "min", "h", "sec", "second", "seconds", "minutes", "hours"};
    return std::ranges::find(units, unit) != std::end(units);
}

/// Three numbers z y x of an attribute of the dataset's.
bool takeSteps(hid_t dataset, const char* attribute, const char* unit, Axes& axes) {
    const std::vector<double> steps = numbersAttribute(dataset, attribute);
    if (steps.size() != 3) return false;
    for (const Axis axis : {axisX, axisY, axisZ}) {
        axes.step[axis] = steps[static_cast<std::size_t>(axisZ - axis)];
        axes.unit[axis] = unit;
    }
    axes.by = attribute;
    return true;
}

}  // namespace

std::optional<Axes> axesOf(hid_t file, hid_t dataset, const std::string& path) {
    constexpr std::size_t mostAxes = 5;
    Axes axes;
    axes.sides = sidesOf(dataset);
    const std::size_t count = axes.sides.size();
    if (count < 2 || count > mostAxes) return std::nullopt;
    const std::vector<Places> vectors = vectorsBeside(file, path, count, axes.by);
    std::string letters = isVelox(path) && count == 3 ? "yxt" : lettersSaid(dataset, count);
    if (letters.empty()) letters = lettersByNumber(axes.sides);
    const auto firstOfTime = std::ranges::find_if(vectors, [](const Places& places) { return isTimeUnit(places.unit); });
    if (count == 3 && firstOfTime == vectors.begin() && firstOfTime != vectors.end()) letters = "tyx";
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const std::size_t axis = axisLetters.find(letters[i]);
        if (axis == axisLetters.npos) continue;
        if (axes.at[axis] >= 0) return std::nullopt;  // twice
        axes.at[axis] = static_cast<int>(i);
        if (axis <= axisT && i < vectors.size()) {
            axes.step[axis] = vectors[i].step;
            axes.unit[axis] = vectors[i].unit;
        }
    }
    const bool isInOrder = axes.at[axisX] > axes.at[axisY] && axes.at[axisY] > axes.at[axisZ] && axes.at[axisY] >= 0;
    if (!isInOrder) return std::nullopt;
    if (isVelox(path)) takeVeloxSize(file, path, axes);
    if (takeSteps(dataset, "element_size_um", "um", axes) || !vectors.empty()) return axes;
    takeSteps(dataset, "spacing", "", axes);
    return axes;
}

}  // namespace coarsen::hdf5
