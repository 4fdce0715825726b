// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/image_series.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coarsen {

/// Where names say time and channel, slice or position: channels beside times fold into a frame, of several positions or slices
/// beside times the first is taken. Where one of these varies alone the files stay frames. All of it is said.
void takeNamedAxes(ImageSeries& series, std::optional<int> position);

/// The positions that names say beside times, in their order; empty where there is one, or positions are all that varies.
std::vector<std::string> positionsInNames(const std::vector<std::string>& stems);

/// True where a folder of slices holds several volumes, as their names say: the slices repeat at several times, positions or
/// channels. Throws InputError where two numbers vary in the names and no letter says which is that of the slice.
bool holdsSeveralVolumes(const std::filesystem::path& folder);

/// Where frames are the files of such folders, makes one frame of all slices of a time: of several positions the first or the one
/// asked for, of several channels likewise (`--channel`, which the names have answered then). All of it is said.
void gatherSlices(ImageSeries& series, SeriesOpening& opening);

/// Axis by which takeNamedAxes would take the frames apart, as far as they have come: "channels", "positions" or "slices"; empty
/// where names say no more than times.
std::string axisBesideTimes(const ImageSeries& series);

}  // namespace coarsen
