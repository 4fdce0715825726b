// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/volume/hdf5_program/imaris.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace coarsen::hdf5 {

namespace {

const std::string fullResolution = "/DataSet/ResolutionLevel 0";

std::string folderOf(hsize_t time) {
    return fullResolution + "/TimePoint " + std::to_string(time);
}

/// How many groups of a name and a number follow each other from 0 on.
template <typename Path>
hsize_t countOf(hid_t file, const Path& path) {
    constexpr hsize_t most = 1 << 20;
    hsize_t count = 0;
    while (count < most && H5Lexists(file, path(count).c_str(), H5P_DEFAULT) > 0)
        ++count;
    return count;
}

/// Numbers stand there as texts.
double numberIn(hid_t object, const char* name) {
    return std::strtod(textAttribute(object, name).c_str(), nullptr);
}

}  // namespace

std::optional<ImarisVolume> imarisVolume(hid_t file, hsize_t time, hsize_t channel) {
    for (const char* const group : {"/DataSet", "/DataSetInfo", "/DataSetInfo/Image", "/DataSet/ResolutionLevel 0"})
        if (H5Lexists(file, group, H5P_DEFAULT) <= 0) return std::nullopt;
    ImarisVolume volume;
    volume.times = countOf(file, [](hsize_t i) { return folderOf(i); });
    if (time >= volume.times) return std::nullopt;
    const auto channelAt = [&](hsize_t i) { return folderOf(time) + "/Channel " + std::to_string(i); };
    volume.channels = countOf(file, channelAt);
    if (channel >= volume.channels) return std::nullopt;
    volume.path = channelAt(channel) + "/Data";
    const Handle dataset(openHere(file, volume.path), H5Dclose),
        folder(H5Gopen2(file, channelAt(channel).c_str(), H5P_DEFAULT), H5Gclose),
        image(H5Gopen2(file, "/DataSetInfo/Image", H5P_DEFAULT), H5Gclose);
    if (!dataset.isThere() || !folder.isThere() || !image.isThere()) return std::nullopt;
    Axes& axes = volume.axes;
    axes.sides = sidesOf(dataset.get());
    if (axes.sides.size() != 3) return std::nullopt;
    axes.by = "Imaris";
    for (const Axis axis : {axisX, axisY, axisZ}) {
        const auto at = static_cast<std::size_t>(axisZ - axis);
        axes.at[axis] = static_cast<int>(at);
        const std::string letter(1, "XYZ"[axis]), number = std::to_string(axis);
        const double side = numberIn(folder.get(), ("ImageSize" + letter).c_str());
        if (side >= 1 && side <= static_cast<double>(axes.sides[at])) axes.sides[at] = static_cast<hsize_t>(side);
        const double extent =
            numberIn(image.get(), ("ExtMax" + number).c_str()) - numberIn(image.get(), ("ExtMin" + number).c_str());
        if (std::isfinite(extent) && extent > 0) axes.step[axis] = extent / static_cast<double>(axes.sides[at]);
        axes.unit[axis] = textAttribute(image.get(), "Unit");
        if (axes.unit[axis].empty()) axes.unit[axis] = "um";
    }
    return volume;
}

std::optional<ImarisVolume> imarisVolume(hid_t file, const std::string& path) {
    unsigned long long time = 0, channel = 0;
    const std::string whole = path.starts_with('/') ? path : "/" + path;
    const int found = std::sscanf(whole.c_str(), "/DataSet/ResolutionLevel 0/TimePoint %llu/Channel %llu/Data", &time, &channel);
    const auto volume = found == 2 ? imarisVolume(file, time, channel) : std::nullopt;
    return volume && volume->path == whole ? volume : std::nullopt;
}

}  // namespace coarsen::hdf5
